package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Source is one type-checked package, ready to be rewritten. It may hold type
// errors where a cgo file was checked with FakeImportC; expressions without a
// valid type are left alone.
type Source struct {
	Path      string // import path as the go command names it
	Name      string // name in the package clause
	GoVersion string // language version of the module: "1.21", "go1.21" or ""
	Fset      *token.FileSet
	Files     []File
	Types     *types.Package
	Info      *types.Info // all maps filled, Scopes and FileVersions too
}

// File is one Go file of a package, as the build takes it.
type File struct {
	Path    string // absolute, as on disk
	Content []byte // exactly what Syntax was parsed from
	Syntax  *ast.File
	Cgo     bool // imports "C"
}

// Result is what became of a package.
type Result struct {
	Files      map[string][]byte // changed files by path; those with nothing to instrument are missing
	Extra      []byte            // content of the file named [ExtraFile], nil for a package without targets
	Statements int               // length of the array of statements
	Conditions int               // length of the array of conditions
	Compared   int               // conditions that compare something
	Texts      int               // those that compare texts, and calls that another function stands in for
	Replaced   map[string]int    // calls that another function stands in for, by the function's full name
	Notes      []Note
}

// Options say how packages are rewritten.
type Options struct {
	// Runtime is the import path of the package that holds the probes.
	Runtime string
	// Files is the import path of the package that stands in for functions of
	// package os that change files. "" leaves these alone.
	Files string
	// Inputs is the import path of the package that notes what a program reads of
	// requests. "" leaves calls that read it alone.
	Inputs string
	// Opened is the import path of the package that notes what a program opens and has
	// to close. "" leaves calls that open alone.
	Opened string
	// Overflow has results noted that do not fit into their types, but those of generated files.
	Overflow bool
	// Steps has rounds of loops and calls of functions counted.
	Steps bool
	// Library says that the package is not covered: it gets probes of comparisons
	// alone, for who listens, and all else stays as it is. So do files that import
	// unsafe.
	Library bool
	// Replaced are functions by their full names, see [FullName], and those that
	// stand in for them.
	Replaced map[string]Function
}

// Note tells what was left as it is, and why.
type Note struct {
	Where  string // "dir/file.go:12:3", a file or an import path
	Reason string // one line
}

// ExtraFile is the name of the file that a package with probes gets.
const ExtraFile = "zz_evoke_probe.go"

// Names that injected code uses. A package that declares one of them itself
// is left alone.
const (
	reservedPrefix  = "evoke_"
	runtimeAlias    = "evoke_p"
	replacingAlias  = "evoke_u" // and a number
	groupsArray     = "evoke_g"
	statementsArray = "evoke_s"
	conditionsArray = "evoke_c"
	distancesArray  = "evoke_n"
	choicesArray    = "evoke_t"
	functionsArray  = "evoke_f"
	forksArray      = "evoke_k"
	valuesArray     = "evoke_v" // and the letter of their kind
)
