package action

import (
	"slices"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// archivedGives lists where answers of a call turned out to have ids that later calls take.
const archivedGives = "gives"

// gives says where answers of a call turned out to have ids of collections whose elements later
// calls of the case name. A process that did not find it out would take other values.
func gives(c *testcase.Case, at int) value.Object {
	var plain []any
	for _, g := range c.Actions[at].(*Call).Op.Gifts {
		if slices.ContainsFunc(c.Actions[at+1:], func(a testcase.Action) bool {
			later, ok := a.(*Call)
			return ok && api.Names(later.Op, g.Collection)
		}) {
			plain = append(plain, value.Object{{Name: "at", Value: g.Pointer}, {Name: "of", Value: g.Collection}})
		}
	}
	if plain == nil {
		return nil
	}
	return value.Object{{Name: archivedGives, Value: plain}}
}

// give learns what a call of another process says of the answers of its operation, which is in the
// member operation.
func (k *Codec) give(plain any, operation string) {
	f := genotype.Fields{Value: plain}
	list, _ := f.Get(archivedGives).([]any)
	for _, one := range list {
		g := genotype.Fields{Value: one}
		if at, of := g.Text("at"), g.Text("of"); !g.Bad {
			k.API.Give(k.API.Named(f.Text(operation)), at, of)
		}
	}
}
