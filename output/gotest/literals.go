package gotest

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// typedLiterals writes plain values as Go literals of given types.
type typedLiterals struct {
	packages *packages
	made     map[string]string // what named types are made of, all spelled as in the tests
	pointer  string            // the function that gives a pointer to a value
}

// newTypedLiterals spells types as the tests do.
func newTypedLiterals(p *packages, shared string, types []suite.Type) (*typedLiterals, error) {
	l := &typedLiterals{packages: p, made: map[string]string{}, pointer: shared + "Pointer"}
	for _, t := range types {
		name, err := p.localize(t.Name)
		under, underErr := p.localize(t.Underlying)
		if err := errors.Join(err, underErr); err != nil {
			return nil, err
		}
		l.made[name] = under
	}
	return l, nil
}

// errLiteral says that no literal gives a value.
var errLiteral = errors.New("no Go literal gives this value")

func cannot(v any, typ string) error {
	return fmt.Errorf("%w: %s of type %s", errLiteral, value.AppendJSON(nil, v), typ)
}

// of returns the literal of a value. A typed one has the type by itself, others
// get it from what they are assigned to.
func (l *typedLiterals) of(v any, typ string, typed bool) (*code, error) {
	if typ == "" {
		return natural(v, false), nil
	}
	under, err := l.underlying(v, typ)
	if err != nil {
		return nil, err
	}
	switch u := under.expr.(type) {
	case *ast.Ident:
		text, own, err := scalar(v, u.Name)
		switch {
		case err != nil:
			return nil, cannot(v, typ)
		case typed && typ != own || own == "" && typ != "float64":
			text = typ + "(" + text + ")"
		}
		return &code{text: text}, nil
	case *ast.ArrayType:
		return l.list(v, typ, under.of(u.Elt), under.of(u.Len))
	case *ast.MapType:
		return l.mapping(v, typ, under.of(u.Key), under.of(u.Value))
	case *ast.StructType:
		return l.structure(v, typ, under, u)
	case *ast.StarExpr:
		return l.address(v, under.of(u.X))
	case *ast.InterfaceType:
		if u.Methods == nil || len(u.Methods.List) == 0 {
			return natural(v, true), nil
		}
	}
	if v != nil {
		return nil, cannot(v, typ)
	}
	return &code{text: "nil"}, nil
}

// typeExpr is a type with the text that it is parsed from.
type typeExpr struct {
	text string
	expr ast.Expr
}

// of is the text of a part of the type, "" for none.
func (t *typeExpr) of(part ast.Expr) string {
	if part == nil {
		return ""
	}
	return t.text[part.Pos()-1 : part.End()-1]
}

// underlying is what a type is made of. Of a named type that is not described
// a value of one word shows it.
func (l *typedLiterals) underlying(v any, typ string) (*typeExpr, error) {
	text := typ
	if made, ok := l.made[typ]; ok {
		text = made
	}
	expr, err := parser.ParseExpr(text)
	if err != nil {
		return nil, fmt.Errorf("%q is no type", text)
	}
	t := &typeExpr{text, expr}
	switch e := expr.(type) {
	case *ast.Ident:
		if e.Name == "any" {
			t.expr = &ast.InterfaceType{}
		}
		if _, ok := basic[e.Name]; ok || e.Name == "any" || e.Name == errorType {
			return t, nil
		}
	case *ast.SelectorExpr, *ast.IndexExpr, *ast.IndexListExpr:
	default:
		return t, nil
	}
	kind := map[string]string{"bool": "bool", "string": "string", "int64": "int64", "float64": "float64", "json.Number": "float64"}[fmt.Sprintf("%T", v)]
	if kind == "" {
		return nil, fmt.Errorf("what %s is made of is not known", typ)
	}
	t.expr = ast.NewIdent(kind)
	return t, nil
}

func (l *typedLiterals) list(v any, typ, elem, length string) (*code, error) {
	if text, ok := v.(string); ok && length == "" && (elem == "byte" || elem == "uint8") {
		return &code{text: typ + "(" + goString(text) + ")"}, nil
	}
	list, ok := v.([]any)
	switch size, err := strconv.Atoi(length); {
	case v == nil && length == "":
		return &code{text: "nil"}, nil
	case !ok || length != "" && (err != nil || len(list) > size):
		return nil, cannot(v, typ)
	}
	out := &code{text: typ, composite: true}
	for _, v := range list {
		e, err := l.of(v, elem, false)
		if err != nil {
			return nil, err
		}
		out.elems = append(out.elems, e.within(elem))
	}
	return out, nil
}

