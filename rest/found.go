package rest

import (
	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
)

// Tallies returns the counts of each operation in the order of the schema.
func (p *Problem) Tallies() []execute.Tally { return p.executor.Tally }

// AddTallies adds what another process of the same search counted, by the names
// of the operations. What that one called need not be tried by itself again:
// the first samples leave it out.
func (p *Problem) AddTallies(tallies []execute.Tally) {
	for i := range tallies {
		t := &tallies[i]
		op := p.api.Named(t.Operation.Name())
		if op == nil {
			continue
		}
		sum := &p.executor.Tally[op.Index]
		sum.Calls += t.Calls
		sum.NoAnswer += t.NoAnswer
		for status, n := range t.Statuses {
			sum.Statuses[status] += n
		}
		p.sampler.tried[op.Index] += t.Calls
	}
}

// AddFault adds a fault that is known from elsewhere and that no test can show:
// its test ended the process. Operation is found by its name. The fault is one
// of [Problem.Faults], and the id returned is that of its target, for
// search.Session.Cover; the first samples leave the operation out, lest they
// end this process as well. An operation that is not known gives -1.
func (p *Problem) AddFault(f oracle.Fault) fitness.ID {
	op := p.api.Named(f.Operation.Name())
	if op == nil {
		return -1
	}
	p.sampler.skip(op)
	f.Operation, f.Target = op.Spec, p.executor.Faults.Target(op, &f.Finding)
	p.executor.Faults.Add(&f)
	return f.Target
}

// Faults returns the faults found so far, in the order of discovery.
func (p *Problem) Faults() []*oracle.Fault { return p.executor.Faults.All() }

// Curl returns a command line that makes a call to a system at a base URL.
func Curl(base string, r *sut.Request) string { return message.Curl(base, r) }
