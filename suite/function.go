package suite

import (
	"strings"

	"github.com/evoke-go/evoke/value"
)

// Function is the call of a function of a Go package, with its expected results.
type Function struct {
	// ImportPath is the import path of the package.
	ImportPath string
	// Package is the name of the package. Default: derived from the import path.
	Package string
	// Name is the name of the function.
	Name string
	Args []Argument
	// Expect are the assertions about the call.
	Expect Return
	// Types are the definitions of the named types of arguments and results. They must include all types that literals
	// need: structs, and the named types inside them.
	Types []Type
}

// Argument is an argument of a call.
type Argument struct {
	// Name is the name of the parameter; "" if it has none.
	Name string
	// Type is the Go type in the spelling of go/types with full import paths: "int", "[]string",
	// "map[string]example.com/shop.Item". Default: the type of the value as an untyped Go literal.
	Type string
	// Value is a plain value. A struct is an object whose members are the fields. A map is an object whose members are
	// the entries, with keys as texts. A pointer has the value that it points to, or nil. A []byte is a string.
	Value any
}

// Type is the definition of a named Go type.
type Type struct {
	Name       string // "example.com/shop.Item"
	Underlying string // "struct{Name string; Tags []string}"
}

// Return is what a step asserts about the call of a function.
type Return struct {
	// Panics says that the call panics. Results are not asserted then.
	Panics bool
	// Results are the assertions for all results of the function, in order.
	Results []Result
}

// Result is the assertion for one result of a function.
type Result struct {
	// Type is the type of the result, spelled as in [Argument].
	Type string
	// Op is Equal, Length, Nil or NotNil; "" asserts nothing.
	Op Op
	// Value is the value that Op compares with, as in [Argument]. For an error it is the text.
	Value any
}

// errorType is the type of the result that says whether a function failed.
const errorType = "error"

// members returns the arguments of the call as members.
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

// String returns the call in one line: `Atoi("12")`.
func (f *Function) String() string {
	args := make([]string, len(f.Args))
	for i, a := range f.Args {
		args[i] = string(value.AppendJSON(nil, a.Value))
	}
	return f.Name + "(" + strings.Join(args, ", ") + ")"
}
