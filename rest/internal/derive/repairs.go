package derive

import (
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"

	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/refusal"
	"github.com/evoke-go/evoke/testcase"
)

// Repairs tries what refusals demand at once, in the call that was refused, and keeps
// what helped for new calls. A nil Repairs does nothing. It is not safe for concurrent
// use.
type Repairs struct {
	waiting []*trial
	running *trial
	tries   map[string]int              // by operation and complaint
	kept    map[int][]refusal.Complaint // by operation
}

// trial is a refused call that is to be repaired.
type trial struct {
	parent     *testcase.Case
	at         int
	said       []refusal.Complaint
	complaints []refusal.Complaint // what was said, each about a part
	class      string
	child      *testcase.Case
}

const (
	// maxTries is how often one complaint of an operation is tried, and triesAfter how
	// often once the operation succeeded.
	maxTries, triesAfter = 4, 1
	// maxWaiting is how many refused calls wait, and maxKept how many complaints of an
	// operation are kept.
	maxWaiting, maxKept = 64, 64
)

// New returns Repairs that know nothing.
func NewRepairs() *Repairs {
	return &Repairs{tries: map[string]int{}, kept: map[int][]refusal.Complaint{}}
}

// readable reports whether what an answer with a status says is about the data.
func readable(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusMethodNotAllowed,
		http.StatusNotAcceptable, http.StatusTooManyRequests:
		return false
	}
	return status/100 == 4
}

// Refused is called with the answer to the call of a test that was refused. succeeded
// says that the operation succeeded before.
func (p *Repairs) Refused(c *testcase.Case, at, status int, said *refusal.Refusal, succeeded bool,
	done []*action.Call) {
	if p == nil {
		return
	}
	call := c.Actions[at].(*action.Call)
	if t := p.running; t != nil && c == t.child && at == t.at {
		p.judge(call, t, said)
	}
	if !readable(status) || call.Genotype.IsInvalid() {
		return
	}
	most := maxTries
	if succeeded {
		most = triesAfter
	}
	t, open, parts := &trial{parent: c, at: at}, false, parts{call: call}
	for _, complaint := range said.Complaints {
		placed, ok := p.place(&parts, complaint, succeeded)
		if !ok {
			continue
		}
		t.said, t.complaints = append(t.said, complaint), append(t.complaints, placed)
		if key := tryOf(call, &placed); p.tries[key] < most {
			p.tries[key]++
			open = true
		}
	}
	if !open {
		return
	}
	t.class = classOf(call, said)
	if len(p.waiting) == maxWaiting {
		p.waiting = slices.Delete(p.waiting, 0, 1)
	}
	p.waiting = append(p.waiting, t)
}

// tryOf tells complaints of operations apart.
func tryOf(call *action.Call, c *refusal.Complaint) string {
	return strconv.Itoa(call.Op.Index) + " " + c.Key()
}

// judge keeps what a repaired call is not refused for any more.
func (p *Repairs) judge(call *action.Call, t *trial, said *refusal.Refusal) {
	if len(said.Complaints) == 0 && classOf(call, said) == t.class {
		return
	}
	still := func(c *refusal.Complaint) bool {
		return slices.ContainsFunc(said.Complaints, func(s refusal.Complaint) bool {
			return s.Field == c.Field && s.Given == c.Given && (!c.Unplaced() || s.Key() == c.Key())
		})
	}
	for i := range t.complaints {
		if !still(&t.said[i]) {
			p.keep(call.Op.Index, &t.complaints[i])
		}
	}
}

// keep keeps a complaint that was met.
func (p *Repairs) keep(op int, c *refusal.Complaint) {
	same := func(k refusal.Complaint) bool { return k.Key() == c.Key() }
	if c.Field == "" || c.Kind == refusal.Other || len(p.kept[op]) == maxKept || slices.ContainsFunc(p.kept[op], same) {
		return
	}
	p.kept[op] = append(p.kept[op], *c)
}

// Succeeded is called with a call that succeeded.
func (p *Repairs) Succeeded(c *testcase.Case, at int) {
	if p == nil || p.running == nil || c != p.running.child || at != p.running.at {
		return
	}
	for i := range p.running.complaints {
		p.keep(c.Actions[at].(*action.Call).Op.Index, &p.running.complaints[i])
	}
}

// End is called after a test was evaluated.
func (p *Repairs) End() {
	if p != nil {
		p.running = nil
	}
}

// Next returns a refused test whose last call was repaired, or nil. The one that was
// refused last comes first.
func (p *Repairs) Next(r *rand.Rand) *testcase.Case {
	if p == nil {
		return nil
	}
	for len(p.waiting) > 0 {
		t := p.waiting[len(p.waiting)-1]
		p.waiting = p.waiting[:len(p.waiting)-1]
		child := t.parent.Upto(t.at)
		if Apply(r, child.Actions[t.at].(*action.Call), t.complaints) {
			t.child, p.running = child, t
			return child
		}
	}
	return nil
}

// Remind has a new call meet what helped calls of its operation before.
func (p *Repairs) Remind(r *rand.Rand, c *action.Call) {
	if p == nil || len(p.kept[c.Op.Index]) == 0 || c.Genotype.IsInvalid() || !chance.Mostly(r) {
		return
	}
	apply(r, c, p.kept[c.Op.Index], certain)
}

// certain reports whether a complaint of a kind tells values, and not only what they look like: an id from an earlier
// answer looks so as well, and names something.
func certain(k refusal.Kind) bool { return k != refusal.Pattern && k != refusal.Format }
