package rules

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/rules/internal/sentence"
	"github.com/evoke-go/evoke/value"
)

// CodeUncounted is the code of the relation "count by states": a number counts elements that its description excludes.
const CodeUncounted = 1014

// counting says that a number rises by no element in a state that its description leaves out, and that it falls when
// one that it counted gets into such a state.
func counting(m *model) Relation {
	return Relation{
		Name:     "count by states",
		Law:      "A number follows the states that its description counts, and no others.",
		Scenario: "observe, act that changes a state, observe",
		Rules: []*oracle.Rule{
			{Code: CodeUncounted, Name: "count of what does not count", Check: m.judge(func(s *scene) []oracle.Finding {
				return append(uncounted(s), outOfStep(s)...)
			}),
				Explanation: "A number counts what its description says it does not count, or not what a list shows."},
		},
	}
}

// measured reports whether a number is called like an amount in a unit, or like what is left, so that it does not count
// elements.
func measured(member string) bool {
	head := sentence.Head(member)
	_, isLeft := words.Spare.Cut(member)
	return isLeft || len(head) > 0 && !strings.HasSuffix(strings.ToLower(member), head[len(head)-1]) &&
		words.Units.Ends(member)
}

// uncounted looks for numbers that rise with an act after which its element is in a state that does not count, or that
// rose when the element was made and do not fall with such an act.
func uncounted(s *scene) []oracle.Finding {
	b, acts := s.last()
	now, ok := got(s.Exchange)
	if b == nil || !ok || len(acts) != 1 || !acts[0].accepted() || acts[0].kind == remove || acts[0].User != s.User {
		return nil
	}
	w := acts[0]
	reached, _ := got(w.Exchange)
	for _, d := range differences(b.Exchange, s.Exchange) {
		if d.element != "" || !rose(d.was, d.now) || words.EverMade().MatchString(d.member) ||
			sends(w.Exchange, d.member) {
			continue
		}
		if f := s.risesWith(w, d, now, reached); f != nil {
			return f
		}
	}
	maker := s.acts.maker(w.entity)
	if maker == nil || w.kind == create || len(s.acts.between(maker.index, w.index)) > 0 {
		return nil
	}
	before, after := s.around(maker)
	if before == nil || after == nil {
		return nil
	}
	made, _ := got(maker.Exchange)
	since := differences(after.Exchange, s.Exchange)
	for _, d := range differences(before.Exchange, after.Exchange) {
		if d.element != "" || !rose(d.was, d.now) || d.among(since) != nil {
			continue
		}
		state := excluded(s.Operation, d.member, now, reached)
		if is, counts := stateBeside(s.Operation, d.member, w.Operation, reached); counts != "" &&
			slices.ContainsFunc(made, func(m value.Member) bool { return strings.EqualFold(text(m.Value), counts) }) {
			state = is
		}
		if state != "" {
			return one(d.member, "%s is as before though %s made %s one that it counted, which it should not count",
				d.member, w.Operation.Name(), state)
		}
	}
	return nil
}

// risesWith returns a finding if the description of a number that rose with an act says that the number does not count
// elements in the state that the act reached.
func (s *scene) risesWith(w *act, d difference, now, reached value.Object) []oracle.Finding {
	if !measured(d.member) && w.Request.Method == "POST" && oneMore(d.was, d.now) {
		if is, counts := stateBeside(s.Operation, d.member, w.Operation, reached); counts != "" {
			return one(d.member, "%s, of what is %s, is one more since %s made one that is %s", d.member, counts,
				w.Operation.Name(), is)
		}
	}
	if w.kind == create {
		return nil
	}
	if state := excluded(s.Operation, d.member, now, reached); state != "" {
		return one(d.member, "%s rises with %s, which made one %s, and the description says that it does not "+
			"count", d.member, w.Operation.Name(), state)
	}
	return nil
}

