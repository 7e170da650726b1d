package suite

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/value"
)

// outcome is the expected outcome of a step.
type outcome struct {
	name  string // "Returns404", for the name of a test
	words string // " answers 404", for a sentence
	rank  int    // for sorting the outcomes of an operation
}

// Outcome returns the expected outcome of the step in a few words: "answers 404", "panics", "returns an error".
func (s *Step) Outcome() string { return strings.TrimSpace(s.outcome().words) }

// outcome returns the outcome of a call.
func (e *Expect) outcome() outcome {
	status := strconv.Itoa(e.Status)
	switch {
	case e.Panics:
		return outcome{"Panics", " panics", e.Status}
	case e.Broken:
		return outcome{"GetsNoAnswer", " gets no answer", e.Status}
	case e.Status == 0:
		return outcome{}
	}
	return outcome{"Returns" + status, " answers " + status, e.Status}
}

// fails reports whether the function is expected to return an error.
func (r *Return) fails() bool {
	for _, result := range r.Results {
		if result.Type == errorType && (result.Op == NotNil || result.Op == Equal) {
			return true
		}
	}
	return false
}

// outcome returns the outcome of the call: its first result that is informative.
func (f *Function) outcome() outcome {
	r := &f.Expect
	switch {
	case r.Panics:
		return outcome{"Panics", " panics", 2}
	case r.fails():
		return outcome{"Fails", " returns an error", 1}
	}
	for _, result := range r.Results {
		if result.Type != errorType && result.Op == Equal {
			name, words := f.sort(result.Value)
			return outcome{"Returns" + UpperCamel(name), strings.TrimRight(" returns "+words, " "), 0}
		}
	}
	return outcome{name: "Returns", words: " returns"}
}

// sort classifies a result, in words for a name and for a sentence. It returns the value itself if the value does not
// depend on the arguments, which are random.
func (f *Function) sort(v any) (name, words string) {
	m := argumentMember("", "", v)
	if slices.Contains(telltale, m.value) {
		return m.plain, cmp.Or(m.value, `""`)
	}
	switch v.(type) {
	case string:
		if word().MatchString(m.value) && !f.sends(m.value) {
			return m.value, m.value
		}
		return "text", "a text"
	case []any:
		return "list", "a list"
	case value.Object:
		return "", "an object"
	}
	return either(strings.HasPrefix(m.value, "-"), "negative", "positive"), either(strings.HasPrefix(m.value, "-"),
		"a negative number", "a positive number")
}

// word matches a word or an identifier-like constant, which is not random: "low", "Sunday", "EUR", "not-found".
var word = lazyregexp.New(`^([a-z]{2,16}|[A-Z][a-z]{1,15}|[A-Z]{2,16})([_-]([a-z]{1,16}|[A-Z]{1,16}))?$`)

// sends reports whether an argument contains a text, or is a part of it.
func (f *Function) sends(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(f.members(), func(m member) bool {
		given := strings.ToLower(m.value)
		return strings.Contains(given, text) || given != "" && strings.Contains(text, given)
	})
}

// sentence matches the text of an error that consists of words alone.
var sentence = lazyregexp.New(`^[A-Za-z][a-z]*([ ,:-]+[A-Za-z][a-z]*)+$`)

// prose returns the error that the function is expected to return; "" if its text may depend on the arguments.
func (f *Function) prose() string {
	for _, r := range f.Expect.Results {
		text, ok := r.Value.(string)
		if r.Type != errorType || r.Op != Equal || !ok || !sentence().MatchString(text) {
			continue
		}
		words := strings.ToLower(text)
		given := func(m member) bool { return len(m.value) > 1 && strings.Contains(words, strings.ToLower(m.value)) }
		if !slices.ContainsFunc(f.members(), given) {
			return text
		}
	}
	return ""
}

// outcome returns the outcome of the act: the first dialog or sight of the page.
func (a *Act) outcome() outcome {
	if len(a.Asks) > 0 {
		text := a.Asks[0].Text
		return outcome{"Asks" + UpperCamel(text), " asks " + strconv.Quote(text), 0}
	}
	if len(a.Expect) > 0 {
		return a.Expect[0].outcome()
	}
	return outcome{}
}

// outcome returns the words for a sight.
func (s *Sight) outcome() outcome {
	verb, what := "Changes", s.Of.Title()
	switch {
	case s.Kind == HasText, s.Kind == HasTitle:
		verb, what = "Shows", strconv.Quote(s.Value)
	case s.Kind == IsNotThere:
		verb = "Removes"
	case s.Kind == IsThereOnly:
		verb = "Adds"
	case s.Kind == IsShown && s.Value == "false":
		verb = "Hides"
	case s.Kind == IsShown:
		verb = "Shows"
	}
	return outcome{verb + UpperCamel(what), " " + strings.ToLower(verb) + " " + what, 0}
}

// maxShownLiteral is the length of a literal up to which the name of a test contains it.
const maxShownLiteral = 40

// maxClauses is how many checks the purpose of a test mentions.
const maxClauses = 3

// outcome returns the outcome of the call: the names of the first checks, and the value of the first.
func (u *Unit) outcome() outcome {
	var clauses []string
	for i := range u.Expect[:min(len(u.Expect), maxClauses)] {
		verb, is := u.Expect[i].words(u.Throws)
		if i == 0 && len(is) > maxShownLiteral {
			is = strings.ToValidUTF8(is[:maxShownLiteral], "") + "..."
		}
		if i == 0 && is != "" {
			verb += " " + is
		}
		if verb = strings.TrimSuffix(verb, " to"); !slices.Contains(clauses, verb) {
			clauses = append(clauses, verb)
		}
	}
	if len(clauses) == 0 {
		return outcome{}
	}
	text := clauses[0]
	if last := len(clauses) - 1; last > 0 {
		text = strings.Join(clauses[:last], ", ") + " and " + clauses[last]
	}
	return outcome{UpperCamel(clauses[0]), " " + text, 0}
}

// ofElement matches an expression that reads a property of an element: its path and the property.
var ofElement = lazyregexp.New(`^document\.querySelector\('(?:#qunit-fixture > )?([^']*)'\)(.*)$`)

// words returns the subject of a check and its values: "sets n to", "1".
func (c *UnitCheck) words(throws bool) (verb, is string) {
	is = strings.Join(append([]string{c.Is}, c.Or...), " or ")
	at := ofElement().FindStringSubmatch(c.Of)
	switch {
	case ofElement().MatchString(c.Is):
		return "finds an element", ""
	case c.Of == UnitResult && throws:
		return "throws", is
	case c.Of == UnitResult:
		return "returns", is
	case at == nil && strings.Contains(c.Of, "("):
		return "changes elements", ""
	case at == nil:
		return "sets " + c.Of + " to", is
	case at[2] == "" && c.Is == "null":
		return "removes " + at[1], ""
	case at[2] == ".outerHTML":
		return "adds " + at[1], ""
	case at[2] == ".textContent":
		return "shows", is
	}
	return "sets " + strings.TrimPrefix(at[2], ".") + " of " + at[1] + " to", is
}
