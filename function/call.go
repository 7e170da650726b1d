package function

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/function/internal/typed"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/aim"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// call is one call of a function: the action of this problem.
type call struct {
	subject *subject
	args    []gene.Gene
}

func newCall(s *subject) *call {
	c := &call{subject: s, args: make([]gene.Gene, len(s.genes))}
	for i, g := range s.genes {
		c.args[i] = g.Clone()
	}
	return c
}

// Clone implements [testcase.Action].
func (c *call) Clone() testcase.Action {
	out := &call{subject: c.subject, args: make([]gene.Gene, len(c.args))}
	for i, g := range c.args {
		out.args[i] = g.Clone()
	}
	return out
}

// Genes implements [testcase.Action].
func (c *call) Genes() iter.Seq[gene.Gene] { return slices.Values(c.args) }

func (c *call) randomize(r *rand.Rand) {
	for _, g := range c.args {
		g.Randomize(r)
	}
}

// takers returns the genes of a call that can be assigned a scalar value.
func takers(a testcase.Action) (out []gene.Gene) {
	for root := range a.Genes() {
		for g := range gene.Walk(root) {
			if aim.Takes(g) {
				out = append(out, g)
			}
		}
	}
	return out
}

// values makes new arguments for each call, because a function may change its arguments.
func (c *call) values() ([]reflect.Value, error) {
	out := make([]reflect.Value, len(c.args))
	for i, g := range c.args {
		var err error
		if out[i], err = typed.Make(c.subject.value.Type().In(i), g.Value()); err != nil {
			return nil, fmt.Errorf("%s: argument %d: %w", c.subject.name, i+1, err)
		}
	}
	return out, nil
}

// maxText bounds the text of a call in bytes.
const maxText = 1000

// text returns the call roughly as its user would write it: `price.Total(3, "x")`.
func (c *call) text() string {
	args := make([]string, len(c.args))
	for i, g := range c.args {
		args[i] = string(value.AppendJSON(nil, g.Value()))
	}
	text := c.subject.name + "(" + strings.Join(args, ", ") + ")"
	if len(text) > maxText {
		text = strings.ToValidUTF8(text[:maxText], "") + "..."
	}
	return text
}