// stateBeside returns the state of an element, which is a member with choices, and the only other choice that the
// description of a number names. It returns "" for both if the description names no other choice, several, or the
// state itself.
func stateBeside(reader *operation, number string, changer *operation, reached value.Object) (is, counts string) {
	terms := sentence.Words(saysOf(reader, number))
	for _, m := range reached {
		state, isText := m.Value.(string)
		choices := choicesOf(changer, m.Name)
		if !isText || len(choices) < 2 || !slices.Contains(choices, strings.ToLower(state)) {
			continue
		}
		named := slices.DeleteFunc(choices, func(c string) bool { return len(c) < 4 || !slices.Contains(terms, c) })
		if len(named) == 1 && named[0] != strings.ToLower(state) &&
			!words.Uncounted().MatchString(saysOf(reader, number)) {
			return state, named[0]
		}
	}
	return "", ""
}

// excluded returns the present state of an element if the schema says that a number of an answer does not count
// elements in it, else "". A sentence that names another member of the answer, and not this number, is about that
// member. "No" leaves out what the sentence names together with all words of the number.
func excluded(op *operation, member string, shown, reached value.Object) string {
	if !slices.ContainsFunc(reached, maySayState) {
		return ""
	}
	parts := strings.FieldsFunc(strings.ToLower(member), func(r rune) bool { return r == '_' })
	for _, line := range sentence.All(told(op, member)) {
		terms := sentence.Words(line)
		about := len(parts) > 1 && !slices.ContainsFunc(parts, func(part string) bool {
			return !slices.ContainsFunc(terms, func(t string) bool { return len(t) > 3 && strings.HasPrefix(part, t) })
		})
		other := slices.ContainsFunc(shown,
			func(o value.Member) bool { return slices.Contains(terms, strings.ToLower(o.Name)) })
		if other && !about && !slices.Contains(terms, strings.ToLower(member)) ||
			!words.Uncounted().MatchString(line) && !(about && words.None().MatchString(line)) {
			continue
		}
		for _, m := range reached {
			if maySayState(m) && slices.Contains(terms, strings.ToLower(text(m.Value))) {
				return text(m.Value)
			}
		}
	}
	return ""
}

// maySayState reports whether a member has a text that is long enough for the name of a state.
func maySayState(m value.Member) bool {
	state, isText := m.Value.(string)
	return isText && len(state) > 3
}

// countedAgain looks for a number that rises with each PUT of one thing: the number has the noun of the thing, and
// rose by one with an earlier PUT of the same path.
func countedAgain(s *scene) []oracle.Finding {
	_, acts := s.last()
	if len(acts) != 1 || acts[0].kind != replace || !acts[0].accepted() {
		return nil
	}
	w := acts[0]
	i := slices.IndexFunc(s.acts, func(a *act) bool {
		return a.index < w.index && a.kind == replace && a.accepted() && a.Path() == w.Path() && a.User == w.User
	})
	noun := api.Noun(w.Operation.Path)
	if i < 0 || noun == "" || slices.ContainsFunc(s.acts[i:], func(a *act) bool { return a.kind == remove }) {
		return nil
	}
	before, after := s.around(s.acts[i])
	until, _ := s.around(w)
	if before == nil || after == nil || until == nil {
		return nil
	}
	again := differences(until.Exchange, s.Exchange)
	for _, d := range differences(before.Exchange, after.Exchange) {
		then := d.among(again)
		if oneMore(d.was, d.now) && then != nil && oneMore(then.was, then.now) &&
			strings.Contains(words.Plain(d.member), noun) && !words.EverMade().MatchString(d.member) &&
			!words.PerChange().MatchString(saysOf(s.Operation, d.member)) {
			return []oracle.Finding{{Of: w.Operation, Detail: d.member, Reason: fmt.Sprintf(
				"%s of %s counts what it replaces once more", d.member, s.Operation.Name())}}
		}
	}
	return nil
}

