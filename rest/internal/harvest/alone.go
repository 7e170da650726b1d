package harvest

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/effects"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
)

// alone is the knowledge of a harvester about tests that need the effects of other tests.
type alone struct {
	executor *execute.Executor
	api      *api.API
	leaning  int // number of tests left out because they need elements that others left behind
	renewals int // number of calls that got ids of their own
	// help are calls that helped a test to stand alone, by the collection that it needed an element of. vain is, for
	// each operation, the number of its tests that nothing helped.
	help     map[string][]*action.Call
	vain     map[*api.Operation]int
	failed   []string // tests that fail on a restarted system
	notTried error    // why the suite was not executed on a restarted system
	staying  []string // places that start goroutines which do not end with the handler
	// experience counts the remedies that helped tests to stand alone.
	experience experience
	// accepted returns successful calls of an operation, each after the calls that it may need.
	accepted func(*api.Operation) [][]*action.Call
}

// stays notes a place that starts goroutines which do not end with the handler.
func (a *alone) stays(place string) {
	if !slices.Contains(a.staying, place) {
		a.staying = append(a.staying, place)
	}
}

// supported returns forms of a test that may create the elements that one of its calls needs.
func (a *alone) supported(test *testcase.Case, l effects.Leaning) (out []form) {
	x, op := a.executor, test.Actions[min(l.Step, len(test.Actions)-1)].(*action.Call).Op
	if effects.TakesAny(x.Effects.Ground, op, l) {
		out = append(out, formsBy(namesNothing, absent(test))...)
	}
	out = append(out, formsBy(namesNothing, never(test, l))...)
	out = append(out, formsBy(takesOver, a.claiming(test, l)...)...)
	out = append(out, formsBy(newKeys, keyed(x, test)...)...)
	out = append(out, formsBy(makesAgain, a.redone(test, l)...)...)
	out = append(out, formsBy(fewerCalls, without(test, l.Step)...)...)
	out = append(out, formsBy(follows, following(test, nil))...)
	if l.Param != genotype.InBody || l.Collection == "" {
		out = append(out, formsBy(namesNothing, absent(test))...)
	}
	if calls := a.help[l.Collection]; len(calls) > 0 {
		out = append(out, formsBy(asHelped, prepared(x, following(test, a.renewed(calls))))...)
	}
	for _, calls := range shortestFirst(a.accepted(op)) {
		if len(calls) > 1 {
			out = append(out, formsBy(asKept, prepared(x, following(test, a.renewed(calls[:len(calls)-1]))))...)
		}
	}
	for _, maker := range makers(a.api.Ops, op, l.Collection) {
		for _, calls := range shortestFirst(a.accepted(maker)) {
			out = append(out, formsBy(makesIt, prepared(x, following(test, a.renewed(calls))))...)
		}
	}
	return out
}

// farNumber is a number that no system is likely to choose as an id, and that fits into 32 bits.
const farNumber = 999_999_999

// maxClaimed bounds the ways to create an element that a body refers to.
const maxClaimed = 2

// claiming returns forms of a test that create the element that a body refers to, and take its id from the answer.
func (a *alone) claiming(test *testcase.Case, l effects.Leaning) (out []*testcase.Case) {
	if l.Member == "" || l.Value == "" || l.Collection == "" {
		return nil
	}
	for _, maker := range makers(a.api.Ops, &api.Operation{}, l.Collection) {
		at, known := a.executor.Effects.Ground.IDAt(maker.Spec.Path)
		kept := slices.DeleteFunc(shortestFirst(a.accepted(maker)), func(calls []*action.Call) bool {
			return calls[len(calls)-1].Op != maker
		})
		for _, calls := range kept[:min(len(kept), maxClaimed)] {
			for _, before := range [][]*action.Call{a.renewed(calls), a.varied(calls)} {
				form := following(test, before)
				if known && claimed(form, len(calls), l.Member, l.Value,
					action.Source{Operation: maker.Spec.Name(), Name: at}) {
					out = append(out, prepared(a.executor, form))
				}
			}
		}
	}
	return out
}

