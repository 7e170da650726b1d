// Package harvest makes suites of the tests that a search of the REST problem found. It takes the best test of each
// target, executes it again, leaves out calls and values that the targets do not need, gives the other values their
// most readable form, and drops tests whose targets other tests cover. The remaining tests are executed several times,
// in rounds. Only the parts of answers that were the same each time are asserted (package lowering).
//
// A written test begins on a system that was just started. If nobody can reset the system of a search, package effects
// finds out why a test depends on other tests. The harvest then tries forms of the test that create the elements it
// needs, such as with keys that are new in each execution, and leaves out a test that no form helps. If calls are
// limited, each operation gets a test first, and each kept test reserves its share of the calls for its executions.
//
// A test of an earlier suite is executed first and is never made smaller. It goes only if the program changed for it
// and other tests of that suite show all of its targets, so that the tests of a suite do not depend on the luck of a
// search.
package harvest

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/facet"
	"github.com/evoke-go/evoke/rest/internal/harvest/lowering"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/testcase"
)

// Harvester makes suites from what a search found.
type Harvester struct {
	executor  *execute.Executor
	codec     action.Codec
	title     Title
	purse     *purse
	alone     *alone
	worth     *worth
	runner    *runner
	balance   *balance
	confirmer *confirmer
	repeater  *repeater
	looker    *looker
	kept      []*candidate // the tests of the last suite
}

// Title describes the system in a suite.
type Title struct {
	Name string
	execute.Addresses
}

// New returns a harvester. facets are nil if a tracer sees inside. accepted returns successful calls of an operation,
// each after the calls that it may need. laws returns the laws of an operation, for tests to assert.
func New(
	x *execute.Executor, k action.Codec, of Title, facets *facet.Facets,
	accepted func(*api.Operation) [][]*action.Call, laws func(operation string) []suite.Check,
) *Harvester {
	p, a := &purse{}, &alone{executor: x, api: k.API, accepted: accepted,
		help: map[string][]*action.Call{}, vain: map[*api.Operation]int{}, experience: experience{}}
	w := &worth{reducer: newReducer(x.Faults), executor: x, api: k.API, facets: facets}
	r, b := &runner{executor: x, purse: p, worth: w}, &balance{executor: x, purse: p}
	return &Harvester{
		executor: x, codec: k, title: of, purse: p, alone: a, worth: w, runner: r, balance: b,
		confirmer: &confirmer{executor: x, purse: p, alone: a, worth: w, runner: r, balance: b},
		repeater:  &repeater{r, &lowering.Writer{Executor: x, API: k.API, Address: of.Address, Laws: laws}},
		looker:    &looker{r, k, a},
	}
}

// Adopt changes the users of the tests to those that a codec names. It comes before the first test.
func (h *Harvester) Adopt(k action.Codec) { h.codec, h.looker.codec = k, k }

// Leaning returns the number of tests that are left out because they need elements that other tests left behind.
func (h *Harvester) Leaning() int { return h.alone.leaning }

// Failed returns the names of the tests that are left out because they fail on a restarted system. The error says why
// the suite was not executed there.
func (h *Harvester) Failed() ([]string, error) { return h.alone.failed, h.alone.notTried }

