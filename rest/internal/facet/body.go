package facet

import (
	"slices"

	"github.com/evoke-go/evoke/value"
)

// maxBodies is how many bodies are remembered.
const maxBodies = 512

// bodies remember what they read: most answers come byte for byte many times.
type bodies map[string]*content

// content is what the JSON body of an answer has.
type content struct {
	finds   bool // it is a list with elements, or an envelope of one
	shape   string
	members []member
}

// read returns what a body has, nil if it is no JSON. The content is read-only.
func (b *bodies) read(body []byte) *content {
	body = body[:min(len(body), maxBody)]
	out, known := (*b)[string(body)]
	if known {
		return out
	}
	if v, err := value.ParseJSON(body); err == nil {
		out = &content{finds(v), shapeOf(v), membersOf(v)}
	}
	if *b == nil || len(*b) == maxBodies {
		*b = bodies{}
	}
	(*b)[string(body)] = out
	return out
}

// finds reports whether an answer is a list with elements, or has one in an envelope.
func finds(v any) bool {
	if o, ok := v.(value.Object); ok {
		return slices.ContainsFunc(o, func(m value.Member) bool {
			list, ok := m.Value.([]any)
			return ok && len(list) > 0
		})
	}
	list, ok := v.([]any)
	return ok && len(list) > 0
}
