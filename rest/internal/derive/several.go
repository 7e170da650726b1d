package derive

import (
	"math/rand/v2"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// elements is the least number of elements in a collection before it is read.
const elements = 3

// maxNumbers is the number of numeric query parameters that are tried.
const maxNumbers = 3

// list appends calls to a test whose last call creates an element: calls that create a second and a third element, and
// a call that reads the collection. At first one numeric query parameter of the reader is 1, each in turn. Later its
// filters have conditions on members of the elements. With a single element, pages, orders and filters have little
// effect. It reports whether there is a reader that was not called like this before.
func (v *Variants) list(r *rand.Rand, c *testcase.Case) bool {
	maker := last(c)
	if len(c.Actions)+elements > v.MaxCalls {
		return false
	}
	for n := range maxNumbers + maxFilters {
		for _, op := range v.readers(maker.Op) {
			name := v.key(maker, several, op.Spec.Name()+" "+strconv.Itoa(n))
			if v.tried[name] {
				continue
			}
			v.tried[name] = true
			reader := v.on(r, op, maker)
			if n < maxNumbers && !fewest(reader, n) || n >= maxNumbers && !filters(r, reader, maker, n-maxNumbers) {
				continue
			}
			for range elements - 1 {
				c.Actions = append(c.Actions, v.like(r, maker))
			}
			c.Actions = append(c.Actions, reader)
			return true
		}
	}
	return false
}

// readers returns the operations that read the collection of a POST: GETs whose path ends in the same noun, or
// continues the path without parameters.
func (v *Variants) readers(maker *api.Operation) (out []*api.Operation) {
	noun := path.Base(maker.Spec.Path)
	if maker.Spec.Method != "POST" || strings.Contains(noun, "{") {
		return nil
	}
	for _, op := range v.Ops {
		within, ok := strings.CutPrefix(op.Spec.Path, maker.Spec.Path+"/")
		if op.Spec.Method == "GET" && (path.Base(op.Spec.Path) == noun || ok && !strings.Contains(within, "{")) {
			out = append(out, op)
		}
	}
	return out
}

// like returns a call that creates another element: a copy of maker, half of the time with another value in one text,
// because a service may demand that they differ.
func (v *Variants) like(r *rand.Rand, maker *action.Call) *action.Call {
	c := maker.Clone().(*action.Call)
	leaves := slices.DeleteFunc(genotype.Leaves(c.Genotype), func(l genotype.Leaf) bool {
		_, text := l.Value().(string)
		return !text
	})
	if len(leaves) > 0 && r.IntN(2) == 0 {
		leaves[r.IntN(len(leaves))].Mutate(r, 0)
	}
	return c
}

// fewest sets the nth numeric query parameter of a call to 1 and omits the others: one may be the size of a page,
// another its beginning. It reports whether the call has such a parameter and the parameter accepts 1. For n = 0 it
// also returns true if the call has none.
func fewest(c *action.Call, n int) bool {
	found := 0
	for i := range c.Genotype.Params {
		p := &c.Genotype.Params[i]
		if p.Spec.In != openapi.InQuery || !numeric(p.Spec.Schema) {
			continue
		}
		if found++; found-1 != n {
			gene.Assign(p.Gene, value.Absent)
		} else if !gene.Assign(p.Gene, int64(1)) {
			return false
		}
	}
	return found > n || n+found == 0
}

func numeric(s *openapi.Schema) bool { return s != nil && (s.Is("integer") || s.Is("number")) }
