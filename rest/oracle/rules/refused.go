package rules

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/internal/payload"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/internal/refusal"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// CodeValidRefused is the code of the rule about valid data that a service refuses.
const CodeValidRefused = 1018

// validRefused looks for calls that are refused because of a valid member: false, or a number at one of its declared
// limits. The answer names only this member, and another call of the operation succeeded. The answer has to contradict
// the schema by saying that the member is missing or beyond a limit: other reasons may come from the rules of the
// service.
func validRefused(x *oracle.Exchange) []oracle.Finding {
	said, ok := sent(x)
	if !ok || x.Status() != 400 && x.Status() != 422 || x.Invalid != nil ||
		!slices.ContainsFunc(x.Before, func(b *oracle.Exchange) bool {
			return b.Operation == x.Operation && b.User == x.User && b.Succeeded() &&
				b.Invalid == nil && b.Path() == x.Path()
		}) {
		return nil
	}
	terms := wordsOf(string(x.Response.Body))
	fields := inputsOf(x.Operation)
	name := ""
	for _, f := range fields {
		if !slices.Contains(terms, strings.ToLower(f.Name)) && !slices.Contains(terms, words.Plain(f.Name)) {
			continue
		}
		if name != "" {
			return nil // the reason may be that the members do not fit together
		}
		name = f.Name
	}
	v, sends := said.Get(name)
	if s := fields.get(name); !sends || s == nil || !limits(s, v) || !contradicted(x, name, v) {
		return nil
	}
	return []oracle.Finding{{Detail: name,
		Reason: fmt.Sprintf("%s is refused with %s, which the schema allows", name, text(v))}}
}

// contradicted reports whether a refusal says that a sent member is missing, or that its number is beyond a limit.
func contradicted(x *oracle.Exchange, name string, v any) bool {
	said := refusal.Read(x.Response.Body)
	return slices.ContainsFunc(said.Complaints, func(c refusal.Complaint) bool {
		if words.Plain(path.Base(c.Field)) != words.Plain(name) {
			return false
		}
		if c.Kind == refusal.Required {
			return true
		}
		n, numeric := value.Rat(v)
		if !numeric || len(c.Values) == 0 {
			return false
		}
		limit, ok := value.Rat(json.Number(c.Values[0]))
		if !ok {
			return false
		}
		switch order := n.Cmp(limit); c.Kind {
		case refusal.Least:
			return order < 0
		case refusal.Above:
			return order <= 0
		case refusal.Most:
			return order > 0
		case refusal.Below:
			return order >= 0
		}
		return false
	})
}

// limits reports whether a value is false, or the least or greatest number that a schema allows.
func limits(s *openapi.Schema, v any) bool {
	if b, isBool := v.(bool); isBool {
		return s.Is("boolean") && !b && len(s.Enum) == 0
	}
	n, numeric := value.Rat(v)
	if !numeric || !s.Is("integer") && !s.Is("number") || len(s.Enum) > 0 || s.MultipleOf != "" {
		return false
	}
	is := func(limit json.Number, exclusive bool) bool {
		at, ok := value.Rat(limit)
		return ok && !exclusive && at.Cmp(n) == 0
	}
	return is(s.Minimum, s.ExclusiveMinimum) || is(s.Maximum, s.ExclusiveMaximum)
}

// CodeInvalidAccepted is the code of Web Fuzzing Commons for invalid data that a service accepts.
const CodeInvalidAccepted = 102

// lenient matches descriptions of invalid data that most services accept without harm: null for an absent value,
// unknown members, and parameters of which they read only the first value or none.
var lenient = lazyregexp.New(`null$|unknown$|clients to write$|comes twice$|comes as an object$`)

// accepted looks for calls that succeed although a value in their query or body violates the schema. A text in place
// of a number in a query does not count: most services ignore it.
func accepted(x *oracle.Exchange) []oracle.Finding {
	f := x.Invalid
	if f == nil || !x.Succeeded() || payload.Is(f.What) || len(f.At) == 0 || f.In != "query" && f.In != "body" ||
		lenient().MatchString(f.What) || f.In == "query" && strings.HasSuffix(f.What, "wrong type") {
		return nil
	}
	at := f.In
	for _, name := range f.At {
		if _, err := strconv.Atoi(name); err != nil {
			at += " " + name
		}
	}
	return []oracle.Finding{{Detail: at, Reason: f.String() + ", and the call succeeds"}}
}

// takesNull reports whether a member may be sent and shown as null, and nothing says that null keeps the old value.
func takesNull(changer, reader *operation, member string, s *openapi.Schema) bool {
	if s == nil || !s.Nullable || words.NullLeaves().MatchString(changer.Text) ||
		words.NullLeaves().MatchString(s.Description) {
		return false
	}
	for _, r := range reader.Responses {
		for _, m := range r.Content {
			if shown := memberIn(m.Schema, member, maxLists); strings.HasPrefix(r.Status, "2") && shown != nil &&
				message.Flatten(shown).Nullable {
				return true
			}
		}
	}
	return false
}
