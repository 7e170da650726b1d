package harvest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
)

// shortestFirst returns sequences of calls by their lengths.
func shortestFirst(kept [][]*action.Call) [][]*action.Call {
	kept = slices.Clone(kept)
	slices.SortStableFunc(kept, func(a, b []*action.Call) int { return len(a) - len(b) })
	return kept
}

// claimed makes members of the bodies, from a call on, take their value from an earlier answer if they have the old
// value. It reports whether any member changed.
func claimed(test *testcase.Case, from int, member, old string, source action.Source) (any bool) {
	for _, one := range test.Actions[from:] {
		c := one.(*action.Call)
		for _, t := range action.Takers(c) {
			if t.Param == genotype.InBody && t.Name == member && fmt.Sprint(t.Gene.Value()) == old &&
				c.Claim(t, source) {
				any = true
			}
		}
	}
	return any
}

// without returns the test without a call that depends on other tests, if that is not the last call.
func without(test *testcase.Case, step int) []*testcase.Case {
	if step >= len(test.Actions)-1 {
		return nil
	}
	return []*testcase.Case{{Actions: slices.Delete(slices.Clone(test.Actions), step, step+1)}}
}

// makers returns the operations that create elements of a collection, then the other operations that an operation
// needs.
func makers(ops []*api.Operation, op *api.Operation, collection string) (out []*api.Operation) {
	for _, o := range ops {
		if collection != "" &&
			(o.Spec.Method == "POST" && api.Creates(o.Spec.Path, collection) || o.Makes == collection && o.Chooses) {
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

// following returns a test whose calls, the given earlier calls included, take their ids from earlier answers. So no
// id is invalid on purpose.
func following(test *testcase.Case, before []*action.Call) *testcase.Case {
	out := &testcase.Case{}
	for _, c := range before {
		out.Actions = append(out.Actions, c.Clone())
	}
	for _, a := range test.Actions {
		c := a.Clone().(*action.Call)
		c.Follow.Enabled, c.Follow.Own = c.Follow.Chained, 0
		if f := c.Genotype.Invalid; f != nil && f.Param >= 0 && c.Genotype.Params[f.Param].Spec.In == openapi.InPath {
			c.Genotype.MakeValid()
		}
		out.Actions = append(out.Actions, c)
	}
	return out
}

// parts returns the parts of the test that may be enough: its last call alone, and its last call with the earlier
// calls that may change its resource.
func parts(test *testcase.Case) (out []*testcase.Case) {
	last := len(test.Actions) - 1
	if last == 0 {
		return nil
	}
	op := test.Actions[last].(*action.Call).Op
	changing := slices.DeleteFunc(slices.Clone(test.Actions[:last]), func(a testcase.Action) bool {
		c := a.(*action.Call)
		return c.Op.Spec.Method == "GET" || !concerns(c.Op, op)
	})
	out = append(out, &testcase.Case{Actions: test.Actions[last:]})
	if n := len(changing); 0 < n && n < last {
		out = append(out, &testcase.Case{Actions: append(changing, test.Actions[last])})
	}
	return out
}

// concerns reports whether one operation may create or change the resource of the other: the other operation needs it,
// directly or indirectly, or their paths begin with the same noun.
func concerns(one, other *api.Operation) bool {
	if segment(one.Spec.Path) == segment(other.Spec.Path) {
		return true
	}
	return slices.ContainsFunc(other.Needs, func(makers []*api.Operation) bool {
		return slices.ContainsFunc(makers, func(m *api.Operation) bool {
			return segment(m.Spec.Path) == segment(one.Spec.Path)
		})
	})
}

func segment(path string) string {
	out, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return out
}
