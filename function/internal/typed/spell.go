package typed

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/suite"
)

// Spell returns a type in the form of [suite.Argument], with full import paths.
func Spell(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[byte]():
		return "byte"
	case t == reflect.TypeFor[any]():
		return "any"
	case t.PkgPath() != "":
		return t.PkgPath() + "." + t.Name()
	case t.Name() != "":
		return t.Name()
	}
	return underlying(t)
}

// underlying returns the underlying type as text. It leaves out unexported fields, which no literal can name.
func underlying(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Slice:
		return "[]" + Spell(t.Elem())
	case reflect.Array:
		return "[" + strconv.Itoa(t.Len()) + "]" + Spell(t.Elem())
	case reflect.Map:
		return "map[" + Spell(t.Key()) + "]" + Spell(t.Elem())
	case reflect.Pointer:
		return "*" + Spell(t.Elem())
	case reflect.Struct:
		return "struct{" + strings.Join(fields(t), "; ") + "}"
	case reflect.Interface, reflect.Func, reflect.Chan:
		return t.String()
	}
	return t.Kind().String()
}

func fields(t reflect.Type) (out []string) {
	for i := range t.NumField() {
		switch f := t.Field(i); {
		case !f.IsExported():
		case f.Anonymous:
			out = append(out, Spell(f.Type))
		default:
			out = append(out, f.Name+" "+Spell(f.Type))
		}
	}
	return out
}

// Named returns the definitions of the named types in some types, each once, in the order of first use.
func Named(types ...reflect.Type) []suite.Type {
	n := &namer{}
	for _, t := range types {
		n.visit(t)
	}
	return n.out
}

// namer collects named types.
type namer struct {
	seen []reflect.Type
	out  []suite.Type
}

func (n *namer) visit(t reflect.Type) {
	if slices.Contains(n.seen, t) {
		return
	}
	n.seen = append(n.seen, t)
	if t.PkgPath() != "" && t.Kind() != reflect.Interface {
		n.out = append(n.out, suite.Type{Name: Spell(t), Underlying: underlying(t)})
	}
	switch t.Kind() {
	case reflect.Map:
		n.visit(t.Key())
		n.visit(t.Elem())
	case reflect.Slice, reflect.Array, reflect.Pointer:
		n.visit(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() {
				n.visit(f.Type)
			}
		}
	}
}
