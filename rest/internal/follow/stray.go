package follow

import (
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/payload"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
)

// Strays says which calls are made that the schema does not declare.
type Strays struct {
	Methods bool // all methods on the paths of the schema
	Paths   bool // well-known paths that the schema lacks
	Head    bool // HEAD for paths with GET
	Options bool // OPTIONS, before calls of the declared methods
	Trace   bool
}

// strayRounds is the number of such tests for each path.
const strayRounds = 2

// detours makes tests with calls that the schema does not declare.
type detours struct {
	Strays
	paths []string // templates, in the order of the schema
	turn  int
	tried map[string]int
	near  int // number of well-known paths that were tried
}

func newDetours(s Strays, ops []*api.Operation) *detours {
	d := &detours{Strays: s, tried: map[string]int{}}
	for _, op := range ops {
		if !slices.Contains(d.paths, op.Spec.Path) {
			d.paths = append(d.paths, op.Spec.Path)
		}
	}
	return d
}

// next returns the next test, nil for none.
func (d *detours) next(r *rand.Rand, from *Source) *testcase.Case {
	if d.Strays == (Strays{}) {
		return nil
	}
	if c := d.beside(r, from); c != nil {
		return c
	}
	for range d.paths {
		at := d.paths[d.turn]
		d.turn = (d.turn + 1) % len(d.paths)
		if d.tried[at] >= strayRounds {
			continue
		}
		if c := d.on(r, from, at); c != nil {
			d.tried[at]++
			return c
		}
	}
	return nil
}

// changing are the methods that are tried on a path. Those that change little come first. It is read-only.
var changing = []string{http.MethodGet, http.MethodPost, http.MethodPatch, http.MethodPut, http.MethodDelete}

// on returns a test with undeclared methods on a path, after a call that succeeded there. It returns nil if there is
// none.
func (d *detours) on(r *rand.Rand, from *Source, at string) *testcase.Case {
	var kept [][]*action.Call
	var has []string
	for _, op := range from.Ops {
		if op.Spec.Path != at {
			continue
		}
		has = append(has, op.Spec.Method)
		if op.Spec.Method != http.MethodDelete && (len(kept) == 0 || op.Spec.Method != http.MethodGet) {
			if found := from.Kept(op); len(found) > 0 {
				kept = found
			}
		}
	}
	if len(kept) == 0 {
		return nil
	}
	s := begin(r, from, kept[r.IntN(len(kept))])
	s.Again()
	for _, m := range d.methods(has) {
		c := s.Again()
		genotype.SetStray(c.Genotype, m, "")
	}
	if !s.Fits() {
		return nil
	}
	return s.Test()
}

// methods returns the methods to try on a path that has the given ones.
func (d *detours) methods(has []string) (out []string) {
	add := func(wanted bool, m string) {
		if wanted && !slices.Contains(has, m) {
			out = append(out, m)
		}
	}
	add(d.Head && slices.Contains(has, http.MethodGet), http.MethodHead)
	add(d.Options, http.MethodOptions)
	add(d.Trace, http.MethodTrace)
	add(d.Methods, payload.NoMethod)
	for _, m := range changing {
		add(d.Methods, m)
	}
	return out
}

// besides is the number of well-known paths that a test tries.
const besides = 6

// beside returns a test with calls of well-known paths that the schema lacks, or nil if none is left. Its first call
// has a path that no service has.
func (d *detours) beside(r *rand.Rand, from *Source) *testcase.Case {
	if !d.Paths || d.near >= len(payload.Beside) {
		return nil
	}
	i := slices.IndexFunc(from.Ops, func(op *api.Operation) bool { return !strings.Contains(op.Spec.Path, "{") })
	if i < 0 {
		return nil
	}
	call, c := from.New(r, from.Ops[i]), &testcase.Case{}
	add := func(path string) {
		next := call.Clone().(*action.Call)
		genotype.SetStray(next.Genotype, "", path)
		c.Actions = append(c.Actions, next)
	}
	add(payload.NoPath)
	for ; d.near < len(payload.Beside) && len(c.Actions) <= min(besides, from.MaxCalls-1); d.near++ {
		add(payload.Beside[d.near])
	}
	return c
}
