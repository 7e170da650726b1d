package main

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/openapi"
)

// newListedOne returns what is read from an operation.
func newListedOne(op *openapi.Operation) listedOne {
	one := listedOne{Name: op.Name(), ID: op.ID, Tags: op.Tags, Deprecated: op.Deprecated}
	seen := map[*openapi.Schema]bool{}
	for _, p := range op.Parameters {
		text := p.In + " " + p.Name + ": " + schemaText(p.Schema)
		if p.Required {
			text += ", required"
		}
		one.Parameters = append(one.Parameters, text)
		one.Examples += len(p.Examples) + examples(p.Schema, seen)
	}
	for _, m := range op.Bodies {
		text := m.Type + ": " + schemaText(m.Schema)
		if op.BodyRequired {
			text += ", required"
		}
		one.Bodies = append(one.Bodies, text)
		one.Examples += len(m.Examples) + examples(m.Schema, seen)
	}
	for _, r := range op.Responses {
		one.addAnswer(r)
	}
	for _, r := range op.Security {
		one.Security = append(one.Security, requirementText(r))
	}
	return one
}

// addAnswer adds a declared response with its links.
func (o *listedOne) addAnswer(r *openapi.Response) {
	text := r.Status
	for i, m := range r.Content {
		text += []string{" ", ", "}[min(i, 1)] + m.Type + ": " + schemaText(m.Schema)
	}
	o.Answers = append(o.Answers, text)
	for _, l := range r.Links {
		if l.Operation == nil {
			continue // it is listed among the ignored parts
		}
		var fills []string
		for _, p := range l.Parameters {
			fills = append(fills, p.Parameter.Name)
		}
		if l.HasBody {
			fills = append(fills, "the body")
		}
		text := r.Status + " " + l.Name + " -> " + l.Operation.Name()
		if len(fills) > 0 {
			text += ", fills " + strings.Join(fills, ", ")
		}
		o.Links = append(o.Links, text)
	}
}

// requirementText returns "token", "key and token" or "none is needed".
func requirementText(r openapi.Requirement) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(r)) {
		if scopes := r[name]; len(scopes) > 0 {
			name += " (" + strings.Join(scopes, ", ") + ")"
		}
		parts = append(parts, name)
	}
	return cmp.Or(strings.Join(parts, " and "), "none is needed")
}

// schemeText returns "token: http bearer" or "key: apiKey in header X-Key".
func schemeText(s *openapi.SecurityScheme) string {
	text := s.Name + ": " + s.Type
	if s.Scheme != "" {
		text += " " + s.Scheme
	}
	if s.Param != "" {
		text += " in " + s.In + " " + s.Param
	}
	return text
}

// schemaText describes the values of a schema in a few words: "integer (int64), 1 to 100", "array of Book", "Book".
func schemaText(s *openapi.Schema) string {
	if s == nil {
		return "anything"
	}
	text := cmp.Or(refName(s), strings.Join(s.Types, " or "))
	switch {
	case text == "" && len(s.OneOf)+len(s.AnyOf) > 0:
		text = "one of " + strconv.Itoa(len(s.OneOf)+len(s.AnyOf))
	case text == "" && len(s.AllOf) > 0:
		text = "all of " + strconv.Itoa(len(s.AllOf))
	case text == "":
		text = "anything"
	case text == "array" && s.Items != nil:
		text += " of " + cmp.Or(refName(s.Items), strings.Join(s.Items.Types, " or "), "anything")
	}
	if s.Format != "" {
		text += " (" + s.Format + ")"
	}
	switch {
	case len(s.Enum) > 0:
		text += ", " + strconv.Itoa(len(s.Enum)) + " values"
	case s.Pattern != "":
		text += ", pattern"
	}
	return text
}

// refName returns "Book" for "#/components/schemas/Book".
func refName(s *openapi.Schema) string { return s.Ref[strings.LastIndexByte(s.Ref, '/')+1:] }

// counted returns a number with a noun, in the plural if needed.
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// examples returns the number of examples and defaults in a schema and its parts. Each schema counts once, because
// schemas may be recursive.
func examples(s *openapi.Schema, seen map[*openapi.Schema]bool) int {
	if s == nil || seen[s] {
		return 0
	}
	seen[s] = true
	n := len(s.Examples)
	if s.HasDefault {
		n++
	}
	parts := slices.Concat(s.AllOf, s.AnyOf, s.OneOf, s.PrefixItems, []*openapi.Schema{s.Items, s.Additional})
	for _, p := range s.Properties {
		parts = append(parts, p.Schema)
	}
	for _, part := range parts {
		n += examples(part, seen)
	}
	return n
}
