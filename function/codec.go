package function

import (
	"errors"
	"fmt"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// caseVersion is the version of the encoding of cases.
const caseVersion = 1

// ErrForeignCase is the error for a case that was not encoded for the functions of this problem.
var ErrForeignCase = errors.New("function: the case is not one of this problem")

// codec encodes and decodes cases.
type codec struct{ subjects map[string]*subject }

func newCodec(subjects []*subject) codec {
	k := codec{map[string]*subject{}}
	for _, s := range subjects {
		k.subjects[s.name] = s
	}
	return k
}

// EncodeCase encodes a case as JSON. The case that DecodeCase makes of it makes the same calls and mutates in the same
// way.
func (k codec) EncodeCase(c *testcase.Case) ([]byte, error) {
	calls := make([]any, len(c.Actions))
	for i, a := range c.Actions {
		call, ok := a.(*call)
		if !ok {
			return nil, fmt.Errorf("function: encode case: action %d is a %T", i+1, a)
		}
		args := make([]any, len(call.args))
		for n, g := range call.args {
			args[n] = gene.State(g)
		}
		calls[i] = value.Object{{Name: "function", Value: call.subject.name}, {Name: "args", Value: args}}
	}
	return value.AppendExact(nil, value.Object{{Name: "version", Value: int64(caseVersion)},
		{Name: "calls", Value: calls}}), nil
}

// DecodeCase decodes a case that EncodeCase encoded, perhaps in another process.
func (k codec) DecodeCase(data []byte) (*testcase.Case, error) {
	written, err := value.ParseExact(data)
	if err != nil {
		return nil, fmt.Errorf("function: decode case: %w", err)
	}
	root, _ := written.(value.Object)
	version, _ := root.Get("version")
	list, _ := root.Get("calls")
	calls, _ := list.([]any)
	if version != int64(caseVersion) || len(calls) == 0 {
		return nil, fmt.Errorf("%w: not of version %d", ErrForeignCase, caseVersion)
	}
	c := &testcase.Case{}
	for i, state := range calls {
		call, err := k.call(state)
		if err != nil {
			return nil, fmt.Errorf("%w: call %d: %w", ErrForeignCase, i+1, err)
		}
		c.Actions = append(c.Actions, call)
	}
	return c, nil
}

func (k codec) call(state any) (*call, error) {
	object, _ := state.(value.Object)
	name, _ := object.Get("function")
	text, _ := name.(string)
	s := k.subjects[text]
	if s == nil {
		return nil, errors.New("its function is not known")
	}
	list, _ := object.Get("args")
	args, ok := list.([]any)
	c := newCall(s)
	if !ok || len(args) != len(c.args) {
		return nil, fmt.Errorf("%s does not take so many arguments", text)
	}
	for i := range args {
		if c.args[i], ok = gene.Restore(c.args[i], args[i]); !ok {
			return nil, fmt.Errorf("argument %d does not fit", i+1)
		}
	}
	return c, nil
}
