package mutate

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/instrument/rewrite"
)

// Check type-checks a package, with a file beside those of the source. It sets Info and Types of the source.
type Check func(s *rewrite.Source, beside *ast.File) error

// Probed puts mutants into a package in a folder, and then probes into the result. So a program with mutants visits
// maps, chooses among channels, starts goroutines, draws random numbers and reads the clock as the program of a search
// does. The result counts mutants as statements.
func Probed(s *rewrite.Source, dir string, o rewrite.Options, check Check) *rewrite.Result {
	mutated := Mutate(s)
	extra := filepath.Join(dir, ExtraFile)
	changed, err := again(s, mutated, extra, check)
	if err != nil {
		why, _, _ := strings.Cut(err.Error(), "\n")
		mutated = &rewrite.Result{Notes: append(mutated.Notes,
			rewrite.Note{Where: s.Path, Reason: "no mutants could be put in: " + why})}
		changed = s
	}
	made := rewrite.Rewrite(changed, o)
	for path, content := range mutated.Files {
		if made.Files[path] == nil {
			made.Files[path] = content
		}
	}
	if len(mutated.Extra) > 0 {
		made.Files[extra] = mutated.Extra
	}
	made.Statements, made.Conditions = mutated.Statements, 0
	made.Notes = append(mutated.Notes, made.Notes...)
	return made
}

// again type-checks a package with its mutants. The result does not define the names of the extra file.
func again(s *rewrite.Source, with *rewrite.Result, extra string, check Check) (*rewrite.Source, error) {
	if len(with.Files) == 0 {
		return s, nil
	}
	changed := *s
	changed.Fset, changed.Files = token.NewFileSet(), slices.Clone(s.Files)
	const mode = parser.ParseComments | parser.SkipObjectResolution
	for i := range changed.Files {
		f := &changed.Files[i]
		if content := with.Files[f.Path]; content != nil {
			f.Content = content
		}
		var err error
		if f.Syntax, err = parser.ParseFile(changed.Fset, f.Path, f.Content, mode); err != nil {
			return nil, err
		}
	}
	beside, err := parser.ParseFile(changed.Fset, extra, with.Extra, mode)
	if err != nil {
		return nil, err
	}
	if err := check(&changed, beside); err != nil {
		return nil, err
	}
	ast.Inspect(beside, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			delete(changed.Info.Defs, id)
		}
		return true
	})
	return &changed, nil
}
