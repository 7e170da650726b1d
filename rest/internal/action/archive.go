package action

import (
	"fmt"
	"math/bits"
	"reflect"
	"slices"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// Archive returns a case as plain data that people can read: its calls with the values that they send, by name.
// [Codec.Recall] reverses it, also after a change of the schema. If plain data cannot describe a call, the state of its
// genes stands beside the data.
func (k *Codec) Archive(c *testcase.Case) (value.Object, error) {
	calls := make([]any, len(c.Actions))
	for i, a := range c.Actions {
		call, ok := a.(*Call)
		if !ok {
			return nil, fmt.Errorf("rest: archive case: action %d is a %T", i+1, a)
		}
		plain := k.archive(call)
		if !sound(call) {
			plain = append(plain, value.Member{Name: archivedExact, Value: true})
		}
		if back, losses, err := k.recall(plain); err != nil || len(losses) > 0 || !sendsSame(back, call) {
			plain = append(plain, value.Member{Name: archivedState, Value: call.plainState()})
		}
		calls[i] = withList(plain, archivedGives, giftsNeeded(c, i))
	}
	return value.Object{{Name: "calls", Value: calls}}, nil
}

// sound reports whether the schema allows all values of a call. A search may give a list of unique elements an element
// twice.
func sound(c *Call) bool {
	for root := range c.Genotype.Genes() {
		if gene.Check(root) != nil {
			return false
		}
	}
	return true
}

// withList returns an object with a list or object as its last member. An empty list is left out.
func withList[L ~[]E, E any](o value.Object, name string, list L) value.Object {
	if len(list) == 0 {
		return o
	}
	return append(o, value.Member{Name: name, Value: list})
}

// archive returns the values that a call sends, by name.
func (k *Codec) archive(c *Call) value.Object {
	out := value.Object{{Name: archivedCall, Value: c.Op.Spec.Name()}}
	if at := c.User.Index; at >= 0 && at < len(k.Names) {
		out = append(out, value.Member{Name: archivedUser, Value: k.Names[at]})
	}
	for _, place := range places() {
		var params value.Object
		for _, p := range c.Genotype.Params {
			if v := p.Gene.Value(); p.Spec.In == place && !value.IsAbsent(v) {
				params = append(params, value.Member{Name: p.Spec.Name, Value: v})
			}
		}
		out = withList(out, place, params)
	}
	if b := c.Genotype.Body; b != nil {
		if v := b.Value(); !value.IsAbsent(v) {
			out = append(out, value.Member{Name: archivedBody, Value: v})
		}
		if types := b.Types(); len(types) > 1 && b.On {
			out = append(out, value.Member{Name: archivedMedia, Value: types[b.Media()].Type})
		}
	}
	out = withList(out, archivedFound, c.undeclaredInputs())
	if c.Follow.Chained && !c.Follow.Enabled {
		out = append(out, value.Member{Name: archivedFollow, Value: false})
	}
	out = withList(out, archivedKeeps, c.keptParts())
	out = withList(withList(out, archivedClaims, c.claims.plain()), archivedKeys, c.plainKeys())
	if f := c.Genotype.Invalid; f != nil {
		plain := f.State()
		if f.Param >= 0 { // an index may mean another parameter after a change of the schema
			plain = append(plain, value.Member{Name: "in", Value: c.Genotype.Params[f.Param].Label()})
		}
		out = append(out, value.Member{Name: archivedInvalid, Value: plain})
	}
	return out
}

// keptParts lists the parts that keep their own values, while other parts of the call follow earlier answers:
// parameters by their labels, and parts of the body by their bits.
func (c *Call) keptParts() (keeps []any) {
	if !c.Follow.Chained || !c.Follow.Enabled {
		return nil
	}
	for i, p := range c.Genotype.Params {
		if c.Follow.Own&api.Bit(i) != 0 {
			keeps = append(keeps, p.Label())
		}
	}
	for rest := c.Follow.Own &^ (api.Bit(len(c.Genotype.Params)) - 1); rest != 0; rest &= rest - 1 {
		keeps = append(keeps, int64(bits.TrailingZeros64(rest)))
	}
	return keeps
}

// sendsSame reports whether two calls send the same values and follow the same answers.
func sendsSame(a, b *Call) bool {
	var first, second message.Request
	a.Genotype.Encode(a.Op.Spec, &first)
	b.Genotype.Encode(b.Op.Spec, &second)
	return a.User.Index == b.User.Index && a.Follow.Value() == b.Follow.Value() &&
		slices.Equal(a.claims, b.claims) && slices.Equal(a.Keys, b.Keys) &&
		a.Genotype.IsInvalid() == b.Genotype.IsInvalid() && reflect.DeepEqual(&first, &second)
}
