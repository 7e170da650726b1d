package tracking

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/internal/track"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// bond is a relation between two inputs that made a condition go the other way: the input "to" has the value of the
// input "from", plus a step.
type bond struct {
	to, from         action.Place
	toLink, fromLink track.Link
	// step is the difference: an int64, a float64, or a time.Duration between moments. It is nil for equal values.
	step any
}

// bondsKept is the number of bonds that are kept for an operation.
const bondsKept = 16

// keepBond keeps a bond.
func (in *Inputs) keepBond(b bond) {
	list := in.bonds[b.to.Op]
	same := func(known bond) bool {
		return known.to == b.to && known.from == b.from && known.toLink.Key() == b.toLink.Key() &&
			known.fromLink.Key() == b.fromLink.Key()
	}
	if len(list) == bondsKept || slices.ContainsFunc(list, same) {
		return
	}
	if in.bonds == nil {
		in.bonds = map[int][]bond{}
	}
	in.bonds[b.to.Op] = append(list, b)
	in.news.bonds = pool.Tell(in.news.bonds, b)
}

// stepTo returns the step from a value to another value. It returns false if there is none.
func stepTo(from, to any) (step any, ok bool) {
	if from == to {
		return nil, true
	}
	switch f := from.(type) {
	case int64:
		if t, ok := to.(int64); ok {
			return t - f, true
		}
	case float64:
		if t, ok := to.(float64); ok {
			return t - f, true
		}
	case string:
		text, _ := to.(string)
		a, errA := time.Parse(time.RFC3339Nano, f)
		b, errB := time.Parse(time.RFC3339Nano, text)
		return b.Sub(a), errA == nil && errB == nil
	}
	return nil, false
}

// addStep returns the value that is a step away from another value. It returns false if there is none.
func addStep(from, step any) (any, bool) {
	switch s := step.(type) {
	case nil:
		return from, from != nil && !value.IsAbsent(from)
	case time.Duration:
		text, _ := from.(string)
		at, err := time.Parse(time.RFC3339Nano, text)
		return at.Add(s).Format(time.RFC3339Nano), err == nil
	case int64:
		return track.Moved(from, int64(0), s)
	case float64:
		moved, ok := track.Moved(from, 0.0, s)
		f, _ := moved.(float64)
		return moved, ok && !math.IsInf(f, 0)
	}
	return nil, false
}

// Bind gives the inputs of a new or changed test the values that their bonds want, each with a chance of one half.
// Otherwise each change of an input would break its bonds.
func (in *Inputs) Bind(r *rand.Rand, c *testcase.Case) {
	if in == nil || len(in.bonds) == 0 {
		return
	}
	for i, a := range c.Actions {
		for j := range in.bonds[a.(*action.Call).Op.Index] {
			b := &in.bonds[a.(*action.Call).Op.Index][j]
			if chance.Evenly(r) {
				b.hold(c, i)
			}
		}
	}
}

// hold makes the bond hold for a call of a test, if the test has both inputs.
func (b *bond) hold(c *testcase.Case, at int) {
	call := c.Actions[at].(*action.Call)
	to, ok := inputAt(call, b.to)
	if !ok {
		return
	}
	from, ok := b.partnerOf(c, at)
	if !ok {
		return
	}
	inner, ok := b.fromLink.Get(from.Value())
	if !ok {
		return
	}
	want, ok := addStep(inner, b.step)
	if !ok {
		return
	}
	if now, ok := b.toLink.Get(to.Value()); ok && now == want {
		return
	}
	putPart(call, to, &b.toLink, want)
}

// partnerOf returns the input "from" of the bond: in the call itself, or in the nearest call before it.
func (b *bond) partnerOf(c *testcase.Case, at int) (action.Taker, bool) {
	for i := at; i >= 0; i-- {
		call := c.Actions[i].(*action.Call)
		if call.Op.Index != b.from.Op || i == at && b.from == b.to {
			continue
		}
		if to, ok := inputAt(call, b.from); ok {
			return to, true
		}
	}
	return action.Taker{}, false
}