// outOfStep looks for a number of an element that was the number of the elements of a list which name the element, at
// two different numbers, and is no more since an act.
func outOfStep(s *scene) []oracle.Finding {
	now, shown := got(s.Exchange)
	e := entityOf(s.Exchange)
	if !shown || !reads(s.Exchange) || e.template != s.Operation.Path || len(s.looks) < 2 {
		return nil
	}
	for _, m := range now {
		if _, isNumber := value.Rat(m.Value); !isNumber || words.EverMade().MatchString(m.Name) ||
			words.Restless().MatchString(m.Name) {
			continue
		}
		all := s.acts.tallies(s.Exchange, e, m.Name)
		for _, target := range slices.Sorted(maps.Keys(all)) {
			counts, agreed := all[target], map[string]bool{}
			for _, l := range s.looks {
				if o, _ := got(l.Exchange); counts(l.index) >= 0 {
					v, _ := o.Get(m.Name)
					agrees, known := agreed[text(v)]
					agreed[text(v)] = (agrees || !known) && text(v) == strconv.Itoa(counts(l.index))
				}
			}
			is := counts(len(s.Before))
			disagrees := slices.Contains(slices.Collect(maps.Values(agreed)), false)
			if is >= 0 && len(agreed) > 1 && !disagrees && text(m.Value) != strconv.Itoa(is) &&
				(s.acts.endsWith(remove) || s.acts.endsWith(create) || callsState(s.Exchange, m.Name)) {
				return one(m.Name+" of "+target, "%s is %s, and %s shows %d of them, as many as it was twice before",
					m.Name, text(m.Value), target, is)
			}
		}
	}
	return nil
}

// tallies returns, for each list that the test observed, a function for the number of its elements that name an
// element at an index of the test, and, if the number is called like a state, are in that state. It returns -1 if no
// observation of the list holds at the index.
func (h history) tallies(x *oracle.Exchange, e entity, number string) map[string]func(index int) int {
	out := map[string]func(index int) int{}
	for _, b := range x.Before {
		list, isList := elements(b)
		noun := api.Noun(b.Operation.Path)
		if !isList || !reads(b) || b.User != x.User || len(b.Query()) > 0 || noun == "" ||
			!strings.Contains(words.Plain(number), noun) && !namesState(list, number) {
			continue // the number is called neither like the elements nor like a state of them
		}
		out[b.Request.Target] = func(index int) int {
			for i, l := range x.Before {
				if l.Request.Target == b.Request.Target && l.User == x.User && reads(l) &&
					len(h.between(min(i, index), max(i, index))) == 0 {
					list, _ := elements(l)
					return countOf(list, e, number)
				}
			}
			return -1
		}
	}
	return out
}

// countOf returns how many elements of a list name an element, and are in the state by which a number is called.
func countOf(list []any, e entity, number string) (n int) {
	if len(list) >= wholeList {
		return -1
	}
	for _, v := range list {
		o := object(v)
		state := slices.IndexFunc(o, func(m value.Member) bool { return words.States.Has(m.Name) && isState(m.Value) })
		if e.foundIn(o) && (state < 0 || !namesState(list, number) || strings.Contains(words.Plain(number),
			words.Plain(text(o[state].Value)))) {
			n++
		}
	}
	return n
}

// namesState reports whether a number is called like the state of an element of a list.
func namesState(list []any, number string) bool {
	return slices.ContainsFunc(list, func(v any) bool {
		return slices.ContainsFunc(object(v), func(m value.Member) bool {
			plain := words.Plain(text(m.Value))
			return words.States.Has(m.Name) && len(plain) > 3 && strings.Contains(words.Plain(number), plain)
		})
	})
}

// endsWith reports whether the last accepted act before an observation is of a kind.
func (h history) endsWith(k kind) bool {
	for _, a := range slices.Backward(h) {
		if a.accepted() {
			return a.kind == k
		}
	}
	return false
}

// callsState reports whether a number is called like a state of the elements that the test listed: an archived element
// may be missing in a list, and still counts otherwise.
func callsState(x *oracle.Exchange, number string) bool {
	return slices.ContainsFunc(x.Before, func(b *oracle.Exchange) bool {
		list, isList := elements(b)
		return isList && namesState(list, number)
	})
}
