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

// elements is how many elements a collection has, at least, before it is read.
const elements = 3

// maxNumbers is how many numbers of a query are tried.
const maxNumbers = 3

// list adds calls to a test that ends with a call which makes an element of a collection:
// a second and a third element, and then a call that reads the collection: first with a
// number of its query as small as can be but zero, each in turn, then with filters that name what was
// made. A page, an order and a filter show little while there is one element. It reports
// whether there is a reader that was not called so before.
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

// readers returns the operations that read what a POST adds to: GETs whose path ends in
// the same noun, or goes on with fixed words.
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

// like returns a call that makes one more element: that of the maker with another value
// in one of its inputs, so that a service which wants them to differ may take it.
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

// fewest gives the nth number in the query of a call the value 1, where it takes that,
// and leaves the other numbers out: one may be the size of a page, another where the page
// begins. It reports whether there is such a number, or, for the first, whether there is none
// at all.
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
