package driver

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/sut"
)

// Watcher is a [System] that also reports incidents, which its answers need not show, and the cost of calls.
type Watcher interface {
	// Watch switches this on or off.
	Watch(on bool)
	// Happened returns the incidents since Begin or the last Take, and the cost since Ready: steps and bytes of memory.
	// It is called before Take, which forgets them.
	Happened() ([]sut.Incident, sut.Cost)
	// Ready says that the driver is about to answer a command: costs from now on belong to the next call.
	Ready()
}

// Bounds of the incidents in one frame.
const (
	maxIncidents = 64
	maxWords     = 2000 // bytes of a place or a text
)

// incidentKinds are the kinds in frames, from 1.
var incidentKinds = [...]sut.IncidentKind{sut.LoggedError, sut.RecoveredError, sut.DroppedError, sut.LeftOpen,
	sut.Overflowed, sut.BrokenLine, sut.Committed, sut.Spliced, sut.Repeated}

// happenings are the incidents of calls and the cost, at the end of scores if the controller asked for them.
type happenings struct {
	told      bool
	incidents []sut.Incident
	cost      sut.Cost // without the time
}

func (g *happenings) encode(w *writer) {
	if !g.told {
		return
	}
	list := slices.DeleteFunc(slices.Clone(g.incidents), func(in sut.Incident) bool {
		return !slices.Contains(incidentKinds[:], in.Kind)
	})
	list = list[:min(len(list), maxIncidents)]
	w.count(len(list))
	for _, in := range list {
		w.byte(byte(1 + slices.Index(incidentKinds[:], in.Kind)))
		w.text(bounded(in.Place))
		w.text(bounded(in.Text))
	}
	w.uint64(g.cost.Steps)
	w.uint64(g.cost.Allocated)
}

// bounded returns the beginning of a text, of at most maxWords bytes.
func bounded(text string) string {
	return strings.ToValidUTF8(text[:min(len(text), maxWords)], "")
}

const leastIncident = 1 + 4 + 4 // bytes

// more reads the rest of a frame. The frame of a driver that was not asked for incidents has no rest.
func (g *happenings) more(r *reader) {
	if r.err != nil || len(r.b) == 0 {
		return
	}
	other := happenings{told: true}
	n := r.count(leastIncident)
	if n > maxIncidents {
		r.fail(fmt.Errorf("a driver tells of %d incidents, and %d are the most", n, maxIncidents))
	}
	for range n {
		kind, in := r.byte(), sut.Incident{Place: r.text(), Text: r.text()}
		switch {
		case r.err != nil:
			return
		case kind == 0 || int(kind) > len(incidentKinds):
			r.fail(fmt.Errorf("an incident has the kind %d", kind))
		case max(len(in.Place), len(in.Text)) > maxWords:
			r.fail(errors.New("an incident is too long"))
		default:
			in.Kind = incidentKinds[kind-1]
			other.incidents = append(other.incidents, in)
		}
	}
	other.cost = sut.Cost{Steps: r.uint64(), Allocated: r.uint64()}
	if r.err == nil {
		g.add(&other)
	}
}

// add adds the incidents and the cost of other.
func (g *happenings) add(other *happenings) {
	g.told = g.told || other.told
	for _, in := range other.incidents {
		if !slices.Contains(g.incidents, in) {
			g.incidents = append(g.incidents, in)
		}
	}
	g.cost.Steps += other.cost.Steps
	g.cost.Allocated += other.cost.Allocated
}