// Suite makes a minimal suite from the best tests of an archive. Its tests are
// small, and each covers something that no other test does. Suite executes them
// several times and asserts what was the same every time. The second result
// counts the tests that it leaves out because their answers changed between
// executions. If ctx ends or the system dies on the way, Suite returns the
// tests that were executed until then, together with the error. Those that were executed once
// assert statuses and types alone.
func (h *Harvester) Suite(
	ctx context.Context, a *search.Archive[*testcase.Case], how problem.Harvest,
) (*suite.Suite, int, error) {
	if how.Now.IsZero() {
		how.Now = time.Now()
	}
	if how.Dropped == nil {
		how.Dropped = func(string, string) {}
	}
	*h.purse = newPurse(&how, h.executor.Effects.Keeps())
	h.runner.met = newMet(h.executor.Faults)
	if h.executor.Effects.Keeps() {
		h.executor.Effects.Ground.Tried = how.Restart != nil
	}
	h.confirmer.lost, h.confirmer.late, h.balance.firm = untested{}, nil, nil
	candidates, err := chosen(ctx, h, a, how)
	begin(candidates)
	if err == nil {
		err = h.repeater.executeAll(ctx, candidates, how.Costly, h.balance.allowed(how.Allow))
	}
	if err == nil {
		candidates, err = regain(ctx, h, a, candidates, how)
	}
	asFirm(h.worth.reducer, candidates)
	out, flaky := h.write(candidates, how.Now)
	switch {
	case err != nil:
	case how.Renew != nil:
		out, err = renewed(ctx, h, out, how)
	case how.Restart != nil && h.executor.Effects.Keeps():
		out, err = onFresh(ctx, h, out, how)
	}
	drops(how.Dropped, candidates, h.kept, dependsOnLuck)
	tellsRenamed(how.Dropped, h.kept)
	if how.Short != nil {
		how.Short(h.confirmer.unmade(h.kept), once(h.kept))
	}
	if how.Spent != nil {
		how.Spent(h.purse.spent, h.purse.left)
	}
	return out, flaky, err
}

// chosen makes the tests of a suite. They still need further executions. With an error, it returns the tests that were
// made until then.
func chosen(
	ctx context.Context, h *Harvester, a *search.Archive[*testcase.Case], how problem.Harvest,
) ([]*candidate, error) {
	allow := h.balance.allowed(how.Allow)
	cs, err := h.minimise(ctx, a, how, allow)
	if err == nil {
		var more []*candidate
		more, err = h.confirmer.confirmMet(ctx, allow)
		cs = append(cs, more...)
	}
	if cs = hangingLast(cs, h.worth.hangs); err == nil {
		err = h.looker.looks(ctx, cs, allow, how.Now)
	}
	return cs, err
}

// write makes a suite of the candidates that were executed often enough. It counts the tests that it cannot write
// because their answers changed.
func (h *Harvester) write(cs []*candidate, now time.Time) (out *suite.Suite, flaky int) {
	for _, c := range cs {
		c.look, c.answers = steadyLook(c.look, c.executions(c.traces))
	}
	out = &suite.Suite{Title: h.title.Name, BaseURL: h.title.BaseURL, Address: h.title.Address,
		Neighbours: h.executor.Inside.Outgoing}
	same, flaky := steady(h, standing(h, cs))
	h.kept = h.kept[:0]
	first := map[*suite.Step]*candidate{} // by the first step, which sorting leaves where it is
	same = reduce.Settle(h.worth.reducer, same, func(c *candidate) fitness.Scores {
		return always(c.traces, h.worth.isInside)
	})
	shares := reduce.Share(h.worth.reducer, same)
	for _, c := range same {
		test, ok := h.repeater.writer.Test(c.executions(c.traces), c.Need, now)
		if c.executions(c.traces).Times() < leastExecutions { // one execution shows no changes
			(&suite.Suite{Tests: []suite.Test{test}}).Hold(suite.Shape)
		}
		test.Tell(ways(shares, c.Candidate, h.executor.Inside.Known.Describe))
		test.LeaveOut(c.left)
		if ok {
			rename(&test, c.Former, h.worth.taken(c.Candidate))
		}
		if ok && test.Validate() == nil {
			out.Tests = append(out.Tests, test)
			h.kept = append(h.kept, c)
			first[&test.Steps[0]] = c
		} else {
			flaky++
			h.confirmer.lost.loses(cannotWrite, c.Need...)
		}
	}
	out.Sort()
	out.NameTests()
	for i := range out.Tests { // tests of an earlier suite keep their texts, which may have credentials
		h.executor.Secrets.Clean(&out.Tests[i].Ways)
		h.executor.Secrets.Clean(&out.Tests[i].Purpose)
		first[&out.Tests[i].Steps[0]].name = out.Tests[i].Name
	}
	return out, flaky
}

// Staying returns the places that start goroutines which do not end with the handler. Tests in which time passes are
// left out because of them.
func Staying(h *Harvester) []string { return h.alone.staying }

