package conformance

import (
	"math"
	"math/rand/v2"
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/bench/synthetic"
)

// propertyRules are about the values of a resource and of what it refers to.
func propertyRules() []rule {
	return []rule{
		{name: "one value is equal", needs: methods{get, put, patch}, about: isEqual, check: equalOnPut},
		{name: "POST wants one value to be equal", needs: methods{get, post}, about: isEqual, check: equalOnPost},
		{name: "PATCH wants one value to be equal", needs: methods{get, patch}, about: isEqual, check: equalOnPatch},
		{name: "medians and averages are less", needs: methods{get}, about: (*synthetic.Class).Medians,
			check: mediansAreLess},
	}
}

func isEqual(c *synthetic.Class) bool { return len(c.Checked) == 1 && !c.Medians() }

// pair is a value and the one it is compared with.
type pair struct{ value, ref int32 }

func pairs() []pair {
	return []pair{
		{5, 5}, {5, 6}, {6, 5}, {-128, -128}, {127, 127}, {128, 128}, {-129, -129}, {0, -1},
		{math.MaxInt32, math.MaxInt32}, {math.MinInt32, math.MinInt32}, {math.MaxInt32, math.MinInt32},
	}
}

// holds says whether a pair has the property.
func (w *world) holds(p pair) bool {
	return p.value == p.ref && (!w.model.Config.ValueWindow || p.ref >= -128 && p.ref <= 127)
}

// canBe says whether there can be a resource of a value: not if it has to be
// equal to another and is out of the window.
func (w *world) canBe(c *synthetic.Class, value int32) bool {
	return !isEqual(c) || w.holds(pair{value, value})
}

// status is that of success or of a property that does not hold.
func status(success int, holds bool) int {
	if holds {
		return success
	}
	return http.StatusBadRequest
}

// each calls f for pairs that can come about, with a resource to refer to.
func (w *world) each(c *synthetic.Class, f func(p pair, ref body)) {
	for _, p := range pairs() {
		if w.canBe(c.Checked[0], p.ref) {
			f(p, w.make(c.Checked[0], p.ref))
		}
	}
}

func equalOnPost(w *world, c *synthetic.Class) {
	w.each(c, func(p pair, ref body) {
		b := w.build(c, 7).with(c.Checked[0].RefID(), ref["id"]).with("value", p.value)
		w.expect(status(http.StatusCreated, w.holds(p)), "POST", collection(c, b), b)
		if w.holds(p) {
			w.shows(c, b)
		} else {
			w.lacks(c, b.int("id"))
		}
	})
}

func equalOnPut(w *world, c *synthetic.Class) {
	w.each(c, func(p pair, ref body) {
		before := w.make(c, 7)
		b := before.with(c.Checked[0].RefID(), ref["id"]).with("value", p.value)
		w.expect(status(http.StatusCreated, w.holds(p)), "PUT", item(c, b), b)
		if w.holds(p) {
			w.shows(c, b)
		} else {
			w.shows(c, before)
		}
	})
}

func equalOnPatch(w *world, c *synthetic.Class) {
	w.each(c, func(p pair, ref body) {
		b := w.make(c, 7)
		w.refer(status(http.StatusOK, w.holds(p)), c, c.Checked[0], b, ref.int("id"), c.Plural()+"value", p.value)
		if w.holds(p) {
			b = b.with(c.Checked[0].RefID(), ref["id"]).with("value", p.value)
		}
		w.shows(c, b)
		w.patch(status(http.StatusOK, false), c, b, c.Plural()+"value", b.int("value")+1)
		w.shows(c, b)
	})
}

// less says whether median and average of some numbers are less than those of
// others, in whole numbers throughout.
func less(a, b []int) bool {
	sum := func(values []int) (s int) {
		for _, v := range values {
			s += v
		}
		return s
	}
	double := func(values []int) int { // twice the median
		s := slices.Sorted(slices.Values(values))
		return s[(len(s)-1)/2] + s[len(s)/2]
	}
	return double(a) < double(b) && sum(a)*len(b) < sum(b)*len(a)
}

// mediansAreLess tries small values at random, which have all combinations of
// medians and averages that are less, equal and greater.
func mediansAreLess(w *world, c *synthetic.Class) {
	r := rand.New(rand.NewPCG(1, 1))
	draw := func() int32 { return int32(r.IntN(9) - 4) }
	for range 150 {
		b := w.build(c, 7).with("value", draw())
		own := []int{int(b.int("value"))}
		if len(c.Owned) > 1 {
			own = nil
		}
		for _, o := range c.Owned {
			value := draw()
			b[o.Lower()+"Value"] = value
			if len(c.Owned) > 1 {
				own = append(own, int(value))
			}
		}
		var refs []int
		for _, ref := range c.Checked {
			value := draw()
			b[ref.RefID()] = w.make(ref, value)["id"]
			refs = append(refs, int(value))
		}
		w.tryMedians(c, b, less(own, refs))
	}
}

// tryMedians makes a resource by POST, another by PUT, and changes one into it.
func (w *world) tryMedians(c *synthetic.Class, b body, holds bool) {
	for _, o := range w.operations(c) {
		if o.method != post && o.method != put {
			continue
		}
		w.expect(status(http.StatusCreated, holds), o.verb, fill(o.path, c, b), b)
		if holds {
			w.shows(c, b)
		} else {
			w.lacks(c, b.int("id"))
		}
		b = b.with("id", w.id())
		for _, part := range c.Owned {
			b[part.RefID()] = w.id()
		}
	}
	if w.model.Has(patch) {
		w.patchMedians(c, b, holds)
	}
}

func (w *world) patchMedians(c *synthetic.Class, b body, holds bool) {
	before := w.make(c, 7)
	at := before
	params := []any{c.Plural() + "value", b["value"]}
	for _, o := range c.Owned {
		params = append(params, o.Lower()+"Value", b[o.Lower()+"Value"])
	}
	for _, ref := range c.Refs {
		at = at.with(ref.RefID(), b[ref.RefID()])
		if w.model.Config.Paths == synthetic.Hide {
			params = append(params, ref.RefID(), b[ref.RefID()])
		}
	}
	w.patch(status(http.StatusOK, holds), c, at, params...)
	after := before
	if holds {
		after = at.with("value", b["value"])
	}
	for _, o := range c.Owned { // these change in any case
		after = after.with(o.Lower()+"Value", b[o.Lower()+"Value"])
	}
	w.shows(c, after)
}
