package tracking

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/testcase"
)

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
