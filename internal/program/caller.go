// Package program finds out which program it runs in. It builds that program,
// or the package of a handler, with probes.
package program

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"

	"github.com/evoke-go/evoke/internal/task"
)

// CallerOf returns the package of a function's frame.
func CallerOf(skip int) task.Caller {
	pc, file, _, ok := runtime.Caller(skip + 1)
	if !ok {
		return task.Caller{}
	}
	path, _ := SplitFunction(runtime.FuncForPC(pc).Name())
	return task.Caller{Path: path, Name: packageName(file, path)}
}

// packageName reads the package clause of a file. If the file is not there
// (-trimpath), it looks in the working directory, which is that of the package
// under test. If that fails too, it takes the name from the path.
func packageName(file, path string) string {
	for _, name := range []string{file, filepath.Base(file)} {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly)
		if err == nil {
			return f.Name.Name
		}
	}
	return path[strings.LastIndexByte(path, '/')+1:]
}

// SplitFunction splits "example.com/a/b.New" into import path and name. In the
// last element of a path, the runtime writes dots as %2e.
func SplitFunction(full string) (path, name string) {
	slash := strings.LastIndexByte(full, '/')
	dot := strings.IndexByte(full[slash+1:], '.')
	if dot < 0 {
		return "", full
	}
	path = strings.ReplaceAll(full[:slash+1+dot], "%2e", ".")
	return path, full[slash+dot+2:]
}

// Function returns the import path and the name of a package-level function for
// generated code. ok is false for function literals, methods and generic
// instances, because other code cannot name them.
func Function(f any) (path, name string, ok bool) {
	if v := reflect.ValueOf(f); v.Kind() != reflect.Func || v.IsNil() {
		return "", "", false
	}
	path, name = functionOf(f)
	return path, name, path != "" && token.IsIdentifier(name)
}

// InTestFile reports whether a function is in a _test.go file: only tests in the same folder can call it.
func InTestFile(f any) bool {
	at := runtime.FuncForPC(reflect.ValueOf(f).Pointer())
	file, _ := at.FileLine(at.Entry())
	return strings.HasSuffix(file, "_test.go")
}
