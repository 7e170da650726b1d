package follow

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/value"
)

// word is a text that is not empty.
const word = "evoke"

// lengths are those of long texts that are sent, in characters: programs and columns of databases cut at round
// ones. It is read-only.
var lengths = []int{300, 250, 150, 90, 60, 40, 30, 20, 12}

// writes gives a call that is read afterwards values in which what is stored may differ from what is sent: only one of
// its members, long texts, odd ones, names of users, or any others.
func writes(s *scene, c *action.Call) {
	switch {
	case s.verb(c.Op) == "PATCH" && s.n%3 != 2:
		s.only(c)
	case s.n%4 == 1:
		sendLong(s, c)
	case s.n%4 == 3 && sendName(s, c):
	case s.n%4 == 2 && sendOdd(s, c):
	case s.r.IntN(3) > 0:
		s.vary(c)
	}
}

// texts returns the inputs of the body of a call that take any text.
func texts(c *action.Call) []genotype.Leaf {
	return slices.DeleteFunc(members(c), func(l genotype.Leaf) bool { return !gene.Assign(l.Clone(), word) })
}

// sendLong gives one input of the body of a call, in turn, the longest text that it takes.
func sendLong(s *scene, c *action.Call) {
	all := texts(c)
	if len(all) == 0 {
		return
	}
	l := all[s.n/4%len(all)]
	for _, n := range lengths {
		if gene.Assign(l.Gene, strings.Repeat("long text ", n/10+1)[:n-1]+"z") {
			return
		}
	}
}

// odd are texts that programs tend to damage: digits with zeros before them, and letters beyond ASCII. It is read-only.
var odd = []string{"0071", "Ærø Łódź", "000"}

// sendOdd gives one input of the body of a call, in turn, a text that programs tend to damage. It returns false if none
// takes it.
func sendOdd(s *scene, c *action.Call) bool {
	all, turn := texts(c), s.n/4
	if turn%2 == 1 && sendZoned(c) {
		return true
	}
	if len(all) == 0 {
		return false
	}
	return gene.Assign(all[turn%len(all)].Gene, odd[turn/len(all)%len(odd)])
}

// zone is an offset from UTC that few programs stand in.
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

// sendName gives an input of the body of a call that is called like a person, or else any text, the name of a user. It
// returns false if there is none.
func sendName(s *scene, c *action.Call) bool {
	all := texts(c)
	other := func(l genotype.Leaf) bool { return !words.Person.Has(l.Name) }
	if called := slices.DeleteFunc(slices.Clone(all), other); len(called) > 0 {
		all = called
	}
	if len(all) == 0 || len(s.Names) == 0 {
		return false
	}
	of := s.r.IntN(len(s.Names))
	if own := s.about.User.Index; own >= 0 && own < len(s.Names) && s.r.IntN(2) == 0 {
		of = own
	}
	return gene.Assign(all[s.r.IntN(len(all))].Gene, s.Names[of])
}

// refresh gives the texts of the body of a call other values, so that nothing has to be unique that is there already:
// only those, or numbers as well.
func refresh(s *scene, c *action.Call) {
	if s.r.IntN(3) == 0 {
		s.differ(c)
		return
	}
	for _, l := range members(c) {
		if _, isText := l.Value().(string); isText {
			l.Mutate(s.r, 0)
		}
	}
}

// repeated makes the same twice, and reads it and its list after each time.
func repeated(s *scene) bool {
	list := listOf(s)
	if s.element(s.about.Op.Spec.Path) == "" || api.LastParam(s.about.Op.Spec.Path) != "" {
		return false
	}
	c := s.again()
	if s.n%3 == 1 {
		s.vary(c)
	}
	s.on(s.reader())
	bare(s.on(list))
	s.add(c.Clone().(*action.Call))
	bare(s.on(list))
	s.on(s.reader())
	return list != nil || s.reader() != nil
}

// turned changes a member to false, zero or nothing, that had another value, and reads it after each change.
func turned(s *scene) bool {
	if s.reader() == nil {
		return false
	}
	first := s.again()
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
	at := turns[s.n%len(turns)]
	if s.verb(first.Op) == "PATCH" {
		for i, l := range all {
			if i != at {
				leaveOut(l.Gene)
			}
		}
	}
	for range 4 {
		if v := nought(all[at]); all[at].Value() == v {
			another(s, all[at])
		}
	}
	s.on(s.reader())
	second := first.Clone().(*action.Call)
	l := members(second)[at]
	gene.Assign(l.Gene, nought(l))
	s.add(second)
	s.on(s.reader())
	return true
}

// another gives an input any value but the one that stands for nothing.
func another(s *scene, l genotype.Leaf) {
	if !gene.Assign(l.Gene, true) {
		l.Mutate(s.r, 0)
	}
}

// nought returns the value that an input takes and that stands for nothing: false, 0 or "". It returns nil for none.
func nought(l genotype.Leaf) any {
	for _, v := range []any{false, int64(0), ""} {
		if g := l.Clone(); gene.Assign(g, v) && !value.IsAbsent(g.Value()) {
			return v
		}
	}
	return nil
}
