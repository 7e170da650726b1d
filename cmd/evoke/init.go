package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/evoke-go/evoke/cmd/evoke/internal/find"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/rest/auth"
)

const initHelp = `Write evoke_test.go into the folder of a Go package: a test that searches for
tests of the package's handler. The command finds the schema below the folder
or the module (or embedded in the package), the function that returns the
handler, and the log-in that the schema suggests. It overwrites nothing.

With --url write evoke.yaml for a running service instead. evoke run reads it.

Exit codes: 0 done; 2 nothing was written, and the message says what is missing.`

const initExamples = `  cd internal/api && evoke init
  evoke init ./internal/api --handler NewRouter --schema api/openapi.yaml
  evoke init --url http://localhost:8080 && evoke run`

// initiation has the settings of evoke init.
type initiation struct {
	dir, schema, handler, url string
}

func newInit() *cobra.Command {
	var i initiation
	cmd := &cobra.Command{
		Use:     "init [FOLDER]",
		Short:   "Write a test that searches for tests of a package's handler",
		Long:    initHelp,
		Example: initExamples,
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, folders []string) error {
			i.dir = "."
			if len(folders) > 0 {
				i.dir = folders[0]
			}
			begin := i.run
			if i.url != "" {
				begin = i.service
			}
			if err := begin(cmd.Context(), cmd.OutOrStdout()); err != nil {
				return fmt.Errorf("evoke init: %w", err)
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&i.schema, "schema", "",
		"OpenAPI or Swagger document: a path or a URL (default: the one that is found)")
	f.StringVar(&i.handler, "handler", "", "function that returns the handler (default: the one that is found)")
	f.StringVar(&i.url, "url", "", "base URL of a running service: writes evoke.yaml for evoke run, and no test")
	wrapped(cmd)
	return cmd
}

// testFile is the file that evoke init writes.
const testFile = "evoke_test.go"

func (i *initiation) run(ctx context.Context, w io.Writer) error {
	dir, err := filepath.Abs(i.dir)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, testFile)
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s is there already and stays as it is", filepath.Join(i.dir, testFile))
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return fmt.Errorf("%s is no folder", i.dir)
	}
	p, err := find.ReadPackage(ctx, dir)
	if err != nil {
		return fmt.Errorf("package %s: %w", i.dir, err)
	}
	t := skeleton{Package: p.Name}
	if t.Constructor, err = i.constructor(ctx, p); err != nil {
		return err
	}
	doc, err := i.document(ctx, p, &t)
	if err != nil {
		return err
	}
	if candidates := auth.Infer(doc); len(candidates) > 0 {
		t.LogIn = &candidates[0]
	}
	source, err := t.source()
	if err != nil {
		return err
	}
	if err := t.tryOut(ctx, p, doc); err != nil {
		return err
	}
	if err := create(path, source); err != nil {
		return err
	}
	return i.report(ctx, w, p, &t, doc)
}

// create writes a new file. It returns an error if the file exists.
func create(path string, content []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Close())
}

// constructor returns the function that the user named, or the most likely one.
func (i *initiation) constructor(ctx context.Context, p *find.Package) (find.Constructor, error) {
	found := p.Constructors
	if i.handler != "" {
		found = slices.DeleteFunc(slices.Clone(found), func(c find.Constructor) bool { return c.Name != i.handler })
		if len(found) == 0 {
			return find.Constructor{}, fmt.Errorf("package %s has no function %s that returns an http.Handler, and "+
				"maybe an error", i.dir, i.handler)
		}
	}
	switch {
	case len(found) == 0:
		return find.Constructor{}, i.none(ctx, p)
	case len(found[0].Needs) > 0:
		return find.Constructor{}, needs(&found[0])
	}
	return found[0], nil
}

// needs returns an error that explains how to wrap a constructor with parameters.
func needs(c *find.Constructor) error {
	call := "h := " + c.Name + "(...)"
	if c.Fails {
		call = "h, err := " + c.Name + "(...); if err != nil { panic(err) }"
	}
	return fmt.Errorf("%s takes %s, and Evoke needs a function without parameters, which gives each test fresh "+
		"state; write one and name it with --handler: func newHandler() http.Handler { %s; return %s }. A _test.go "+
		"file of the folder will do",
		c.Name, strings.Join(c.Needs, ", "), call, c.Handler("h"))
}

