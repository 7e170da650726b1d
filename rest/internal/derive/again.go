package derive

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// maxAgain is how often the element that one operation created is sent again.
const maxAgain = 8

// sendAgain appends to a test, whose last call created an element, the same call with the id of the answer: the first
// time unchanged, then with another value in one input. Many services take such a call as a change of the element. It
// reports whether the call has a place for the id and was not sent again maxAgain times before.
func (v *Variants) sendAgain(r *rand.Rand, c *testcase.Case) bool {
	maker := last(c)
	if len(c.Actions) == v.MaxCalls || maker.Op.Spec.Method != http.MethodPost {
		return false
	}
	again := maker.Clone().(*action.Call)
	at, ok := identify(again)
	if !ok {
		return false
	}
	for n := range maxAgain {
		name := v.key(maker, repeated, strconv.Itoa(n))
		if v.tried[name] {
			continue
		}
		v.tried[name] = true
		if leaves := changeable(again, at); n > 0 && len(leaves) > 0 {
			leaves[r.IntN(len(leaves))].Mutate(r, 0)
		}
		c.Actions = append(c.Actions, again)
		return true
	}
	return false
}

// identify makes the id member in the body of a call take the id from an earlier answer of the same operation. It
// returns the gene of the member.
func identify(c *action.Call) (at gene.Gene, ok bool) {
	m := genotype.Manner{Noun: api.Noun(c.Op.Spec.Path)}
	pointer := idIn(c.Op.Spec, &m)
	if pointer == "" || c.Genotype.Body == nil {
		return nil, false
	}
	for _, t := range action.Takers(c) {
		if t.Param != genotype.InBody || !m.Given(t.Name) {
			continue
		}
		if s, off := t.Gene.(gene.Switch); off && value.IsAbsent(t.Value()) {
			s.Set(true)
		}
		c.Keep(t)
		if c.Claim(t, action.Source{Operation: c.Op.Spec.Name(), Name: pointer}) {
			return t.Gene, true
		}
	}
	return nil, false
}

// idIn returns the JSON pointer to the id of the new element in the declared success of an operation, "" for none.
func idIn(op *openapi.Operation, m *genotype.Manner) string {
	for _, r := range op.Responses {
		if !strings.HasPrefix(r.Status, "2") {
			continue
		}
		for _, content := range r.Content {
			if content.Schema == nil {
				continue
			}
			for _, p := range message.Flatten(content.Schema).Properties {
				if m.Given(p.Name) && !strings.ContainsAny(p.Name, "/~") && p.Schema != nil &&
					isScalar(message.Flatten(p.Schema)) {
					return "/" + p.Name
				}
			}
		}
	}
	return ""
}

func isScalar(s *openapi.Schema) bool {
	return len(s.Types) == 0 || s.Is("string") || s.Is("integer")
}

// changeable returns the inputs of a call that have a value, except for the given gene and the path.
func changeable(c *action.Call, but gene.Gene) (out []genotype.Leaf) {
	for _, l := range genotype.Leaves(c.Genotype) {
		if l.Gene != but && l.In != openapi.InPath && !value.IsAbsent(l.Value()) {
			out = append(out, l)
		}
	}
	return out
}
