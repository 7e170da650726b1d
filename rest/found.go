package rest

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/invariant"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/harvest"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/rules"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

// Tallies implements [problem.Problem]. It counts the answers of each operation
// by status, in the order of the schema.
func (p *Problem) Tallies() []problem.Tally {
	out := make([]problem.Tally, len(p.executor.Tally))
	for i := range p.executor.Tally {
		t := &p.executor.Tally[i]
		out[i] = problem.Tally{Operation: t.Operation.Name(), Calls: t.Calls, Incomplete: t.NoAnswer, Sought: t.Sought,
			Outcomes: map[string]int{}, Undeclared: p.api.Ops[i].Undeclared()}
		if !t.Succeeded() {
			said, field := t.Refusal()
			out[i].Refusal, out[i].Refused = p.executor.Secrets.Text(said), field
			out[i].Demanded = t.Demanded()
			out[i].Maker = makerOf(p.executor.Tally, p.api.Ops[i])
		} else {
			out[i].Untested = harvest.Unshown(p.harvester, t.Operation, slices.Sorted(maps.Keys(t.Statuses)))
		}
		out[i].Laws = p.laws.Of(out[i].Operation)
		for status, n := range t.Statuses {
			out[i].Outcomes[strconv.Itoa(status)] = n
		}
	}
	return out
}

// makerOf returns the name of an operation that succeeded and creates elements of the last collection in the path of
// op, "" for none.
func makerOf(tally []execute.Tally, op *api.Operation) string {
	end := strings.LastIndex(op.Spec.Path, "/{")
	if end <= 0 {
		return ""
	}
	for _, maker := range op.Creators {
		if api.AddsTo(maker.Spec, op.Spec.Path[:end]) && tally[maker.Index].Succeeded() {
			return maker.Spec.Name()
		}
	}
	return ""
}

// Resume implements [problem.Resumer]. The first samples leave out operations
// that the other process has called already.
func (p *Problem) Resume(tallies []problem.Tally) {
	for i := range tallies {
		t := &tallies[i]
		op := p.api.Named(t.Operation)
		if op == nil {
			continue
		}
		sum := &p.executor.Tally[op.Index]
		sum.Calls += t.Calls
		sum.NoAnswer += t.Incomplete
		sum.Sought += t.Sought
		sum.Recall(t.Refusal, t.Refused)
		for name, n := range t.Outcomes {
			if status, err := strconv.Atoi(name); err == nil {
				sum.Statuses[status] += n
			}
		}
		p.sampler.openings.tried[op.Index] += t.Calls
	}
}

// causes knows the faults that were found and their causes.
type causes struct {
	faults   *api.Faults
	untested func(fault fitness.ID) string // why no test of the suite shows a fault
}

// Faults implements [problem.Problem].
func (p *Problem) Faults() []suite.Fault { return p.causes.all() }

// Cause implements [search.Causer]. It returns the cause of a fault, by which reports group faults.
func (p *Problem) Cause(target fitness.ID) string {
	if f := p.executor.Faults.Of(target); f != nil {
		return f.Plain().Cause
	}
	return ""
}

// all returns the faults as a report has them.
func (c causes) all() (out []suite.Fault) {
	for _, f := range c.faults.All() {
		plain := f.Plain()
		plain.Sequence = slices.ContainsFunc(rules.Rules(), func(r *oracle.Rule) bool { return r.Code == f.Code })
		plain.Fatal, plain.Untested = f.Category == DeathCategory, c.untested(f.Target)
		if plain.Sequence && plain.Silenced == "" && harvest.Unconfirmed(plain.Untested) {
			plain.Silenced = "it is a hint: " + plain.Untested
		}
		out = append(out, plain)
	}
	return out
}

// DeathCategory is the category of faults that end the process.
const DeathCategory = "the process dies"

// Died implements [problem.Mortal]. No test shows such a fault, because it
// would end the process of the tests. The first samples leave out the
// operation, so that they do not end this process too.
func (p *Problem) Died(d problem.Death) (fitness.ID, bool) {
	op := p.api.Named(d.Operation)
	if op == nil {
		return 0, false
	}
	p.sampler.openings.skip(op)
	code := oracle.CodeServerError
	if d.Hang {
		code = oracle.CodeTimeout
	}
	f := oracle.Fault{Operation: op.Spec, Curl: d.Repeat, Finding: oracle.Finding{
		Code: code, Category: DeathCategory, Reason: d.Reason, Detail: d.Detail, Frame: d.Frame,
	}}
	f.Target = p.executor.Faults.Target(op, &f.Finding)
	p.executor.Faults.Recall(&f, p.executor.Faults.Registry.Target(f.Target)) // the journal has the death already
	return f.Target, true
}

// Learned implements [problem.Learner].
func (p *Problem) Learned() ([]byte, error) {
	known, err := p.pool.Learned()
	found, news := p.dependencies.news()
	faults, laws := p.causes.news(), p.laws.News()
	if err != nil || len(known) == 0 && !news && len(faults) == 0 && len(laws) == 0 {
		return nil, err
	}
	return json.Marshal(learned{known, faults, laws, found})
}

// learned is the message from one process to another.
type learned struct {
	Memory json.RawMessage    `json:",omitempty"`
	Faults []toldFault        `json:",omitempty"`
	Laws   []invariant.Record `json:",omitempty"`
	findings
}

// toldFault is a fault with its target. Of is the name of the operation with the defect, "" if it is the operation of
// the fault.
type toldFault struct {
	Operation, Of, Curl string `json:",omitempty"`
	Finding             oracle.Finding
	Target              fitness.Target
}

// news returns the faults that were found since the last call.
func (c causes) news() (out []toldFault) {
	for _, f := range c.faults.News() {
		told := toldFault{f.Operation.Name(), "", f.Curl, f.Finding, c.faults.Registry.Target(f.Target)}
		if of := f.Finding.Of; of != nil {
			told.Of, told.Finding.Of = of.Name(), nil
		}
		out = append(out, told)
	}
	return out
}

// recall adds faults that another process found, so that the report has them even if no test shows them here.
func (c causes) recall(a *api.API, told []toldFault) {
	for i := range told {
		t := &told[i]
		op, of := a.Named(t.Operation), a.Named(t.Of)
		if op == nil {
			continue
		}
		if of != nil {
			t.Finding.Of = of.Spec
		}
		c.faults.Recall(&oracle.Fault{Finding: t.Finding, Operation: op.Spec, Curl: t.Curl}, t.Target)
	}
}

// Learn implements [problem.Learner].
func (p *Problem) Learn(data []byte) error {
	var in learned
	if err := json.Unmarshal(data, &in); err != nil {
		return fmt.Errorf("rest: what another process learned: %w", err)
	}
	p.dependencies.take(&in.findings)
	p.causes.recall(p.api, in.Faults)
	p.laws.Learn(in.Laws)
	if len(in.Memory) == 0 {
		return nil
	}
	return p.pool.Learn(in.Memory)
}

// Curl returns a command line that makes a call to the system at a base URL.
func Curl(base string, r *sut.Request) string { return message.Curl(base, r) }
