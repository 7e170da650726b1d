package tracking

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/track"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
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

// keep keeps a value for a place. Where there are as many as are kept, a form takes the
// place of the oldest plain value, since more can be drawn of it, and a document that of
// the oldest one of any other kind, since it leads to its members.
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
		if known.given == v.given && known.want == v.want && (v.want == nil || known.link.Key() == v.link.Key()) {
			return
		}
	}
	if len(in.paid) == paidKept {
		lesser := slices.IndexFunc(in.paid, func(old kept) bool { return old.rank() < v.rank() })
		if lesser < 0 {
			return
		}
		in.paid = slices.Delete(in.paid, lesser, lesser+1)
	}
	in.paid = append(in.paid, v)
	k.know(at, v)
	k.news.kept = tell(k.news.kept, keptAt{at, v})
}

// rank says what may take the place of what: what is of a lower rank.
func (v *kept) rank() rank {
	switch v.want.(type) {
	case nil:
		return plainValues
	case document:
		return typed
	}
	return forms
}

type rank int

const (
	plainValues rank = iota
	forms
	typed // documents of a type
)

// kept is what a trial leaves behind.
func (t *trial) kept() kept {
	k := kept{given: t.given}
	if t.join != nil { // the form is that of the whole
		return k
	}
	switch w := t.want.(type) {
	case sut.Wanted:
		k.want, k.link = w, t.link
	case document:
		k.want, k.link = document{schema: w.schema}, t.link
	case action.Source:
		k.want, k.link = w, t.link
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

// lending lends what was good for an input to inputs of the same name in other
// operations.
type lending struct {
	names map[string]*named
	loans []loan
}

// named is what was good for the inputs of a name. The kind need not fit: a gene takes
// only what it can.
type named struct {
	values     []kept
	lent, paid int // how often, and how often that covered something new
}

// loan is a value that an input of a new call got by its name.
type loan struct {
	call *action.Call
	at   place
	kept kept
	by   *named
}

const (
	// freeLoans is how often a name lends at first, and loansForOne how often for each
	// time that it paid.
	freeLoans, loansForOne = 20, 20
	// maxLoans is how many loans are out at once.
	maxLoans = 64
)

// know adds what was good for a place to its name.
func (l *lending) know(at place, v kept) {
	name := at.path[strings.LastIndexByte(at.path, '/')+1:]
	if name == "" {
		return
	}
	n := l.names[name]
	if n == nil {
		if l.names == nil {
			l.names = map[string]*named{}
		}
		n = &named{}
		l.names[name] = n
	}
	same := func(known kept) bool { return known.given == v.given && known.want == v.want }
	if len(n.values) < paidKept && !slices.ContainsFunc(n.values, same) {
		n.values = append(n.values, v)
	}
}

// lends reports whether there is something for an input by its name, as long as that
// pays.
func (l *lending) lends(name string) bool {
	n := l.names[name]
	return n != nil && len(n.values) > 0 && n.lent < freeLoans+loansForOne*n.paid
}

// lend returns a value for an input of a call by its name.
func (l *lending) lend(r *rand.Rand, c *action.Call, to action.Taker) kept {
	n := l.names[to.Name]
	k := n.values[r.IntN(len(n.values))]
	if n.lent++; len(l.loans) < maxLoans {
		l.loans = append(l.loans, loan{c, placeOf(c, to), k, n})
	}
	return k
}

// settle is called after a test was evaluated. It returns the loans of the test if it
// covered something new.
func (l *lending) settle(c *testcase.Case, gained bool) (paid []loan) {
	if len(l.loans) == 0 {
		return nil
	}
	for _, one := range l.loans {
		sent := func(a testcase.Action) bool { return a == testcase.Action(one.call) }
		if gained && slices.ContainsFunc(c.Actions, sent) {
			one.by.paid++
			paid = append(paid, one)
		}
	}
	l.loans = l.loans[:0]
	return paid
}
