package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
)

// source is one type-checked package as the loader hands it to the rewriter.
// The package may hold type errors where a cgo file was checked with
// FakeImportC; expressions without a valid type are left alone.
type source struct {
	path      string // import path as the go command names it
	name      string // name in the package clause
	goVersion string // language version of the module: "1.21", "go1.21" or ""
	fset      *token.FileSet
	files     []sourceFile
	types     *types.Package
	info      *types.Info // all maps filled, Scopes and FileVersions too
}

// sourceFile is one Go file of a package, as the build takes it.
type sourceFile struct {
	path    string // absolute, as on disk
	content []byte // exactly what syntax was parsed from
	syntax  *ast.File
	cgo     bool // imports "C"
}

// rewritten is what became of a package. Files that hold nothing to
// instrument are not in files; a package without any target has no extra.
type rewritten struct {
	files      map[string][]byte // changed files by path
	extra      []byte            // content of the file named extraFile
	statements int               // length of the array of statements
	conditions int               // length of the array of conditions
	notes      []Note
}

// Note tells what was left as it is, and why.
type Note struct {
	Where  string // "dir/file.go:12:3", a file or an import path
	Reason string // one line
}

// Names that injected code uses. A package that declares one of them itself
// is left alone.
const (
	reservedPrefix  = "evoke_"
	runtimeAlias    = "evoke_p"
	groupsArray     = "evoke_g"
	statementsArray = "evoke_s"
	conditionsArray = "evoke_c"
	distancesArray  = "evoke_n"
	choicesArray    = "evoke_t"
	valuesArray     = "evoke_v"           // and the letter of their kind
	extraFile       = "zz_evoke_probe.go" // virtual file that a package gets
)
