package action

import (
	"slices"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// archivedGives lists the gifts of a call that later calls take.
const archivedGives = "gives"

// giftsNeeded returns, as plain data, the gifts of the operation of a call that later calls of the case take: places in
// answers with ids of elements that these calls name. A process that does not know the gifts would take other values.
func giftsNeeded(c *testcase.Case, at int) (plain []any) {
	for _, g := range c.Actions[at].(*Call).Op.Gifts {
		if slices.ContainsFunc(c.Actions[at+1:], func(a testcase.Action) bool {
			later, ok := a.(*Call)
			return ok && api.Names(later.Op, g.Collection)
		}) {
			plain = append(plain, value.Object{{Name: "at", Value: g.Pointer}, {Name: "of", Value: g.Collection}})
		}
	}
	return plain
}

// learnGifts learns the gifts in a call of another process. operation is the name of the member that names the
// operation.
func (k *Codec) learnGifts(plain any, operation string) {
	f := genotype.Fields{Value: plain}
	list, _ := f.Get(archivedGives).([]any)
	for _, gift := range list {
		g := genotype.Fields{Value: gift}
		if at, of := g.Text("at"), g.Text("of"); !g.Bad {
			k.API.Give(k.API.Named(f.Text(operation)), at, of)
		}
	}
}
