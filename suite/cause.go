package suite

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/evoke-go/evoke/internal/lazyregexp"
)

const (
	// maxWays is how many conditions are told of a test, and maxWay how many bytes
	// one of them may take.
	maxWays = 2
	maxWay  = 80
	// maxCause is how many bytes a condition may take in the name of a test.
	maxCause = 60
)

// Tell sets the ways of a test to those of some that say most about it. They are
// ways that no other test takes, in the order in which the search reached them
// first: of two that say as much, the later one was harder to reach. A way says
// more if it compares what the test sends, or with a constant, and little if it
// only looks at an error.
func (t *Test) Tell(ways []Way) {
	t.Ways = nil
	ways = slices.DeleteFunc(slices.Clone(ways), func(w Way) bool { return w.What == "" || len(w.What) > maxWay })
	slices.Reverse(ways)
	members := t.subject().memberNames()
	slices.SortStableFunc(ways, func(a, b Way) int { return cmp.Compare(b.telling(members), a.telling(members)) })
	t.Ways = append(t.Ways, ways[:min(len(ways), maxWays)]...)
}

// memberNames are the names of the values that a step sends, in small letters and without what separates words.
func (s *Step) memberNames() (out []string) {
	for _, m := range slices.Concat(s.members(), s.pathMembers()) {
		out = append(out, folded(m.name))
	}
	return out
}

// folded makes names alike that differ in their spelling only: maxPrice and
// max_price.
func folded(name string) string { return strings.ToLower(strings.Join(Words(name), "")) }

// vague are names that say nothing about what a condition looks at.
var vague = []string{"err", "error", "ok", "found", "exists", "has", "nil", "done", "res", "result", "ret", "v", "x"}

// telling grades how much a way says about a test that sends these members. At 0
// it says too little for a name.
func (w Way) telling(members []string) (grade int) {
	c, ok := w.condition()
	if !ok || len(UpperCamel(c.name)) > maxCause || c.vague() {
		return 0
	}
	if slices.ContainsFunc(c.subjects, func(name string) bool { return slices.Contains(members, folded(name)) }) {
		grade += 4
	}
	if c.constant {
		grade += 2
	}
	if slices.ContainsFunc(c.subjects, func(name string) bool { return utf8.RuneCountInString(name) > 2 }) {
		grade++
	}
	return grade
}

// vague reports whether a condition only looks at whether something went wrong.
func (c *condition) vague() bool {
	return !slices.ContainsFunc(c.subjects, func(name string) bool {
		return !slices.Contains(vague, strings.ToLower(name))
	})
}

// cause is the condition of the program that says best why the step comes out as
// it does. It returns false if none is known.
func (t *Test) cause() (condition, bool) {
	members := t.subject().memberNames()
	best, most := condition{}, 0
	for _, w := range t.reasons() {
		if grade := w.telling(members); grade > most {
			best, _ = w.condition()
			most = grade
		}
	}
	return best, most > 0
}

// behind adds a condition to a name, if the name stays short enough.
func (c *condition) behind(name string) string {
	if more := "When" + UpperCamel(c.name); len(name)+len(more) <= maxName {
		return name + more
	}
	return name
}

// byCause names the conditions that only these tests meet.
func byCause(group []*naming) {
	for _, t := range group {
		if c, known := t.cause(); known && t.Invalid == nil && t.subject().Succeeds() && !t.pinned {
			before := t.Name
			t.Name = c.behind(before)
			t.caused = t.Name != before
		}
	}
}

// byError names the errors that functions return and what refusals say, if they are
// texts that do not depend on what is sent.
func byError(group []*naming) {
	byLabel(group, func(t *naming) string {
		if text := UpperCamel(t.subject().prose()); text != "" && len(text) <= maxCause {
			return "Saying" + text
		}
		return ""
	})
}

// prose is the error that a function is expected to return, or what a call that is
// refused is expected to be told; "" if it may depend on what is sent.
func (s *Step) prose() string {
	switch {
	case s.Function != nil:
		return s.Function.prose()
	case s.Call != nil && s.Call.Expect.Status/100 == 4:
		return s.Call.prose()
	}
	return ""
}

// prose is the first text of an answer that is a sentence and holds nothing that the
// call sends as a value.
func (c *Call) prose() string {
	for _, check := range c.Expect.Checks {
		text, ok := check.Value.(string)
		text = strings.TrimRight(text, ".! \n")
		if !ok || check.Op != Equal || !sentence().MatchString(text) {
			continue
		}
		words := strings.Fields(strings.ToLower(text))
		given := func(m member) bool { return slices.Contains(words, strings.ToLower(m.value)) }
		if !slices.ContainsFunc(c.Request.members(), given) {
			return text
		}
	}
	return ""
}

// told returns members of a step. Those whose value is not among the known ones and means nothing can be told by their
// name only.
func told(members []member, known []string) []member {
	out := slices.Clone(members)
	for i := range out {
		if v := out[i].value; !slices.Contains(telltale, v) && !slices.Contains(known, v) {
			out[i].plain = ""
		}
	}
	return out
}

// telltale are values that mean something in every test.
var telltale = []string{"", "true", "false", "null", "0", "1", "-1", "[]", "{}"}

// line matches the line at the end of a place.
var line = lazyregexp.New(`:\d+(:\d+)?\b`)

// Where is the place of a fault without the line, which the next edit of the file
// would make wrong: "api.(*Server).create (books.go)".
func (f *Fault) Where() string { return line().ReplaceAllString(f.Frame, "") }
