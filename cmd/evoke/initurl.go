package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/evoke-go/evoke/cmd/evoke/internal/find"
	"github.com/evoke-go/evoke/cmd/evoke/internal/project"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/rest/auth"
)

// served are the usual paths of schemas on services.
var served = [...]string{
	"/openapi.json", "/openapi.yaml", "/swagger.json", "/swagger/doc.json", "/v3/api-docs",
	"/v2/api-docs", "/docs/openapi.json",
}

// service writes an evoke.yaml for a running service.
func (i *initiation) service(ctx context.Context, w io.Writer) error {
	path := filepath.Join(i.dir, project.Name)
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s is there already and stays as it is", path)
	}
	if !strings.Contains(i.url, "://") {
		return fmt.Errorf("--url %q: it has to begin with http:// or https://", i.url)
	}
	schema, doc, err := i.schemaOfService(ctx)
	if err != nil {
		return err
	}
	var logIn *auth.Candidate
	if candidates := auth.Infer(doc); len(candidates) > 0 {
		logIn = &candidates[0]
	}
	text, err := serviceFile(schema, i.url, logIn)
	if err != nil {
		return err
	}
	if err := create(path, text); err != nil {
		return err
	}
	next := "evoke run"
	if i.dir != "." {
		next += " --config " + escape.Shell(filepath.ToSlash(path))
	}
	_, err = fmt.Fprintf(w, "wrote %s\n  schema   %s (%s, %s)\n  log-in   %s\n\nNext:\n  %s\n",
		escape.Line(filepath.ToSlash(path)), escape.Line(shownSchema(schema)), escape.Line(doc.Title),
		counted(len(doc.Operations), "operation"), escape.Line((&skeleton{LogIn: logIn}).logInText()), next)
	return err
}

// schemaOfService returns the schema that the user named, or one in the folder, or one that the service serves. A path
// is relative to the folder, as the paths in evoke.yaml are.
func (i *initiation) schemaOfService(ctx context.Context) (string, *openapi.Document, error) {
	at := i.schema
	if at == "" {
		found, err := find.Schemas(i.dir)
		if err != nil {
			return "", nil, err
		}
		if len(found) > 0 {
			at = filepath.Join(i.dir, filepath.FromSlash(likeliest(ctx, i.dir, found)[0]))
		}
	}
	if at != "" {
		doc, err := openapi.Load(ctx, at, openapi.Options{})
		if err != nil {
			return "", nil, fmt.Errorf("schema %s: %w", at, err)
		}
		if !strings.Contains(at, "://") {
			at, err = below(i.dir, at)
		}
		return at, doc, err
	}
	for _, path := range served {
		at := strings.TrimSuffix(i.url, "/") + path
		if doc, err := openapi.Load(ctx, at, openapi.Options{}); err == nil && len(doc.Operations) > 0 {
			return at, doc, nil
		}
	}
	return "", nil, fmt.Errorf("no OpenAPI or Swagger document was found below the folder, and the service serves "+
		"none at %s; name it with --schema, a path or a URL", strings.Join(served[:], ", "))
}

// below returns a path relative to a folder, with slashes.
func below(dir, path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return "", err
	}
	relative, err := filepath.Rel(dir, abs)
	if err != nil {
		relative = abs // on another volume
	}
	return filepath.ToSlash(relative), nil
}

// serviceFile returns an evoke.yaml. Users with placeholders for credentials are in a comment.
func serviceFile(schema, url string, logIn *auth.Candidate) ([]byte, error) {
	const header = "# The settings of \"evoke run\". \"evoke run --help\" names its flags, which override them.\n"
	text, err := project.Write(schema, url, nil)
	if err != nil || logIn == nil {
		return append([]byte(header), text...), err
	}
	with, err := project.Write(schema, url, logIn.Users)
	if err != nil {
		return nil, err
	}
	users := bytes.TrimPrefix(with, text)
	why := "# " + escape.Prose(logIn.Why) + ".\n"
	if !logIn.Complete {
		why = "# The schema suggests this log-in (" + escape.Prose(logIn.Why) + "). Put in what only you know.\n"
		users = []byte("# " + strings.ReplaceAll(strings.TrimSuffix(string(users), "\n"), "\n", "\n# ") + "\n")
	}
	return bytes.Join([][]byte{[]byte(header), text, []byte(why), users}, nil), nil
}
