package program

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/evoke-go/evoke/internal/instrument"
)

// Main is a main package that becomes a program of its own, with probes.
type Main struct {
	// Dir is where the go command runs. Default: the working directory.
	Dir string
	// Package is the folder of the package beneath Dir, such as "./cmd/server", or its import path.
	Package string
	// Cover and Flags are those of instrument.Options.
	Cover, Flags []string
	// Rules are the codes of additional rules: some need more probes.
	Rules []int
	// With is the import path of a package with a function Start, which the program calls before any code of its
	// package runs. Neither that package nor its imports have probes.
	With string
}

// addedFile is the name of the file that is added to the package.
const addedFile = "zz_evoke_program.go"

// added matches a position in a file that only the build has.
var added = regexp.MustCompile(`[^\s:]*(?:` +
	regexp.QuoteMeta(addedFile) + `|` + regexp.QuoteMeta(packageFile) + `):\d+(?::\d+)?: `)

// nowhere removes the position in such a file from an error.
func nowhere(err error) error {
	if text := added.ReplaceAllString(err.Error(), ""); text != err.Error() {
		return &plainError{text: text, cause: err}
	}
	return err
}

// Build builds the program in the folder dir. It writes nothing into the folder of the package.
func (m Main) Build(ctx context.Context, dir string) (*Built, error) {
	began := time.Now()
	at, err := Package{Dir: m.Dir}.folder()
	if err != nil {
		return nil, fmt.Errorf("folder %s: %w", m.Dir, err)
	}
	if strings.Contains(m.Package, "...") {
		return nil, fmt.Errorf("package %s: one package is needed, the program", m.Package)
	}
	pkg, err := list(ctx, at, m.Package)
	if err != nil {
		return nil, fmt.Errorf("package %s: %w", m.Package, err)
	}
	if pkg.Name != "main" {
		return nil, fmt.Errorf("package %s is no program: its name is %s, and not main", m.Package, pkg.Name)
	}
	engine, err := engineDir(ctx, pkg.Dir)
	if err != nil {
		return nil, err
	}
	options := instrument.Options{
		Dir: pkg.Dir, Cover: m.Cover, Flags: m.Flags, Exclude: []string{m.With}, Evoke: engine,
		Files: map[string][]byte{filepath.Join(pkg.Dir, addedFile): fmt.Appendf(nil,
			"package main\n\nimport zz_evoke_program %q\n\nvar _ = zz_evoke_program.Start()\n", m.With)},
		Private: filepath.Join(dir, "cache"), Calls: instrument.LibraryCalls,
	}
	options.Overflow, options.Steps = extra(m.Rules)
	plan, err := instrument.Prepare(ctx, options)
	if err != nil {
		return nil, nowhere(err)
	}
	path := filepath.Join(dir, "program.exe")
	if err := plan.Build(ctx, path); err != nil {
		return nil, nowhere(err)
	}
	return &Built{Path: path, Sum: plan.Sum, Plan: plan, Flags: m.Flags, Took: time.Since(began), options: options}, nil
}
