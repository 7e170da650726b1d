package effects

import (
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/rest/internal/api"
)

const (
	// leastStrangers is how many names of nothing an operation takes before it is known to take
	// any.
	leastStrangers = 2
	// leastName is the least length of a name that is hardly that of something by chance, and
	// leastDigits that of a number.
	leastName, leastDigits = 4, 7
)

// taker is a parameter in the path of an operation.
type taker struct {
	op    *api.Operation
	param int
}

// strangers are names of nothing that is known, with which calls succeeded. A call that finds
// nothing under one ends them: what it names has to be there.
type strangers struct {
	taken map[taker][]string
	needs map[taker]bool
}

func newStrangers() strangers {
	return strangers{taken: map[taker][]string{}, needs: map[taker]bool{}}
}

// meet learns from the status of an answer to a call that named nothing known.
func (s *strangers) meet(op *api.Operation, param int, text string, status int) {
	at := taker{op, param}
	switch {
	case status == http.StatusNotFound, status == http.StatusGone:
		s.needs[at] = true
	case status/100 == 2 && len(s.taken[at]) < leastStrangers && !slices.Contains(s.taken[at], text):
		s.taken[at] = append(s.taken[at], text)
	}
}

// anyName reports whether an operation succeeds for whatever a parameter in its path names.
func (s *strangers) anyName(op *api.Operation, param int) bool {
	at := taker{op, param}
	return !s.needs[at] && len(s.taken[at]) >= leastStrangers
}

// named reports whether calls of an operation found nothing under a name of nothing, and whether
// any succeeded with one.
func (s *strangers) named(op *api.Operation) (needs, takes bool) {
	for i := range op.Template.Params {
		needs = needs || s.needs[taker{op, i}]
		takes = takes || len(s.taken[taker{op, i}]) > 0
	}
	return needs, takes
}
