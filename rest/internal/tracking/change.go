package tracking

import (
	"math"
	"slices"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// change is the one input in which a mutant differs from its parent.
type change struct {
	action.Place
	call, taker int
	old, now    any  // nil where the number of elements has changed
	time        bool // it is the time that passes before the call
}

// changedInput returns the single input in which a test differs from its parent. It returns false for no such input and
// for several.
func changedInput(parent, child *testcase.Case) (found change, ok bool) {
	if len(child.Actions) > len(parent.Actions) {
		return found, false
	}
	for i, a := range child.Actions {
		before, now := parent.Actions[i].(*action.Call), a.(*action.Call)
		if before.Op != now.Op || before.Genotype.Invalid.Gone() != now.Genotype.Invalid.Gone() {
			return found, false
		}
		one, differs, several := differingInput(before, now)
		if several || differs && ok {
			return found, false
		}
		if differs {
			found, ok = one, true
			found.call = i
		}
	}
	return found, ok
}

// differingInput returns the input in which two calls of an operation differ. It reports whether they differ, and
// whether they differ in several inputs.
func differingInput(before, now *action.Call) (found change, differs, several bool) {
	was, is := action.Takers(before), action.Takers(now)
	if slices.EqualFunc(was, is, func(a, b action.Taker) bool {
		return a.IsBeside(b) && value.Equal(a.Value(), b.Value())
	}) {
		return change{}, false, false
	}
	old, list := inputsWithValues(was), inputsWithValues(is)
	for i := range old {
		if indexOf(list, old[i].at) < 0 {
			list = append(list, valued{at: old[i].at})
		}
	}
	for i := range list {
		var was []element
		if k := indexOf(old, list[i].at); k >= 0 {
			was = old[k].list
		}
		is := list[i].list
		if slices.EqualFunc(was, is, func(a, b element) bool { return value.Equal(a.value, b.value) }) {
			continue
		}
		if differs {
			return change{}, false, true
		}
		found, differs = change{Place: action.PlaceOf(now, list[i].at)}, true
		switch p := list[i].at.Param; {
		case p >= 0 && now.Genotype.Params[p].Spec.In == genotype.InTime && len(is) > 0:
			found.taker, found.old, found.now, found.time = is[0].taker, seconds(was), seconds(is), true
		case len(was) == len(is):
			found.noteNumber(was, is)
		}
	}
	return found, differs, false
}

// seconds returns the time that passes, 0 for none.
func seconds(of []element) any {
	if len(of) == 0 {
		return int64(0)
	}
	return of[0].value
}

// element is a value of an input.
type element struct {
	taker int
	value any
}

// valued is an input with its values.
type valued struct {
	at   action.Taker // a taker of the input
	list []element
}

// indexOf returns the index of the input at the place of a taker, -1 for none.
func indexOf(list []valued, t action.Taker) int {
	return slices.IndexFunc(list, func(v valued) bool { return v.at.IsBeside(t) })
}

// inputsWithValues returns the inputs of takers of a call that are sent.
func inputsWithValues(takers []action.Taker) (out []valued) {
	for i, t := range takers {
		if value.IsAbsent(t.Value()) {
			continue
		}
		k := indexOf(out, t)
		if k < 0 {
			k = len(out)
			out = append(out, valued{at: t})
		}
		out[k].list = append(out[k].list, element{i, t.Value()})
	}
	return out
}

// noteNumber notes the changed element, if a single element changed. A gene and the gene around it have the same value.
func (c *change) noteNumber(was, is []element) {
	for i := range is {
		switch {
		case value.Equal(was[i].value, is[i].value):
		case c.now == nil:
			c.taker, c.old, c.now = is[i].taker, was[i].value, is[i].value
		case !value.Equal(c.old, was[i].value) || !value.Equal(c.now, is[i].value):
			c.old, c.now = nil, nil
			return
		}
	}
}

// step is a value of an input that may bring a target nearer.
type step struct {
	from        *search.Evaluated[*testcase.Case]
	call, taker int
	to          any
	line        bool
}

// maxLines is the number of steps along lines that may fail in a row. Then there are no more such steps.
const maxLines = 4

// extend plans the next step for a target after a change of a number or a moment. If the distance to the target is
// linear in the input, as for a sum or a span of time, a step along the line through both values reaches the target.
// The distance to the result of a function is not linear, so a change that helped is made once more, twice as wide.
func (f *Influence) extend(child *search.Evaluated[*testcase.Case], before *fitness.Score, now float64, at *change) {
	x0, x1 := figureOf(at.old), figureOf(at.now)
	if x0.back == nil || x1.back == nil || len(f.steps) == maxSteps {
		return
	}
	next := step{from: child, call: at.call, taker: at.taker}
	d0, d1 := heuristics.Distance(before.Value), heuristics.Distance(now)
	x := x1.of - d1*(x1.of-x0.of)/(d1-d0)
	switch {
	case f.lines[before.ID] < maxLines:
		next.line = true
	case now > before.Value:
		x = x1.of + 2*(x1.of-x0.of)
	default:
		return
	}
	if math.IsInf(x, 0) || math.IsNaN(x) || math.Abs(x) > 1<<53 {
		return
	}
	if next.to = x1.back(x, x > x1.of); next.to == nil || value.Equal(next.to, at.now) {
		return
	}
	if f.steps == nil {
		f.steps = map[fitness.ID]step{}
	}
	if f.steps[before.ID] = next; next.line && at.time {
		f.times = append(f.times, before.ID)
	}
}

// judge counts the steps along lines that failed in a row.
func (f *Influence) judge(m *mutant, scores fitness.Scores) {
	if !m.line {
		return
	}
	if f.lines == nil {
		f.lines = map[fitness.ID]int{}
	}
	f.lines[m.target]++
	if scores.Of(m.target) > m.parent.Scores.Of(m.target) {
		f.lines[m.target] = 0
	}
}

// figure is a value as a point on a line. back returns the value at a point of the line. Between two values, it returns
// the upper or the lower value; where there are no values, it returns nil.
type figure struct {
	of   float64
	back func(x float64, up bool) any // nil for a value that is no point
}

// figureOf returns the figure of a number, or of a moment in seconds.
func figureOf(v any) figure {
	switch v := v.(type) {
	case int64:
		return figure{float64(v), func(x float64, up bool) any { return int64(toward(x, up)) }}
	case float64:
		return figure{v, func(x float64, _ bool) any { return x }}
	case string:
		// time.Parse would take the zone of the machine for an offset, and then the offset of another season.
		if at, err := time.ParseInLocation(time.RFC3339, v, time.UTC); err == nil {
			return moment(at, time.RFC3339, 1)
		}
		if at, err := time.Parse(time.DateOnly, v); err == nil {
			return moment(at, time.DateOnly, 24*60*60)
		}
	}
	return figure{}
}

// moment returns the figure of a moment that is written in a layout. Two moments of the layout differ by unit seconds
// or a multiple of it.
func moment(at time.Time, layout string, unit float64) figure {
	return figure{float64(at.Unix()), func(x float64, up bool) any {
		then := time.Unix(int64(unit*toward(x/unit, up)), 0).In(at.Location())
		if then.Year() < 1 || then.Year() > 9999 {
			return nil
		}
		return then.Format(layout)
	}}
}

// toward rounds a number up or down.
func toward(x float64, up bool) float64 {
	if up {
		return math.Ceil(x)
	}
	return math.Floor(x)
}

// Later returns a test in which another time passes, by a step along the line of a target, nil for none. Programs
// mostly compare times with sums of times, and few inputs are times, so these steps are taken for each target at once.
func (f *Influence) Later() (c *testcase.Case) {
	for c == nil && len(f.times) > 0 {
		c, f.times = f.Step(f.times[0]), f.times[1:]
	}
	return c
}

// Step returns a test that may cover a target, nil for none. Each step is tried once.
func (f *Influence) Step(id fitness.ID) *testcase.Case {
	s, ok := f.steps[id]
	if !ok {
		return nil
	}
	delete(f.steps, id)
	child := s.from.Individual.Clone()
	call := child.Actions[s.call].(*action.Call)
	takers := action.Takers(call)
	if s.taker >= len(takers) || !gene.Assign(takers[s.taker].Gene, s.to) {
		return nil
	}
	call.Keep(takers[s.taker])
	f.last = mutant{child, s.from, s.line, id}
	return child
}
