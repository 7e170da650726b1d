// Package program finds out what program it is in, and builds it once more with
// probes.
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

// SplitFunction splits "example.com/a/b.New" into import path and name. Dots
// in the last element of a path are written as %2e.
func SplitFunction(full string) (path, name string) {
	slash := strings.LastIndexByte(full, '/')
	dot := strings.IndexByte(full[slash+1:], '.')
	if dot < 0 {
		return "", full
	}
	path = strings.ReplaceAll(full[:slash+1+dot], "%2e", ".")
	return path, full[slash+dot+2:]
}

// Function names a package-level function for generated code; ok is false for
// function literals, methods and generic instances, which code elsewhere cannot
// name.
func Function(f any) (path, name string, ok bool) {
	if v := reflect.ValueOf(f); v.Kind() != reflect.Func || v.IsNil() {
		return "", "", false
	}
	path, name = functionOf(f)
	return path, name, path != "" && token.IsIdentifier(name)
}
