package rules

import (
	"fmt"
	"math/big"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// Codes of the rules about numbers that depend on others.
const (
	CodeUndone   = 1043 // an action that was undone still counts
	CodeRelation = 1044 // a number no longer is the count, sum or mean of some elements
)

// notUndone looks for numbers that an action changed and that do not change back when the action is undone. Undoing
// restores the state before the action, and a cancellation gives back what was held.
func notUndone(x *oracle.Exchange) []oracle.Finding {
	w, i := lastChange(x.Before)
	now, ok := got(x)
	if !ok || !reads(x) || w == nil || !w.Succeeded() || w.Status() == 202 || w.Invalid != nil {
		return nil
	}
	prior, k := lastChange(x.Before[:i])
	at, template, how := undo(w)
	if how == "" || prior == nil || !prior.Succeeded() || prior.Request.Method != "POST" ||
		!made(prior, at, template) || about(x.Path(), at) {
		return nil
	}
	before, between := sight(x, x.Before[:k]), sight(x, x.Before[k+1:i])
	for _, m := range now {
		first, had := before.Get(m.Name)
		second, has := between.Get(m.Name)
		moved := rose(first, second) || rose(second, first)
		if !had || !has || !moved || words.EverMade().MatchString(m.Name) {
			continue
		}
		_, holds := (words.Taken + words.Spare).Cut(m.Name)
		stays := equalNumbers(second, m.Value) && holds
		if how == "undoes" && !equalNumbers(first, m.Value) && !words.Restless().MatchString(m.Name) ||
			how == "lifts" && stays {
			return []oracle.Finding{{Of: w.Operation, Detail: x.Operation.Path + " " + m.Name,
				Reason: fmt.Sprintf("%s of %s does not come back to what it was before %s", m.Name, x.Operation.Name(),
					prior.Operation.Name())}}
		}
	}
	return nil
}

// undo returns the path and template of the resource whose action a call takes back, and how: "undoes" or "lifts". All
// are "" if the call does neither.
func undo(w *oracle.Exchange) (at, template, how string) {
	at, template = w.Path(), w.Operation.Path
	word := path.Base(template)
	switch {
	case w.Request.Method == "POST" && api.LastParam(template) == "" && words.Undoing.Has(word):
		how = "undoes"
	case w.Request.Method == "POST" && api.LastParam(template) == "" && words.Lifting.Has(word):
		how = "lifts"
	case merges(w) && api.LastParam(template) != "":
		now, _ := got(w)
		said, _ := sent(w)
		for _, m := range said {
			is, _ := now.Get(m.Name)
			if isState(m.Value) && words.Lifting.Has(text(m.Value)) && same(m.Value, is) &&
				slices.Contains(choicesOf(w.Operation, m.Name), strings.ToLower(text(is))) {
				return at, template, "lifts"
			}
		}
		return "", "", ""
	default:
		return "", "", ""
	}
	return path.Dir(at), path.Dir(template), how
}

// sighting is a resource and a list below it that were read in the same state of the system.
type sighting struct {
	resource, list *oracle.Exchange
	of             value.Object
	elements       []any
}

// leastSightings is the number of sightings with different numbers that a relation needs before it counts.
const leastSightings = 2

// unrelated looks for a number of a resource that was the count, sum or mean of the elements of a list below it in all
// sightings, and that no longer is after an element was deleted. The relation is learned from the earlier answers of
// the test.
func unrelated(x *oracle.Exchange) []oracle.Finding {
	w, _ := lastChange(x.Before)
	if !reads(x) || w == nil || w.Request.Method != "DELETE" || !w.Succeeded() || w.Status() == 202 {
		return nil
	}
	all := sightings(x)
	if len(all) <= leastSightings {
		return nil
	}
	last, earlier := all[len(all)-1], all[:len(all)-1]
	if about(last.resource.Path(), w.Path()) || len(last.elements) >= len(earlier[len(earlier)-1].elements) {
		return nil
	}
	for _, m := range last.of {
		for _, f := range figuresIn(earlier) {
			if !words.EverMade().MatchString(m.Name) && learned(earlier, m.Name, f) &&
				f.contradicts(m.Value, last.elements) {
				return []oracle.Finding{{Of: w.Operation, Detail: last.resource.Operation.Path + " " + m.Name,
					Reason: fmt.Sprintf("%s of %s was the %s of %s, and is not after it", m.Name,
						last.resource.Operation.Name(), f, last.list.Operation.Name())}}
			}
		}
	}
	return nil
}

// sightings returns the sightings of a resource and a list below it, the oldest first. The last one consists of the
// read x and an earlier read since the last change. It returns nil if there is no such last one.
func sightings(x *oracle.Exchange) (out []sighting) {
	last, ok := pairOf(x)
	if !ok {
		return nil
	}
	var s sighting
	for _, b := range append(slices.Clip(x.Before), x) {
		if changes(b) {
			s = sighting{}
		}
		if !reads(b) || b.User != x.User || len(b.Query()) > 0 {
			continue
		}
		switch b.Path() {
		case last.resource.Path():
			s.resource = b
			s.of, _ = got(b)
		case last.list.Path():
			s.list = b
			s.elements, _ = elements(b)
		default:
			continue
		}
		if s.resource != nil && s.list != nil && whole(s.list, s.elements) {
			out = append(out, s)
			s = sighting{}
		}
	}
	return out
}

// pairOf returns a read and an earlier read since the last change, if one reads a list below the resource that the
// other reads.
func pairOf(x *oracle.Exchange) (s sighting, ok bool) {
	_, isList := elements(x)
	for i := len(x.Before) - 1; i >= 0 && !changes(x.Before[i]); i-- {
		b := x.Before[i]
		_, lists := elements(b)
		if !reads(b) || lists == isList || len(b.Query()) > 0 || b.User != x.User {
			continue
		}
		s = sighting{resource: b, list: x}
		if lists {
			s = sighting{resource: x, list: b}
		}
		if strings.HasPrefix(s.list.Path(), s.resource.Path()+"/") {
			return s, true
		}
	}
	return s, false
}

// statistic is the sum or the mean of a member of some elements. Without a member it is the number of elements.
type statistic struct {
	member string
	mean   bool
}

// String describes the statistic.
func (f statistic) String() string {
	switch {
	case f.member == "":
		return "count of the elements"
	case f.mean:
		return "mean of the " + f.member
	}
	return "sum of the " + f.member
}

// figuresIn returns the statistics of the elements that were seen.
func figuresIn(all []sighting) (out []statistic) {
	out = append(out, statistic{})
	for _, s := range all {
		if len(s.elements) == 0 {
			continue
		}
		for _, m := range object(s.elements[0]) {
			if _, numeric := value.Rat(m.Value); numeric && !words.Identities.Has(m.Name) {
				out = append(out, statistic{member: m.Name}, statistic{member: m.Name, mean: true})
			}
		}
		break
	}
	return out
}

// of returns the value of the statistic for some elements. It returns false if there is none.
func (f statistic) of(list []any) (*big.Rat, bool) {
	n := big.NewRat(int64(len(list)), 1)
	if f.member == "" {
		return n, true
	}
	sum := new(big.Rat)
	for _, e := range list {
		v, _ := object(e).Get(f.member)
		part, ok := value.Rat(v)
		if !ok {
			return nil, false
		}
		sum.Add(sum, part)
	}
	if !f.mean {
		return sum, true
	}
	if n.Sign() == 0 {
		return nil, false
	}
	return sum.Quo(sum, n), true
}

// coarse bounds the error of a shown mean: one part in coarse. Most services show means with one decimal.
const coarse = 20

// fits reports whether a number is the value of the statistic for some elements.
func (f statistic) fits(v any, list []any) bool {
	n, numeric := value.Rat(v)
	is, ok := f.of(list)
	if !numeric || !ok {
		return false
	}
	off := new(big.Rat).Sub(n, is)
	return near(is, n) || f.mean && off.Abs(off).Cmp(big.NewRat(1, coarse)) <= 0
}

// contradicts reports whether a number differs from the value of the statistic. For no elements, null and zero are
// both right.
func (f statistic) contradicts(v any, list []any) bool {
	if _, numeric := value.Rat(v); !numeric || len(list) == 0 && blank(v) {
		return false
	}
	return !f.fits(v, list)
}

// learned reports whether a member was the value of the statistic in each sighting with elements, with different
// values.
func learned(all []sighting, member string, f statistic) bool {
	var first any
	varied := false
	for _, s := range all {
		v, has := s.of.Get(member)
		if len(s.elements) == 0 && blank(v) {
			continue
		}
		if !has || !f.fits(v, s.elements) {
			return false
		}
		if first == nil {
			first = v
		}
		varied = varied || !same(first, v)
	}
	return varied
}
