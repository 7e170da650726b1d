package rules

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// told returns the texts of the schema about an operation, its answers, and a member of them.
func told(op *operation, member string) string {
	told := op.Text
	for _, r := range op.Responses {
		if !strings.HasPrefix(r.Status, "2") {
			continue
		}
		told += "\n" + r.Description
		for _, m := range r.Content {
			if m.Schema == nil {
				continue
			}
			if s := message.Property(message.Flatten(m.Schema), member); s != nil {
				told += "\n" + s.Description
			}
		}
	}
	return told
}

// maxLists is the number of nested lists and envelopes in which an object is searched.
const maxLists = 3

// saysOf returns the description of a member of the answers of an operation, or of the elements in them.
func saysOf(op *operation, member string) string {
	if s := schemaOf(op, member); s != nil {
		return s.Description
	}
	return ""
}

// schemaOf returns the schema of a member of the answers of an operation, or of the elements in them. It returns nil if
// there is none.
func schemaOf(op *operation, member string) *openapi.Schema {
	for _, r := range op.Responses {
		for _, m := range r.Content {
			if strings.HasPrefix(r.Status, "2") {
				if s := memberIn(m.Schema, member, maxLists); s != nil {
					return message.Flatten(s)
				}
			}
		}
	}
	return nil
}

// memberIn returns the schema of a member of an object, or of the objects in its lists. It returns nil if there is
// none.
func memberIn(s *openapi.Schema, member string, depth int) *openapi.Schema {
	if s == nil || depth == 0 {
		return nil
	}
	s = message.Flatten(s)
	if items := message.Items(s); items != nil {
		return memberIn(items, member, depth-1)
	}
	for _, p := range s.Properties {
		if p.Name == member {
			return p.Schema
		}
	}
	for _, p := range s.Properties {
		if in := memberIn(p.Schema, member, depth-1); in != nil {
			return in
		}
	}
	return nil
}

// choicesOf returns the allowed values of a member in the answers of an operation, in lower case.
func choicesOf(op *operation, member string) (out []string) {
	for _, r := range op.Responses {
		for _, m := range r.Content {
			if m.Schema == nil || !strings.HasPrefix(r.Status, "2") {
				continue
			}
			s := message.Property(message.Flatten(m.Schema), member)
			if s == nil {
				continue
			}
			for _, v := range message.Flatten(s).Enum {
				out = append(out, strings.ToLower(text(v)))
			}
		}
	}
	return out
}

// sameAnswer reports whether an operation answers with the same named schema as the operation that reads a path.
func sameAnswer(op *operation, all []*operation, template string) bool {
	own := answerOf(op)
	return own != "" && slices.ContainsFunc(all, func(r *operation) bool {
		return r.Method == "GET" && r.Path == template && answerOf(r) == own
	})
}

// answerOf returns the name of the schema of the successful answers of an operation, or "" if it has none.
func answerOf(op *operation) string {
	for _, r := range op.Responses {
		for _, m := range r.Content {
			if strings.HasPrefix(r.Status, "2") && m.Schema != nil {
				return m.Schema.Ref
			}
		}
	}
	return ""
}

// textsOf returns the texts and numbers of the members of an object that the words name, or of all members if there are
// no words, those in nested objects and lists included.
func textsOf(v any, terms []string) (out []string) {
	for _, m := range object(v) {
		if terms != nil && !named(terms, m.Name) {
			continue
		}
		all, isList := m.Value.([]any)
		if !isList {
			all = []any{m.Value}
		}
		for _, v := range all {
			if _, isBool := v.(bool); !isBool && text(v) != "" {
				out = append(out, text(v))
			}
			out = append(out, textsOf(v, terms)...)
		}
	}
	return out
}

// named reports whether one of the words names a member.
func named(terms []string, member string) bool {
	return slices.Contains(terms, strings.ToLower(member))
}

// numeral returns a text that is a number as that number, and other texts unchanged.
func numeral(s string) any {
	if v, err := value.ParseJSON([]byte(s)); err == nil && value.IsNumber(s) {
		return v
	}
	return s
}

// calledLike reports whether a parameter is called like a member, or like a bound of it.
func calledLike(param, member string) (bound int, ok bool) {
	if param == member {
		return 0, true
	}
	stem := api.WithoutUnit(member)
	if !strings.HasPrefix(param, member) && !strings.HasSuffix(param, member) &&
		(stem == "" || !strings.HasSuffix(param, stem)) {
		return 0, false
	}
	for side, terms := range map[int]words.Table{-1: words.Least, 1: words.Greatest} {
		for w := range terms.All() {
			if param == w+member || param == member+w || stem != "" && param == w+stem {
				return side, true
			}
		}
	}
	return 0, false
}

// decimals matches a number with two decimals, as amounts are written in texts.
var decimals = lazyregexp.New(`^-?\d{1,15}\.\d\d$`)

// amount returns a text that is an amount as its number, and other values unchanged.
func amount(v any) any {
	if s, isText := v.(string); isText && decimals().MatchString(s) {
		return numeral(s)
	}
	return v
}
