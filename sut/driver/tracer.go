package driver

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/sut"
)

// trace is what a controller knows of the current test.
type trace struct {
	all       bool
	listening bool
	reading   bool       // inputs are asked for
	using     bool       // tables are asked for
	watched   fitness.ID // -1: none
	covered   []*target  // covered before the test
	scores    scores     // of the last call
	taken     bool       // scores are those of the last call, and not yet reported
	heard     []sut.Heard
	seen      map[fitness.ID][]any
}

const maxSeen = 64 // operands of one condition

// Inside implements [sut.Tracer]. Call it after [Controller.Start].
func (c *Controller) Inside(registry *fitness.Registry) sut.Inside {
	c.starter.table.mu.Lock()
	c.starter.table.registry = registry
	c.starter.table.mu.Unlock()
	c.trace.watched, c.trace.seen = -1, map[fitness.ID][]any{}
	in := sut.Inside{
		Constants: c.starter.table.constants(),
		Values: func(id fitness.ID) []any {
			if at := c.starter.table.condition(id); at != nil {
				return at.Values
			}
			return nil
		},
		Watch:    func(id fitness.ID) { c.trace.watched = id },
		Seen:     func(id fitness.ID) []any { return c.trace.seen[id] },
		Listen:   func(on bool) { c.trace.listening, c.trace.heard = on, nil },
		Heard:    c.trace.overheard,
		Inputs:   c.trace.inputs,
		Tables:   c.trace.tables,
		Describe: c.starter.table.describe,
	}
	if c.active != nil && c.active.hello.watches {
		in.Incidents = c.trace.incidents
	}
	return in
}

// overheard implements Heard of [sut.Inside].
func (t *trace) overheard() []sut.Heard {
	out := t.heard
	t.heard = nil
	return out
}

// inputs implements Inputs of [sut.Inside].
func (t *trace) inputs() []sut.Input {
	t.reading = true
	return t.scores.inputs
}

// tables implements Tables of [sut.Inside].
func (t *trace) tables() []sut.Table {
	t.using = true
	return t.scores.tables
}

// Statements counts, for each package, the statements that the processes announced and those that calls reached so far.
// The packages are sorted by path.
func (c *Controller) Statements() []sut.PackageCoverage { return c.starter.table.statements() }

// describe implements Describe of [sut.Inside].
func (t *table) describe(id fitness.ID) (what, place string) {
	at := t.condition(id)
	if at == nil || at.What == "" {
		return "", ""
	}
	if what = at.Way; what == "" {
		what = at.What
		if at.Side != NoSide {
			what += " is " + at.Side.String()
		}
	}
	return what, cmp.Or(at.Function, fmt.Sprintf("%s:%d", at.File, at.Line))
}

// watches reports whether operands of conditions have to be kept.
func (t *trace) watches(of *table) bool {
	return t.listening || t.watched >= 0 && of.condition(t.watched) != nil
}

// Begin implements [sut.Tracer].
func (c *Controller) Begin(ctx context.Context, all bool) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("driver: %w", context.Cause(ctx))
	}
	if err := revive(ctx, c); err != nil {
		return err
	}
	c.trace.all, c.trace.taken = all, false
	c.trace.covered = c.starter.table.begin()
	if err := c.trace.open(ctx, c.active); err != nil {
		return c.broken(err) // the call is made again, with another process
	}
	return nil
}

// open tells the process that a test begins, and which further targets are covered.
func (t *trace) open(ctx context.Context, p *process) error {
	covered := t.covered
	if t.all {
		p.muted, covered = 0, nil
	}
	w := p.out.begin(kindBegin)
	watches := t.watches(p.table)
	w.byte(flag(t.all, 1) | flag(watches, 2) | flag(p.hello.tells, 4) | flag(t.reading, 8) |
		flag(p.hello.watches, 16) | flag(t.using, 32))
	w.count(len(covered) - p.muted)
	for _, at := range covered[p.muted:] {
		w.uint32(at.Number)
	}
	p.muted = len(covered)
	if p.hello.tells {
		return p.putOff()
	}
	body, err := p.order(ctx, kindDone, p.limit)
	if err == nil {
		err = body.end()
	}
	return err
}

