package harvest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/ground"
	"github.com/evoke-go/evoke/testcase"
)

// alone is what a harvester knows of tests that need others.
type alone struct {
	namer
	leaning  int // tests left out because they need what others left behind
	renewals int // counts calls that got ids of their own
	// help are calls that helped a test to stand alone, by the collection that it needed
	// an element of, and vain counts the tests of an operation that nothing helped.
	help     map[string][]*action.Call
	vain     map[*api.Operation]int
	failed   []string // tests that fail on a restarted system
	notTried error    // why the suite was not executed there
}

// Leaning counts the tests that are left out because they need what other tests left
// behind.
func (a *alone) Leaning() int { return a.leaning }

// Failed names the tests that are left out because they fail on a restarted system, or
// says why the suite was not executed there.
func (a *alone) Failed() ([]string, error) { return a.failed, a.notTried }

// supported lists forms of a test that may make what a call of it needs.
func (a *alone) supported(x *execute.Executor, ops []*api.Operation, test *testcase.Case, l ground.Leaning) (out []*testcase.Case) {
	if form := never(test, l.Awaited); form != nil {
		return append(out, form)
	}
	out = append(out, a.claiming(x, ops, test, l)...)
	out = append(append(out, keyed(x, test)...), following(test, nil))
	if form := absent(test); form != nil && l.Collection == "" {
		out = append(out, form)
	}
	if calls := a.help[l.Collection]; len(calls) > 0 {
		out = append(out, prepared(x, following(test, a.renewed(calls))))
	}
	op := test.Actions[min(l.Step, len(test.Actions)-1)].(*action.Call).Op
	for _, calls := range shortestFirst(x.Kept(op)) {
		if len(calls) > 1 {
			out = append(out, prepared(x, following(test, a.renewed(calls[:len(calls)-1]))))
		}
	}
	for _, maker := range makers(ops, op, l.Collection) {
		for _, calls := range shortestFirst(x.Kept(maker)) {
			out = append(out, prepared(x, following(test, a.renewed(calls))))
		}
	}
	return out
}

// farNumber is a number that no system comes to choose for what it makes, and that fits
// into 32 bits.
const farNumber = 999_999_999

// maxClaimed bounds the ways to make what a body names.
const maxClaimed = 2

// claiming lists forms of a test that make what a body of it names by a value, and take the
// id from the answer.
func (a *alone) claiming(x *execute.Executor, ops []*api.Operation, test *testcase.Case, l ground.Leaning) (out []*testcase.Case) {
	if l.Member == "" || l.Value == "" || l.Collection == "" {
		return nil
	}
	for _, maker := range makers(ops, &api.Operation{}, l.Collection) {
		at, known := x.Ground.IDAt(maker.Spec.Path)
		kept := slices.DeleteFunc(shortestFirst(x.Kept(maker)), func(calls []*action.Call) bool { return calls[len(calls)-1].Op != maker })
		for _, calls := range kept[:min(len(kept), maxClaimed)] {
			for _, before := range [][]*action.Call{a.renewed(calls), a.varied(calls)} {
				form := following(test, before)
				if known && claimed(form, len(calls), l.Member, l.Value, action.Source{Operation: maker.Spec.Name(), Name: at}) {
					out = append(out, prepared(x, form))
				}
			}
		}
	}
	return out
}

// shortestFirst returns sequences of calls by their lengths.
func shortestFirst(kept [][]*action.Call) [][]*action.Call {
	kept = slices.Clone(kept)
	slices.SortStableFunc(kept, func(a, b []*action.Call) int { return len(a) - len(b) })
	return kept
}

// claimed has members of the bodies of a test, from a call on, take a value from an answer
// where they have another one. It reports whether any does.
func claimed(test *testcase.Case, from int, member, old string, source action.Source) (any bool) {
	for _, one := range test.Actions[from:] {
		c := one.(*action.Call)
		for _, t := range action.Takers(c) {
			if t.Param == genotype.InBody && t.Name == member && fmt.Sprint(t.Gene.Value()) == old && c.Claim(t, source) {
				any = true
			}
		}
	}
	return any
}

// never returns a test that names a number which nothing will have, where it names one
// that something will have soon; nil if it cannot.
func never(test *testcase.Case, awaited string) *testcase.Case {
	n, err := strconv.ParseInt(awaited, 10, 64)
	if err != nil {
		return nil
	}
	out := test.Clone()
	number, text := setEqual(out, n, int64(farNumber)), setEqual(out, awaited, strconv.Itoa(farNumber))
	if !number && !text {
		return nil
	}
	return out
}

// helped notes what made a test stand alone.
func (a *alone) helped(collection string, before []testcase.Action) {
	if collection == "" || len(before) == 0 || len(a.help[collection]) > 0 {
		return
	}
	if a.help == nil {
		a.help = map[string][]*action.Call{}
	}
	for _, c := range before {
		a.help[collection] = append(a.help[collection], c.(*action.Call))
	}
}

// failing notes that nothing made a test of an operation stand alone.
func (a *alone) failing(op *api.Operation) {
	if a.vain == nil {
		a.vain = map[*api.Operation]int{}
	}
	a.vain[op]++
}

// prepared returns a test whose preparation can be made again.
func prepared(x *execute.Executor, test *testcase.Case) *testcase.Case {
	return cmp.Or(keyedPaths(x, test), test)
}

// makers returns the operations that make elements of a collection, and then what
// else an operation needs.
func makers(ops []*api.Operation, op *api.Operation, collection string) (out []*api.Operation) {
	for _, o := range ops {
		if collection != "" && (o.Spec.Method == "POST" && api.Creates(o.Spec.Path, collection) || o.Makes == collection && o.Chooses) {
			out = append(out, o)
		}
	}
	for _, group := range op.Needs {
		for _, o := range group {
			if !slices.Contains(out, o) {
				out = append(out, o)
			}
		}
	}
	return out
}

// following returns a test whose calls take their ids from earlier answers, the calls
// before it included.
func following(test *testcase.Case, before []*action.Call) *testcase.Case {
	out := &testcase.Case{}
	for _, c := range before {
		out.Actions = append(out.Actions, c.Clone())
	}
	for _, a := range test.Actions {
		c := a.Clone().(*action.Call)
		c.Follow.Enabled, c.Follow.Own = c.Follow.Chained, 0
		out.Actions = append(out.Actions, c)
	}
	return out
}

// renewed returns calls that choose ids which no other test has.
func (a *alone) renewed(calls []*action.Call) (out []*action.Call) {
	a.renewals++
	r := rand.New(rand.NewPCG(2, uint64(a.renewals)))
	for _, call := range calls {
		c := call.Clone().(*action.Call)
		for i, p := range c.Genotype.Params {
			if p.Spec.In == openapi.InPath && c.Op.Chooses && api.EndsIn(c.Op.Spec.Path, p.Spec.Name) {
				c.Genotype.Params[i].Gene.Randomize(r)
			}
		}
		out = append(out, c)
	}
	return out
}

// varied returns such calls, the last of which sends other whole numbers: a stock of none
// serves no order.
func (a *alone) varied(calls []*action.Call) []*action.Call {
	out := a.renewed(calls)
	r := rand.New(rand.NewPCG(4, uint64(a.renewals)))
	for _, t := range action.Takers(out[len(out)-1]) {
		if _, whole := t.Gene.Value().(int64); whole && t.Param == genotype.InBody {
			t.Gene.Randomize(r)
		}
	}
	return out
}
