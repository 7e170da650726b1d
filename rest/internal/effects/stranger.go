package effects

import (
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/rest/internal/api"
)

const (
	// leastStrangers is the number of unknown names from which on an operation is known to accept any name.
	leastStrangers = 2
	// leastName is the least length of a name that hardly any element has by chance, leastDigits that of a number.
	leastName, leastDigits = 4, 7
)

// taker is a parameter in the path of an operation.
type taker struct {
	op    *api.Operation
	param int
}

// strangers holds names that no known element has, and with which calls succeeded all the same. If such a call is
// answered 404 or 410, the parameter needs an existing element.
type strangers struct {
	taken map[taker][]string
	needs map[taker]bool
}

func newStrangers() strangers {
	return strangers{taken: map[taker][]string{}, needs: map[taker]bool{}}
}

// meet learns from the status of a call with a name that no known element has.
func (s *strangers) meet(op *api.Operation, param int, text string, status int) {
	at := taker{op, param}
	switch {
	case status == http.StatusNotFound, status == http.StatusGone:
		s.needs[at] = true
	case status/100 == 2 && len(s.taken[at]) < leastStrangers && !slices.Contains(s.taken[at], text):
		s.taken[at] = append(s.taken[at], text)
	}
}

// anyName reports whether an operation succeeds with any name in a path parameter.
func (s *strangers) anyName(op *api.Operation, param int) bool {
	at := taker{op, param}
	return !s.needs[at] && len(s.taken[at]) >= leastStrangers
}

// named reports whether calls of an operation with unknown names were answered 404 or 410 (needs), and whether any
// succeeded (takes).
func (s *strangers) named(op *api.Operation) (needs, takes bool) {
	for i := range op.Template.Params {
		needs = needs || s.needs[taker{op, i}]
		takes = takes || len(s.taken[taker{op, i}]) > 0
	}
	return needs, takes
}
