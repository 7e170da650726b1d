package facet

import (
	"slices"

	"github.com/evoke-go/evoke/value"
)

// maxBodies is the number of bodies whose contents are kept.
const maxBodies = 512

// bodies keeps the contents of bodies, because most answers come many times byte for byte.
type bodies map[string]*content

// content describes the JSON body of an answer.
type content struct {
	hasElements bool // the body is a list with elements, or an envelope of such a list
	shape       string
	members     []member
}

// read returns the content of a body, nil if the body is no JSON. The content is read-only.
func (b *bodies) read(body []byte) *content {
	body = body[:min(len(body), maxBody)]
	out, known := (*b)[string(body)]
	if known {
		return out
	}
	if v, err := value.ParseJSON(body); err == nil {
		out = &content{hasElements(v), shapeOf(v), membersOf(v)}
	}
	if *b == nil || len(*b) == maxBodies {
		*b = bodies{}
	}
	(*b)[string(body)] = out
	return out
}

// hasElements reports whether an answer is a list with elements, or an envelope of such a list.
func hasElements(v any) bool {
	if o, ok := v.(value.Object); ok {
		return slices.ContainsFunc(o, func(m value.Member) bool {
			list, ok := m.Value.([]any)
			return ok && len(list) > 0
		})
	}
	list, ok := v.([]any)
	return ok && len(list) > 0
}
