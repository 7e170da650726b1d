package api

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// SortsBy reports whether a parameter selects the order of a list: by its name, or because some of its values are other
// values with a direction, such as "-price" or "price_desc" beside "price" or "price_asc".
func SortsBy(p *openapi.Parameter) bool {
	if words.Sorts.Has(p.Name) {
		return true
	}
	if p.Schema == nil || p.In != openapi.InQuery {
		return false
	}
	choices := message.Flatten(p.Schema).Enum
	return slices.ContainsFunc(choices, func(v any) bool {
		by, isText := v.(string)
		member, down := Direction(by)
		return isText && down && slices.ContainsFunc(choices, func(other any) bool {
			up, isText := other.(string)
			of, falls := Direction(up)
			return isText && of == member && !falls
		})
	})
}

// Direction splits the value of a parameter that selects an order: into the member to sort by, and whether the largest
// value comes first. The forms are "-price", "price desc", "price:desc" and "price_desc".
func Direction(by string) (member string, down bool) {
	if rest, ok := strings.CutPrefix(by, "-"); ok {
		return rest, true
	}
	for _, sep := range []string{":", ",", " ", ".", "_", "-"} {
		if i := strings.LastIndex(by, sep); i > 0 {
			switch way := strings.ToLower(by[i+1:]); way {
			case "desc", "descending":
				return by[:i], true
			case "asc", "ascending":
				return by[:i], false
			}
		}
	}
	return strings.TrimPrefix(by, "+"), false
}

// WithoutUnit returns the plain name of a member without a unit at its end, "" if it has none.
func WithoutUnit(member string) string {
	if stem, ok := words.Units.CutEnd(member); ok && len(stem) > 2 {
		return stem
	}
	return ""
}