// Take implements [sut.Tracer]. The scores were fetched after the call.
func (c *Controller) Take(ctx context.Context, into []sut.Reached) ([]sut.Reached, error) {
	if err := ctx.Err(); err != nil {
		return into, fmt.Errorf("driver: %w", context.Cause(ctx))
	}
	if !c.trace.taken && !c.active.gone() {
		if err := c.trace.collect(ctx, c.active, c.active.limit); err != nil {
			return into, c.broken(err)
		}
	}
	if !c.trace.taken {
		return into, nil
	}
	c.trace.taken = false
	sortInputs(c.trace.scores.inputs)
	sortTables(c.trace.scores.tables)
	into, err := c.starter.table.tell(into, c.trace.scores.list, c.trace.all)
	if err != nil {
		return into, c.broken(err)
	}
	c.trace.hear(c.starter.table)
	return into, nil
}

// hear notes the operands of the last call.
func (t *trace) hear(of *table) {
	for _, h := range t.scores.compared {
		onTrue, onFalse, ok := of.sides(h.Number)
		if !ok {
			continue
		}
		if t.listening {
			t.heard = append(t.heard, sut.Heard{True: onTrue, False: onFalse, Operands: h.Operands})
		}
		if w := t.watched; w >= 0 && (w == onTrue || w == onFalse) {
			t.see(onTrue, h.Operands)
			t.see(onFalse, h.Operands)
		}
	}
}

func (t *trace) see(id fitness.ID, operands []any) {
	for _, o := range operands {
		if list := t.seen[id]; id >= 0 && len(list) < maxSeen && !contains(list, o) {
			t.seen[id] = append(list, o)
		}
	}
}

func contains(list []any, v any) bool {
	for _, o := range list {
		if o == v {
			return true
		}
	}
	return false
}

// collect fetches what was reached since the last call.
func (t *trace) collect(ctx context.Context, p *process, limit time.Duration) error {
	p.out.begin(kindTake)
	body, err := p.order(ctx, kindScores, limit)
	if err != nil {
		return t.before(p.ended, err)
	}
	if err := t.scores.decode(body); err != nil {
		return p.fail(err)
	}
	t.scores.add(&p.in.late)
	t.taken = true
	return nil
}

// before keeps what a process had reached before its end.
func (t *trace) before(end *ended, err error) error {
	if end != nil {
		t.scores, t.taken = end.scores, true
	}
	return err
}

// told takes the told of an answered call, and if there is none, fetches the scores.
func (t *trace) told(ctx context.Context, p *process, limit time.Duration) error {
	if !p.hello.tells {
		return t.collect(ctx, p, limit)
	}
	there, err := p.told(ctx, limit, &t.scores)
	if err != nil {
		return t.before(p.ended, err)
	}
	if !there {
		return t.collect(ctx, p, limit)
	}
	t.taken = true
	return nil
}

// sortInputs puts inputs in an order that does not depend on when they were read.
func sortInputs(list []sut.Input) {
	slices.SortFunc(list, func(a, b sut.Input) int {
		return cmp.Or(cmp.Compare(a.Place, b.Place), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Type, b.Type))
	})
}

// sortTables does the same for tables.
func sortTables(list []sut.Table) {
	slices.SortStableFunc(list, func(a, b sut.Table) int {
		return cmp.Or(cmp.Compare(a.Table, b.Table), cmp.Compare(a.Way, b.Way), slices.Compare(a.Columns, b.Columns))
	})
}

// incidents implements Incidents of [sut.Inside].
func (t *trace) incidents() []sut.Incident {
	if !t.taken { // the call ended the process
		return nil
	}
	return t.scores.went.incidents
}

// charge sets the cost of a call, unless the call was repeated.
func (t *trace) charge(resp *sut.Response) {
	if t.taken && resp.Repeats == 0 {
		resp.Steps, resp.Allocated = t.scores.went.cost.Steps, t.scores.went.cost.Allocated
	}
}
