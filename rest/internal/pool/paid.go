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

// Paid is a value that paid: it made a condition of the program go the other way, is a key of a table in which the
// program looks the input up, or has a form that the program demands.
type Paid struct {
	Plain any // nil if only the form is known
	// Want is the demanded form, from which more values can be drawn: a sut.Wanted, a Document or an action.Source. It
	// is nil for a plain value.
	Want any
	Link track.Link // place of the form in the input
}

// Document is a JSON text that conforms to a JSON Schema.
type Document struct {
	Schema string
	Draw   int // number that selects among the texts of the schema
}

const (
	// paidKept is the largest number of values that paid of one place, and of one name.
	paidKept = 32
	// placesKept is the largest number of places with values that paid.
	placesKept = 4000
)

// Pay keeps a value that paid in an input. If the place has paidKept values, a form replaces the oldest plain value,
// because more values can be drawn from a form. A document replaces the oldest value that is no document, because it
// leads to its members.
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

// Paid returns the values that paid in the input at a place.
func (l *Values) Paid(at action.Place) []Paid {
	if l == nil {
		return nil
	}
	return l.paid[at]
}

// PaidNamed returns the values that paid in the inputs of a name.
func (l *Values) PaidNamed(name string) []Paid {
	if s := l.shelves[words.Plain(name)]; s != nil {
		return s.paid
	}
	return nil
}

// HasPaid reports whether any value paid.
func (l *Values) HasPaid() bool { return l != nil && len(l.paid) > 0 }

// is reports whether two values are the same. Their places in the inputs do not count.
func (v *Paid) is(other Paid) bool { return v.same(&other) }

func (v *Paid) same(other *Paid) bool { return v.Plain == other.Plain && v.Want == other.Want }

// rank orders values for replacement: a new value may replace values of a lower rank.
func (v *Paid) rank() int {
	switch v.Want.(type) {
	case nil:
		return 0
	case Document:
		return 2
	}
	return 1
}

// loan is a value that paid for one input and was lent to an input of the same name in a new call.
type loan struct {
	call *action.Call
	at   action.Place
	paid Paid
	by   *shelf
}

// maxLoans is the largest number of loans whose tests are not evaluated yet.
const maxLoans = 64

// loansOfName returns how often the values of one name may be lent. Loans that cover something new raise the number.
func loansOfName() payoff.Allowance { return payoff.Allowance{Free: 20, Each: 20} }

// LendsPaid reports whether a new call can get a value that paid for an input at the same place, or for an input of the
// same name while such loans cover something new.
func (l *Values) LendsPaid(at action.Place, name string) bool {
	if l.paid[at] != nil {
		return true
	}
	s := l.shelves[words.Plain(name)]
	return s != nil && len(s.paid) > 0 && loansOfName().Allows(s.lent, s.won, 0)
}

// LendPaid returns a value that paid for an input of a new call. [Values.LendsPaid] has to hold for the input. The
// value may have another type than the input; the gene of the input then rejects it.
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

// Settle ends the loans to a test that was evaluated. If the test covered something new, the inputs keep the values
// that were lent to them.
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
