package suite

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/value"
)

// outcome is what is expected to come of a step.
type outcome struct {
	name  string // "Returns404", for the name of a test
	words string // " answers 404", for a sentence
	rank  int    // orders outcomes of the same operation
}

// Outcome says in a few words what is expected to come of a step: "answers 404",
// "panics", "returns an error".
func (s *Step) Outcome() string { return strings.TrimSpace(s.outcome().words) }

// outcome says what comes of a call.
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

// outcome says what comes of the call: its first result that tells something.
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

// sort says of which sort a result is, for a name and for a sentence. It says the
// result itself if that does not depend on the values of the arguments, which are
// up to chance.
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

// word matches a word of a language, which chance does not make: "low", "Sunday",
// "EUR", "not-found".
var word = lazyregexp.New(`^([a-z]{2,16}|[A-Z][a-z]{1,15}|[A-Z]{2,16})([_-]([a-z]{1,16}|[A-Z]{1,16}))?$`)

// sends reports whether an argument holds a text, or is a part of it.
func (f *Function) sends(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(f.members(), func(m member) bool {
		given := strings.ToLower(m.value)
		return strings.Contains(given, text) || given != "" && strings.Contains(text, given)
	})
}

// sentence matches the text of an error that is made of words alone.
var sentence = lazyregexp.New(`^[A-Za-z][a-z]*([ ,:-]+[A-Za-z][a-z]*)+$`)

// prose is the error that the function is expected to return, "" if its text may
// depend on the values of the arguments.
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

// outcome says what comes of the act: the first thing that the page asks or shows.
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

// outcome says what the page shows.
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

// maxShownLiteral is how long the literals are that the name of a test may have.
const maxShownLiteral = 40

// maxClauses is how many checks the purpose of a test tells.
const maxClauses = 3

// outcome says what comes of the call: what the first checks say, and the first with its value.
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

// ofElement matches an expression that reads something of an element: its path, and what is read.
var ofElement = lazyregexp.New(`^document\.querySelector\('(?:#qunit-fixture > )?([^']*)'\)(.*)$`)

// words say what a check is about, and its values: "sets n to", "1".
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
