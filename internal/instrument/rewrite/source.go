package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Source is one type-checked package, ready to be rewritten. It may have type errors if a cgo file was checked with
// FakeImportC; expressions without a valid type are left alone.
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
	Content []byte // exactly the text that Syntax was parsed from
	Syntax  *ast.File
	Cgo     bool // imports "C"
}

// Result is a rewritten package.
type Result struct {
	Files      map[string][]byte // changed files by path; files with nothing to instrument are missing
	Extra      []byte            // content of the file named [ExtraFile], nil for a package without targets
	Statements int               // length of the array of statements
	Conditions int               // length of the array of conditions
	Compared   int               // number of conditions that compare something
	Texts      int               // number of those that compare texts, and of replaced calls
	Stops      int               // number of calls of recover in a library
	Replaced   map[string]int    // number of replaced calls, by the function's full name
	Notes      []Note
}

// Options say how packages are rewritten.
type Options struct {
	// Runtime is the import path of the package that holds the probes.
	Runtime string
	// Files is the import path of the package that replaces functions of package os that change files. With "" they are
	// not replaced.
	Files string
	// Inputs is the import path of the package that notes what a program reads of requests. With "" nothing is noted.
	Inputs string
	// Opened is the import path of the package that notes the resources that a program opens. With "" nothing is noted.
	Opened string
	// Overflow adds probes for results that do not fit into their types, except in generated files.
	Overflow bool
	// Steps adds probes that count iterations of loops and calls of functions.
	Steps bool
	// Library says that the package is not covered: only comparisons get probes, for listening. Files that import
	// unsafe stay as they are.
	Library bool
	// Replaced maps full names of functions, see [FullName], to their replacements.
	Replaced map[string]Function
}

// Note says what was not rewritten, and why.
type Note struct {
	Where  string // "dir/file.go:12:3", a file or an import path
	Reason string // one line
}

// ExtraFile is the name of the file that a package with probes gets.
const ExtraFile = "zz_evoke_probe.go"

// Names that injected code uses. A package that declares one of them gets no probes.
const (
	reservedPrefix  = "evoke_"
	runtimeAlias    = "evoke_p"
	replacingAlias  = "evoke_u" // with a number behind it
	groupsArray     = "evoke_g"
	statementsArray = "evoke_s"
	conditionsArray = "evoke_c"
	distancesArray  = "evoke_n"
	choicesArray    = "evoke_t"
	functionsArray  = "evoke_f"
	forksArray      = "evoke_k"
	valuesArray     = "evoke_v" // with the letter of their kind behind it
)
