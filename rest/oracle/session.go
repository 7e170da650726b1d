package oracle

import (
	"net/url"
	"regexp"
	"strings"

	"github.com/evoke-go/evoke/openapi"
)

// Session has calls judged, one after the other, as those of a test: each together with the ones before it. Whoever has
// calls with their answers needs no search: recorded ones, or those that a test of a rule makes. It is not safe for
// concurrent use.
type Session struct {
	// Oracles judge each exchange, in their order.
	Oracles []Oracle
	// Operations are those of the schema.
	Operations []*openapi.Operation
	// BasePath is the path below which the system serves the operations that have no server of their own. Default: "".
	BasePath string

	before   []*Exchange
	patterns map[string]*regexp.Regexp // of paths, by their templates
}

// Judge returns the findings of the next exchange, which needs the call, its answer, and the user, "" for nobody. The
// session sets the operation, unless it is known, and all that is the same for each call or comes from earlier ones.
func (s *Session) Judge(x *Exchange) (found []Finding) {
	if x.Operation == nil {
		x.Operation = s.operation(x)
	}
	x.Base, x.Operations, x.Before = x.Operation.Below(s.BasePath), s.Operations, s.before
	for _, o := range s.Oracles {
		found = append(found, o.Judge(x)...)
	}
	s.before = append(s.before, x.Copy())
	return found
}

// Begin forgets the calls so far. Later ones are judged as those of another test.
func (s *Session) Begin() { s.before = nil }

// operation returns the operation of a call, see [Session.Find].
func (s *Session) operation(x *Exchange) *openapi.Operation {
	if op := s.Find(x.Request.Method, x.Request.Target); op != nil {
		return op
	}
	return &openapi.Operation{Method: x.Request.Method, Path: x.Path()}
}

// Find returns the operation of a method and a target, nil if the schema lacks it. A path that several templates fit
// belongs to the one that spells out the most of it.
func (s *Session) Find(method, target string) (best *openapi.Operation) {
	path, query, _ := strings.Cut(target, "?")
	path = strings.TrimSuffix(path, "/") // still escaped: an escaped slash is none of the path
	most := -1
	for _, op := range s.Operations {
		rest, below := strings.CutPrefix(path, op.Below(s.BasePath))
		if op.Method != method || !below || !asks(query, op.Variant) || !s.pattern(op.Path).MatchString(rest) {
			continue
		}
		if n := len(parameter.ReplaceAllString(op.Path+op.Variant, "")); n > most {
			best, most = op, n
		}
	}
	return best
}

// parameter matches a parameter in the template of a path.
var parameter = regexp.MustCompile(`\{[^{}/]*\}`)

// pattern returns the pattern of the paths of a template. A slash at the end does not count.
func (s *Session) pattern(template string) *regexp.Regexp {
	if s.patterns[template] == nil {
		if s.patterns == nil {
			s.patterns = map[string]*regexp.Regexp{}
		}
		literals := parameter.Split(strings.TrimSuffix(template, "/"), -1)
		for i := range literals {
			literals[i] = regexp.QuoteMeta(literals[i])
		}
		s.patterns[template] = regexp.MustCompile("^" + strings.Join(literals, "[^/]+") + "$")
	}
	return s.patterns[template]
}

// asks reports whether a query has all that the variant of an operation, such as "?beta=true", spells out.
func asks(query, variant string) bool {
	wanted, _, _ := strings.Cut(strings.TrimPrefix(variant, "?"), "#")
	has, _ := url.ParseQuery(query) // as much as can be read
	pairs, _ := url.ParseQuery(wanted)
	for name := range pairs {
		if text := pairs.Get(name); !strings.Contains(text, "{") && has.Get(name) != text {
			return false
		}
	}
	return true
}
