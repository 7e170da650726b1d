package action

import (
	"errors"
	"fmt"

	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// caseVersion is the version of the encoding of cases.
const caseVersion = 1

// stateOperation is the member of the state of a call that names its operation.
const stateOperation = "operation"

// ErrForeignCase means that a case was not written for the schema and the users of this problem.
var ErrForeignCase = errors.New("rest: the case is not one of this problem")

// Codec encodes and decodes cases.
type Codec struct {
	API   *api.API
	Users int
	// Names are the names of the users, for archived cases.
	Names       []string
	InvalidRate float64
}

// Encode returns a case as bytes for another process with the same schema and users.
func (k *Codec) Encode(c *testcase.Case) ([]byte, error) {
	calls := make([]any, len(c.Actions))
	for i, a := range c.Actions {
		call, ok := a.(*Call)
		if !ok {
			return nil, fmt.Errorf("rest: encode case: action %d is a %T", i+1, a)
		}
		calls[i] = withList(call.plainState(), archivedGives, giftsNeeded(c, i))
	}
	return value.AppendExact(nil, value.Object{{Name: "version", Value: int64(caseVersion)},
		{Name: "calls", Value: calls}}), nil
}

// Decode reverses Encode. It returns [ErrForeignCase] for a case of another schema or of other users.
func (k *Codec) Decode(data []byte) (*testcase.Case, error) {
	written, err := value.ParseExact(data)
	if err != nil {
		return nil, fmt.Errorf("rest: decode case: %w", err)
	}
	root := genotype.Fields{Value: written}
	version, calls := root.Int("version"), root.List("calls")
	if root.Bad || version != caseVersion || len(calls) == 0 {
		return nil, fmt.Errorf("%w: not of version %d", ErrForeignCase, caseVersion)
	}
	c := &testcase.Case{}
	for i, state := range calls {
		k.learnGifts(state, stateOperation)
		call, err := k.decodeCall(state)
		if err != nil {
			return nil, fmt.Errorf("%w: call %d: %w", ErrForeignCase, i+1, err)
		}
		c.Actions = append(c.Actions, call)
	}
	return c, nil
}

// plainState returns the whole state of a call as plain data.
func (c *Call) plainState() value.Object {
	out := value.Object{
		{Name: stateOperation, Value: c.Op.Spec.Name()},
		{Name: "user", Value: int64(c.User.Index)},
		{Name: "follow", Value: c.Follow.Value()},
		{Name: "params", Value: c.Genotype.Params.States()},
	}
	if state := c.Genotype.BodyState(); state != nil {
		out = append(out, value.Member{Name: "body", Value: state})
	}
	if c.Part != (Part{}) {
		out = append(out, value.Member{Name: "part", Value: value.Object{{Name: "handling", Value: int64(c.Handling)},
			{Name: "needed", Value: c.Needed}}})
	}
	out = withList(withList(out, archivedKeys, c.plainKeys()), archivedFound, c.undeclaredInputs())
	if c.Genotype.Invalid != nil {
		out = append(out, value.Member{Name: "flaw", Value: c.Genotype.Invalid.State()})
	}
	return withList(out, archivedClaims, c.claims.plain())
}

// decodeCall reverses plainState.
func (k *Codec) decodeCall(state any) (*Call, error) {
	f := genotype.Fields{Value: state}
	op := k.API.Named(f.Text(stateOperation))
	if f.Bad || op == nil {
		return nil, errors.New("its operation is not known")
	}
	k.addUndeclared(op, f.Get(archivedFound))
	c := New(op, k.Users, k.InvalidRate)
	c.User.Index = f.Int("user")
	c.claims, c.Keys = claimsOf(f.Get(archivedClaims)), keysOf(f.Get(archivedKeys))
	known := c.Follow.Assign(f.Get("follow"))
	if f.Bad || !known || c.User.Index < auth.Anonymous || c.User.Index >= k.Users {
		return nil, errors.New("its user or what it follows is not known")
	}
	if part := f.Get("part"); part != nil {
		fields := genotype.Fields{Value: part}
		c.Part = Part{Handling: fields.Int("handling"), Needed: fields.Get("needed") == true}
		if fields.Bad {
			return nil, errors.New("its part is not known")
		}
	}
	params, _ := f.Get("params").(value.Object)
	if err := c.Genotype.Params.SetStates(params); err != nil {
		return nil, err
	}
	if !c.Genotype.SetBody(f.Get("body")) {
		return nil, errors.New("its body does not fit")
	}
	if invalidity := f.Get("flaw"); invalidity != nil {
		c.Genotype.Invalid = genotype.DecodeInvalid(invalidity, len(params))
		if c.Genotype.Invalid == nil {
			return nil, errors.New("what is invalid in it does not fit")
		}
	}
	return c, nil
}

// plainKeys returns the keys as plain data.
func (c *Call) plainKeys() (keys []any) {
	for _, key := range c.Keys {
		keys = append(keys, key)
	}
	return keys
}

// keysOf reverses plainKeys.
func keysOf(plain any) (keys []string) {
	list, _ := plain.([]any)
	for _, one := range list {
		if key, ok := one.(string); ok {
			keys = append(keys, key)
		}
	}
	return keys
}
