package api

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// part is a parameter, or all members of one name in a body: the plain name, the first description, and the schema of
// the first, nil for none.
type part struct {
	name, said string
	schema     *openapi.Schema
}

// descriptionOf returns the description of a parameter.
func descriptionOf(p *openapi.Parameter) string {
	if p.Description == "" && p.Schema != nil {
		return p.Schema.Description
	}
	return p.Description
}

// partsOf returns the members of the JSON bodies of an operation at any depth, each name once with its first
// description.
func partsOf(op *openapi.Operation) (parts []part) {
	seen := map[*openapi.Schema]bool{}
	var visit func(s *openapi.Schema)
	visit = func(s *openapi.Schema) {
		if s == nil || seen[s] {
			return
		}
		seen[s] = true
		for _, f := range message.Flatten(s).Properties {
			name := words.Plain(f.Name)
			at := slices.IndexFunc(parts, func(p part) bool { return p.name == name })
			if at < 0 {
				at, parts = len(parts), append(parts, part{name: name, schema: f.Schema})
			}
			if f.Schema != nil && parts[at].said == "" {
				parts[at].said = f.Schema.Description
			}
			visit(f.Schema)
		}
		visit(s.Items)
		for _, part := range slices.Concat(s.AllOf, s.OneOf, s.AnyOf) {
			visit(part)
		}
	}
	for _, body := range op.Bodies {
		if message.KindOf(body.Type) == message.JSON {
			visit(body.Schema)
		}
	}
	return parts
}

// referenceSaid finds the collection whose ids an input takes by its description. like is the plain name of these ids.
// It returns "" for a call that creates an element of the collection: there the description is that of the new id.
func (a *API) referenceSaid(op *openapi.Operation, p part) (like, collection string) {
	if p.name == "id" {
		return "", ""
	}
	for _, noun := range a.texts.nouns(p.said) {
		like = noun + "id"
		if collection = a.Collections[like]; collection == "" {
			continue
		}
		if op.Method == "POST" && Creates(op.Path, collection) || PutsInto(op, collection) {
			return "", ""
		}
		return like, collection
	}
	return "", ""
}

// texts caches, by description, the nouns whose ids the description mentions. Large documents repeat few descriptions
// thousands of times.
type texts map[string][]string

// nouns returns the plain nouns whose ids a description mentions, the most likely first.
func (t texts) nouns(said string) []string {
	out, read := t[said]
	if !read {
		for _, m := range append(words.IDOf().FindAllStringSubmatch(said, -1),
			words.IDSaid().FindAllStringSubmatch(said, -1)...) {
			out = append(out, nounsIn(m[1])...)
		}
		t[said] = out
	}
	return out
}

// nounsIn returns the plain nouns that a text of one or two words may mean, the most likely first: both words together,
// then the last, then the first, each in the singular before the plural.
func nounsIn(text string) (out []string) {
	all := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '-' })
	add := func(word string) {
		forms := Singulars(words.Plain(word))
		slices.Reverse(forms)
		out = append(out, forms...)
	}
	add(text)
	for i := len(all) - 1; i >= 0 && len(all) > 1; i-- {
		add(all[i])
	}
	return out
}
