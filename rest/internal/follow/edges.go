package follow

import (
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/follow/scene"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// edged repeats a call with one member that is false, or the least or greatest number that the schema allows.
func edged(s *scene.Scene) bool {
	type edge struct {
		at int
		v  any
	}
	first := s.Again()
	full(first)
	c := first.Clone().(*action.Call)
	var edges []edge
	for i, l := range members(c) {
		for _, v := range limitsOf(c.Op.Spec, l) {
			if gene.Assign(l.Clone(), v) {
				edges = append(edges, edge{i, v})
			}
		}
	}
	if len(edges) == 0 {
		return false
	}
	e := edges[s.N%len(edges)]
	refresh(s.R, c)
	if all := members(c); e.at < len(all) {
		gene.Assign(all[e.at].Gene, e.v)
	}
	s.Add(c)
	s.On(s.Reader())
	return true
}

// limitsOf returns false for a bool, and the least and the greatest number that the schema allows for a number.
func limitsOf(op *openapi.Operation, l genotype.Leaf) (out []any) {
	for _, m := range op.Bodies {
		if m.Schema == nil || !strings.Contains(m.Type, "json") {
			continue
		}
		s := message.Property(message.Flatten(m.Schema), l.Name)
		if s == nil {
			continue
		}
		if s = message.Flatten(s); s.Is("boolean") {
			out = append(out, false)
		}
		for _, limit := range []string{s.Minimum.String(), s.Maximum.String()} {
			if v, err := value.ParseJSON([]byte(limit)); err == nil && limit != "" {
				out = append(out, v)
			}
		}
	}
	return out
}

// respelled makes the same creation twice, and once more with a different spelling of one text.
func respelled(s *scene.Scene) bool {
	first := s.Again()
	if s.N%2 == 1 {
		full(first)
	}
	s.Add(first.Clone().(*action.Call))
	c := first.Clone().(*action.Call)
	var ways []func()
	for _, l := range members(c) {
		for _, v := range spellings(text(l.Gene)) {
			if gene.Assign(l.Clone(), v) {
				ways = append(ways, func() { gene.Assign(l.Gene, v) })
				break
			}
		}
	}
	if len(ways) == 0 {
		return false
	}
	ways[s.N/2%len(ways)]()
	s.Add(c)
	return true
}

// aside is the offset of another time zone, in seconds.
const aside = 2 * 60 * 60

// spellings returns texts with the same meaning: the same instant with another offset, or the same letters in the
// other case.
func spellings(v string) (out []string) {
	if t, err := time.Parse(time.RFC3339Nano, v); err == nil {
		if _, offset := t.Zone(); offset != 0 {
			return []string{t.UTC().Format(time.RFC3339Nano)}
		}
		return []string{t.In(time.FixedZone("", aside)).Format(time.RFC3339Nano)}
	}
	local, _, _ := strings.Cut(v, "@")
	for _, turn := range []func(string) string{strings.ToUpper, strings.ToLower} {
		for _, other := range []string{turn(v), turn(local) + v[len(local):]} {
			if other != v {
				out = append(out, other)
			}
		}
	}
	return out
}

// batch sends several elements in one body, the last of which is refused because it is a duplicate or invalid. It
// reads the collection before and after that.
func batch(s *scene.Scene) bool {
	c := s.About.Clone().(*action.Call)
	view := s.Viewer()
	if c.Genotype.Body == nil || view == nil {
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
	all := []any{list[0], more[0]}
	if s.N%2 == 0 {
		all = append(all, list[0])
	}
	if !gene.Assign(body, put(all)) {
		return false
	}
	if s.N%2 == 1 {
		wrong := slices.DeleteFunc(c.Genotype.Invalidities(), func(f genotype.Invalid) bool {
			return !slices.ContainsFunc(f.At, func(at genotype.Step) bool { return at.Index == len(all)-1 })
		})
		if s.Valid || len(wrong) == 0 {
			return false
		}
		c.Genotype.Invalid = &wrong[s.R.IntN(len(wrong))]
	}
	bare(s.On(view))
	s.Add(c)
	bare(s.On(view))
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