// staying returns a place that starts goroutines which do not end with the handler, by executions of a test in which
// time passes; "" for none.
func staying(traces []*execute.Trace) string {
	for _, t := range traces {
		if len(t.Stay) > 0 {
			return t.Stay[0]
		}
	}
	return ""
}

// standing returns the tests that do not depend on other tests, whose rows the program can read, that call no other
// machine, and whose goroutines end, if time passes in them.
func standing(h *Harvester, cs []*candidate) (alone []*candidate) {
	unread := func(t *execute.Trace) bool {
		return slices.ContainsFunc(t.Steps, func(s execute.TraceStep) bool { return s.Unread })
	}
	abroad := func(t *execute.Trace) bool {
		return slices.ContainsFunc(t.Steps, func(s execute.TraceStep) bool { return s.Abroad })
	}
	for _, c := range cs {
		if slices.ContainsFunc(c.traces, abroad) {
			h.confirmer.lost.loses(callsOthers, c.Need...)
			continue
		}
		if slices.ContainsFunc(c.traces, unread) {
			h.confirmer.lost.loses(strangeRows, c.Need...)
			continue
		}
		if place := staying(c.traces); place != "" {
			h.alone.stays(place)
			h.confirmer.lost.loses(neverEnds, c.Need...)
			continue
		}
		if leans(c.traces) {
			h.alone.leaning++
			h.confirmer.lost.loses(needsOthers, c.Need...)
			continue
		}
		alone = append(alone, c)
	}
	return alone
}

// steady returns the candidates whose answers were the same in all executions. It counts the others.
func steady(h *Harvester, cs []*candidate) (same []*candidate, flaky int) {
	for _, c := range cs {
		switch {
		case len(c.traces) == 0:
			h.confirmer.lost.loses(noTime, c.Need...)
		case c.executions(c.traces).Agree():
			same = append(same, c)
		default:
			flaky++
			h.confirmer.lost.loses(keepsNot+differing(c.traces), c.Need...)
		}
	}
	return same, flaky
}

// hangingLast moves the tests that take as long as a time limit behind the
// others, so that the others are executed even if time runs short.
func hangingLast(cs []*candidate, hangs func(fitness.Scores) bool) []*candidate {
	calm := slices.DeleteFunc(slices.Clone(cs), func(c *candidate) bool { return hangs(c.Scores) })
	return append(calm, slices.DeleteFunc(cs, func(c *candidate) bool { return !hangs(c.Scores) })...)
}

// newPurse returns the purse for a suite. stays says that the system keeps elements.
func newPurse(how *problem.Harvest, stays bool) purse {
	p := purse{limit: how.Calls, each: executions - 1, owing: owing{later: how.Later, seldom: how.Seldom}}
	if stays {
		p.each++ // twice in a row
		p.late = true
		if how.Restart != nil {
			p.fresh = 1
			p.each += p.fresh
		}
	}
	if how.Renew != nil {
		p.renewed = 1
	}
	if how.Costly && how.Renew != nil {
		p.save() // one more execution each in a new process
	}
	return p
}

// count counts again, with the tests that are left.
func count(p *purse, cs []*candidate) {
	p.kept, p.tests = 0, 0
	for _, c := range cs {
		p.add(c.calls)
	}
}

// Untested returns the reason why no test of the last suite shows a target, or "" if it is not known.
func Untested(h *Harvester, target fitness.ID) string { return h.confirmer.lost[target] }

// Unshown returns the reason why no test of the last suite shows a success of an operation, given the statuses of its
// successes. It returns "" if the reason is not known.
func Unshown(h *Harvester, op *openapi.Operation, statuses []int) string {
	for _, status := range statuses {
		if status/100 != 2 {
			continue
		}
		target := fitness.Target{Kind: api.StatusTarget, Name: op.Name() + " " + strconv.Itoa(status)}
		if why := h.confirmer.lost[h.executor.Faults.Registry.ID(target)]; why != "" {
			now := strconv.Itoa(status) // an earlier call of the test may have been answered so
			return now + ", but " + strings.TrimSuffix(why, ": it was answered "+now)
		}
	}
	return ""
}
