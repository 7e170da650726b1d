package main

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/evoke-go/evoke/cmd/evoke/internal/find"
	"github.com/evoke-go/evoke/cmd/evoke/internal/project"
)

// schemaNamed returns the schema of a command line or of evoke.yaml, or the only
// one below this folder. Of an evoke.yaml it also returns where references may
// lead.
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
		return "", nil, fmt.Errorf("there are several schemas, name one: %s", strings.Join(found[:min(len(found), 8)], ", "))
	}
	return found[0], nil, nil
}

// defaultOut is the folder for the tests of a running service.
const defaultOut = "evoke-tests"

// shownSchema returns where a schema is without what a URL has of credentials.
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
