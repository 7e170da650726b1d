package instrument

import (
	"fmt"
	"go/types"
	"slices"
)

// misfitPassed returns why a function cannot replace a function that it gets as an argument, "" if it can.
func misfitPassed(f, with *types.Func, runtime string) string {
	want, has := f.Signature(), with.Signature()
	if want.TypeParams().Len()+want.RecvTypeParams().Len() > 0 {
		return fmt.Sprintf("%s has type parameters, it cannot be passed", f.Name())
	}
	if want.Recv() != nil && types.IsInterface(want.Recv().Type()) {
		return fmt.Sprintf("%s is a method of an interface, it cannot be passed", f.Name())
	}
	if has.Params().Len() == 0 || !isCall(has.Params().At(0).Type(), runtime) {
		return fmt.Sprintf("the first parameter of %s has to be a probe.Call", with.Name())
	}
	value := types.NewSignatureType(nil, nil, nil, want.Params(), want.Results(), want.Variadic())
	params := slices.Concat([]*types.Var{types.NewParam(0, nil, "", value)}, slices.Collect(want.Params().Variables()))
	if has.TypeParams().Len() > 0 {
		made, err := inferred(has, value)
		if err != nil {
			return fmt.Sprintf("the type parameters of %s do not fit: %v", with.Name(), err)
		}
		has = made
	}
	fits := has.Params().Len() == len(params)+1 && has.Variadic() == want.Variadic() &&
		sameTypes(has.Results(), want.Results())
	for i, v := range params {
		fits = fits && types.Identical(v.Type(), has.Params().At(i+1).Type())
	}
	if !fits {
		return fmt.Sprintf("%s has to be a func(probe.Call%s)%s, and is a %s", with.Name(), afterCall(params),
			results(want), types.TypeString(with.Signature(), short))
	}
	return ""
}

// inferred returns a signature with the type arguments that follow from its second argument, which is the replaced
// function.
func inferred(has, passed *types.Signature) (*types.Signature, error) {
	found := map[*types.TypeParam]types.Type{}
	if has.Params().Len() > 1 {
		unify(has.Params().At(1).Type(), passed, found)
	}
	var args []types.Type
	for p := range has.TypeParams().TypeParams() {
		if found[p] == nil {
			return nil, fmt.Errorf("%s does not follow from the function", p.Obj().Name())
		}
		args = append(args, found[p])
	}
	made, err := types.Instantiate(types.NewContext(), has, args, true)
	if err != nil {
		return nil, err
	}
	return made.(*types.Signature), nil
}

// unify finds the types that type parameters stand for, where they are a whole type, or the result or element of one.
func unify(with, t types.Type, found map[*types.TypeParam]types.Type) {
	switch with := types.Unalias(with).(type) {
	case *types.TypeParam:
		if found[with] == nil {
			found[with] = t
		}
	case *types.Signature:
		if t, ok := t.(*types.Signature); ok {
			unifyAll(with.Params(), t.Params(), found)
			unifyAll(with.Results(), t.Results(), found)
		}
	case *types.Pointer, *types.Slice:
		type element interface{ Elem() types.Type }
		if u, ok := types.Unalias(t).(element); ok {
			unify(with.(element).Elem(), u.Elem(), found)
		}
	}
}

func unifyAll(with, list *types.Tuple, found map[*types.TypeParam]types.Type) {
	for i := range min(with.Len(), list.Len()) {
		unify(with.At(i).Type(), list.At(i).Type(), found)
	}
}
