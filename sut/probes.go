package sut

import (
	"context"
	"iter"
	"runtime"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/inputs"
	"github.com/evoke-go/evoke/probe/neighbour"
	"github.com/evoke-go/evoke/probe/opened"
	"github.com/evoke-go/evoke/probe/races"
	"github.com/evoke-go/evoke/probe/tables"
)

// Probes is the [Tracer] of an instrumented program that contains both the
// system and the search. A process can have only one, because it has only one
// set of probes.
type Probes struct {
	registry *fitness.Registry
	names    siteNames

	ids []fitness.ID // by probe target, plus one; 0: not seen yet
	spotted
	covered  []bool                      // by target id: reported with 1 before the last Begin
	branches map[fitness.ID]probe.Target // conditions, by the id of either side

	touched []touch // targets of the current Take
	fresh   []probe.Target
	newly   []covering     // reported with 1 since the last Begin
	mute    []probe.Target // covered targets; those below quiet are muted
	quiet   int
	all     bool
	note    func(probe.Target, float64) // a method value that is made once
	queries queries
}

// spotted maps statements to their lines, files and packages.
type spotted struct {
	lines []int32 // by probe target: index into spots, plus one; 0 for no statement
	spots []spot
	races *races.Log // nil without the race detector
}

// spot is the line of a statement with its file.
type spot struct{ line, file fitness.ID }

// touch is a probe target with the value that it reached.
type touch struct {
	target probe.Target
	value  float64
}

// covering is a target that was reported with 1. probe is -1 for lines and files.
type covering struct {
	id    fitness.ID
	probe probe.Target
}

// NewProbes returns the tracer of this program, or nil if the program is not
// instrumented.
func NewProbes() *Probes {
	n := probe.Targets()
	if n == 0 {
		return nil
	}
	p := &Probes{ids: make([]fitness.ID, n), spotted: spotted{lines: make([]int32, n)}, names: newSiteNames(),
		branches: map[fitness.ID]probe.Target{}}
	p.note = func(t probe.Target, value float64) { p.touched = append(p.touched, touch{t, value}) }
	return p
}

// Inside implements [Tracer]. Targets get their ids when they are first reached.
func (p *Probes) Inside(registry *fitness.Registry) Inside {
	p.registry, p.races = registry, races.Open()
	opened.Watch(true)
	return Inside{
		Constants: constants(), Values: p.values, Watch: p.watch, Seen: p.seen, Listen: probe.Listen, Heard: p.heard,
		Describe: p.describe, Last: p.last, Inputs: reads(), Tables: used(),
		Surroundings: p.surroundings(),
		Incidents:    func() []Incident { return append(incidents(serves, false), raced(p.races)...) },
	}
}

// Begin implements [Tracer].
func (p *Probes) Begin(ctx context.Context, all bool) error {
	if err := ready(ctx, p.registry, "Tracer.Begin"); err != nil {
		return err
	}
	for _, c := range p.newly {
		p.cover(c)
	}
	p.newly = p.newly[:0]
	if p.all = all; all {
		p.unmute()
	} else {
		p.silence()
		p.queries.silence(p.isCovered)
	}
	probe.Drop()
	probe.ForgetRecovered()
	inputs.Drop()
	tables.Drop()
	neighbour.Drop()
	p.queries.hear()
	tables.Unask()
	opened.Drop()
	p.races.Take() // races of the test before
	return nil
}

// cover records that a target is no longer reported.
func (p *Probes) cover(c covering) {
	p.covered = grown(p.covered, int(c.id))
	if p.covered[c.id] {
		return
	}
	p.covered[c.id] = true
	if c.probe >= 0 {
		p.mute = append(p.mute, c.probe)
	}
}

// silence mutes the covered targets.
func (p *Probes) silence() {
	for _, t := range p.mute[p.quiet:] {
		probe.Mute(t)
	}
	p.quiet = len(p.mute)
}

func (p *Probes) unmute() {
	if p.quiet > 0 {
		probe.UnmuteAll()
		p.quiet = 0
	}
}

