package harvest

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/testcase"
)

// remedy says what a form of a test does, so that the test may stand alone.
type remedy int

const (
	namesNothing remedy = iota // it names what nothing has
	takesOver                  // it takes from an answer what a body names
	newKeys                    // it chooses new names in each execution
	makesAgain                 // it does to an element what other tests did
	fewerCalls                 // it leaves out a call
	follows                    // it takes its ids from earlier answers
	asHelped                   // it begins with what helped another test
	asKept                     // it begins as an earlier call that succeeded
	makesIt                    // it makes the element that it needs
)

// form is another form of a test.
type form struct {
	by   remedy
	test *testcase.Case
}

// formsBy are forms with the same remedy.
func formsBy(by remedy, tests ...*testcase.Case) (out []form) {
	for _, test := range tests {
		if test != nil {
			out = append(out, form{by, test})
		}
	}
	return out
}

// experience counts which remedies helped: tests of operations that are alike need the same.
type experience map[ailment]struct{ helped, tried int }

// ailment is a remedy and the kind of operation whose tests it is tried with: by its method, and
// by whether it is about one element or about a collection, and below how many others.
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

// leastTries is how often a remedy was tried in vain before others come first.
const leastTries = 3

// vain reports whether a remedy never helped tests of operations like one, and was tried.
func (e experience) vain(op *api.Operation, by remedy) bool {
	n := e[ailmentOf(op, by)]
	return n.helped == 0 && n.tried >= leastTries
}

// mostly reports whether a remedy helped most tests of operations like one.
func (e experience) mostly(op *api.Operation, by remedy) bool {
	n := e[ailmentOf(op, by)]
	return n.helped >= leastTries && 2*n.helped > n.tried
}

// likely sorts forms of a test: what helped like tests comes first, by the share of its tries, and
// what was in vain comes last.
func (e experience) likely(op *api.Operation, forms []form) []form {
	share := func(f form) float64 {
		if e.vain(op, f.by) {
			return -1
		}
		n := e[ailmentOf(op, f.by)]
		return float64(n.helped) / float64(max(n.tried, 1))
	}
	slices.SortStableFunc(forms, func(a, b form) int {
		switch sa, sb := share(a), share(b); {
		case sa > sb:
			return -1
		case sa < sb:
			return 1
		}
		return 0
	})
	return forms
}
