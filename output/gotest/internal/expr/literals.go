package expr

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

// Literals writes plain values as Go literals of given types.
type Literals struct {
	imports *Imports
	made    map[string]string // the underlying types of named types, all in the spelling of the tests
	pointer string            // the name of the function that returns a pointer to a value
}

// NewLiterals returns a Literals that spells types as the tests do.
func NewLiterals(p *Imports, pointer string, types []suite.Type) (*Literals, error) {
	l := &Literals{imports: p, made: map[string]string{}, pointer: pointer}
	for _, t := range types {
		name, err := p.Localize(t.Name)
		under, underErr := p.Localize(t.Underlying)
		if err := errors.Join(err, underErr); err != nil {
			return nil, err
		}
		l.made[name] = under
	}
	return l, nil
}

// errLiteral is the error for a value that no literal has.
var errLiteral = errors.New("no Go literal gives this value")

func cannot(v any, typ string) error {
	return fmt.Errorf("%w: %s of type %s", errLiteral, value.AppendJSON(nil, v), typ)
}

// Of returns the literal of a value. With typed, the literal has the type by itself; otherwise it gets the type by
// assignment.
func (l *Literals) Of(v any, typ string, typed bool) (*Code, error) {
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
		return &Code{text: text}, nil
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
	return &Code{text: "nil"}, nil
}

// typeExpr is a parsed type with its text.
type typeExpr struct {
	text string
	expr ast.Expr
}

// of returns the text of a part of the type; "" for nil.
func (t *typeExpr) of(part ast.Expr) string {
	if part == nil {
		return ""
	}
	return t.text[part.Pos()-1 : part.End()-1]
}

// underlying returns the underlying type of a type. For a named type without definition, a scalar value shows it.
func (l *Literals) underlying(v any, typ string) (*typeExpr, error) {
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
		if _, ok := basic[e.Name]; ok || e.Name == "any" || e.Name == ErrorType {
			return t, nil
		}
	case *ast.SelectorExpr, *ast.IndexExpr, *ast.IndexListExpr:
	default:
		return t, nil
	}
	kind := map[string]string{"bool": "bool", "string": "string", "int64": "int64", "float64": "float64",
		"json.Number": "float64"}[fmt.Sprintf("%T", v)]
	if kind == "" {
		return nil, fmt.Errorf("what %s is made of is not known", typ)
	}
	t.expr = ast.NewIdent(kind)
	return t, nil
}

func (l *Literals) list(v any, typ, elem, length string) (*Code, error) {
	if text, ok := v.(string); ok && length == "" && (elem == "byte" || elem == "uint8") {
		return &Code{text: typ + "(" + String(text) + ")"}, nil
	}
	list, ok := v.([]any)
	switch size, err := strconv.Atoi(length); {
	case v == nil && length == "":
		return &Code{text: "nil"}, nil
	case !ok || length != "" && (err != nil || len(list) > size):
		return nil, cannot(v, typ)
	}
	out := &Code{text: typ, composite: true}
	for _, v := range list {
		e, err := l.Of(v, elem, false)
		if err != nil {
			return nil, err
		}
		out.elems = append(out.elems, e.within(elem))
	}
	return out, nil
}

func (l *Literals) mapping(v any, typ, key, elem string) (*Code, error) {
	members, ok := v.(value.Object)
	switch {
	case v == nil:
		return &Code{text: "nil"}, nil
	case !ok:
		return nil, cannot(v, typ)
	}
	out := &Code{text: typ, composite: true}
	seen := map[string]bool{}
	for _, m := range members {
		k, err := l.key(m.Name, key)
		if err != nil || seen[k] {
			return nil, cannot(v, typ)
		}
		seen[k] = true
		e, err := l.Of(m.Value, elem, false)
		if err != nil {
			return nil, err
		}
		e = e.within(elem)
		e.key = k
		out.elems = append(out.elems, e)
	}
	return out, nil
}

// key returns the literal of a map key that is given as a text.
func (l *Literals) key(text, typ string) (string, error) {
	k, err := l.Of(text, typ, false)
	if err == nil {
		return k.text, nil
	}
	v, err := value.ParseJSON([]byte(text))
	if err != nil {
		return "", err
	}
	if k, err = l.Of(v, typ, false); err != nil || k.composite || v == nil {
		return "", cannot(text, typ)
	}
	return k.text, nil
}

func (l *Literals) structure(v any, typ string, made *typeExpr, s *ast.StructType) (*Code, error) {
	members, ok := v.(value.Object)
	if !ok {
		return nil, cannot(v, typ)
	}
	foreign := strings.Contains(typ[:max(0, strings.IndexAny(typ+"{", "[{"))], ".")
	fields := map[string]string{}
	for _, f := range s.Fields.List {
		names := f.Names
		if len(names) == 0 { // an embedded field
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
	out := &Code{text: typ, composite: true}
	for _, m := range members {
		field, ok := fields[m.Name]
		if !ok { // no such field, or a repeated one
			return nil, fmt.Errorf("%s has no field %q to set", typ, m.Name)
		}
		delete(fields, m.Name)
		e, err := l.Of(m.Value, field, false)
		if err != nil {
			return nil, err
		}
		e.key = m.Name
		out.elems = append(out.elems, e)
	}
	return out, nil
}

func (l *Literals) address(v any, elem string) (*Code, error) {
	if v == nil {
		return &Code{text: "nil"}, nil
	}
	e, err := l.Of(v, elem, true)
	if err != nil {
		return nil, err
	}
	under, err := l.underlying(v, elem)
	if err != nil {
		return nil, err
	}
	if _, boxed := under.expr.(*ast.InterfaceType); e.composite && !boxed && e.text[0] != '&' {
		e.text = "&" + e.text
		return e, nil
	}
	of := ""
	if l.Kind(v, elem) == "" || elem == ErrorType { // the literal has its own type
		of = "[" + elem + "]"
	}
	return &Code{text: l.pointer + of + "(" + e.OneLine() + ")"}, nil
}

// natural returns the literal of a value of unknown type. In an interface, integers are int64.
func natural(v any, boxed bool) *Code {
	switch v := v.(type) {
	case []any:
		out := &Code{text: "[]any", composite: true}
		for _, e := range v {
			out.elems = append(out.elems, natural(e, true))
		}
		return out
	case value.Object:
		out := &Code{text: "map[string]any", composite: true}
		seen := map[string]bool{}
		for _, m := range slices.Backward(v) { // of members with the same name the last counts
			if !seen[m.Name] {
				e := natural(m.Value, true)
				e.key = String(m.Name)
				out.elems = append(out.elems, e)
			}
			seen[m.Name] = true
		}
		slices.Reverse(out.elems)
		return out
	case string:
		return &Code{text: String(v)}
	case int64:
		if !boxed {
			return &Code{text: strconv.FormatInt(v, 10)}
		}
		return &Code{text: Number(v)}
	case float64:
		text, _, _ := floating(v, 64)
		return &Code{text: text}
	}
	text, _ := word(v)
	return &Code{text: text}
}

// Kind returns the basic type that is the underlying type of a type. It returns "" if there is none, so that values are
// not compared by ==.
func (l *Literals) Kind(v any, typ string) string {
	switch v.(type) {
	case []any, value.Object:
		return ""
	}
	if typ == "" {
		return fmt.Sprintf("%T", v)
	}
	under, err := l.underlying(v, typ)
	if err != nil {
		return ""
	}
	if name, ok := under.expr.(*ast.Ident); ok {
		return name.Name
	}
	return ""
}
