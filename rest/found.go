package rest

import (
	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

// Tally counts the answers of one operation over a whole search.
type Tally struct {
	Operation *openapi.Operation
	// Calls is how often it was called.
	Calls int
	// Statuses counts the answers by status code.
	Statuses map[int]int
	// NoAnswer counts the calls without a complete answer: panics, time-outs
	// and broken connections.
	NoAnswer int
}

// Answered reports whether a status from low to high was seen.
func (t *Tally) Answered(low, high int) bool {
	for status := range t.Statuses {
		if status >= low && status <= high {
			return true
		}
	}
	return false
}

// Tallies returns the counts of each operation in the order of the schema.
func (p *Problem) Tallies() []Tally { return p.tally }

// AddTallies adds what another process of the same search counted, by the names
// of the operations. What that one called need not be tried by itself again:
// the first samples leave it out.
func (p *Problem) AddTallies(tallies []Tally) {
	for i := range tallies {
		t := &tallies[i]
		op := p.operationNamed(t.Operation.Name())
		if op == nil {
			continue
		}
		sum := &p.tally[op.index]
		sum.Calls += t.Calls
		sum.NoAnswer += t.NoAnswer
		for status, n := range t.Statuses {
			sum.Statuses[status] += n
		}
		p.tried[op.index] += t.Calls
	}
}

// Fault is a fault found during a search.
type Fault struct {
	oracle.Finding
	Operation *openapi.Operation
	Target    fitness.ID
	// Curl is a command line of the call that showed it first.
	Curl string
}

// AddFault adds a fault that is known from elsewhere and that no test can show:
// its test ended the process. Operation is found by its name. The fault is one
// of [Problem.Faults], and the id returned is that of its target, for
// search.Session.Cover; the first samples leave the operation out, lest they
// end this process as well. An operation that is not known gives -1.
func (p *Problem) AddFault(f Fault) fitness.ID {
	op := p.operationNamed(f.Operation.Name())
	if op == nil {
		return -1
	}
	p.tried[op.index] = len(p.first)
	f.Operation, f.Target = op.spec, op.targets.ofFault(&f.Finding)
	if p.faults[f.Target] == nil {
		p.faults[f.Target] = &f
	}
	return f.Target
}

// Plain returns the fault as plain data; it is shown by no test.
func (f *Fault) Plain() suite.Fault {
	return suite.Fault{
		Code: f.Code, Category: f.Category, Operation: f.Operation.Name(), Reason: f.Reason,
		Key: keyOf(f.Operation, &f.Finding), Frame: f.Frame, Curl: f.Curl,
	}
}

// Faults returns the faults found so far, in the order of discovery.
func (p *Problem) Faults() []*Fault {
	var out []*Fault
	for id := range fitness.ID(p.registry.Len()) {
		if f, ok := p.faults[id]; ok {
			out = append(out, f)
		}
	}
	return out
}

// Curl returns a command line that makes a call to a system at a base URL.
func Curl(base string, r *sut.Request) string { return message.Curl(base, r) }
