package genotype

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// mediaTypes are the media types that the bodies of an operation may have: first the declared types, then the
// undeclared types. They are read-only.
type mediaTypes struct {
	all  []*openapi.MediaType
	keys []string // keys of the undeclared types, see Input.Key
}

// declared returns the types that the schema declares.
func (t *mediaTypes) declared() []*openapi.MediaType { return t.all[:len(t.all)-len(t.keys)] }

// with returns the media types with a further undeclared type at the end.
func (t *mediaTypes) with(m *openapi.MediaType, key string) *mediaTypes {
	return &mediaTypes{append(slices.Clone(t.all), m), append(slices.Clone(t.keys), key)}
}

// indexOfFound returns the index of the undeclared type with a key, or -1.
func (t *mediaTypes) indexOfFound(key string) int {
	if at := slices.Index(t.keys, key); at >= 0 {
		return len(t.declared()) + at
	}
	return -1
}

// stateOf returns the name of a media type in the state of a body. An undeclared type has its key for a name, because
// its index may differ in the next process.
func (t *mediaTypes) stateOf(at int) any {
	if found := at - len(t.declared()); found >= 0 {
		return t.keys[found]
	}
	return int64(at)
}

// indexOf reverses stateOf. It returns -1 for an unknown name.
func (t *mediaTypes) indexOf(state any) int {
	switch state := state.(type) {
	case int64:
		if state >= 0 && state < int64(len(t.declared())) {
			return int(state)
		}
	case string:
		return t.indexOfFound(state)
	}
	return -1
}

// draw draws the index of a media type. Undeclared types are rare beside declared types.
func (t *mediaTypes) draw(r *rand.Rand) int {
	declared := len(t.declared())
	switch {
	case declared == 0 || len(t.keys) == 0:
		return r.IntN(len(t.all))
	case chance.Rarely(r):
		return declared + r.IntN(len(t.keys))
	}
	return r.IntN(declared)
}

// repeatsEarlier reports whether an earlier content has the same schema, in a media type of the same kind.
func (t *mediaTypes) repeatsEarlier(n int) bool {
	return slices.ContainsFunc(t.all[:n], func(m *openapi.MediaType) bool {
		return m.Schema == t.all[n].Schema && message.KindOf(m.Type) == message.KindOf(t.all[n].Type)
	})
}

// maxDescribed is the number of members of a body that a description names.
const maxDescribed = 6

// describeMissing names the members of an undeclared type that no declared type of the same kind has: " with x, y". It
// returns "" for none.
func (t *mediaTypes) describeMissing(at int) string {
	kind := message.KindOf(t.all[at].Type)
	declared := namer{xml: kind == message.XML, free: true}
	for _, m := range t.declared() {
		if m.Schema != nil && message.KindOf(m.Type) == kind {
			declared.known = append(declared.known, m.Schema)
		}
	}
	var missing []string
	for _, p := range message.Flatten(t.all[at].Schema).Properties {
		if len(declared.schemasOf(p.Name)) == 0 {
			missing = append(missing, p.Name)
		}
	}
	if n := len(missing); n > maxDescribed {
		missing = append(missing[:maxDescribed], fmt.Sprintf("%d more", n-maxDescribed))
	}
	if len(missing) == 0 {
		return ""
	}
	return " with " + strings.Join(missing, ", ")
}

// readType returns a media type with a JSON Schema. It returns nil for a text that is no schema.
func readType(m openapi.MediaType, text string) *openapi.MediaType {
	if !json.Valid([]byte(text)) {
		return nil
	}
	text = strings.ReplaceAll(text, `"#/$defs/`, `"#/components/schemas/Found/$defs/`)
	document := fmt.Sprintf(`{"openapi":"3.1.0","info":{"title":"found","version":"1"},
		"paths":{"/":{"post":{
			"requestBody":{"content":{%q:{"schema":{"$ref":"#/components/schemas/Found"}}}},
			"responses":{"200":{"description":"any"}}}}},
		"components":{"schemas":{"Found":%s}}}`, m.Type, text)
	doc, err := openapi.Read([]byte(document), openapi.Options{})
	if err != nil || len(doc.Operations) != 1 || len(doc.Operations[0].Bodies) != 1 {
		return nil
	}
	return doc.Operations[0].Bodies[0]
}
