package action

import (
	"fmt"
	"math/bits"
	"reflect"
	"slices"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// Archive returns a case as plain data that people can read: the calls with
// what they send, by name. [Codec.Recall] reverses it, also for a schema that
// has changed since. What plain data cannot say of a call stands beside it as
// the state of its genes.
func (k *Codec) Archive(c *testcase.Case) (value.Object, error) {
	calls := make([]any, len(c.Actions))
	for i, a := range c.Actions {
		call, ok := a.(*Call)
		if !ok {
			return nil, fmt.Errorf("rest: archive case: action %d is a %T", i+1, a)
		}
		plain := k.archive(call)
		if back, losses, err := k.recall(plain); err != nil || len(losses) > 0 || !sendsSame(back, call) {
			plain = append(plain, value.Member{Name: archivedState, Value: call.state()})
		}
		calls[i] = append(plain, gives(c, i)...)
	}
	return value.Object{{Name: "calls", Value: calls}}, nil
}

// archive returns what a call sends, by name.
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
		if len(params) > 0 {
			out = append(out, value.Member{Name: place, Value: params})
		}
	}
	if b := c.Genotype.Body; b != nil {
		if v := b.Value(); !value.IsAbsent(v) {
			out = append(out, value.Member{Name: archivedBody, Value: v})
		}
		if types := b.Types(); len(types) > 1 && b.On {
			out = append(out, value.Member{Name: archivedMedia, Value: types[b.Media()].Type})
		}
	}
	if found := c.undeclared(); len(found) > 0 {
		out = append(out, value.Member{Name: archivedFound, Value: found})
	}
	out = append(append(out, c.archiveFollow()...), append(c.archiveClaims(), c.archiveKeys()...)...)
	if f := c.Genotype.Invalid; f != nil {
		plain := f.State()
		if f.Param >= 0 { // an index says nothing to a schema that has changed
			spec := c.Genotype.Params[f.Param].Spec
			plain = append(plain, value.Member{Name: "in", Value: spec.In + " " + spec.Name})
		}
		out = append(out, value.Member{Name: archivedInvalid, Value: plain})
	}
	return out
}

// archiveFollow says which parts of a call do not follow earlier answers.
func (c *Call) archiveFollow() value.Object {
	switch f := &c.Follow; {
	case !f.Chained:
		return nil
	case !f.Enabled:
		return value.Object{{Name: archivedFollow, Value: false}}
	case f.Own == 0:
		return nil
	}
	var keeps []any
	for i, p := range c.Genotype.Params {
		if c.Follow.Own&api.Bit(i) != 0 {
			keeps = append(keeps, p.Spec.In+" "+p.Spec.Name)
		}
	}
	for rest := c.Follow.Own &^ (api.Bit(len(c.Genotype.Params)) - 1); rest != 0; rest &= rest - 1 {
		keeps = append(keeps, int64(bits.TrailingZeros64(rest))) // a part of the body
	}
	return value.Object{{Name: archivedKeeps, Value: keeps}}
}

// sendsSame reports whether two calls send the same and follow the same.
func sendsSame(a, b *Call) bool {
	var first, second message.Request
	a.Genotype.Encode(a.Op.Spec, &first)
	b.Genotype.Encode(b.Op.Spec, &second)
	return a.User.Index == b.User.Index && a.Follow.Value() == b.Follow.Value() &&
		slices.Equal(a.claims, b.claims) && slices.Equal(a.Keys, b.Keys) &&
		a.Genotype.IsInvalid() == b.Genotype.IsInvalid() && reflect.DeepEqual(&first, &second)
}
