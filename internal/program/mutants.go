package program

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/evoke-go/evoke/internal/instrument"
)

// errNoMutants means that no package of the program can have mutants.
var errNoMutants = errors.New("no package can have mutants")

// Mutants builds the program again, with mutants of itself in place of the probes,
// and returns the path. It must be a program with a plan.
func (b *Built) Mutants(ctx context.Context, dir string) (string, error) {
	o := b.options
	o.Runtime, o.Replacements = instrument.MutantRuntime, nil
	plan, err := instrument.Prepare(ctx, o)
	if err != nil {
		return "", err
	}
	if len(plan.Packages) == 0 {
		return "", errNoMutants
	}
	path := filepath.Join(dir, "mutants.exe")
	return path, plan.Build(ctx, path)
}