// Cover mutes the targets that an earlier process covered, whose ids are in the registry. It visits each target of the
// program, so call it once with all ids.
func (p *Probes) Cover(ids iter.Seq[fitness.ID]) {
	if p.registry == nil {
		return // Begin returns the error
	}
	known := map[fitness.Target]fitness.ID{}
	for id := range ids {
		switch t := p.registry.Target(id); t.Kind {
		case StatementTarget, BranchTarget:
			known[t] = id
		case LineTarget, FileTarget:
			p.cover(covering{id, -1})
		}
	}
	if len(known) == 0 {
		return
	}
	for t := range probe.Target(probe.Targets()) {
		if id, ok := known[p.names.target(probe.Describe(t))]; ok {
			p.cover(covering{id, t})
		}
	}
}

// Take implements [Tracer]. Its cost depends on the number of targets that were reached and not left out, not on the
// size of the program.
func (p *Probes) Take(ctx context.Context, into []Reached) ([]Reached, error) {
	if err := ready(ctx, p.registry, "Tracer.Take"); err != nil {
		return into, err
	}
	p.touched, p.fresh = p.touched[:0], p.fresh[:0]
	probe.Take(p.note)
	for _, t := range p.touched {
		if p.ids = grown(p.ids, int(t.target)); p.ids[t.target] == 0 {
			p.fresh = append(p.fresh, t.target)
		}
	}
	// Give new ids in an order that does not depend on which goroutine was first.
	slices.Sort(p.fresh)
	for _, t := range p.fresh {
		p.learn(t)
	}
	for _, t := range p.touched {
		into = p.tell(into, t)
	}
	probe.ForgetRecovered()
	return p.queries.take(into, p), nil
}

// learn registers a target, and its line and file.
func (p *Probes) learn(t probe.Target) {
	if p.ids[t] != 0 {
		return
	}
	site := probe.Describe(t)
	p.ids[t] = p.registry.ID(p.names.target(site)) + 1
	if site.Kind != probe.Statement {
		p.branches[p.ids[t]-1] = t
	}
	if site.Kind != probe.Statement {
		return
	}
	line, file := p.names.lineOf(site)
	p.spots = append(p.spots, spot{p.registry.ID(line), p.registry.ID(file)})
	p.lines = grown(p.lines, int(t))
	p.lines[t] = int32(len(p.spots))
}

// tell appends a target, and its line and file if it is a statement.
func (p *Probes) tell(into []Reached, t touch) []Reached {
	id := p.ids[t.target] - 1
	into = append(into, Reached{id, t.value})
	if t.value >= 1 {
		p.reached(covering{id, t.target})
	}
	if int(t.target) >= len(p.lines) || p.lines[t.target] == 0 {
		return into
	}
	at := p.spots[p.lines[t.target]-1]
	for _, id := range [...]fitness.ID{at.line, at.file} {
		if p.all || !p.isCovered(id) {
			into = append(into, Reached{id, 1})
			p.reached(covering{id, -1})
		}
	}
	return into
}

func (p *Probes) isCovered(id fitness.ID) bool { return int(id) < len(p.covered) && p.covered[id] }

// reached notes a covered target until the next Begin.
func (p *Probes) reached(c covering) {
	if !p.isCovered(c.id) {
		p.newly = append(p.newly, c)
	}
}

// ID returns the id of a probe target. ok is false if the target was never
// reached.
func (p *Probes) ID(t probe.Target) (id fitness.ID, ok bool) {
	if t < 0 || int(t) >= len(p.ids) || p.ids[t] == 0 {
		return 0, false
	}
	return p.ids[t] - 1, true
}

// watch implements Watch of [Inside].
func (p *Probes) watch(id fitness.ID) {
	t, ok := p.branches[id]
	if !ok {
		t = -1
	}
	probe.Watch(t)
}