// redone returns forms of a test that change the element it needs in the way other tests changed it: before the last
// call, or before the whole test.
func (a *alone) redone(test *testcase.Case, l effects.Leaning) (out []*testcase.Case) {
	deeds := effects.Deeds(a.executor.Effects.Ground, l.Collection, l.Value)
	if l.Value == "" || len(deeds) == 0 {
		return nil
	}
	var calls []*action.Call
	for _, d := range deeds {
		c := d.Call.Clone().(*action.Call)
		for i, name := range d.Names {
			setText(c.Genotype.Params[i].Gene, name)
		}
		calls = append(calls, c)
	}
	last := len(test.Actions) - 1
	out = append(out, prepared(a.executor, following(&testcase.Case{Actions: test.Actions[last:]}, calls)))
	if last > 0 && l.Step == last {
		out = append(out, prepared(a.executor, following(test, calls)))
	}
	return out
}

// setText gives a gene the value that a text stands for, if the gene accepts it.
func setText(g gene.Gene, text string) {
	if n, err := strconv.ParseInt(text, 10, 64); err != nil || !gene.Assign(g, n) {
		gene.Assign(g, text)
	}
}

// never returns a test that uses a number that will never be an id, in place of one that is an id or will be one soon.
// It returns nil if that is not possible.
func never(test *testcase.Case, l effects.Leaning) *testcase.Case {
	n, err := strconv.ParseInt(l.Awaited, 10, 64)
	if err != nil {
		return nil
	}
	out := test.Clone()
	number, text := setEqual(out, n, int64(farNumber)), setEqual(out, l.Awaited, strconv.Itoa(farNumber))
	named := false // a small number is replaced only where the test uses it as an id
	if params := out.Actions[l.Step].(*action.Call).Genotype.Params; l.Param >= 0 && l.Param < len(params) {
		g := params[l.Param].Gene
		named = fmt.Sprint(g.Value()) == l.Awaited &&
			(gene.Assign(g, int64(farNumber)) || gene.Assign(g, strconv.Itoa(farNumber)))
	}
	if !number && !text && !named {
		return nil
	}
	return out
}

// helped records the calls that made a test stand alone.
func (a *alone) helped(collection string, before []testcase.Action) {
	if collection == "" || len(before) == 0 || len(a.help[collection]) > 0 {
		return
	}
	for _, c := range before {
		a.help[collection] = append(a.help[collection], c.(*action.Call))
	}
}

// prepared returns a test whose preparing calls can be repeated.
func prepared(x *execute.Executor, test *testcase.Case) *testcase.Case {
	return cmp.Or(keyedPaths(x, test), test)
}

// renewed returns the calls with ids that no other test uses.
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

// varied returns the calls with new ids, and with other whole numbers in the last call: a stock of zero, for example,
// does not help.
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

// maxSupports bounds the tries to make a test create the elements that it needs. leastSupports is the bound if tries
// for other tests of the operation failed. maxFacetSupports is the bound for tests that show nothing but facets of
// answers.
const maxSupports, leastSupports, maxFacetSupports = 16, 3, 5

// supports returns the number of tries for a test with these targets.
func (f *confirmer) supports(need []fitness.ID, op *api.Operation) int {
	n := max(maxSupports/(1+f.alone.vain[op]), leastSupports)
	if f.worth.facetRank(need) > 0 {
		n = min(n, maxFacetSupports)
	}
	return n
}

