package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/cmd/evoke/internal/find"
	"github.com/evoke-go/evoke/cmd/evoke/internal/project"
	"github.com/evoke-go/evoke/openapi"
)

// schemaNamed returns the schema on the command line or in evoke.yaml, or the only one below the working directory. For
// an evoke.yaml it also returns the allowed places of references.
func schemaNamed(arguments []string) (schema string, refs []string, err error) {
	if len(arguments) > 0 {
		return arguments[0], nil, nil
	}
	switch file, err := project.Find("."); {
	case err != nil:
		return "", nil, err
	case file != nil && file.Schema != "":
		return file.Schema, file.Refs, nil
	}
	found, err := find.Schemas(".")
	switch {
	case err != nil:
		return "", nil, err
	case len(found) == 0:
		return "", nil, errors.New("no OpenAPI or Swagger document was found below this folder; name one")
	case len(found) > 1:
		return "", nil, fmt.Errorf("there are several schemas, name one: %s",
			strings.Join(found[:min(len(found), 8)], ", "))
	}
	return found[0], nil, nil
}

// maxRead is how many schemas of a folder are read to select one.
const maxRead = 8

// likeliest moves the most likely schema to the front: the first of those found that has operations and no broken
// reference, else the first with operations, else the first.
func likeliest(ctx context.Context, dir string, found []string) []string {
	best := -1
	for i, name := range found[:min(len(found), maxRead)] {
		doc, err := openapi.Load(ctx, filepath.Join(dir, filepath.FromSlash(name)), openapi.Options{})
		switch {
		case err != nil || len(doc.Operations) == 0:
		case doc.Broken == 0:
			return ahead(found, i)
		case best < 0:
			best = i
		}
	}
	return ahead(found, max(best, 0))
}

// ahead returns the elements with element i first.
func ahead(all []string, i int) []string {
	return append([]string{all[i]}, slices.Delete(slices.Clone(all), i, i+1)...)
}

// defaultOut is the folder for the tests of a running service.
const defaultOut = "evoke-tests"

// shownSchema returns the path or URL of a schema without credentials.
func shownSchema(schema string) string {
	u, err := url.Parse(schema)
	if err != nil || u.Host == "" {
		return schema
	}
	query := u.Query()
	for name := range query {
		query.Set(name, "xxxxx")
	}
	u.RawQuery = query.Encode()
	return u.Redacted()
}
