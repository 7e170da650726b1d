package instrument

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"github.com/evoke-go/evoke/internal/instrument/rewrite"
)

// check checks that a row names two functions, and that the second one can replace the first.
func (r *row) check(lib, near *types.Package, runtime string) error {
	f, err := r.function(lib)
	if err != nil {
		return err
	}
	if !token.IsExported(r.with.name) {
		return r.fail("%s is not exported", r.with.name)
	}
	with, ok := near.Scope().Lookup(r.with.name).(*types.Func)
	if !ok {
		return r.fail("package %s has no function %s", near.Path(), r.with.name)
	}
	fits := misfit
	if r.Pass {
		fits = misfitPassed
	}
	if why := fits(f, with, runtime); why != "" {
		return r.fail("%s", why)
	}
	return nil
}

// function finds the function whose calls are replaced.
func (r *row) function(lib *types.Package) (*types.Func, error) {
	if r.lib.receiver == "" {
		f, ok := lib.Scope().Lookup(r.lib.name).(*types.Func)
		if !ok {
			return nil, r.fail("package %s has no function %s", lib.Path(), r.lib.name)
		}
		return f, nil
	}
	named, ok := lib.Scope().Lookup(r.lib.receiver).(*types.TypeName)
	if !ok {
		return nil, r.fail("package %s has no type %s", lib.Path(), r.lib.receiver)
	}
	object, _, _ := types.LookupFieldOrMethod(named.Type(), true, lib, r.lib.name)
	f, ok := object.(*types.Func)
	if !ok {
		return nil, r.fail("type %s has no method %s", r.lib.receiver, r.lib.name)
	}
	if _, pointer := f.Signature().Recv().Type().(*types.Pointer); pointer != r.lib.pointer ||
		receiverName(f) != r.lib.receiver {
		return nil, r.fail("the full name of the first is %s", rewrite.FullName(f))
	}
	return f, nil
}

// receiverName returns the name of the type that declares a method.
func receiverName(f *types.Func) string {
	t := f.Signature().Recv().Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

// misfit returns why a function cannot replace another one, "" if it can.
func misfit(f, with *types.Func, runtime string) string {
	want, has := f.Signature(), with.Signature()
	params, given := slices.Collect(want.Params().Variables()), (*types.TypeParamList)(nil)
	if given = want.TypeParams(); want.Recv() != nil {
		params, given = append([]*types.Var{want.Recv()}, params...), want.RecvTypeParams()
	}
	if has.TypeParams().Len() != given.Len() {
		return fmt.Sprintf("%s has %d type parameters, want %d", with.Name(), has.TypeParams().Len(), given.Len())
	}
	if given.Len() > 0 {
		made, err := types.Instantiate(types.NewContext(), has, typeArgs(given), true)
		if err != nil {
			return fmt.Sprintf("the type parameters of %s do not fit: %v", with.Name(), err)
		}
		has = made.(*types.Signature)
	}
	if has.Params().Len() == 0 || !isCall(has.Params().At(0).Type(), runtime) {
		return fmt.Sprintf("the first parameter of %s has to be a probe.Call", with.Name())
	}
	fits := has.Params().Len() == len(params)+1 && has.Variadic() == want.Variadic() &&
		sameTypes(has.Results(), want.Results())
	for i, v := range params {
		got := func() types.Type { return has.Params().At(i + 1).Type() }
		receiver := i == 0 && want.Recv() != nil
		fits = fits && (types.Identical(v.Type(), got()) || receiver && types.AssignableTo(v.Type(), got()))
	}
	if !fits {
		return fmt.Sprintf("%s has to be a func(probe.Call%s)%s, and is a %s", with.Name(), afterCall(params),
			results(want), types.TypeString(with.Signature(), short))
	}
	return ""
}

// typeArgs returns type parameters as type arguments.
func typeArgs(list *types.TypeParamList) []types.Type {
	var all []types.Type
	for t := range list.TypeParams() {
		all = append(all, t)
	}
	return all
}

// isCall reports whether a type is the Call of the runtime.
func isCall(t types.Type, runtime string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Call" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == runtime
}

func sameTypes(a, b *types.Tuple) bool {
	if a.Len() != b.Len() {
		return false
	}
	for i := range a.Len() {
		if !types.Identical(a.At(i).Type(), b.At(i).Type()) {
			return false
		}
	}
	return true
}

// short names packages as source code does.
func short(p *types.Package) string { return p.Name() }

// afterCall writes the parameters after the Call.
func afterCall(params []*types.Var) string {
	text := ""
	for _, v := range params {
		text += ", " + types.TypeString(v.Type(), short)
	}
	return text
}

// results writes the results of a signature.
func results(sig *types.Signature) string {
	switch text := types.TypeString(sig.Results(), short); sig.Results().Len() {
	case 0:
		return ""
	case 1:
		return " " + types.TypeString(sig.Results().At(0).Type(), short)
	default:
		return " " + text
	}
}
