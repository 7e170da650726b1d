package pool

import (
	"encoding/json"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/samples"
	"github.com/evoke-go/evoke/value"
)

const (
	// leastFit is the share of a body that a schema has to declare for the body to fit. nearFit is how much less than
	// the best operation a further operation may have.
	leastFit, nearFit = 0.5, 0.1
	// maxFits is the largest number of operations that get the same body.
	maxFits = 8
	// maxFitDepth is the depth down to which bodies are compared with schemas.
	maxFitDepth = 8
)

// fits returns a draft for each operation that a body fits best.
func (m *maker) fits(b *samples.Body) []*draft {
	var all []*draft
	var shares []float64
	best := leastFit
	var plain *draft // a JSON body is the same for all operations and is parsed once
	for _, op := range m.codec.API.Ops {
		d := &draft{op: op, kind: message.Essence(b.Type)}
		media := d.media()
		if media == nil {
			continue
		}
		if plain == nil || message.KindOf(b.Type) != message.JSON {
			d.take(b.Type, b.Data)
			plain = d
		}
		if d.body, d.hasBody = plain.body, plain.hasBody; !d.hasBody {
			continue
		}
		share := 1.0 // a body of text has no members to compare
		if media.Schema != nil && message.KindOf(media.Type) != message.PlainText &&
			message.KindOf(media.Type) != message.Bytes {
			share = fit(d.body, media.Schema)
		} else if kind := message.KindOf(d.kind); kind != message.PlainText {
			share = leastFit
		}
		all, shares = append(all, d), append(shares, share)
		best = max(best, share)
	}
	var out []*draft
	for i, d := range all {
		if shares[i] >= max(leastFit, best-nearFit) && len(out) < maxFits {
			out = append(out, d)
		}
	}
	return out
}

// fit returns the share of a value that a schema knows, from 0 to 1. It divides the number of members and values that
// are declared with the right type by the number of all members and values, missing required members included.
func fit(v any, s *openapi.Schema) float64 {
	known, all := score(v, s, 0)
	if all == 0 {
		return leastFit // an empty object says nothing
	}
	return known / all
}

func score(v any, s *openapi.Schema, depth int) (known, all float64) {
	if s == nil || depth > maxFitDepth {
		return 0.5, 1
	}
	s = message.Flatten(s)
	if alternatives := append(s.OneOf[:len(s.OneOf):len(s.OneOf)], s.AnyOf...); len(alternatives) > 0 &&
		len(s.Properties) == 0 {
		return bestOf(v, alternatives, depth)
	}
	switch v := v.(type) {
	case value.Object:
		return members(v, s, depth)
	case []any:
		if len(s.Types) > 0 && !s.Is("array") {
			return 0, 1
		}
		known, all = 1, 1
		for _, e := range v {
			k, a := score(e, s.Items, depth+1)
			known, all = known+k, all+a
		}
		return known, all
	}
	if len(s.Types) == 0 || typed(v, s) {
		return 1, 1
	}
	return 0, 1
}

// bestOf returns the counts of the alternative that knows the largest part of a value.
func bestOf(v any, alternatives []*openapi.Schema, depth int) (known, all float64) {
	all = 1
	for _, alternative := range alternatives {
		if k, a := score(v, alternative, depth+1); a > 0 && k/a > known/all {
			known, all = k, a
		}
	}
	return known, all
}

// members returns the counts of an object. Each member counts, and each required member that is missing.
func members(v value.Object, s *openapi.Schema, depth int) (known, all float64) {
	if len(s.Types) > 0 && !s.Is("object") {
		return 0, 1 + float64(len(v))
	}
	for _, name := range s.Required {
		if _, ok := v.Get(name); !ok {
			all += 2
		}
	}
	for _, m := range v {
		p := message.Property(s, m.Name)
		if p == nil {
			all++
			if len(s.Properties) == 0 {
				known += 0.5
			}
			continue
		}
		k, a := score(m.Value, p, depth+1)
		known, all = known+k+1, all+a+1
	}
	return known, all
}

// typed reports whether a scalar value has a type that the schema allows.
func typed(v any, s *openapi.Schema) bool {
	switch v := v.(type) {
	case nil:
		return s.Nullable || s.Is("null")
	case bool:
		return s.Is("boolean")
	case int64:
		return s.Is("integer") || s.Is("number")
	case float64, json.Number:
		return s.Is("number")
	case string:
		return s.Is("string") || isUnknown(v)
	}
	return false
}
