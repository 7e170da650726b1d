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

// namesInside finds the operations of collections whose answers hold the name of an element inside of another member,
// as {"metadata": {"name": "x"}} does for /things/{name}. It yields their indices, each with a pointer to the name.
func namesInside(ops []*openapi.Operation) iter.Seq2[int, string] {
	params := map[string]string{} // of elements, by collection
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

// nameInside returns a pointer to the name of an element in a success of an operation. It returns "" where a member of
// the element itself may be the name.
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

// elementOf returns the first element of a list, in an envelope or not, or else the schema itself, with its place.
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

// isOwn reports whether a member of an element of a collection may be the name that paths have of the element.
func isOwn(member, param, noun string) bool {
	return member == param || strings.HasSuffix(member, "id") || noun+member == param || Identifies(member, noun)
}
