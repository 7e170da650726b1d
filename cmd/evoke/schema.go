package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/evoke-go/evoke/cmd/evoke/internal/find"
	"github.com/evoke-go/evoke/cmd/evoke/internal/project"
)

// schemaNamed returns the schema of a command line or of evoke.yaml, or the only
// one below this folder.
func schemaNamed(arguments []string) (string, error) {
	if len(arguments) > 0 {
		return arguments[0], nil
	}
	switch file, err := project.Find("."); {
	case err != nil:
		return "", err
	case file != nil && file.Schema != "":
		return file.Schema, nil
	}
	found, err := find.Schemas(".")
	switch {
	case err != nil:
		return "", err
	case len(found) == 0:
		return "", errors.New("no OpenAPI or Swagger document was found below this folder; name one")
	case len(found) > 1:
		return "", fmt.Errorf("there are several schemas, name one: %s", strings.Join(found[:min(len(found), 8)], ", "))
	}
	return found[0], nil
}
