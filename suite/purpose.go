package suite

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// purpose describes a test in one line: "POST /books answers 400 when title is too long, as bob, after POST /orders".
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

// why says what is invalid in the step, or which condition of the program explains its outcome; "" if neither is known.
// A step that succeeds gets a reason only if the reason distinguishes it from other tests.
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

// listed returns the distinct steps before the subject as text. It names the user of a step only if that differs from
// the user of the subject. If the test has users, it leaves out steps that only prepare, which are log-ins then.
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

// maxDepth is how many names on the path to an invalid value the name of a test has at most.
const maxDepth = 6

// String returns what is wrong: "title is too long", "items[0].price is null", "the body is missing".
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

// parts returns the names on the path to the value, each with the indexes after it.
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

// name returns the words for the name of a test. It has the last depth names on the path to the value. The part of the
// call counts as the first name.
func (f *Invalid) name(depth int) string {
	parts := append([]string{f.In}, f.parts()...)
	parts = parts[max(0, len(parts)-depth):]
	if UpperCamel(parts...) == "" {
		parts = []string{f.In}
	}
	return UpperCamel(append(parts, f.What)...)
}

// byBound appends the bound that a test is about: its last call is accepted, and the call before it, with a
// neighbouring value, is refused.
func byBound(group []*naming) {
	byLabel(group, func(t *naming) string {
		extreme, name := boundOf(t.earlier(), t.subject())
		if extreme == "" {
			return ""
		}
		return "With" + extreme + UpperCamel(name)
	})
}

// boundOf returns the input that a test finds a bound of, with "Shortest", "Longest", "Least" or "Greatest" for the
// accepted value. The subject must be accepted, and the step before, which differs only in that input, must be refused.
// Otherwise it returns "".
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

// onlyOther returns the only member whose value differs between a and b. It returns false if none or several differ.
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

// extreme returns how an accepted value compares to a refused one: "Longest" if it is shorter.
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