// support makes a test create the elements that it needs of other tests: its calls take their ids from earlier
// answers, and calls that create such elements come before them. If the new form needs another element, that is
// created as well. support reports whether the test then shows its targets. A test that no form helps is left out: it
// would fail on a system that was just started.
func (f *confirmer) support(ctx context.Context, c *candidate, l effects.Leaning) (bool, error) {
	op := opOf(c.Test)
	seen, own := []string{l.Collection}, len(c.Test.Actions)
	forms := f.alone.experience.likely(op, f.supporting(c.Candidate, l))
	for n := 0; n < len(forms) && n < f.supports(c.Need, op); n++ {
		test := forms[n].test
		if !f.purse.allows((f.purse.each+1)*len(test.Actions)) || !f.purse.tries(len(test.Actions)) {
			continue // there are no calls left to keep this form, but shorter forms may still be kept
		}
		ok, err := f.runner.better(ctx, c, test, 0)
		if err != nil {
			return false, err
		}
		if f.alone.experience.note(op, forms[n].by, ok); ok {
			f.alone.helped(l.Collection, test.Actions[:max(len(test.Actions)-own, 0)])
			return true, nil
		}
		next := f.executor.Effects.Ground.Leaning()
		if rest := without(test, next.Step); next.Why != "" && len(rest) > 0 && len(test.Actions) < own {
			forms = slices.Insert(forms, n+1, formsBy(fewerCalls, rest...)...)
			continue
		}
		switch {
		case next.Collection == "":
			if next.Why != "" {
				forms = slices.Insert(forms, n+1, formsBy(newKeys, preparedAnew(f.executor, test, own))...)
			}
		case !slices.Contains(seen, next.Collection):
			seen = append(seen, next.Collection)
			forms = slices.Insert(forms, n+1, f.alone.experience.likely(op, f.alone.supported(test, next))...)
		case len(test.Actions) <= own+maxClaimed:
			forms = slices.Insert(forms, n+1, formsBy(takesOver, f.alone.claiming(test, next)...)...)
		}
	}
	if f.purse.until == 0 { // otherwise there may be more tries later
		f.alone.leaning++
		f.alone.vain[op]++
	}
	return false, nil
}

// supporting returns the forms of a test that are tried first. If the test shows an answer that nothing exists at a
// path, but an element exists there by now, a form uses an id that does not exist.
func (f *confirmer) supporting(c *reduce.Candidate, l effects.Leaning) (forms []form) {
	if l.Step == len(c.Test.Actions)-1 && l.Value != "" && f.findsNothing(c) {
		l.Awaited = cmp.Or(l.Awaited, l.Value)
		forms = formsBy(namesNothing, absent(c.Test))
	}
	return append(forms, f.alone.supported(c.Test, l)...)
}

// findsNothing reports whether a test is needed for the answer 404 to its last call.
func (f *confirmer) findsNothing(c *reduce.Candidate) bool {
	said := opOf(c.Test).Spec.Name() + " " + strconv.Itoa(http.StatusNotFound)
	return slices.ContainsFunc(c.Need, func(id fitness.ID) bool {
		return strings.HasPrefix(f.executor.Faults.Registry.Target(id).Name, said)
	})
}

// preparedAnew returns a test that creates the elements for its own calls, the last ones, under names that are new in
// each execution: the names of the search exist by now. It returns nil if the test creates no named element before its
// own calls.
func preparedAnew(x *execute.Executor, test *testcase.Case, own int) *testcase.Case {
	before := max(len(test.Actions)-own, 0)
	forms := keyed(x, &testcase.Case{Actions: test.Actions[:before]})
	if len(forms) == 0 {
		return nil
	}
	all := forms[len(forms)-1]
	for _, a := range test.Actions[before:] {
		all.Actions = append(all.Actions, a.Clone())
	}
	return all
}

// maxOwned bounds the tries to make a test create an element of a list that it shows.
const maxOwned = 3

// own makes a test that shows elements of others in a list create an element itself, if it then shows the same
// targets: on a fresh system the list is empty.
func (f *confirmer) own(ctx context.Context, c *candidate, l effects.Leaning) error {
	if c.Former != nil {
		return nil
	}
	forms := f.alone.supported(c.Test, l)
	forms = slices.DeleteFunc(forms, func(other form) bool { return len(other.test.Actions) <= len(c.Test.Actions) })
	for _, form := range f.alone.experience.likely(opOf(c.Test), forms)[:min(len(forms), maxOwned)] {
		test := form.test
		if !f.purse.allows((f.purse.each + 1) * len(test.Actions)) {
			continue
		}
		owning, err := f.runner.attempt(ctx, c.trial(), test)
		if err != nil {
			return err
		}
		if owning != nil && !f.runner.standsLess(true) && f.worth.reducer.ShowsAll(owning.Candidate, c.Need) {
			f.alone.helped(l.Collection, test.Actions[:len(test.Actions)-len(c.Test.Actions)])
			c.become(owning)
			c.owns = true
			return nil
		}
	}
	return nil
}
