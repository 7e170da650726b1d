package function

import (
	"errors"
	"fmt"
	"go/token"
	"path"
	"reflect"
	"runtime"
	"strings"

	"github.com/evoke-go/evoke/function/internal/typed"
	"github.com/evoke-go/evoke/gene"
)

// subject is a function for which tests are searched.
type subject struct {
	name       string // "price.Total"
	importPath string
	pkg        string   // the package name; "" if unknown
	function   string   // "Total"
	params     []string // parameter names; "" if unknown
	value      reflect.Value
	genes      []gene.Gene // templates of the arguments, which never change
	index      int         // index among the functions of the problem
}

// ErrFunction is the error for a value that is no function that tests can call.
var ErrFunction = errors.New("not an exported function of a package")

func newSubject(f any, elements int) (*subject, error) {
	importPath, name, err := nameOf(f)
	if err != nil {
		return nil, err
	}
	s := &subject{importPath: importPath, function: name, value: reflect.ValueOf(f)}
	s.pkg, s.params = declared(s.value, name)
	s.name = path.Base(importPath) + "." + name
	if s.pkg != "" {
		s.name = s.pkg + "." + name
	}
	for i := range s.value.Type().NumIn() {
		g, err := typed.Gene(s.value.Type().In(i), elements)
		if err != nil {
			return nil, fmt.Errorf("%s: parameter %d: %w", s.name, i+1, err)
		}
		s.genes = append(s.genes, g)
	}
	return s, nil
}

// nameOf returns the import path and the name of an exported function.
func nameOf(f any) (importPath, name string, err error) {
	v := reflect.ValueOf(f)
	if v.Kind() != reflect.Func {
		return "", "", fmt.Errorf("%w: %T", ErrFunction, f)
	}
	if v.IsNil() {
		return "", "", fmt.Errorf("%w: nil", ErrFunction)
	}
	full := runtime.FuncForPC(v.Pointer()).Name()
	slash := strings.LastIndexByte(full, '/') + 1
	base, name, _ := strings.Cut(full[slash:], ".")
	importPath = strings.ReplaceAll(full[:slash]+base, "%2e", ".") // the linker escapes dots
	switch {
	case !token.IsIdentifier(name):
		return "", "", fmt.Errorf("%w: %s is a method, a closure or an instance of a generic function",
			ErrFunction, full)
	case !token.IsExported(name):
		return "", "", fmt.Errorf("%w: %s", ErrFunction, full)
	case importPath == "main":
		return "", "", fmt.Errorf("%w: tests cannot import %s of package main", ErrFunction, name)
	case strings.HasSuffix(importPath, "_test"):
		return "", "", fmt.Errorf("%w: %s is in a test", ErrFunction, full)
	}
	return importPath, name, nil
}

// same reports whether two subjects are the same function.
func (s *subject) same(other *subject) bool {
	return s.importPath == other.importPath && s.function == other.function
}

// results returns the types of the results.
func (s *subject) results() []reflect.Type {
	out := make([]reflect.Type, s.value.Type().NumOut())
	for i := range out {
		out[i] = s.value.Type().Out(i)
	}
	return out
}

// fails reports whether the function may return an error.
func (s *subject) fails() bool {
	for _, t := range s.results() {
		if isError(t) {
			return true
		}
	}
	return false
}

func isError(t reflect.Type) bool { return t == reflect.TypeFor[error]() }

// call calls the function with new arguments.
func (s *subject) call(args []reflect.Value) []reflect.Value {
	if s.value.Type().IsVariadic() {
		return s.value.CallSlice(args)
	}
	return s.value.Call(args)
}
