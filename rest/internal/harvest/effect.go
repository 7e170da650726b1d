package harvest

import (
	"net/http"
	"path"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/effects"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/harvest/lowering"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// maxLooks is the number of operations that are tried to show the effect of a call.
const maxLooks = 4

// maxAltered is the number of forms of a call that are tried to show its effect.
const maxAltered = 3

// altered returns copies of a test whose last call sends other values: in the whole body, and in one member.
func altered(test *testcase.Case) (out []*testcase.Case) {
	size := len(bodyOf(test))
	for only := -1; only < size && len(out) < maxAltered; only++ {
		other, changed := test.Clone(), false
		for i, l := range bodyOf(other) {
			if only < 0 || only == i {
				changed = alter(l.Gene) || changed
			}
		}
		if changed && !(only >= 0 && size == 1) {
			out = append(out, other)
		}
	}
	return out
}

// bodyOf returns the leaves of the body of the last call.
func bodyOf(test *testcase.Case) (out []genotype.Leaf) {
	for _, l := range genotype.Leaves(test.Actions[len(test.Actions)-1].(*action.Call).Genotype) {
		if l.In == "" && l.Value() != value.Absent {
			out = append(out, l)
		}
	}
	return out
}

// alter gives a gene another value that is as readable. It returns false if the gene does not accept one.
func alter(g gene.Gene) bool {
	switch v := g.Value().(type) {
	case string:
		return gene.Assign(g, v+"2")
	case int64:
		return gene.Assign(g, v+1)
	case bool:
		return gene.Assign(g, !v)
	}
	return false
}

// readers returns the operations that may show the effect of a call of another operation, the best first: those that
// read an element of the collection at its path, the path itself, its parent, and its neighbours.
func readers(ops []*api.Operation, of *api.Operation) (out []*api.Operation) {
	take := func(fits func(at string) bool) {
		for _, op := range ops {
			if op.Spec.Method == http.MethodGet && fits(op.Spec.Path) && !slices.Contains(out, op) {
				out = append(out, op)
			}
		}
	}
	about := of.Spec.Path
	take(func(at string) bool {
		return path.Dir(at) == about && api.LastParam(at) != "" && api.LastParam(about) == ""
	})
	for up := about; len(up) > 1; up = path.Dir(up) {
		take(func(at string) bool { return at == up })
		take(func(at string) bool { return api.CalledAlike(at, up) })
	}
	take(func(at string) bool {
		return path.Dir(at) == about || path.Dir(at) == path.Dir(about) && path.Dir(at) != "/"
	})
	return out[:min(len(out), maxLooks)]
}

// lookIn returns the answer that shows the effect of the last call of a test, or nil if there is none.
func lookIn(t *execute.Trace) *sut.Response {
	if i := slices.IndexFunc(t.Steps, func(s execute.TraceStep) bool { return s.Looks }); i >= 0 {
		return &t.Steps[i].Answer
	}
	return nil
}

func answers(r *sut.Response) bool {
	return r != nil && r.Outcome == sut.Answered && !r.Truncated && !r.Stream &&
		r.Status < http.StatusInternalServerError
}

// differs reports whether a test would assert different things of the two answers.
func differs(with, without *sut.Response, now time.Time) bool {
	if without == nil || with.Status != without.Status {
		return true
	}
	checks := func(r *sut.Response) []suite.Check {
		no := func(string) bool { return false }
		return lowering.Checks([][]byte{r.Body}, r.Header.Get("Content-Type"), now, no, effects.Seen{}, nil)
	}
	return !reflect.DeepEqual(checks(with), checks(without))
}

// among reports whether one of the values is equal to v.
func among(values []any, v any) bool {
	return slices.ContainsFunc(values, func(o any) bool { return value.Equal(o, v) })
}

// dullOf returns the members of the body of a call that have no telling value, by their index among its leaves.
func dullOf(c *action.Call) (out []int) {
	for i, l := range genotype.Leaves(c.Genotype) {
		if l.In == "" && l.Name != "" && isDull(l.Value()) && speak(l.Gene.Clone(), l.Name, i, nil) {
			out = append(out, i)
		}
	}
	return out
}

func isDull(v any) bool {
	return among([]any{value.Absent, nil, "", int64(0), false}, v)
}

// saidBefore returns the scalars in the answers before the last call of a test. A change of a member to such a value
// shows no effect.
func saidBefore(t *execute.Trace, last int) (out []any) {
	if t == nil {
		return nil
	}
	for _, s := range t.Steps[:min(len(t.Steps), last)] {
		if answer, err := value.ParseJSON(s.Answer.Body); err == nil {
			out = scalarsIn(answer, out)
		}
	}
	return out
}

// scalarsIn adds the scalars of a value.
func scalarsIn(v any, out []any) []any {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			out = scalarsIn(e, out)
		}
	case value.Object:
		for _, m := range v {
			out = scalarsIn(m.Value, out)
		}
	default:
		out = append(out, v)
	}
	return out
}

// enriched returns a copy of a test in which some leaves of a call have telling values that are not taken.
func enriched(test *testcase.Case, at int, leaves []int, taken ...any) *testcase.Case {
	out := test.Clone()
	for _, l := range genotype.Leaves(test.Actions[at].(*action.Call).Genotype) {
		taken = append(taken, l.Value())
	}
	for i, l := range genotype.Leaves(out.Actions[at].(*action.Call).Genotype) {
		if slices.Contains(leaves, i) {
			speak(l.Gene, l.Name, i, taken)
			taken = append(taken, l.Value())
		}
	}
	return out
}

// speak gives a gene a telling value that is not taken: an example, the name of its member, a number, or true. If the
// gene accepts none, it keeps its value. speak reports whether the final value distinguishes a lost member from a
// member with its zero value.
func speak(g gene.Gene, name string, i int, taken []any) bool {
	if s, ok := g.(gene.Switch); ok {
		s.Set(true)
	}
	fresh := func() bool {
		v := g.Value()
		return !isDull(v) && !among(taken, v)
	}
	plain := func() bool {
		return slices.ContainsFunc([]any{strings.ToLower(words.Plain(name)), int64(2 + i), true}, func(v any) bool {
			return gene.Assign(g, v) && value.Equal(g.Value(), v)
		})
	}
	told := plain()
	if s, ok := g.(gene.Settler); ok {
		s.Settle() // takes the example, if there is one
	}
	other := func(v any) bool { return gene.Assign(g, v) && fresh() }
	return fresh() || told && plain() || slices.ContainsFunc(gene.Listed(g), other) || !isDull(g.Value())
}
