package tracking

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/track"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/sut"
)

// keeping is what was good for inputs.
type keeping struct {
	inputs map[place]*input
	bonds  map[int][]bond // by operation
	news   news
	lending
}

// input is what is known of a place.
type input struct {
	paid []kept
}

// kept is a value that made a condition go the other way, one of a table that the
// program looks the input up in, or a form that values have to have.
type kept struct {
	given any // nil if only the form is known
	// want is the form, a sut.Wanted or a document, of which more can be drawn. It is
	// nil for a plain value.
	want any
	link track.Link // where in the input the form is
}

const (
	// paidKept is how many values are kept of a place.
	paidKept = 32
	// placesKept is how many places have some.
	placesKept = 4000
	// anewRate is the share of values with a form that are drawn anew.
	anewRate = 0.7
)

// keep keeps a value for a place.
func (k *keeping) keep(at place, v kept) {
	in := k.inputs[at]
	if in == nil {
		if len(k.inputs) == placesKept {
			return
		}
		in = &input{}
		k.inputs[at] = in
	}
	for _, known := range in.paid {
		if known.given == v.given && known.want == v.want {
			return
		}
	}
	if len(in.paid) < paidKept {
		in.paid = append(in.paid, v)
		k.know(at, v)
		k.news.kept = tell(k.news.kept, keptAt{at, v})
	}
}

// kept is what a trial leaves behind.
func (t *trial) kept() kept {
	k := kept{given: t.given}
	switch w := t.want.(type) {
	case sut.Wanted:
		k.want, k.link = w, t.link
	case document:
		k.want, k.link = document{schema: w.schema}, t.link
	}
	return k
}

// pay keeps what made a condition go the other way.
func (t *Tracker) pay(trial *trial) {
	if trial.doubt {
		t.doubtsPaid++
	}
	if t.isCovered(trial.side) || inLibrary(trial.side) {
		t.bind(trial)
	}
	t.keep(trial.at, trial.kept())
}

// Remembers reports whether values are known that paid.
func (t *Tracker) Remembers() bool { return t != nil && len(t.inputs) > 0 }

// Remind gives one input of a new call a value that paid before: in the same input, or
// in one of the same name. It reports whether it did.
func (t *Tracker) Remind(r *rand.Rand, call *action.Call) bool {
	if !t.Remembers() {
		return false
	}
	var known []action.Taker
	for _, to := range action.Takers(call) {
		if t.inputs[placeOf(call, to)] != nil || t.lends(to.Name) {
			known = append(known, to)
		}
	}
	if len(known) == 0 {
		return false
	}
	to := known[r.IntN(len(known))]
	k := t.recall(r, call, to)
	if k.want != nil && (k.given == nil || r.Float64() < anewRate) {
		return t.give(r, call, to, &k.link, k.want)
	}
	if !gene.Assign(to.Gene, k.given) {
		return false
	}
	call.Keep(to)
	return true
}

// recall returns what was good for an input.
func (k *keeping) recall(r *rand.Rand, c *action.Call, to action.Taker) kept {
	in := k.inputs[placeOf(c, to)]
	if in == nil {
		return k.lend(r, c, to)
	}
	return in.paid[r.IntN(len(in.paid))]
}