// none returns an error that explains what to do if no function returns a handler.
func (i *initiation) none(ctx context.Context, p *find.Package) error {
	program, schema := "./cmd/server", "openapi.yaml"
	if mains := find.Programs(ctx, p.Module); len(mains) > 0 {
		program = i.shown(mains[0])
		if !strings.HasPrefix(program, ".") {
			program = "./" + program
		}
	}
	if found, err := find.Schemas(p.Module); err == nil && len(found) > 0 {
		found = likeliest(ctx, p.Module, found)
		schema = i.shown(filepath.Join(p.Module, filepath.FromSlash(found[0])))
	}
	return fmt.Errorf("package %s has no function that returns an http.Handler, an engine or a router. "+
		"Run evoke init in the folder of the package that has; or search the program as it is, which needs none: "+
		"evoke run --schema %s --program %s; or put what makes the handler into a function, "+
		"for which a _test.go file of the folder will do: func newHandler() http.Handler { ...; return h }",
		i.dir, escape.Shell(schema), escape.Shell(program))
}

// document reads the schema, and sets in the skeleton how the test refers to it.
func (i *initiation) document(ctx context.Context, p *find.Package, t *skeleton) (*openapi.Document, error) {
	location, err := i.locate(ctx, p, t)
	if err != nil {
		return nil, err
	}
	doc, err := openapi.Load(ctx, location, openapi.Options{})
	if err != nil {
		return nil, fmt.Errorf("schema %s: %w", location, err)
	}
	return doc, nil
}

// locate returns the path or URL of the schema, and sets in the skeleton how the test refers to it. A path in the test
// is relative to the folder of the package, in which tests run.
func (i *initiation) locate(ctx context.Context, p *find.Package, t *skeleton) (string, error) {
	switch {
	case strings.Contains(i.schema, "://"):
		t.Schema = i.schema
		return i.schema, nil
	case i.schema != "":
		return i.schema, t.schemaAt(p.Dir, i.schema)
	case len(p.Embedded) > 0:
		t.Embedded = &p.Embedded[0]
		return filepath.Join(p.Dir, filepath.FromSlash(p.Embedded[0].File)), nil
	}
	for _, root := range []string{p.Dir, p.Module} {
		if root == "" {
			continue
		}
		found, err := find.Schemas(root)
		if err != nil {
			return "", err
		}
		if len(found) > 0 {
			found = likeliest(ctx, root, found)
			path := filepath.Join(root, filepath.FromSlash(found[0]))
			for _, other := range found[1:] {
				t.Others = append(t.Others, i.shown(filepath.Join(root, filepath.FromSlash(other))))
			}
			return path, t.schemaAt(p.Dir, path)
		}
	}
	return "", errors.New("no OpenAPI or Swagger document was found below the package or its module; name it " +
		"with --schema, a path or a URL")
}

// shown returns a path relative to the working directory.
func (i *initiation) shown(path string) string {
	if wd, err := os.Getwd(); err == nil {
		if relative, err := filepath.Rel(wd, path); err == nil {
			return filepath.ToSlash(relative)
		}
	}
	return filepath.ToSlash(path)
}

// report writes what was written and what to do next.
func (i *initiation) report(
	ctx context.Context, w io.Writer, p *find.Package, t *skeleton, doc *openapi.Document,
) error {
	var b strings.Builder
	fmt.Fprintf(&b, "wrote %s\n", i.shown(filepath.Join(p.Dir, testFile)))
	fmt.Fprintf(&b, "  schema   %s (%s, %s)\n", escape.Line(t.schemaName()), escape.Line(doc.Title),
		counted(len(doc.Operations), "operation"))
	for _, other := range t.Others {
		fmt.Fprintf(&b, "           not %s; name it with --schema if it is the right one\n", other)
	}
	fmt.Fprintf(&b, "  handler  %s, which returns %s\n", t.Constructor.Name, t.Constructor.Result)
	for _, c := range p.Constructors {
		if c.Name != t.Constructor.Name && len(c.Needs) == 0 {
			fmt.Fprintf(&b, "           not %s; name it with --handler if it is the right one\n", c.Name)
		}
	}
	fmt.Fprintf(&b, "  log-in   %s\n", escape.Line(t.logInText()))
	fmt.Fprintf(&b, "\nNext:\n")
	if !requiresEvoke(ctx, p.Dir) {
		fmt.Fprintf(&b, "  %s\n", getEvoke())
	}
	fmt.Fprintf(&b, "  go test -run TestEvoke%s\n", packageArgument(i.shown(p.Dir)))
	fmt.Fprintf(&b, "The first run searches and writes the tests, which you then commit; later runs only run them.\n")
	_, err := io.WriteString(w, escape.Lines(b.String()))
	return err
}
