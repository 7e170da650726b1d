package conformance

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/coding"
	"github.com/evoke-go/evoke/openapi"
)

// body checks the body of an answer, in the form that its content type names.
func (c *Checker) body(op *openapi.Operation, s *openapi.Schema, a *Answer) []Violation {
	if s == nil {
		s = openapi.NewSchema()
	}
	kind, _ := mediaType(a.ContentType)
	if a.Partial && (coding.Codings(a.Coding) != nil || !isSequence(kind)) {
		if !isOpen(s) {
			c.note(op, "bodies of which only the beginning is read")
		}
		return nil
	}
	plain, err := coding.Unpack(a.Coding, a.Body)
	if err == nil {
		plain, err = coding.UTF8(a.ContentType, plain)
	}
	switch {
	case errors.Is(err, coding.ErrUnknown):
		c.note(op, "a body that "+err.Error())
		return nil
	case err != nil:
		return []Violation{malformed("the body " + err.Error())}
	case isJSON(kind):
		if a.Reader != nil {
			if v, ok := a.Reader.Got(); ok {
				return c.schemas.check(s, boundExponents(jsonValue(v)))
			}
		}
		return c.json(s, plain, "the body is not valid JSON")
	case isSequence(kind):
		return c.sequence(op, s, kind, plain, a.Partial)
	case isXML(kind) && c.XML != nil && !isText(s):
		return c.xml(s, plain)
	case strings.HasPrefix(kind, "text/") || isXML(kind):
		return c.text(op, s, kind, plain)
	}
	if !isOpen(s) && !isText(s) {
		c.note(op, "bodies of the type "+kind)
	}
	return nil
}

func malformed(message string) Violation { return Violation{Kind: MalformedBody, Message: message} }

func (c *Checker) json(s *openapi.Schema, body []byte, complaint string) []Violation {
	value, err := decode(body)
	if err != nil {
		return []Violation{malformed(complaint)}
	}
	return c.schemas.check(s, value)
}

// text checks a text, if its schema is that of a string, number or boolean.
func (c *Checker) text(op *openapi.Operation, s *openapi.Schema, kind string, body []byte) []Violation {
	switch {
	case isOpen(s):
		return nil
	case isText(s):
		found := c.schemas.check(s, string(body))
		if line, ended := bytes.CutSuffix(body, []byte("\n")); ended && len(found) > 0 {
			// a line break is no part of the value
			found = c.schemas.check(s, string(bytes.TrimSuffix(line, []byte("\r"))))
		}
		return found
	case isScalar(s):
		value, err := decode(body)
		if err != nil {
			value = string(body)
		}
		return c.schemas.check(s, value)
	}
	c.note(op, "bodies of the type "+kind)
	return nil
}

// xml checks a document by the value that it represents.
func (c *Checker) xml(s *openapi.Schema, body []byte) []Violation {
	plain, err := c.XML(s, body)
	if err != nil {
		return []Violation{malformed("the body is not valid XML")}
	}
	return c.schemas.check(s, withEmptyLists(jsonValue(plain), []*openapi.Schema{s}))
}

// withEmptyLists adds the empty lists that a schema requires: XML cannot represent them.
func withEmptyLists(v any, at []*openapi.Schema) any {
	at = aspects(at)
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = withEmptyLists(v[i], elements(at))
		}
	case object:
		for _, s := range at {
			for _, name := range s.Required {
				of, _ := member(at, name)
				if _, ok := v[name]; !ok && slices.ContainsFunc(aspects(of),
					func(s *openapi.Schema) bool { return s.Is("array") }) {
					v[name] = []any{}
				}
			}
		}
		for name := range v {
			of, _ := member(at, name)
			v[name] = withEmptyLists(v[name], of)
		}
	}
	return v
}

func isXML(kind string) bool {
	return strings.HasSuffix(kind, "/xml") || strings.HasSuffix(kind, "+xml")
}

// isOpen reports whether a schema has nothing that could be checked.
func isOpen(s *openapi.Schema) bool {
	return s.Always || acceptsAll(s) && s.Pattern == "" && s.Format == "" && len(s.Enum) == 0 && !s.HasConst
}

// isText reports whether the values of a schema may be texts.
func isText(s *openapi.Schema) bool {
	return slices.ContainsFunc(aspects([]*openapi.Schema{s}), func(s *openapi.Schema) bool { return s.Is("string") })
}

// isScalar reports whether a schema names types, and only those of single values.
func isScalar(s *openapi.Schema) bool {
	named := 0
	for _, part := range aspects([]*openapi.Schema{s}) {
		if part.Is("object") || part.Is("array") || len(part.Properties) > 0 {
			return false
		}
		named += len(part.Types)
	}
	return named > 0
}
