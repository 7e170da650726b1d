package harvest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/testcase"
)

// remedy is a kind of change that may make a test stand alone.
type remedy int

const (
	namesNothing remedy = iota // use ids that do not exist
	takesOver                  // take the id in a body from an earlier answer
	newKeys                    // choose new names in each execution
	makesAgain                 // change an element as other tests did
	fewerCalls                 // leave out a call
	follows                    // take ids from earlier answers
	asHelped                   // begin with the calls that helped another test
	asKept                     // begin with the calls before an earlier success
	makesIt                    // create the needed element
)

// form is another form of a test, with the remedy that it comes from.
type form struct {
	by   remedy
	test *testcase.Case
}

// formsBy returns forms with the same remedy.
func formsBy(by remedy, tests ...*testcase.Case) (out []form) {
	for _, test := range tests {
		if test != nil {
			out = append(out, form{by, test})
		}
	}
	return out
}

// experience counts which remedies helped. Tests of similar operations need the same remedies.
type experience map[ailment]struct{ helped, tried int }

// ailment is a remedy and the kind of operation that it is tried with: the method, whether the path is that of an
// element or a collection, and the number of resources above it.
type ailment struct {
	by      remedy
	method  string
	element bool
	below   int
}

func ailmentOf(op *api.Operation, by remedy) ailment {
	return ailment{by, op.Spec.Method, strings.HasSuffix(op.Spec.Path, "}"), strings.Count(op.Spec.Path, "{")}
}

// note counts a try.
func (e experience) note(op *api.Operation, by remedy, helped bool) {
	n := e[ailmentOf(op, by)]
	if n.tried++; helped {
		n.helped++
	}
	e[ailmentOf(op, by)] = n
}

// leastTries is the number of failed tries after which a remedy comes last.
const leastTries = 3

// vain reports whether a remedy was tried often enough with similar operations, and never helped.
func (e experience) vain(op *api.Operation, by remedy) bool {
	n := e[ailmentOf(op, by)]
	return n.helped == 0 && n.tried >= leastTries
}

// mostly reports whether a remedy helped most tests of similar operations.
func (e experience) mostly(op *api.Operation, by remedy) bool {
	n := e[ailmentOf(op, by)]
	return n.helped >= leastTries && 2*n.helped > n.tried
}

// likely sorts forms of a test by the share of tries in which their remedy helped similar tests, the greatest first.
// Remedies that failed come last.
func (e experience) likely(op *api.Operation, forms []form) []form {
	share := func(f form) float64 {
		if e.vain(op, f.by) {
			return -1
		}
		n := e[ailmentOf(op, f.by)]
		return float64(n.helped) / float64(max(n.tried, 1))
	}
	slices.SortStableFunc(forms, func(a, b form) int { return cmp.Compare(share(b), share(a)) })
	return forms
}
