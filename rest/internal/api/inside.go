package api

import (
	"iter"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// namesInside finds the operations of collections in whose answers the name of an element lies inside another member:
// {"metadata": {"name": "x"}} for /things/{name}. It yields the index of each operation, and a JSON pointer to the
// name.
func namesInside(ops []*openapi.Operation) iter.Seq2[int, string] {
	params := map[string]string{} // parameter of the elements, by collection
	for _, op := range ops {
		for _, collection := range collections(op.Path) {
			param, _, _ := strings.Cut(op.Path[len(collection)+len("/{"):], "}")
			params[collection] = param
		}
	}
	return func(yield func(int, string) bool) {
		for i, op := range ops {
			param := params[op.Path]
			if param == "" || op.Method != "POST" && op.Method != "GET" {
				continue
			}
			if pointer := nameInside(op, words.Plain(param)); pointer != "" && !yield(i, pointer) {
				return
			}
		}
	}
}

// nameInside returns a JSON pointer to the name of an element inside a member of a success. It returns "" if a direct
// member of the element may be the name.
func nameInside(op *openapi.Operation, param string) string {
	noun := words.Plain(Noun(op.Path))
	for _, r := range op.Responses {
		for _, m := range r.Content {
			if !strings.HasPrefix(r.Status, "2") || m.Schema == nil {
				continue
			}
			at, element := elementOf("", m.Schema)
			own := func(p openapi.Property) bool { return isOwn(words.Plain(p.Name), param, noun) }
			if slices.ContainsFunc(element.Properties, own) {
				return ""
			}
			for _, p := range element.Properties {
				if p.Schema == nil {
					continue
				}
				for _, q := range message.Flatten(p.Schema).Properties {
					if words.Plain(q.Name) == param {
						return value.Below(value.Below(at, p.Name), q.Name)
					}
				}
			}
		}
	}
	return ""
}

// elementOf returns the schema and place of the first element of a list, which may be in an envelope. For any other
// schema it returns the schema itself.
func elementOf(at string, s *openapi.Schema) (string, *openapi.Schema) {
	flat := message.Flatten(s)
	if flat.Items != nil {
		return at + "/0", message.Flatten(flat.Items)
	}
	for _, p := range flat.Properties {
		if p.Schema != nil && words.Envelopes.Has(p.Name) {
			return elementOf(value.Below(at, p.Name), p.Schema)
		}
	}
	return at, flat
}

// isOwn reports whether a direct member of an element may be the name that paths use for the element.
func isOwn(member, param, noun string) bool {
	return member == param || strings.HasSuffix(member, "id") || noun+member == param || Identifies(member, noun)
}
