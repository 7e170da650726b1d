package rest

import (
	"maps"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/oracle"
)

// faults are the faults that were found, by their targets.
type faults struct {
	registry *fitness.Registry
	found    map[fitness.ID]*oracle.Fault
	leaks    map[string]fitness.ID // targets of goroutine leaks, by their place
}

func newFaults(r *fitness.Registry) *faults {
	return &faults{registry: r, found: map[fitness.ID]*oracle.Fault{}, leaks: map[string]fitness.ID{}}
}

// target returns the target of a finding. Leaks are known by their place
// alone: which call of a test starts a goroutine is not always clear.
func (fs *faults) target(op *operation, f *oracle.Finding) fitness.ID {
	if f.Code != oracle.CodeLeak {
		return op.targets.ofFault(f)
	}
	id, known := fs.leaks[f.Detail]
	if !known {
		id = op.targets.ofFault(f)
		fs.leaks[f.Detail] = id
	}
	return id
}

// add notes a fault, unless its target is known already.
func (fs *faults) add(f *oracle.Fault) {
	if fs.found[f.Target] == nil {
		fs.found[f.Target] = f
	}
}

// of returns the fault of a target, nil for none.
func (fs *faults) of(id fitness.ID) *oracle.Fault { return fs.found[id] }

// isLeak reports whether a target is a goroutine leak.
func (fs *faults) isLeak(id fitness.ID) bool {
	for _, leak := range fs.leaks {
		if leak == id {
			return true
		}
	}
	return false
}

// all returns the faults in the order of discovery.
func (fs *faults) all() []*oracle.Fault {
	out := slices.Collect(maps.Values(fs.found))
	slices.SortFunc(out, func(a, b *oracle.Fault) int { return int(a.Target - b.Target) })
	return out
}
