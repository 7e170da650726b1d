package openapi

import (
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v4"
)

// baseSteps and stepsPerByte bound the work by the size of the document. Even
// a document that consists of little but references stays far below.
const (
	baseSteps    = 1 << 20
	stepsPerByte = 4
)

// read turns the tree of a document of a size into the model. The parts of the
// document are read in the order in which they need each other.
func read(fetch func(place) ([]byte, error), p place, root *yaml.Node, size int) (*Document, error) {
	f := newFiles(fetch, p, root, size)
	top := f.top()
	d, err := dialectOf(top)
	if err != nil {
		return nil, err
	}
	doc := &Document{}
	f.where = "info"
	info := top.get("info")
	if info.ok() && !info.isMap() {
		f.warn("it is %s, not an object", info.kind())
	}
	doc.Title = f.text(info.get("title"), "title")
	f.where = "servers"
	doc.BasePaths = basePaths(f.notes, d, top)
	if len(doc.BasePaths) > 0 {
		doc.BasePath = doc.BasePaths[0]
	}
	f.where = "security"
	security := readSecurity(f, d, top)
	doc.Security = security.schemes
	doc.Operations = readOperations(f, d, security)
	f.where = "document"
	if f.meter.left <= 0 {
		f.warn("the document expands to too much through references or aliases; the rest is left out")
	}
	doc.Warnings = f.all
	return doc, nil
}

// dialect is the version of the specification that a document follows.
type dialect struct {
	swagger bool // Swagger 2.0
	modern  bool // OpenAPI 3.1 or later, whose schemas are JSON Schema
}

// dialectOf finds out which version a document follows.
func dialectOf(root at) (dialect, error) {
	if !root.isMap() {
		return dialect{}, fmt.Errorf("this is not an OpenAPI document: it is %s, not an object", root.kind())
	}
	if v := root.get("swagger"); v.ok() {
		return swaggerDialect(v)
	}
	v := root.get("openapi")
	if !v.ok() {
		return dialect{}, errors.New(`this is not an OpenAPI document: it has neither "openapi" nor "swagger" with a version`)
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
		return dialect{}, fmt.Errorf("unknown Swagger version %q; known are 2.0, and OpenAPI 3.0 to 3.2", version.text())
	}
	return dialect{swagger: true}, nil
}
