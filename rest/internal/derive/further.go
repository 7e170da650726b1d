package derive

import (
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/testcase"
)

// overlap appends to a test, whose last call creates an element with a span, the same call with a span that overlaps in
// a way that was not tried: at first as a new element, later with the id of the answer. It reports whether there are
// such spans.
func (v *Variants) overlap(c *testcase.Case) bool {
	maker := last(c)
	if len(c.Actions) == v.MaxCalls || maker.Op.Spec.Method == http.MethodGet {
		return false
	}
	for n := range 2 * pool.Ways() {
		name := v.key(maker, overlapping, strconv.Itoa(n))
		if v.tried[name] {
			continue
		}
		v.tried[name] = true
		again := maker.Clone().(*action.Call)
		if !pool.Overlap(maker, again, n) {
			continue
		}
		if n >= pool.Ways() {
			if _, ok := identify(again); !ok {
				continue
			}
		}
		c.Actions = append(c.Actions, again)
		return true
	}
	return false
}

// goOn gives one input of a creating or changing call an edge value, and appends a call that creates another element of
// the collection. The system may derive the next number, place or name from the edge value. It reports whether there is
// such a call with an edge value that was not tried.
func (v *Variants) goOn(r *rand.Rand, c *testcase.Case) bool {
	maker := last(c)
	op := maker.Op
	switch op.Spec.Method {
	case http.MethodPost:
	case http.MethodPut, http.MethodPatch:
		at := slices.IndexFunc(op.Creators, func(m *api.Operation) bool {
			return m != op && m.Spec.Method == http.MethodPost && len(v.Kept(m)) > 0
		})
		if at < 0 {
			return false
		}
		op = op.Creators[at]
	default:
		return false
	}
	if len(c.Actions) == v.MaxCalls {
		return false
	}
	next := maker.Clone().(*action.Call)
	if op != maker.Op {
		next = v.on(r, op, maker)
	}
	if !v.edge(r, maker, further) {
		return false
	}
	c.Actions = append(c.Actions, next)
	return true
}
