package rules

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
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
			{Code: CodeUncounted, Name: "count of what does not count", Check: m.judge(uncounted),
				Explanation: "A number counts what its description says it does not count."},
		},
	}
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
		is, counts := stateBeside(s.Operation, d.member, w.Operation, reached)
		state := excluded(s.Operation, d.member, now, reached)
		switch {
		case d.element != "" || !rose(d.was, d.now) || words.EverMade().MatchString(d.member):
		case counts != "" && w.Request.Method == "POST" && oneMore(d.was, d.now):
			return one(d.member, "%s, of what is %s, is one more since %s made one that is %s", d.member, counts,
				w.Operation.Name(), is)
		case state != "" && w.kind != create:
			return one(d.member, "%s rises with %s, which made one %s, and the description says that it does not "+
				"count", d.member, w.Operation.Name(), state)
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
			if state, isText := m.Value.(string); isText && len(state) > 3 &&
				slices.Contains(terms, strings.ToLower(state)) {
				return state
			}
		}
	}
	return ""
}
