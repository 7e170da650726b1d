package suite

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// purpose tells the story of a test in one line: "POST /books answers 400 when
// title is too long, as bob, after POST /orders".
func (t *naming) purpose() string {
	s := t.subject()
	var b strings.Builder
	b.WriteString(s.Operation + s.outcome().words)
	between := " "
	if len(t.at) > 0 {
		b.WriteString(" " + t.at.sentence("for"))
		between = ", "
	}
	if why := t.why(); why != "" {
		b.WriteString(" when " + why)
		between = ", "
	}
	if len(t.with) > 0 {
		b.WriteString(between + t.with.sentence("with"))
		between = ", "
	}
	if s.User != "" {
		b.WriteString(between + "as " + s.User)
	}
	if text := s.prose(); s.Call != nil && text != "" && len(text) <= maxWay {
		b.WriteString(between + "saying " + strconv.Quote(text))
		between = ", "
	}
	if extreme, name := boundOf(t.earlier(), t.subject()); extreme != "" {
		b.WriteString(between + "with the " + strings.ToLower(extreme) + " " + name)
	} else if before := listed(t.earlier(), s.User, knowUsers(t.Steps)); before != "" {
		b.WriteString(between + "after " + before)
	}
	return b.String()
}

// why says what is invalid in the step, or which condition of the program makes it
// come out as it does; "" if neither is known. A step that succeeds needs no
// reason, unless that tells it from others.
func (t *naming) why() string {
	switch {
	case t.Invalid != nil:
		return t.Invalid.String()
	case !t.caused && (t.subject().Succeeds() || t.faultName() != ""):
		return ""
	}
	c, _ := t.cause()
	return c.sentence
}

// listed lists steps before the subject, without repetitions. It names the user of a step only if that is not the
// subject's. It leaves out steps that only prepare if the test has users, because those steps are their log-ins.
func listed(earlier []Step, user string, users bool) string {
	var out []string
	for _, s := range earlier {
		words := s.Operation
		switch {
		case s.Note != "" && users || s.Act != nil && s.Act.Kind == OpenPage:
			continue
		case s.Note != "":
			words = s.Note
		case s.User != "" && s.User != user:
			words += " as " + s.User
		}
		if len(out) == 0 || out[len(out)-1] != words {
			out = append(out, words)
		}
	}
	return strings.Join(out, ", ")
}

func knowUsers(steps []Step) bool {
	return slices.ContainsFunc(steps, func(s Step) bool { return s.User != "" })
}

// maxDepth is how many names that lead to an invalid value a test's name may have.
const maxDepth = 6

// String says what is wrong: "title is too long", "items[0].price is null",
// "the body is missing".
func (f *Invalid) String() string {
	var b strings.Builder
	for _, part := range f.parts() {
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(part)
	}
	where := b.String()
	if where == "" {
		where = "the " + f.In
	}
	return where + " " + f.What
}

// parts are the names that lead to the value, each with the indexes after it.
func (f *Invalid) parts() (out []string) {
	for _, at := range f.At {
		switch {
		case at == "" || strings.ContainsFunc(at, func(r rune) bool { return !unicode.IsDigit(r) }):
			out = append(out, at)
		case len(out) == 0:
			out = append(out, f.In+"["+at+"]")
		default:
			out[len(out)-1] += "[" + at + "]"
		}
	}
	return out
}

// name says the same for the name of a test. It has the last depth names that lead
// to the value. The part of the call counts as the first of them.
func (f *Invalid) name(depth int) string {
	parts := append([]string{f.In}, f.parts()...)
	parts = parts[max(0, len(parts)-depth):]
	if UpperCamel(parts...) == "" {
		parts = []string{f.In}
	}
	return UpperCamel(append(parts, f.What)...)
}

// byBound names the bound that a test is about: its last call is refused with one value and accepted with the next one.
func byBound(group []*naming) {
	byLabel(group, func(t *naming) string {
		extreme, name := boundOf(t.earlier(), t.subject())
		if extreme == "" {
			return ""
		}
		return "With" + extreme + UpperCamel(name)
	})
}

// boundOf names the input of which a step has the "Shortest", "Longest", "Least" or "Greatest" accepted value, "" for
// none: the call before is the same but for that input, and is refused.
func boundOf(earlier []Step, subject *Step) (extreme, name string) {
	if len(earlier) == 0 {
		return "", ""
	}
	before := &earlier[len(earlier)-1]
	if before.Call == nil || subject.Call == nil || before.Operation != subject.Operation ||
		before.Succeeds() || !subject.Succeeds() {
		return "", ""
	}
	refused, accepted, ok := onlyOther(before.Call.Request.members(), subject.Call.Request.members())
	if !ok {
		return "", ""
	}
	return accepted.extreme(&refused), accepted.name
}

// onlyOther returns the one member whose value differs. It returns false if there are more, or none.
func onlyOther(a, b []member) (x, y member, ok bool) {
	if len(a) != len(b) {
		return x, y, false
	}
	for i := range a {
		switch {
		case a[i].place != b[i].place:
			return x, y, false
		case a[i].value == b[i].value:
		case ok:
			return x, y, false
		default:
			x, y, ok = a[i], b[i], true
		}
	}
	return x, y, ok
}

// extreme says how an accepted value stands to a refused one.
func (m *member) extreme(refused *member) string {
	if this, isNumber := new(big.Rat).SetString(m.value); isNumber {
		if other, ok := new(big.Rat).SetString(refused.value); ok && this.Cmp(other) < 0 {
			return "Greatest"
		}
		return "Least"
	}
	if utf8.RuneCountInString(m.value) < utf8.RuneCountInString(refused.value) {
		return "Longest"
	}
	return "Shortest"
}
