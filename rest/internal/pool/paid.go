package pool

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/payoff"
	"github.com/evoke-go/evoke/internal/track"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/testcase"
)

// Paid is a value that made a condition go the other way, one of a table that the program looks the input up in, or a
// form that values have to have.
type Paid struct {
	Plain any // nil if only the form is known
	// Want is the form, a sut.Wanted, a Document or an action.Source, of which more can be drawn. It is nil for a plain
	// value.
	Want any
	Link track.Link // where in the input the form is
}

// Document is a JSON text of a type, which is given as a JSON Schema.
type Document struct {
	Schema string
	Draw   int // which of several texts
}

const (
	// paidKept is how many values that paid are kept of a place, and of a name.
	paidKept = 32
	// placesKept is how many places have some.
	placesKept = 4000
)

// Pay keeps a value that paid in an input. Where there are as many as are kept, a form takes the place of the oldest
// plain value, since more can be drawn of it, and a document that of the oldest one of any other kind, since it leads
// to its members.
func (l *Values) Pay(at action.Place, v Paid) {
	if l.pay(at, v) {
		l.news = Tell(l.news, paidAt{at, v})
	}
}

// pay reports whether it kept the value.
func (l *Values) pay(at action.Place, v Paid) bool {
	paid := l.paid[at]
	if paid == nil && len(l.paid) == placesKept {
		return false
	}
	for _, known := range paid {
		if known.same(&v) && (v.Want == nil || known.Link.Key() == v.Link.Key()) {
			return false
		}
	}
	if len(paid) == paidKept {
		lesser := slices.IndexFunc(paid, func(old Paid) bool { return old.rank() < v.rank() })
		if lesser < 0 {
			return false
		}
		paid = slices.Delete(paid, lesser, lesser+1)
	}
	l.paid[at] = append(paid, v)
	name := at.Path[strings.LastIndexByte(at.Path, '/')+1:]
	if s := l.shelf(name); s != nil && len(s.paid) < paidKept && !slices.ContainsFunc(s.paid, v.is) {
		s.paid = append(s.paid, v)
	}
	return true
}

// Paid returns the values that paid in an input.
func (l *Values) Paid(at action.Place) []Paid {
	if l == nil {
		return nil
	}
	return l.paid[at]
}

// PaidNamed returns the values that paid in inputs of a name.
func (l *Values) PaidNamed(name string) []Paid {
	if s := l.shelves[words.Plain(name)]; s != nil {
		return s.paid
	}
	return nil
}

// HasPaid reports whether any value paid.
func (l *Values) HasPaid() bool { return l != nil && len(l.paid) > 0 }

// is reports whether two values are the same, wherever in their inputs.
func (v *Paid) is(other Paid) bool { return v.same(&other) }

func (v *Paid) same(other *Paid) bool { return v.Plain == other.Plain && v.Want == other.Want }

// rank says what may take the place of what: what is of a lower rank.
func (v *Paid) rank() int {
	switch v.Want.(type) {
	case nil:
		return 0
	case Document:
		return 2
	}
	return 1
}

// loan is a value that an input of a new call got by its name.
type loan struct {
	call *action.Call
	at   action.Place
	paid Paid
	by   *shelf
}

// maxLoans is how many loans are out at once.
const maxLoans = 64

// loansOfName is how often the values of a name are lent.
func loansOfName() payoff.Allowance { return payoff.Allowance{Free: 20, Each: 20} }

// LendsPaid reports whether there is a value that paid for an input: in the same place or, as long as that pays, in an
// input of the same name.
func (l *Values) LendsPaid(at action.Place, name string) bool {
	if l.paid[at] != nil {
		return true
	}
	s := l.shelves[words.Plain(name)]
	return s != nil && len(s.paid) > 0 && loansOfName().Allows(s.lent, s.won, 0)
}

// LendPaid returns a value that paid for an input of a new call, for which [Values.LendsPaid] holds. The kind need not
// fit: a gene takes only what it can.
func (l *Values) LendPaid(r *rand.Rand, c *action.Call, to action.Taker) Paid {
	at := action.PlaceOf(c, to)
	if paid := l.paid[at]; paid != nil {
		return paid[r.IntN(len(paid))]
	}
	s := l.shelves[words.Plain(to.Name)]
	v := s.paid[r.IntN(len(s.paid))]
	if s.lent++; len(l.loans) < maxLoans {
		l.loans = append(l.loans, loan{c, at, v, s})
	}
	return v
}

// Settle is called after a test was evaluated. What inputs got by their names is kept for them if the test covered
// something new.
func (l *Values) Settle(c *testcase.Case, gained bool) {
	for _, one := range l.loans {
		sent := func(a testcase.Action) bool { return a == testcase.Action(one.call) }
		if gained && slices.ContainsFunc(c.Actions, sent) {
			one.by.won++
			l.Pay(one.at, one.paid)
		}
	}
	l.loans = l.loans[:0]
}
