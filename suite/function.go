package suite

import (
	"strings"

	"github.com/evoke-go/evoke/value"
)

// Function is the call of a function of a Go package, with what is expected of
// it.
type Function struct {
	// ImportPath is the path of the package.
	ImportPath string
	// Package is the name of the package. Default: what the path suggests.
	Package string
	// Name is the name of the function.
	Name string
	Args []Argument
	// Expect is what the test asserts of the call.
	Expect Return
	// Types says what the named types of the arguments and results are made
	// of. It has to hold those that a literal needs: structs, and what is in
	// them.
	Types []Type
}

// Argument is a value that a function is given.
type Argument struct {
	// Name is the name of the parameter, "" if it has none.
	Name string
	// Type is the Go type, spelled as go/types does, with the import paths of
	// packages in full: "int", "[]string", "map[string]example.com/shop.Item".
	// Default: the type that the value has as an untyped Go literal.
	Type string
	// Value is a plain value. The fields of a struct are the members of an
	// object, and so are the entries of a map, with keys as texts. A pointer has
	// the value that it points to, or nil. A []byte has a string.
	Value any
}

// Type says what a named Go type is made of.
type Type struct {
	Name       string // "example.com/shop.Item"
	Underlying string // "struct{Name string; Tags []string}"
}

// Return is what a step asserts of the call of a function.
type Return struct {
	// Panics says that the call panics. Nothing is asserted of its results then.
	Panics bool
	// Results are those of the function, all of them and in order.
	Results []Result
}

// Result is what a step asserts of one result of a function.
type Result struct {
	// Type is that of the result, spelled as in [Argument].
	Type string
	// Op is Equal, Length, Nil or NotNil; "" asserts nothing.
	Op Op
	// Value is what Op compares with, as in [Argument]. Of an error it is the
	// text.
	Value any
}

// errorType is the type of results that say whether a function failed.
const errorType = "error"

// members are the arguments of the call.
func (f *Function) members() (out []member) {
	for i, a := range f.Args {
		name := a.Name
		if name == "" {
			name = "arg" + string(rune('A'+i%26))
		}
		out = append(out, argumentMember(name, name, a.Value))
	}
	return out
}

func argumentMember(place, name string, v any) member {
	if text, ok := v.(string); ok {
		return newMember(place, name, text, true)
	}
	return newMember(place, name, string(value.AppendJSON(nil, v)), false)
}

// String shows the call in a line: `Atoi("12")`.
func (f *Function) String() string {
	args := make([]string, len(f.Args))
	for i, a := range f.Args {
		args[i] = string(value.AppendJSON(nil, a.Value))
	}
	return f.Name + "(" + strings.Join(args, ", ") + ")"
}