// reads returns Inputs of [Inside]. Its first call switches the notes on.
func reads() func() []Input {
	var list []Input
	on := false
	return func() []Input {
		if !on {
			on = true
			inputs.Watch(true)
		}
		list = inputs.Take(list[:0])
		return list
	}
}

// used returns Tables of [Inside]. Its first call switches the notes on.
func used() func() []Table {
	on := false
	return func() []Table {
		if !on {
			on = true
			tables.Watch(true)
		}
		return tables.Take(nil)
	}
}

// heard implements Heard of [Inside].
func (p *Probes) heard() []Heard {
	var out []Heard
	for _, h := range probe.Overheard() {
		if h.Target >= probe.FirstOfLibraries {
			out = append(out, Heard{libraryID(h.Target), -1, h.Operands})
			continue
		}
		p.ids = grown(p.ids, int(h.Target)+1)
		if p.ids[h.Target] == 0 {
			continue // it was compared in a call that is over
		}
		side := Heard{p.ids[h.Target] - 1, p.ids[h.Target+1] - 1, h.Operands}
		out = append(out, side)
	}
	return p.queries.heard(out)
}

// libraryID returns the number that stands for a condition of a library: below -1.
func libraryID(t probe.Target) fitness.ID { return -2 - fitness.ID(t-probe.FirstOfLibraries) }

// maxConstants bounds the constants of one condition.
const maxConstants = 32

// values implements Values of [Inside]. It returns nil for targets that are not conditions or have no constants. For a
// condition on the results of functions it adds the texts and characters in these functions; their numbers are tracked
// otherwise.
func (p *Probes) values(id fitness.ID) []any {
	if id < -1 {
		return probe.Describe(probe.FirstOfLibraries + probe.Target(-2-id)).Values
	}
	t, ok := p.branches[id]
	if !ok {
		return compared(p.queries.of[id].operands)
	}
	own := probe.Describe(t).Values
	out := own[:len(own):len(own)]
	for _, inner := range probe.Behind(t) {
		for _, v := range probe.Describe(inner).Values {
			switch v.(type) {
			case string, rune:
				if len(out) < maxConstants && !slices.Contains(out, v) {
					out = append(out, v)
				}
			}
		}
	}
	return out
}

// describe implements Describe of [Inside].
func (p *Probes) describe(id fitness.ID) (what, at string) {
	t, ok := p.branches[id]
	if !ok {
		o := p.queries.of[id]
		return o.what, o.text
	}
	site := probe.Describe(t)
	return way(site), place(site)
}

// seen implements Seen of [Inside].
func (p *Probes) seen(id fitness.ID) []any {
	t, ok := p.branches[id]
	if !ok {
		return compared(p.queries.of[id].operands)
	}
	return probe.Witnessed(t)
}

// last implements Last of [Inside].
func (p *Probes) last(context.Context) (string, error) { return Whereabouts(Broken), nil }

// Whereabouts returns the place of the code with probes at the end of a call with this outcome, "" if it is not known.
// It is the place where a panic began that was recovered, else where an error began, else the statement that ran last.
// That statement tells nothing about a call that was answered. For TimedOut it watches for a tenth of a second where
// the call still runs; in a loop it returns the first statement.
func Whereabouts(outcome Outcome) string {
	if outcome == TimedOut {
		return whereabouts(servesAlone)
	}
	if frames, panicked := panicFrames(probe.LastRecovered()); panicked {
		if at := userFrame(frames); at != "" {
			return at
		}
	}
	if _, frame, ok := probe.LastPanic(); ok { // it was stopped in code without probes
		if at := userFrame([]runtime.Frame{frame}); at != "" {
			return at
		}
	}
	if at, ok := causeSpot(); ok {
		return at
	}
	if t, ok := probe.Last(); ok && outcome != Answered {
		return spotOf(probe.Describe(t))
	}
	return ""
}

// grown returns a slice that is long enough for an element i.
func grown[T any](s []T, i int) []T {
	if missing := i + 1 - len(s); missing > 0 {
		s = append(s, make([]T, missing)...)
	}
	return s
}
