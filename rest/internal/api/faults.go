package api

import (
	"maps"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/oracle"
)

// Faults holds the faults found so far, by their targets.
type Faults struct {
	Registry *fitness.Registry
	found    map[fitness.ID]*oracle.Fault
	Leaks    map[string]fitness.ID // targets of goroutine leaks, by place in the program
	anywhere map[faultKey]fitness.ID
	news     []*oracle.Fault // since the last call of News
}

// NewFaults returns Faults without any fault. The registry gives the faults their targets.
func NewFaults(r *fitness.Registry) *Faults {
	return &Faults{Registry: r, found: map[fitness.ID]*oracle.Fault{}, Leaks: map[string]fitness.ID{},
		anywhere: map[faultKey]fitness.ID{}}
}

// Target returns the target of a finding. A goroutine leak, and a finding that any operation may show, has the same
// target for all operations: often it is not clear which call of a test started a goroutine.
func (fs *Faults) Target(op *Operation, f *oracle.Finding) fitness.ID {
	return fs.targetFor(f, func() fitness.ID { return op.Targets.ofFault(f) })
}

// targetFor returns the target that all operations have for a finding, see [Faults.Target]. If there is none, or if
// each operation has its own target, it returns the given target.
func (fs *Faults) targetFor(f *oracle.Finding, target func() fitness.ID) fitness.ID {
	switch {
	case f.Anywhere:
		return cached(fs.anywhere, faultKey{f.Code, f.Detail}, target)
	case f.Code == oracle.CodeLeak:
		return cached(fs.Leaks, f.Detail, target)
	}
	return target()
}

// Add records a fault, unless a fault with its target is known.
func (fs *Faults) Add(f *oracle.Fault) {
	if fs.found[f.Target] == nil {
		fs.found[f.Target] = f
		fs.news = append(fs.news, f)
	}
}

// News returns the faults that were added since the last call.
func (fs *Faults) News() []*oracle.Fault {
	news := fs.news
	fs.news = nil
	return news
}

// Recall records a fault that another process found, with its target there. News does not return it.
func (fs *Faults) Recall(f *oracle.Fault, target fitness.Target) {
	own := fs.Registry.ID(target)
	f.Target = fs.targetFor(&f.Finding, func() fitness.ID { return own })
	if fs.found[f.Target] == nil {
		fs.found[f.Target] = f
	}
}

// Of returns the fault with a target, nil for none.
func (fs *Faults) Of(id fitness.ID) *oracle.Fault { return fs.found[id] }

// IsLeak reports whether a target is a goroutine leak.
func (fs *Faults) IsLeak(id fitness.ID) bool {
	for _, leak := range fs.Leaks {
		if leak == id {
			return true
		}
	}
	return false
}

// All returns the faults in the order of discovery.
func (fs *Faults) All() []*oracle.Fault {
	out := slices.Collect(maps.Values(fs.found))
	slices.SortFunc(out, func(a, b *oracle.Fault) int { return int(a.Target - b.Target) })
	return out
}
