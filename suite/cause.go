package suite

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/evoke-go/evoke/internal/lazyregexp"
)

const (
	// maxWays is how many conditions a test names at most; maxWay is the size in bytes up to which it names a
	// condition.
	maxWays = 2
	maxWay  = 80
	// maxCause is the size in bytes up to which a condition stands in the name of a test.
	maxCause = 60
)

// Tell sets Ways to the most telling of the given ways, at most two. The given ways are those that no other test takes,
// in the order in which the search first reached them. A way is more telling if it is about a value that the test
// sends, or compares with a constant, and less if it only checks for an error. Among equally telling ways it prefers
// later ones, which were harder to reach.
func (t *Test) Tell(ways []Way) {
	t.Ways = nil
	ways = slices.DeleteFunc(slices.Clone(ways), func(w Way) bool { return w.What == "" || len(w.What) > maxWay })
	slices.Reverse(ways)
	members := t.subject().memberNames()
	slices.SortStableFunc(ways, func(a, b Way) int { return cmp.Compare(b.explains(members), a.explains(members)) })
	t.Ways = append(t.Ways, ways[:min(len(ways), maxWays)]...)
}

// memberNames returns the normalised names of the values that a step sends, see normalised.
func (s *Step) memberNames() (out []string) {
	for _, m := range slices.Concat(s.members(), s.pathMembers()) {
		out = append(out, normalised(m.name))
	}
	return out
}

// normalised normalises the spelling of a name: maxPrice and max_price both become "maxprice".
func normalised(name string) string { return strings.ToLower(strings.Join(Words(name), "")) }

// vague are names that do not say what a condition is about.
var vague = []string{"err", "error", "ok", "found", "exists", "has", "nil", "done", "res", "result", "ret", "v", "x"}

// explains grades how well a way explains a test that sends these members. With grade 0 it does not belong into a name.
func (w Way) explains(members []string) (grade int) {
	c, ok := w.condition()
	if !ok || len(UpperCamel(c.name)) > maxCause || c.vague() {
		return 0
	}
	if slices.ContainsFunc(c.subjects, func(name string) bool { return slices.Contains(members, normalised(name)) }) {
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

// vague reports whether a condition only checks whether something went wrong.
func (c *condition) vague() bool {
	return !slices.ContainsFunc(c.subjects, func(name string) bool {
		return !slices.Contains(vague, strings.ToLower(name))
	})
}

// cause returns the condition of the program that best explains the outcome of the step. It returns false if none is
// known.
func (t *Test) cause() (condition, bool) {
	members := t.subject().memberNames()
	best, most := condition{}, 0
	for _, w := range t.reasons() {
		if grade := w.explains(members); grade > most {
			best, _ = w.condition()
			most = grade
		}
	}
	return best, most > 0
}

// behind appends a condition to a name, if the name stays short enough.
func (c *condition) behind(name string) string {
	if more := "When" + UpperCamel(c.name); len(name)+len(more) <= maxName {
		return name + more
	}
	return name
}

// byCause appends to names the condition that only this test meets.
func byCause(group []*naming) {
	for _, t := range group {
		if c, known := t.cause(); known && t.Invalid == nil && t.subject().Succeeds() && !t.pinned {
			before := t.Name
			t.Name = c.behind(before)
			t.caused = t.Name != before
		}
	}
}

// byError appends to names the error that a function returns or the message of a refusal, if it does not depend on the
// sent values.
func byError(group []*naming) {
	byLabel(group, func(t *naming) string {
		if text := UpperCamel(t.subject().prose()); text != "" && len(text) <= maxCause {
			return "Saying" + text
		}
		return ""
	})
}

// prose returns the error that a function is expected to return, or the expected message of a refused call; "" if it
// may depend on the sent values.
func (s *Step) prose() string {
	switch {
	case s.Function != nil:
		return s.Function.prose()
	case s.Call != nil && s.Call.Expect.Status/100 == 4:
		return s.Call.prose()
	}
	return ""
}

// prose returns the first text of an answer that is a sentence without any value that the call sends.
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

// nameable returns members of a step for a name. It clears the plain value of members whose value means nothing
// to a reader: it is neither a known nor a telltale one.
func nameable(members []member, known []string) []member {
	out := slices.Clone(members)
	for i := range out {
		if v := out[i].value; !slices.Contains(telltale, v) && !slices.Contains(known, v) {
			out[i].plain = ""
		}
	}
	return out
}

// telltale are values with a meaning in every test.
var telltale = []string{"", "true", "false", "null", "0", "1", "-1", "[]", "{}"}

// line matches the line number at the end of a place.
var line = lazyregexp.New(`:\d+(:\d+)?\b`)

// Where returns the place of a fault without the line number, which the next edit of the file would make wrong:
// "api.(*Server).create (books.go)".
func (f *Fault) Where() string { return line().ReplaceAllString(f.Frame, "") }
