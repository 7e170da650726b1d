package sut

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/neighbour"
	"github.com/evoke-go/evoke/probe/tables"
)

// QueryTarget is an outcome of an SQL statement with conditions, or of a query of another store: "answers rows:
// select * from t where n > ?", "answers none: ...", or an outcome of one of its conditions, "n > ? true: ...".
// An INSERT has none: most programs look before they insert, so that no row can have its keys. Statements with the same
// text share targets.
// No test is written for such a target alone.
const QueryTarget fitness.Kind = "query"

// Aside returns a context for statements of a search in the database of the system: they are not taken for statements
// of the system.
func Aside(ctx context.Context) context.Context { return tables.Aside(ctx) }

// queries judges the statements of the system.
type queries struct {
	on    bool
	known map[string]*asked
	of    map[fitness.ID]outcome
	list  []Query // those of the last Take
	// further returns the queries of stores that are not SQL.
	further []func() []Query
}

// asked has the targets of a statement.
type asked struct {
	rows, none fitness.ID
	conditions [][2]fitness.ID // the true and the false side
	done       bool            // all of these targets are covered
	since      int             // number of rounds with a judgement of the statement since then
	quiet      bool
}

// mostSince bounds the rounds in which a statement is judged once its targets are covered. In them, the rows that it
// wants may still let the program go on.
const mostSince = 1000

// outcome is a side of a condition of a statement.
type outcome struct {
	what, text string
	operands   []any // those that were compared last
}

// ids returns the targets of a statement. An INSERT has none.
func (q *queries) ids(of *Query, registry *fitness.Registry) *asked {
	if a := q.known[of.Text]; a != nil {
		return a
	}
	if of.Inserts {
		a := &asked{done: true}
		q.known[of.Text] = a
		return a
	}
	text := shortened(of.Text)
	target := func(what string) fitness.ID {
		return registry.ID(fitness.Target{Kind: QueryTarget, Name: what + ": " + text})
	}
	a := &asked{rows: target("answers rows"), none: target("answers none")}
	for _, c := range of.Conditions {
		ids := [2]fitness.ID{target(c + " true"), target(c + " false")}
		a.conditions = append(a.conditions, ids)
		q.of[ids[0]] = outcome{what: c + " is true", text: text}
		q.of[ids[1]] = outcome{what: c + " is false", text: text}
	}
	q.known[of.Text] = a
	return a
}

// maxStatement bounds the length of a statement in the name of a target.
const maxStatement = 400

// shortened returns a statement in one line.
func shortened(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > maxStatement {
		text = text[:maxStatement]
		for !utf8.ValidString(text) {
			text = text[:len(text)-1]
		}
	}
	return text
}

// take appends the targets of the statements since the last take.
func (q *queries) take(into []Reached, p *Probes) []Reached {
	if !q.on {
		return into
	}
	q.hear()
	q.list = tables.Answered(q.list[:0])
	reached := func(id fitness.ID, value float64) {
		into = append(into, Reached{id, value})
		if value >= 1 {
			p.reached(covering{id, -1})
		}
	}
	for i := range q.list {
		of := &q.list[i]
		a := q.ids(of, p.registry)
		if a.done {
			a.since++
		}
		if of.Inserts {
			continue
		}
		reached(a.rows, of.Any)
		reached(a.none, of.None)
		for n := range min(len(of.Result.Conditions), len(a.conditions)) {
			c, ids := &of.Result.Conditions[n], a.conditions[n]
			reached(ids[0], c.True)
			reached(ids[1], c.False)
			for _, id := range ids {
				o := q.of[id]
				o.operands = c.Operands
				q.of[id] = o
			}
		}
	}
	return into
}

// hear notes the further queries since its last call.
func (q *queries) hear() {
	for _, further := range q.further {
		tables.Note(further()...)
	}
}

// silence stops the judgement of statements whose targets have been covered for [mostSince] rounds.
func (q *queries) silence(covered func(fitness.ID) bool) {
	for text, a := range q.known {
		if a.quiet {
			continue
		}
		if !a.done {
			a.done = covered(a.rows) && covered(a.none)
			for _, ids := range a.conditions {
				a.done = a.done && covered(ids[0]) && covered(ids[1])
			}
		}
		if a.quiet = a.done && a.since >= mostSince; a.quiet {
			tables.Quiet(text)
		}
	}
}

// heard returns the conditions of the statements since the last take, with their operands.
func (q *queries) heard(into []Heard) []Heard {
	for i := range q.list {
		a := q.known[q.list[i].Text]
		for n, c := range q.list[i].Result.Conditions[:min(len(q.list[i].Conditions), len(a.conditions))] {
			if operands := compared(c.Operands); len(operands) > 0 {
				into = append(into, Heard{a.conditions[n][0], a.conditions[n][1], operands})
			}
		}
	}
	return into
}

// compared returns the operands that inputs may have.
func compared(operands []any) (out []any) {
	for _, v := range operands {
		if v != nil {
			out = append(out, v)
		}
	}
	return out
}

// ask returns Queries of [Inside]. Its first call has statements judged.
func (q *queries) ask() func() []Query {
	q.known, q.of = map[string]*asked{}, map[fitness.ID]outcome{}
	return func() []Query {
		if !q.on {
			q.on = true
			tables.Ask(true)
		}
		return q.list
	}
}

// surrounded returns Neighbours and Arrange of [Inside]. The first call of either keeps the program from calling its
// neighbours, but for those that [neighbour.Watch] was told to allow before.
func surrounded() (asked func() []Asked, arrange func([]Answer)) {
	on := false
	watch := func() {
		if !on && !neighbour.Watching() {
			neighbour.Watch(neighbour.Options{})
		}
		on = true
	}
	asked = func() []Asked {
		watch()
		return neighbour.Take(nil)
	}
	arrange = func(answers []Answer) {
		watch()
		neighbour.Arrange(answers)
	}
	return asked, arrange
}

// Allow has the program really call some hosts, see [neighbour.Options]. Call it before [Probes.Inside].
func (p *Probes) Allow(hosts []string) {
	if len(hosts) > 0 {
		neighbour.Watch(neighbour.Options{Hosts: hosts})
	}
}

// surroundings returns what the probes know of the surroundings of the program.
func (p *Probes) surroundings() Surroundings {
	s := Surroundings{Queries: p.queries.ask(), Know: tables.Know, Misfits: tables.Misfits, ReadsClock: probe.ClockRead,
		Advance: probe.Advance}
	s.Further = func(queries func() []Query) { p.queries.further = append(p.queries.further, queries) }
	if neighbour.Sees() {
		s.Neighbours, s.Arrange = surrounded()
	}
	return s
}
