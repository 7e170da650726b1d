package where

import (
	"slices"
	"time"

	"github.com/evoke-go/evoke/probe/tables/where/internal/syntax"
)

// Bounds of the search for rows.
const (
	mostRoutes  = 400   // steps that divide conditions
	mostChoices = 1_200 // rows and values that are tried
	mostOfRoute = 300   // rows and values that are tried on one route
	mostChecks  = 48    // solutions that are verified
	mostFresh   = 6     // new rows, copies not counted
	mostUsed    = 64    // rows of a table that are tried in the place of a new one
)

// solver finds rows that make a statement answer. It follows one route after the other. On each it has existing rows
// in as many places as it can, makes new rows for the others, and gives their columns values that fulfil the goals:
// those that a goal shows are tried, and each goal judges them. What it finds is verified by judging the statement.
type solver struct {
	d       drafter
	tries   int // how many steps to divide conditions may still be made
	choices int // how many rows and values may still be tried
	check   *checker
}

// wanted returns rows that make the statement answer, nil if it finds none. Where the statement reads the clock and no
// time is known, they make it answer in 2000 and in 2100: a test with the rows is executed long after the search.
func (q *Query) wanted(args []Arg, rows Rows) []Wanted {
	if !q.clock || !q.rules.Now.IsZero() {
		return q.solve(args, rows)
	}
	const first, last = 2000, 2100
	early := q.At(time.Date(first, 1, 1, 0, 0, 0, 0, time.UTC))
	late := q.At(time.Date(last, 1, 1, 0, 0, 0, 0, time.UTC))
	if found := early.solve(args, rows); late.answersWith(args, rows, found) {
		return found
	}
	if found := late.solve(args, rows); early.answersWith(args, rows, found) {
		return found
	}
	return nil
}

// answersWith reports whether rows beside the given ones make the statement answer.
func (q *Query) answersWith(args []Arg, rows Rows, more []Wanted) bool {
	c := &checker{newEvaluator(&q.facts, args, rows), 1, mostSteps, nil}
	return more != nil && (c.checked(more) != nil || c.found != nil)
}

// solve returns rows that make the statement answer, nil if it finds none.
func (q *Query) solve(args []Arg, rows Rows) []Wanted {
	e := newEvaluator(&q.facts, args, rows)
	for _, table := range q.tables {
		e.names[table] = binder{e}.namesOf(table)
	}
	check := &checker{e, mostChecks, 2 * mostSteps, nil}
	s := &solver{d: drafter{e}, tries: mostRoutes, choices: mostChoices, check: check}
	var best []Wanted
	router{e, &s.tries}.routes(q.statement.Select, func(r route) bool {
		best = s.follow(r)
		return best != nil || s.check.left <= 0 || s.choices <= 0 || s.d.steps < 0
	})
	if best == nil {
		return s.check.found
	}
	return best
}

// follow finds rows on a route, with as few new ones as possible.
func (s *solver) follow(r route) (out []Wanted) {
	left := s.choices - min(s.choices, mostOfRoute)
	s.choices -= left
	defer func() { s.choices = left + max(s.choices, 0) }()
	for fresh := 1; fresh <= min(len(r.places), mostFresh) && out == nil; fresh++ {
		s.choose(r, 0, fresh, func(r route) bool {
			out = s.fill(r)
			return out != nil
		})
	}
	return out
}

// choose puts rows into the places of a route from an index on, of which a number are new. It calls then with each
// way to do so, until that returns true.
func (s *solver) choose(r route, at, fresh int, then func(route) bool) bool {
	if s.choices--; s.choices < 0 || s.d.steps < 0 {
		return true
	}
	if at == len(r.places) {
		return fresh == 0 && then(r)
	}
	if len(r.places)-at < fresh {
		return false
	}
	p := r.places[at]
	from, slot := p.source(), p.slot()
	defer func(old state) { slot.row, slot.state, slot.inner = nil, old, nil }(slot.state)
	if from.Table == "" && from.Query == nil {
		slot.state = opaque
		return s.choose(r, at+1, fresh, then)
	}
	if from.Join == syntax.Left {
		slot.state = void
		if s.d.consistent(r.goals) && s.choose(r, at+1, fresh, then) {
			return true
		}
		if from.On != nil {
			on := []goal{{expr: from.On, want: true, scope: p.scope}}
			return router{s.d.evaluator, &s.tries}.expand(on, r, func(r route) bool {
				return s.fillPlace(r, at, fresh, then)
			})
		}
	}
	return s.fillPlace(r, at, fresh, then)
}

// fillPlace puts existing rows into a place, and then a new one.
func (s *solver) fillPlace(r route, at, fresh int, then func(route) bool) bool {
	return s.existing(r, at, fresh, then) || s.fresh(r, at, fresh, then)
}

// existing puts existing rows into a place.
func (s *solver) existing(r route, at, fresh int, then func(route) bool) bool {
	rows, slot := s.d.rowsOf(r.places[at].source()), r.places[at].slot()
	for _, row := range rows[:min(len(rows), mostUsed)] {
		slot.row, slot.state = row, filled
		if s.d.consistent(r.goals) && s.choose(r, at+1, fresh, then) {
			return true
		}
	}
	return false
}

// fresh puts a new row into a place, or for a query in FROM the rows of its sources.
func (s *solver) fresh(r route, at, fresh int, then func(route) bool) bool {
	p := r.places[at]
	slot := p.slot()
	if q := p.source().Query; q != nil {
		inner := s.d.plans[q]
		if inner == nil || inner.groups || len(r.places) > maxPlaces {
			return false
		}
		slot.state, slot.inner = projected, newScope(inner, nil)
		r.places = slices.Insert(slices.Clone(r.places), at+1, placesOf(slot.inner)...)
		return router{s.d.evaluator, &s.tries}.expand(goalsOf(inner, slot.inner), r, func(r route) bool {
			return s.choose(r, at+1, fresh, then)
		})
	}
	if fresh == 0 {
		return false
	}
	slot.row, slot.state = Row{}, draft
	return s.choose(r, at+1, fresh-1, then)
}

// maxPlaces bounds the places of a route.
const maxPlaces = 32

// fill gives the columns of new rows values, and returns the rows if these make the statement answer.
func (s *solver) fill(r route) []Wanted {
	c := s.d.next(r.goals)
	switch {
	case c != nil:
	case s.d.consistent(r.goals):
		return s.check.verified(r)
	default:
		return nil
	}
	defer c.clear()
	for _, v := range (suggester{s.d, c}).values(r.goals) {
		if s.choices--; s.choices < 0 || s.check.left <= 0 {
			return nil
		}
		if !s.d.set(c, v) {
			continue
		}
		if s.d.consistent(r.goals) && !slices.ContainsFunc(r.goals, s.d.undecided) {
			if out := s.fill(r); out != nil {
				return out
			}
		}
	}
	return nil
}
