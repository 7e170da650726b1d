package follow

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/follow/scene"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/value"
)

// word is a text that is not empty.
const word = "evoke"

// lengths are the lengths of long texts that are sent, in characters: programs and columns of databases truncate at
// round lengths. It is read-only.
var lengths = []int{300, 250, 150, 90, 60, 40, 30, 20, 12}

// writes gives a call, which is read afterwards, values that may be stored incorrectly: only one of its members, long
// texts, odd texts, names of users, or any others.
func writes(s *scene.Scene, c *action.Call) {
	switch {
	case s.Ops.Verb(c.Op) == "PATCH" && s.N%3 != 2:
		only(s.R, c)
	case s.N%4 == 1:
		sendLong(c, s.N/4)
	case s.N%4 == 3 && sendName(s, c):
	case s.N%4 == 2 && sendOdd(c, s.N/4):
	case s.R.IntN(3) > 0:
		vary(s.R, c)
	}
}

// texts returns the inputs of a body that accept any text.
func texts(c *action.Call) []genotype.Leaf {
	return slices.DeleteFunc(members(c), func(l genotype.Leaf) bool { return !gene.Assign(l.Clone(), word) })
}

// sendLong gives one input of a body, in turn, the longest text that it accepts.
func sendLong(c *action.Call, turn int) {
	all := texts(c)
	if len(all) == 0 {
		return
	}
	l := all[turn%len(all)]
	for _, n := range lengths {
		if gene.Assign(l.Gene, strings.Repeat("long text ", n/10+1)[:n-1]+"z") {
			return
		}
	}
}

// odd are texts that programs tend to damage: digits with leading zeros, and letters beyond ASCII. It is read-only.
var odd = []string{"0071", "Ærø Łódź", "000"}

// sendOdd gives one input of a body, in turn, a text that programs tend to damage. It returns false if no input
// accepts it.
func sendOdd(c *action.Call, turn int) bool {
	all := texts(c)
	if turn%2 == 1 && sendZoned(c) {
		return true
	}
	if len(all) == 0 {
		return false
	}
	return gene.Assign(all[turn%len(all)].Gene, odd[turn/len(all)%len(odd)])
}

// zone is an offset from UTC that few programs use.
const zone = "+05:30"

// sendZoned gives each instant in the body of a call another offset, with the same day and time. It returns false if
// there is none.
func sendZoned(c *action.Call) (sent bool) {
	for _, l := range members(c) {
		t, _ := l.Value().(string)
		if n := len("2006-01-02T15:04:05"); len(t) > n && t[len("2006-01-02")] == 'T' {
			sent = gene.Assign(l.Gene, t[:n]+zone) || sent
		}
	}
	return sent
}

// sendName sets an input of a body that is called like a person, or else one that accepts any text, to the name of a
// user. It returns false if there is none.
func sendName(s *scene.Scene, c *action.Call) bool {
	all := texts(c)
	other := func(l genotype.Leaf) bool { return !words.Person.Has(l.Name) }
	if called := slices.DeleteFunc(slices.Clone(all), other); len(called) > 0 {
		all = called
	}
	if len(all) == 0 || len(s.Names) == 0 {
		return false
	}
	of := s.R.IntN(len(s.Names))
	if own := s.About.User.Index; own >= 0 && own < len(s.Names) && s.R.IntN(2) == 0 {
		of = own
	}
	return gene.Assign(all[s.R.IntN(len(all))].Gene, s.Names[of])
}

// refresh gives the texts of a body, or its texts and numbers, other values, so that they are unique.
func refresh(r *rand.Rand, c *action.Call) {
	if r.IntN(3) == 0 {
		differ(r, c)
		return
	}
	for _, l := range members(c) {
		if _, isText := l.Value().(string); isText {
			l.Mutate(r, 0)
		}
	}
}

// repeated makes the same creation twice, and reads the element and its list after each.
func repeated(s *scene.Scene) bool {
	list := s.List()
	if s.Ops.Element(s.About.Op.Spec.Path) == "" || api.LastParam(s.About.Op.Spec.Path) != "" {
		return false
	}
	c := s.Again()
	if s.N%3 == 1 {
		vary(s.R, c)
	}
	s.On(s.Reader())
	bare(s.On(list))
	s.Add(c.Clone().(*action.Call))
	bare(s.On(list))
	s.On(s.Reader())
	return list != nil || s.Reader() != nil
}

// turned changes a member that had another value to false, zero or empty, and reads it after each change.
func turned(s *scene.Scene) bool {
	if s.Reader() == nil {
		return false
	}
	first := s.Again()
	full(first)
	all := members(first)
	var turns []int
	for i, l := range all {
		if nought(l) != nil {
			turns = append(turns, i)
		}
	}
	if len(turns) == 0 {
		return false
	}
	at := turns[s.N%len(turns)]
	if s.Ops.Verb(first.Op) == "PATCH" {
		for i, l := range all {
			if i != at {
				leaveOut(l.Gene)
			}
		}
	}
	for range 4 {
		if v := nought(all[at]); all[at].Value() == v {
			another(s.R, all[at])
		}
	}
	s.On(s.Reader())
	second := first.Clone().(*action.Call)
	l := members(second)[at]
	gene.Assign(l.Gene, nought(l))
	s.Add(second)
	s.On(s.Reader())
	return true
}

// another gives an input any value but its empty one.
func another(r *rand.Rand, l genotype.Leaf) {
	if !gene.Assign(l.Gene, true) {
		l.Mutate(r, 0)
	}
}

// nought returns the empty value that an input accepts: false, 0 or "". It returns nil if there is none.
func nought(l genotype.Leaf) any {
	for _, v := range []any{false, int64(0), ""} {
		if g := l.Clone(); gene.Assign(g, v) && !value.IsAbsent(g.Value()) {
			return v
		}
	}
	return nil
}
