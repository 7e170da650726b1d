package lowering

import (
	"maps"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// OrderExecutions is the number of executions of a test that shows whether a list has a fixed order. A Go map with two
// elements has the less frequent order one time in eight. It hides that order in 48 executions once in 600 cases.
const OrderExecutions = 48

// Orders are the lists in answers that came in more than one order, by operation and by pointer, with [suite.Element]
// for the indexes.
type Orders map[*api.Operation]map[string]bool

// compare records the lists that have a different order in two answers to the same call.
func (o Orders) compare(op *api.Operation, pointer string, a, b any) {
	switch first := a.(type) {
	case value.Object:
		second, _ := b.(value.Object)
		for _, m := range first {
			if v, ok := second.Get(m.Name); ok {
				o.compare(op, value.Below(pointer, m.Name), m.Value, v)
			}
		}
	case []any:
		second, _ := b.([]any)
		if len(second) != len(first) {
			return
		}
		if reordered(first, second) {
			if o[op] == nil {
				o[op] = map[string]bool{}
			}
			o[op][pointer] = true
			return
		}
		for i := range first {
			o.compare(op, value.Below(pointer, suite.Element), first[i], second[i])
		}
	}
}

// reordered reports whether an element has different indexes in two lists.
func reordered(a, b []any) bool {
	for i, e := range b {
		if !value.Equal(e, a[i]) && slices.ContainsFunc(a, func(of any) bool { return value.Equal(e, of) }) {
			return true
		}
	}
	return false
}

// Note compares an execution of a test with its first one.
func (o Orders) Note(first, t *execute.Trace) {
	for i := range min(len(first.Steps), len(t.Steps)) {
		s := &first.Steps[i]
		a, err := value.ParseJSON(s.Answer.Body)
		if err != nil || len(several("", a)) == 0 {
			continue
		}
		if b, err := value.ParseJSON(t.Steps[i].Answer.Body); err == nil {
			o.compare(s.Call.Op, "", a, b)
		}
	}
}

// OrdersOf compares the executions of tests.
func OrdersOf(traces [][]*execute.Trace) Orders {
	o := Orders{}
	for _, of := range traces {
		for i := 1; i < len(of); i++ {
			o.Note(of[0], of[i])
		}
	}
	return o
}

// unanswered reports whether a call hangs or ends the system, which takes time each time.
func unanswered(s execute.TraceStep) bool { return s.Answer.Outcome != sut.Answered }

// listed is a list in the answers of an operation, by its pointer.
type listed struct {
	op      *api.Operation
	pointer string
}

// Listing returns the indexes of the shortest tests whose answers have lists with several elements: one test for each
// list, unless the list or one around it is known to come in more than one order.
func (o Orders) Listing(traces [][]*execute.Trace) (out []int) {
	best := map[listed]int{}
	for i, of := range traces {
		if len(of) == 0 || slices.ContainsFunc(of[0].Steps, unanswered) {
			continue
		}
		for n := range of[0].Steps {
			s := &of[0].Steps[n]
			v, err := value.ParseJSON(s.Answer.Body)
			if err != nil {
				continue
			}
			for pointer := range several("", v) {
				one := listed{s.Call.Op, pointer}
				if at, has := best[one]; !o.mixes(one) && (!has || len(traces[at][0].Steps) > len(of[0].Steps)) {
					best[one] = i
				}
			}
		}
	}
	return slices.Compact(slices.Sorted(maps.Values(best)))
}

// mixes reports whether a list, or one around it, is known to come in more than one order.
func (o Orders) mixes(l listed) bool {
	for pointer := range o[l.op] {
		if pointer == l.pointer || strings.HasPrefix(l.pointer, pointer+"/") {
			return true
		}
	}
	return false
}

// several returns the pointers of the lists in a value that have more than one element.
func several(pointer string, v any) map[string]bool {
	out := map[string]bool{}
	switch v := v.(type) {
	case []any:
		if len(v) > 1 {
			out[pointer] = true
		}
		for _, e := range v {
			maps.Copy(out, several(value.Below(pointer, suite.Element), e))
		}
	case value.Object:
		for _, m := range v {
			maps.Copy(out, several(value.Below(pointer, m.Name), m.Value))
		}
	}
	return out
}
