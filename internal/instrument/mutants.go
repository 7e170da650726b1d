package instrument

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"

	"github.com/evoke-go/evoke/internal/instrument/mutate"
	"github.com/evoke-go/evoke/internal/instrument/rewrite"
)

// mutants puts mutants into a package, and then probes into what that makes. A
// program with mutants so visits maps, chooses among channels, starts goroutines,
// draws random numbers and reads the clock as the program of the search does. The
// result counts mutants as statements.
func (w *worker) mutants(p *listed, s *rewrite.Source) *rewrite.Result {
	mutated := mutate.Mutate(s)
	changed, err := w.typing.changed(p, s, mutated)
	if err != nil {
		note := rewrite.Note{Where: p.path(), Reason: "no mutants could be put in: " + firstLine(err)}
		mutated = &rewrite.Result{Notes: append(mutated.Notes, note)}
		changed = s
	}
	made := rewrite.Rewrite(changed, rewrite.Options{Runtime: DefaultRuntime})
	for path, content := range mutated.Files {
		if made.Files[path] == nil {
			made.Files[path] = content
		}
	}
	if len(mutated.Extra) > 0 {
		made.Files[filepath.Join(p.Dir, mutate.ExtraFile)] = mutated.Extra
	}
	made.Statements, made.Conditions = mutated.Statements, 0
	made.Notes = append(mutated.Notes, made.Notes...)
	return made
}

// changed type-checks a package again with what was changed in it. The names of
// the extra file are not among those that the result defines.
func (c *typing) changed(p *listed, s *rewrite.Source, with *rewrite.Result) (*rewrite.Source, error) {
	if len(with.Files) == 0 {
		return s, nil
	}
	again := *s
	again.Fset, again.Info, again.Files = token.NewFileSet(), newInfo(), slices.Clone(s.Files)
	const mode = parser.ParseComments | parser.SkipObjectResolution
	for i := range again.Files {
		f := &again.Files[i]
		if content := with.Files[f.Path]; content != nil {
			f.Content = content
		}
		var err error
		if f.Syntax, err = parser.ParseFile(again.Fset, f.Path, f.Content, mode); err != nil {
			return nil, err
		}
	}
	extra, err := parser.ParseFile(again.Fset, filepath.Join(p.Dir, mutate.ExtraFile), with.Extra, mode)
	if err != nil {
		return nil, err
	}
	if err := c.check(p, &again, p.ForTest, extra); err != nil {
		return nil, err
	}
	ast.Inspect(extra, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			delete(again.Info.Defs, id)
		}
		return true
	})
	return &again, nil
}
