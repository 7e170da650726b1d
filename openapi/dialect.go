package openapi

import (
	"errors"
	"fmt"
	"strings"
)

// dialect is the version of the specification that a document follows.
type dialect struct {
	swagger bool // Swagger 2.0
	modern  bool // OpenAPI 3.1 or later, whose schemas are JSON Schema
}

// dialectOf returns the version of a document. It returns an error for versions that the package does not know.
func dialectOf(root at) (dialect, error) {
	if !root.isMap() {
		return dialect{}, fmt.Errorf("this is not an OpenAPI document: it is %s, not an object", root.kind())
	}
	if v := root.get("swagger"); v.ok() {
		return swaggerDialect(v)
	}
	v := root.get("openapi")
	if !v.ok() {
		return dialect{},
			errors.New(`this is not an OpenAPI document: it has neither "openapi" nor "swagger" with a version`)
	}
	if !v.isScalar() {
		return dialect{}, fmt.Errorf(`this is not an OpenAPI document: "openapi" is %s, not a version`, v.kind())
	}
	rest, is3 := strings.CutPrefix(v.text(), "3.")
	minor, _, _ := strings.Cut(rest, ".")
	if !is3 || len(minor) != 1 || minor < "0" || minor > "2" {
		return dialect{}, fmt.Errorf("unknown OpenAPI version %q; known are Swagger 2.0, and 3.0 to 3.2", v.text())
	}
	return dialect{modern: minor != "0"}, nil
}

func swaggerDialect(version at) (dialect, error) {
	switch {
	case !version.isScalar():
		return dialect{}, fmt.Errorf(`this is not an OpenAPI document: "swagger" is %s, not a version`, version.kind())
	case version.text() != "2" && version.text() != "2.0":
		return dialect{},
			fmt.Errorf("unknown Swagger version %q; known are 2.0, and OpenAPI 3.0 to 3.2", version.text())
	}
	return dialect{swagger: true}, nil
}