func (l *typedLiterals) mapping(v any, typ, key, elem string) (*code, error) {
	members, ok := v.(value.Object)
	switch {
	case v == nil:
		return &code{text: "nil"}, nil
	case !ok:
		return nil, cannot(v, typ)
	}
	out := &code{text: typ, composite: true}
	seen := map[string]bool{}
	for _, m := range members {
		k, err := l.key(m.Name, key)
		if err != nil || seen[k] {
			return nil, cannot(v, typ)
		}
		seen[k] = true
		e, err := l.of(m.Value, elem, false)
		if err != nil {
			return nil, err
		}
		e = e.within(elem)
		e.key = k
		out.elems = append(out.elems, e)
	}
	return out, nil
}

// key is the literal of a key that is given as a text.
func (l *typedLiterals) key(text, typ string) (string, error) {
	k, err := l.of(text, typ, false)
	if err == nil {
		return k.text, nil
	}
	v, err := value.ParseJSON([]byte(text))
	if err != nil {
		return "", err
	}
	if k, err = l.of(v, typ, false); err != nil || k.composite || v == nil {
		return "", cannot(text, typ)
	}
	return k.text, nil
}

func (l *typedLiterals) structure(v any, typ string, made *typeExpr, s *ast.StructType) (*code, error) {
	members, ok := v.(value.Object)
	if !ok {
		return nil, cannot(v, typ)
	}
	foreign := strings.Contains(typ[:max(0, strings.IndexAny(typ+"{", "[{"))], ".")
	fields := map[string]string{}
	for _, f := range s.Fields.List {
		names := f.Names
		if len(names) == 0 { // embedded
			name := strings.TrimPrefix(made.of(f.Type), "*")
			name, _, _ = strings.Cut(name[strings.LastIndexByte(name, '.')+1:], "[")
			names = []*ast.Ident{ast.NewIdent(name)}
		}
		for _, name := range names {
			if !foreign || token.IsExported(name.Name) {
				fields[name.Name] = made.of(f.Type)
			}
		}
	}
	out := &code{text: typ, composite: true}
	for _, m := range members {
		field, ok := fields[m.Name]
		if !ok { // there is none, or it was given before
			return nil, fmt.Errorf("%s has no field %q to set", typ, m.Name)
		}
		delete(fields, m.Name)
		e, err := l.of(m.Value, field, false)
		if err != nil {
			return nil, err
		}
		e.key = m.Name
		out.elems = append(out.elems, e)
	}
	return out, nil
}

func (l *typedLiterals) address(v any, elem string) (*code, error) {
	if v == nil {
		return &code{text: "nil"}, nil
	}
	e, err := l.of(v, elem, true)
	switch {
	case err != nil:
		return nil, err
	case e.composite:
		e.text = "&" + e.text
		return e, nil
	}
	return &code{text: l.pointer + "(" + e.oneLine() + ")"}, nil
}

// natural is the literal of a value whose type is not known. In an interface,
// whole numbers are int64.
func natural(v any, boxed bool) *code {
	switch v := v.(type) {
	case []any:
		out := &code{text: "[]any", composite: true}
		for _, e := range v {
			out.elems = append(out.elems, natural(e, true))
		}
		return out
	case value.Object:
		out := &code{text: "map[string]any", composite: true}
		seen := map[string]bool{}
		for _, m := range slices.Backward(v) { // of several members of one name the last counts
			if !seen[m.Name] {
				e := natural(m.Value, true)
				e.key = goString(m.Name)
				out.elems = append(out.elems, e)
			}
			seen[m.Name] = true
		}
		slices.Reverse(out.elems)
		return out
	case string:
		return &code{text: goString(v)}
	case int64:
		if !boxed {
			return &code{text: strconv.FormatInt(v, 10)}
		}
		return &code{text: goNumber(v)}
	case float64:
		text, _, _ := floating(v, 64)
		return &code{text: text}
	}
	text, _ := goScalarWord(v)
	return &code{text: text}
}
