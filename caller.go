package evoke

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"

	"github.com/evoke-go/evoke/output/gotest"
)

// caller is the package of the test that called Generate.
type caller struct {
	// path is its import path, with "_test" for an external test package; ""
	// when a program called Run.
	path string
	// name is its package clause.
	name string
	// test is the name of the test, "" when a program called Run.
	test string
	// log shows a line to the person who runs the test; nil for nobody.
	log func(...any)
	// skip ends the test at once, and what it set up is cleaned up.
	skip func()
}

// callerOf returns the package of a function's frame.
func callerOf(skip int) caller {
	pc, file, _, ok := runtime.Caller(skip + 1)
	if !ok {
		return caller{}
	}
	path, _ := splitFunction(runtime.FuncForPC(pc).Name())
	return caller{path: path, name: packageName(file, path)}
}

// packageName reads the package clause of a file. A file that is not there
// (-trimpath) is looked for in the working directory, that of the package
// under test; failing that, the path has the name.
func packageName(file, path string) string {
	for _, name := range []string{file, filepath.Base(file)} {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly)
		if err == nil {
			return f.Name.Name
		}
	}
	return path[strings.LastIndexByte(path, '/')+1:]
}

// splitFunction splits "example.com/a/b.New" into import path and name. Dots
// in the last element of a path are written as %2e.
func splitFunction(full string) (path, name string) {
	slash := strings.LastIndexByte(full, '/')
	dot := strings.IndexByte(full[slash+1:], '.')
	if dot < 0 {
		return "", full
	}
	path = strings.ReplaceAll(full[:slash+1+dot], "%2e", ".")
	return path, full[slash+dot+2:]
}

// function names a package-level function for generated code; ok is false for
// function literals, methods and generic instances, which code elsewhere
// cannot name.
func function(f any) (named gotest.Func, ok bool) {
	if v := reflect.ValueOf(f); v.Kind() != reflect.Func || v.IsNil() {
		return gotest.Func{}, false
	}
	path, name := functionOf(f)
	if path == "" || !token.IsIdentifier(name) {
		return gotest.Func{}, false
	}
	return gotest.Func{ImportPath: path, Name: name}, true
}

// here reports whether the folder is that of the calling test's package.
func here(dir string) bool {
	wd, err := os.Getwd()
	if err != nil {
		return false
	}
	abs, err := filepath.Abs(dir)
	return err == nil && abs == wd
}
