package follow

import (
	"slices"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/follow/scene"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/value"
)

// batch has a call send several elements in one body, the last of which is refused because it is a duplicate or
// invalid.
func batch(s *scene.Scene, c *action.Call) bool {
	if c.Genotype.Body == nil {
		return false
	}
	full(c)
	other := c.Clone().(*action.Call)
	mutate(s.R, other)
	body, second := c.Genotype.Body.Inner(), other.Genotype.Body.Inner()
	if body == nil || second == nil {
		return false // the call has no body
	}
	list, put := listIn(body.Value())
	more, _ := listIn(second.Value())
	if len(list) == 0 || len(more) == 0 {
		return false
	}
	all, twice := []any{list[0], more[0]}, s.Digit(2) == 0
	if twice {
		all = append(all, list[0])
	}
	if !gene.Assign(body, put(all)) || twice {
		return twice
	}
	wrong := slices.DeleteFunc(c.Genotype.Invalidities(), func(f genotype.Invalid) bool {
		return !slices.ContainsFunc(f.At, func(at genotype.Step) bool { return at.Index == len(all)-1 })
	})
	if s.Valid || len(wrong) == 0 {
		return false
	}
	c.Genotype.Invalid = &wrong[s.R.IntN(len(wrong))]
	return true
}

// listIn returns the list of objects that a body is or has, and a function that returns the body with another list.
func listIn(body any) (list []any, put func([]any) any) {
	if list, ok := body.([]any); ok {
		return objects(list), func(l []any) any { return l }
	}
	o, _ := body.(value.Object)
	for i, m := range o {
		if list, ok := m.Value.([]any); ok && len(objects(list)) > 0 {
			return list, func(l []any) any {
				out := slices.Clone(o)
				out[i].Value = l
				return out
			}
		}
	}
	return nil, nil
}

// objects returns a list if all of its elements are objects, else nil.
func objects(list []any) []any {
	if slices.ContainsFunc(list, func(e any) bool { _, ok := e.(value.Object); return !ok }) {
		return nil
	}
	return list
}
