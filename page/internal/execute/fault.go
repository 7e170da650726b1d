package execute

import (
	"errors"
	"regexp"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/page/internal/browser"
	"github.com/evoke-go/evoke/page/internal/visitor"
)

// Fault is a defect of a page.
type Fault struct {
	visitor.Trouble
	// Event is the key of the act that showed it first; "open" for scripts that run when the page is opened.
	Event string
	// Steps are the steps that lead to the fault; the last one shows it.
	Steps []Step
}

// Faults are the faults found, each once.
type Faults struct {
	registry *fitness.Registry
	found    map[fitness.ID]*Fault
	order    []fitness.ID
}

// numbers matches parts of texts that may differ from run to run.
var numbers = regexp.MustCompile(`\d{3,}`)

// Targets returns the targets of the faults of a step.
func (f *Faults) Targets(s *Step) (out []fitness.ID) {
	troubles := s.Told.Troubles
	switch {
	case errors.Is(s.Broken, browser.ErrCrashed):
		troubles = append(troubles, visitor.Trouble{Kind: "crash", Text: s.Act.Key()})
	case errors.Is(s.Broken, browser.ErrHangs):
		troubles = append(troubles, visitor.Trouble{Kind: "hang", Text: s.Act.Key()})
	}
	for _, t := range troubles {
		name := t.Kind + " " + numbers.ReplaceAllString(t.Text, "#")
		if t.Place != "" && t.Kind != visitor.Access {
			name += " at " + t.Place
		}
		id := f.registry.ID(fitness.Target{Kind: FaultTarget, Name: name})
		if f.found[id] == nil {
			f.found[id] = &Fault{Trouble: t, Event: s.Act.Key()}
			f.order = append(f.order, id)
		}
		out = append(out, id)
	}
	return out
}

// keep sets the steps that lead to a fault, unless they are set.
func (f *Fault) keep(before []Step, last *Step) {
	if f.Steps != nil {
		return
	}
	for _, s := range append(slices.Clip(before), *last) {
		// only this part, because the rest is large
		s.Told = &visitor.Told{Address: s.Told.Address, Asked: s.Told.Asked}
		f.Steps = append(f.Steps, Step{Act: s.Act, Told: s.Told})
	}
}

// IDs returns the targets of the faults in the order in which they were found.
func (f *Faults) IDs() []fitness.ID { return slices.Clone(f.order) }

// All returns the faults in the order in which they were found.
func (f *Faults) All() []Fault {
	out := make([]Fault, len(f.order))
	for i, id := range f.order {
		out[i] = *f.found[id]
	}
	return out
}

// Of returns the fault of a target; nil for other targets.
func (f *Faults) Of(id fitness.ID) *Fault { return f.found[id] }
