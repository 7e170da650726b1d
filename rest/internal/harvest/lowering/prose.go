package lowering

import (
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// A refusal often hands on what a validator, a decoder or a database says. Such a
// text changes with the version of the library, with the name of a Go type or with
// the data that a test sends, and none of that is what the test is about. A test
// asserts only that it is a text. The criterion is: a text of several words in an
// answer of 400 or above is prose if
//
//   - it names something of a Go program: "strconv.Atoi", 'Todo.Title', int64;
//   - it begins with the name of a package, as errors of libraries do: "json: ...";
//     a name that the call itself uses is none, as in "title: must not be empty";
//   - it holds a value that the call sends: one in quotes, or a word of some length;
//   - the call sends JSON that is malformed, which no service but its decoder sees:
//     "unexpected EOF". An answer of 401, 403 or 404 is about something else.
//
// A text of any length is prose if it ends in EOF, as the errors of package io do.
//
// All other texts are the service's own words, and tests hold them to it.

// goName matches a qualified name or a type of Go.
var goName = regexp.MustCompile(
	`\b[A-Za-z_]\w*\.[A-Za-z_]\w*|\bGo (struct|value)\b|\b(u?int|float)\d+\b|\[\]\w|\bmap\[`,
)

// packageName matches the beginning of an error of a package, such as "json: ".
var packageName = regexp.MustCompile(`^([\w./-]+): `)

// quoted matches texts in quotes.
var quoted = regexp.MustCompile("'([^']*)'|\"([^\"]*)\"|`([^`]*)`")

// shortWord is the greatest length in bytes of a sent value that may be in a text by chance.
const shortWord = 3

// proseOf returns a function that reports whether a text in the answer to a call is prose.
func proseOf(s *execute.TraceStep) func(text string) bool {
	if s.Answer.Status < http.StatusBadRequest {
		return func(string) bool { return false }
	}
	c := newSaid(&s.Encoded)
	c.broken = malformed(&s.Encoded) && !slices.Contains(aboutElse, s.Answer.Status)
	return c.prose
}

// aboutElse are the statuses of answers that do not depend on the body.
var aboutElse = []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound}

// malformed reports whether a body is declared as JSON and is not valid JSON.
func malformed(r *message.Request) bool {
	return r.HasBody && !r.JSONBody && isJSON(r.ContentType)
}

// said has the names and the values that a call sends.
type said struct {
	names  map[string]bool
	values []string
	body   string
	broken bool // the body is malformed, and the answer may be about that
}

func newSaid(r *message.Request) *said {
	s := &said{names: map[string]bool{}, body: string(r.Body)}
	for i := range r.Path {
		if p := &r.Path[i]; p.Param != "" {
			s.names[p.Param] = true
			s.values = append(s.values, p.Raw)
		}
	}
	for _, pairs := range [][]message.Pair{r.Query, r.Headers, r.Cookies} {
		for _, p := range pairs {
			s.names[p.Name] = true
			s.values = append(s.values, p.Value)
		}
	}
	if v, err := value.ParseJSON(r.Body); err == nil && r.JSONBody {
		s.body = ""
		s.take(v)
	}
	return s
}

// take adds the names and values in a body.
func (s *said) take(v any) {
	switch v := v.(type) {
	case value.Object:
		for _, m := range v {
			s.names[m.Name] = true
			s.take(m.Value)
		}
	case []any:
		for _, e := range v {
			s.take(e)
		}
	case string:
		s.values = append(s.values, v)
	case nil, bool:
	default:
		s.values = append(s.values, string(value.AppendJSON(nil, v)))
	}
}

// prose reports whether a text is prose. See the criterion above.
func (s *said) prose(text string) bool {
	parts := strings.Fields(text)
	if len(parts) > 0 && parts[len(parts)-1] == io.EOF.Error() {
		return true
	}
	if len(parts) < 2 {
		return false
	}
	if s.broken {
		return true
	}
	if m := packageName.FindStringSubmatch(text); m != nil && !s.names[m[1]] {
		return true
	}
	return goName.MatchString(text) || s.quotes(text) || s.repeats(text)
}

// quotes reports whether a text has a sent name or value in quotes.
func (s *said) quotes(text string) bool {
	for _, m := range quoted.FindAllStringSubmatch(text, -1) {
		inside := m[1] + m[2] + m[3]
		if inside == "" || s.names[inside] {
			continue
		}
		for _, v := range append(s.values, s.body) {
			if strings.Contains(v, inside) {
				return true
			}
		}
	}
	return false
}

// repeats reports whether a sent value is a word of a text. Numbers do not count, since they may be there by chance.
func (s *said) repeats(text string) bool {
	return slices.ContainsFunc(s.values, func(v string) bool {
		return len(v) > shortWord && !s.names[v] && strings.ContainsFunc(v, unicode.IsLetter) && words.Whole(text, v)
	})
}
