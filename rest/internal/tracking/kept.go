package tracking

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/track"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

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
)

// keep keeps a value for a place. Where there are as many as are kept, a form takes the
// place of the oldest plain value, since more can be drawn of it, and a document that of
// the oldest one of any other kind, since it leads to its members.
func (in *Inputs) keep(at place, v kept) {
	paid := in.paid[at]
	if paid == nil && len(in.paid) == placesKept {
		return
	}
	for _, known := range paid {
		if known.given == v.given && known.want == v.want && (v.want == nil || known.link.Key() == v.link.Key()) {
			return
		}
	}
	if len(paid) == paidKept {
		lesser := slices.IndexFunc(paid, func(old kept) bool { return old.rank() < v.rank() })
		if lesser < 0 {
			return
		}
		paid = slices.Delete(paid, lesser, lesser+1)
	}
	in.paid[at] = append(paid, v)
	in.know(at, v)
	in.news.kept = tell(in.news.kept, keptAt{at, v})
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

// form keeps the form that a parser wants an input in, even where few bits agree: it
// may take more than one kind.
func (in *Inputs) form(m match, want any) {
	w, ok := want.(sut.Wanted)
	if !ok || m.link.Bits < possible {
		return
	}
	switch w.Form {
	case probe.Prefixed, probe.Suffixed, probe.Containing, probe.Folded, probe.Excluding:
		return // a constant is kept once it has paid
	}
	in.keep(m.at, kept{want: w, link: m.link})
}
