package follow

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/follow/scene"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// private sends a read-only member that answers have, and reads its value afterwards.
func private(s *scene.Scene) bool {
	if s.Valid || s.About.Genotype.Body == nil {
		return false
	}
	given := givenBy(s.R, s.About.Op.Spec, s.Names)
	if len(given) == 0 {
		return false
	}
	if s.Ops.Verb(s.About.Op) == "POST" {
		s.Again()
	} else {
		s.On(s.Reader())
	}
	m := given[s.N/2%len(given)]
	c := s.Again()
	if s.Ops.Verb(s.About.Op) == "POST" && s.N%2 == 0 {
		refresh(s.R, c) // unique values exist already
	}
	c.Genotype.Invalid = genotype.Added(m.Name, m.Value)
	s.On(s.Reader())
	return true
}

// givenBy returns the members that the declared success of an operation has and its body lacks, or has as read-only,
// each with an unusual value.
func givenBy(r *rand.Rand, op *openapi.Operation, names []string) (out value.Object) {
	for _, answer := range op.Responses {
		if !strings.HasPrefix(answer.Status, "2") {
			continue
		}
		for _, content := range answer.Content {
			if content.Schema == nil {
				continue
			}
			for _, p := range message.Flatten(content.Schema).Properties {
				if v := unusual(r, p.Schema, names); !value.IsAbsent(v) && !writable(op, p.Name) &&
					strings.ToLower(p.Name) != "id" {
					out = append(out, value.Member{Name: p.Name, Value: v})
				}
			}
		}
	}
	return out
}

// writable reports whether the body of an operation has a member that clients may write.
func writable(op *openapi.Operation, member string) bool {
	return slices.ContainsFunc(op.Bodies, func(m *openapi.MediaType) bool {
		if m.Schema == nil {
			return false
		}
		s := message.Property(message.Flatten(m.Schema), member)
		return s != nil && !message.Flatten(s).ReadOnly
	})
}

// unusual returns a value that a program hardly assigns to a member itself, such as the name of a user. It returns
// value.Absent if there is none.
func unusual(r *rand.Rand, of *openapi.Schema, names []string) any {
	if of == nil {
		return value.Absent
	}
	of = message.Flatten(of)
	switch {
	case len(of.Enum) > 0:
		return of.Enum[r.IntN(len(of.Enum))]
	case of.Is("boolean"):
		return true
	case of.Is("integer"), of.Is("number"):
		return int64(4711)
	case of.Is("string") && of.Format == "":
		return append([]string{"evoke"}, names...)[r.IntN(1+len(names))]
	}
	return value.Absent
}

// unmatched changes a resource that was read, on the condition of a version that it never had.
func unmatched(s *scene.Scene) bool {
	if s.Reader() == nil {
		return false
	}
	s.On(s.Reader())
	c := s.Again()
	for i := range c.Genotype.Params {
		p := &c.Genotype.Params[i]
		if p.Spec.In == openapi.InHeader && strings.EqualFold(p.Spec.Name, "If-Match") {
			c.Follow.Own |= api.Bit(i) & c.Follow.Params
			return gene.Assign(p.Gene, `"evoke"`)
		}
	}
	return false
}
