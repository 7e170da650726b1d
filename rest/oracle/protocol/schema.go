package protocol

import (
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

type response = openapi.Response

// servers are headers that an HTTP server adds itself, or that a schema cannot describe. It is read-only.
var servers = []string{"Content-Type", "Content-Length", "Content-Encoding", "Transfer-Encoding", "Date",
	"Connection", "Server", "Trailer"}

// misdeclared looks for answers that lack a header that the schema requires, or that have a header of another type.
func misdeclared(x *oracle.Exchange) (out []oracle.Finding) {
	if x.Status() == 0 || x.Status() >= http.StatusInternalServerError {
		return nil
	}
	r := api.ResponseFor(x.Operation, x.Status())
	if r == nil {
		return nil
	}
	for _, p := range r.Headers {
		name := http.CanonicalHeaderKey(p.Name)
		values := x.Response.Header.Values(name)
		switch {
		case slices.Contains(servers, name):
		case len(values) == 0 && p.Required && r.Status != "default":
			out = append(out, one("header "+name, "the answer of %s lacks the header %s, which the schema requires",
				r.Status, name)...)
		case p.Schema != nil && p.ContentType == "" && slices.ContainsFunc(values, func(v string) bool {
			return !fits(message.Flatten(p.Schema), v)
		}):
			out = append(out, one("header "+name, "the header %s is not what the schema declares: %s", name,
				wanted(message.Flatten(p.Schema)))...)
		}
	}
	return out
}

// integer matches whole numbers in a header.
var integer = regexp.MustCompile(`^[+-]?\d+$`)

// fits reports whether the text of a header may be a value of a schema. It returns true for schemas of no plain type.
func fits(s *openapi.Schema, text string) bool {
	if len(s.Types) != 1 || len(s.OneOf)+len(s.AnyOf) > 0 {
		return true
	}
	switch {
	case s.Is("integer"):
		return integer.MatchString(text)
	case s.Is("number"):
		_, err := strconv.ParseFloat(text, 64)
		return err == nil
	case s.Is("boolean"):
		return text == "true" || text == "false"
	case s.Is("string") && len(s.Enum) > 0:
		return slices.Contains(s.Enum, any(text))
	}
	return true
}

// wanted describes the values that a header may have.
func wanted(s *openapi.Schema) string {
	if len(s.Enum) > 0 {
		return "one of its values"
	}
	return "of the type " + strings.Join(s.Types, " or ")
}

// maxDepth is the depth to which answers are searched for write-only members.
const maxDepth = 4

// writeOnly looks for members of answers that the schema declares as write-only.
func writeOnly(x *oracle.Exchange) []oracle.Finding {
	v, ok := x.Got()
	if !x.Succeeded() || !ok {
		return nil
	}
	r := api.ResponseFor(x.Operation, x.Status())
	if r == nil {
		return nil
	}
	for _, m := range r.Content {
		if !strings.Contains(m.Type, "json") || m.Schema == nil {
			continue
		}
		if name := secretIn(m.Schema, v, maxDepth); name != "" {
			return one(name, "the answer shows %s, which the schema has for requests only", name)
		}
	}
	return nil
}

// secretIn returns the name of a write-only member in a value, or "" if there is none.
func secretIn(s *openapi.Schema, v any, depth int) string {
	if s == nil || depth == 0 {
		return ""
	}
	s = message.Flatten(s)
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			if name := secretIn(message.Items(s), e, depth-1); name != "" {
				return name
			}
		}
	case value.Object:
		for _, p := range s.Properties {
			is, has := v.Get(p.Name)
			if !has || p.Schema == nil {
				continue
			}
			if (p.Schema.WriteOnly || message.Flatten(p.Schema).WriteOnly) && tells(is) {
				return p.Name
			}
			if name := secretIn(p.Schema, is, depth-1); name != "" {
				return name
			}
		}
	}
	return ""
}

// tells reports whether a value has content: it is neither empty nor a placeholder.
func tells(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case string:
		return !words.Masked().MatchString(v)
	case bool:
		return v
	case []any:
		return len(v) > 0
	case value.Object:
		return len(v) > 0
	}
	return !value.IsAbsent(v)
}

// covers reports whether a declared media type, or a range of them, includes the given content type.
func covers(declared, contentType string) bool {
	d, t := message.Essence(declared), message.Essence(contentType)
	major, wild := strings.CutSuffix(d, "*")
	return d == t || d == "*/*" || wild && strings.HasPrefix(t, major)
}

// takes reports whether the schema declares the media type of the body for the operation.
func takes(x *oracle.Exchange) bool {
	sent := x.Request.Header.Get("Content-Type")
	return slices.ContainsFunc(x.Operation.Bodies, func(m *openapi.MediaType) bool { return covers(m.Type, sent) })
}

// refusedType looks for 415 to a body of a declared media type, and for 406 to a call that accepts a declared one.
func refusedType(x *oracle.Exchange) []oracle.Finding {
	if x.Invalid != nil {
		return nil
	}
	switch x.Status() {
	case http.StatusUnsupportedMediaType:
		if len(x.Request.Body) > 0 && takes(x) {
			return one("415", "the answer is 415, and the schema declares %s",
				message.Essence(x.Request.Header.Get("Content-Type")))
		}
	case http.StatusNotAcceptable:
		accept := x.Request.Header.Get("Accept")
		for _, r := range x.Operation.Responses {
			if strings.HasPrefix(r.Status, "2") && slices.ContainsFunc(r.Content, func(m *openapi.MediaType) bool {
				return accept == "" || covers(accept, m.Type)
			}) {
				return one("406", "the answer is 406, and the schema has an answer of the type that is asked for")
			}
		}
	}
	return nil
}

// foreignType looks for bodies of an undeclared media type that are accepted.
func foreignType(x *oracle.Exchange) []oracle.Finding {
	sent := message.Essence(x.Request.Header.Get("Content-Type"))
	if !x.Succeeded() || len(x.Request.Body) == 0 || len(x.Operation.Bodies) == 0 || sent == "" || takes(x) {
		return nil
	}
	return one("", "a body of the type %s is accepted, and the schema does not declare it", sent)
}
