package run

import (
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/search"
)

// maxPoints bounds the points of a curve. When there are more, every second one is removed.
const maxPoints = 400

// curve notes how many targets were covered after how many calls.
type curve struct {
	points []report.Point
	every  int // only every n-th change becomes a point
	seen   int
	last   report.Point
}

// observer returns an observer that notes events and passes them on to other, which may be nil.
func (c *curve) observer(other func(search.Event)) func(search.Event) {
	return func(e search.Event) {
		switch e := e.(type) {
		case search.Covered:
			c.add(report.Point{Calls: e.Stats.Cost, Covered: e.Stats.Covered})
		case search.Evaluation:
			c.last = report.Point{Calls: e.Stats.Cost, Covered: e.Stats.Covered}
		}
		if other != nil {
			other(e)
		}
	}
}

// news returns an observer that passes all events on, and reports calls that take long in the system, after the first
// evaluations. It is for the user: no result depends on it.
func news(p problem.Problem, other func(search.Event)) func(search.Event) {
	if other == nil {
		return nil
	}
	return func(event search.Event) {
		other(event)
		teller, ok := p.(interface{ News() string })
		if _, evaluated := event.(search.Evaluation); !ok || !evaluated {
			return
		}
		if text := teller.News(); text != "" {
			other(search.Note{Text: text})
		}
	}
}

func (c *curve) add(p report.Point) {
	c.every = max(c.every, 1)
	if c.seen++; (c.seen-1)%c.every > 0 {
		return
	}
	if n := len(c.points); n > 0 && c.points[n-1].Calls == p.Calls {
		c.points[n-1] = p
		return
	}
	if c.points = append(c.points, p); len(c.points) <= maxPoints {
		return
	}
	c.every *= 2
	for i := range c.points {
		if i%2 == 0 {
			c.points[i/2] = c.points[i]
		}
	}
	c.points = c.points[:(len(c.points)+1)/2]
}

// all returns the curve up to the last evaluation.
func (c *curve) all() []report.Point {
	n := len(c.points)
	if n == 0 || c.points[n-1] == c.last || c.last.Calls < c.points[n-1].Calls {
		return c.points
	}
	return append(c.points[:n:n], c.last)
}
