package pool

import (
	"encoding/json"

	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// operand is a compared value as JSON: a plain value, or one of the types that
// only comparisons have.
type operand struct {
	Plain  json.RawMessage `json:",omitempty"`
	Rune   rune            `json:",omitempty"`
	Wanted *sut.Wanted     `json:",omitempty"`
}

func operands(vs []any) []operand {
	out := make([]operand, len(vs))
	for i, v := range vs {
		switch v := v.(type) {
		case rune:
			out[i].Rune = v
		case sut.Wanted:
			out[i].Wanted = &v
		default:
			out[i].Plain = value.AppendExact(nil, v)
		}
	}
	return out
}

// values reverses operands. It leaves out what it cannot decode.
func values(os []operand) []any {
	var out []any
	for _, o := range os {
		switch {
		case o.Wanted != nil:
			out = append(out, *o.Wanted)
		case len(o.Plain) == 0:
			out = append(out, o.Rune)
		default:
			if v, err := value.ParseExact(o.Plain); err == nil {
				out = append(out, v)
			}
		}
	}
	return out
}
