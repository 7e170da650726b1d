package suite

import (
	"cmp"
	"slices"
	"strings"
)

// trait is a member of a call that may distinguish its test from others.
type trait struct {
	member
	valued bool // the value distinguishes it, too
}

type traits []trait

// words returns the traits for a name, after a first word: "WithAuthorAndSort", "ForID7".
func (ts traits) words(first string) string {
	var words []string
	for _, t := range ts {
		word := UpperCamel(t.name)
		if t.valued {
			word += UpperCamel(t.plain)
		}
		words = append(words, word)
	}
	return first + strings.Join(words, "And")
}

// sentence returns the traits for a sentence, after a first word: "with author and sort", "for id=7".
func (ts traits) sentence(first string) string {
	var words []string
	for _, t := range ts {
		word := t.name
		if t.valued {
			word += "=" + cmp.Or(t.value, `""`)
		}
		words = append(words, word)
	}
	return first + " " + strings.Join(words, " and ")
}

// shown reports whether there are traits, and a name can contain all of them.
func (ts traits) shown() bool {
	return len(ts) > 0 && !slices.ContainsFunc(ts, func(t trait) bool {
		return UpperCamel(t.name) == "" || t.valued && t.plain == ""
	})
}

// byMembers appends, for each call, the parameters that the fewest other calls of the group have.
func byMembers(group []*naming) {
	calls := byPlace(group, (*Step).members)
	more := make([]traits, len(group))
	for i, t := range group {
		others := slices.Concat(calls[:i], calls[i+1:])
		best := len(others)
		for _, with := range candidates(differing(nameable(t.subject().members(), t.Known), others)) {
			if alike := with.count(others); alike < best && with.shown() && t.fits(with.words("With")) {
				best, more[i] = alike, with
			}
		}
	}
	for i, t := range group {
		first := either(len(t.with) == 0, "With", "And")
		if len(more[i]) > 0 && t.add(more[i].words(first)) {
			t.with = append(t.with, more[i]...)
		}
	}
}

// byPath appends the value in the path that the fewest other calls have, if not all have it.
func byPath(group []*naming) {
	calls := byPlace(group, (*Step).pathMembers)
	for i, t := range group {
		others := slices.Concat(calls[:i], calls[i+1:])
		best := len(others)
		for _, m := range nameable(t.subject().pathMembers(), t.Known) {
			with := traits{{m, true}}
			if alike := with.count(others); alike < best && with.shown() {
				best, t.at = alike, with
			}
		}
	}
	for _, t := range group {
		if len(t.at) > 0 && !t.add(t.at.words("For")) {
			t.at = nil
		}
	}
}

// byPlace returns the members of each call, by their place.
func byPlace(group []*naming, members func(*Step) []member) []map[string][]member {
	calls := make([]map[string][]member, len(group))
	for i, t := range group {
		calls[i] = map[string][]member{}
		for _, m := range members(t.subject()) {
			calls[i][m.place] = append(calls[i][m.place], m)
		}
	}
	return calls
}

// count returns the number of calls that have all of the traits.
func (ts traits) count(calls []map[string][]member) (n int) {
	for _, call := range calls {
		if ts.in(call) {
			n++
		}
	}
	return n
}

// in reports whether a call has all of the traits.
func (ts traits) in(call map[string][]member) bool {
	return !slices.ContainsFunc(ts, func(t trait) bool {
		return !slices.ContainsFunc(call[t.place], func(m member) bool { return !t.valued || m.value == t.value })
	})
}

// maxDiffering is how many members of a call are considered.
const maxDiffering = 12

// differing returns the members of a call that at least one other call lacks or has with another value.
func differing(members []member, others []map[string][]member) []member {
	var out []member
	for _, m := range members {
		same := func(call map[string][]member) bool { return traits{{m, true}}.in(call) }
		if slices.ContainsFunc(others, func(call map[string][]member) bool { return !same(call) }) {
			out = append(out, m)
		}
	}
	return out[:min(len(out), maxDiffering)]
}

// candidates returns the sets of traits that may distinguish a call, the best first: both members if there are exactly
// two, one member, a member with its value, and pairs of members. Members with text values come before others, because
// texts are more informative.
func candidates(ms []member) (out []traits) {
	if len(ms) == 2 {
		out = append(out, traits{{ms[0], false}, {ms[1], false}})
	}
	for _, m := range ms {
		out = append(out, traits{{m, false}})
	}
	for _, texts := range []bool{true, false} {
		for _, m := range ms {
			if m.text == texts {
				out = append(out, traits{{m, true}})
			}
		}
	}
	for _, valued := range []bool{false, true} {
		for i, a := range ms {
			for _, b := range ms[i+1:] {
				out = append(out, traits{{a, valued}, {b, valued}})
			}
		}
	}
	return out
}
