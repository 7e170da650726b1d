package openapi

import (
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v4"
)

// reader fills one [Document].
type reader struct {
	// fetch returns the bytes of another file.
	fetch func(place) ([]byte, error)
	doc   *Document
	root  *source
	files map[string]loaded
	meter *meter

	swagger bool // Swagger 2.0
	modern  bool // OpenAPI 3.1 or later, whose schemas are JSON Schema

	where    string // the operation being read, for warnings
	warned   map[Warning]bool
	broken   map[string]bool // references already warned about
	schemas  map[*yaml.Node]*Schema
	pending  []*draft
	depth    int                     // of references to references
	children map[*yaml.Node][]string // see inheritance
	links    []pendingLink
}

// baseSteps and stepsPerByte bound the work by the size of the document. Even
// documents that are little but references stay far below.
const (
	baseSteps    = 1 << 20
	stepsPerByte = 4
)

// maxWarnings bounds the list; nobody reads more.
const maxWarnings = 500

func newReader(fetch func(place) ([]byte, error), p place, root *yaml.Node, size int) *reader {
	m := &meter{left: baseSteps + stepsPerByte*size}
	r := &reader{
		fetch: fetch, doc: &Document{}, meter: m,
		root:    &source{place: p, root: root, meter: m},
		files:   map[string]loaded{},
		warned:  map[Warning]bool{},
		broken:  map[string]bool{},
		schemas: map[*yaml.Node]*Schema{},
	}
	// Other files may refer back to the root.
	if p.url != nil {
		r.files[p.url.String()] = loaded{source: r.root}
	} else if p.name != "" {
		r.files[p.name] = loaded{source: r.root}
	}
	return r
}

// version finds out what the document is written in.
func (r *reader) version() error {
	root := at{r.root.root, r.root}
	if !root.isMap() {
		return fmt.Errorf("this is not an OpenAPI document: it is %s, not an object", root.kind())
	}
	if v := root.get("swagger"); v.ok() {
		if !v.isScalar() {
			return fmt.Errorf(`this is not an OpenAPI document: "swagger" is %s, not a version`, v.kind())
		}
		r.doc.Spec, r.swagger = v.text(), true
		if r.doc.Spec == "2" {
			r.doc.Spec = "2.0"
		}
		if r.doc.Spec != "2.0" {
			return fmt.Errorf("unknown Swagger version %q; known are 2.0, and OpenAPI 3.0 to 3.2", v.text())
		}
		return nil
	}
	v := root.get("openapi")
	if !v.ok() {
		return errors.New(`this is not an OpenAPI document: it has neither "openapi" nor "swagger" with a version`)
	}
	if !v.isScalar() {
		return fmt.Errorf(`this is not an OpenAPI document: "openapi" is %s, not a version`, v.kind())
	}
	r.doc.Spec = v.text()
	minor, _, _ := strings.Cut(strings.TrimPrefix(r.doc.Spec, "3."), ".")
	switch {
	case !strings.HasPrefix(r.doc.Spec, "3."), len(minor) != 1 || minor < "0" || minor > "2":
		return fmt.Errorf("unknown OpenAPI version %q; known are Swagger 2.0, and 3.0 to 3.2", v.text())
	}
	r.modern = minor != "0"
	return nil
}

// document reads everything in the order in which the parts need each other.
func (r *reader) document() {
	root := at{r.root.root, r.root}
	info := root.get("info")
	r.where = "info"
	if info.ok() && !info.isMap() {
		r.warn("it is %s, not an object", info.kind())
	}
	r.doc.Title = r.text(info.get("title"), "title")
	r.doc.Version = r.text(info.get("version"), "version")
	r.where = "servers"
	r.servers(root)
	r.where = "security"
	r.securitySchemes(root)
	r.paths(root)
	r.where = "document"
	if root.get("webhooks").ok() {
		r.warn("webhooks are not called")
	}
	r.connect()
	if r.meter.left <= 0 {
		r.where = "document"
		r.warn("the document expands to too much through references or aliases; the rest is left out")
	}
}

// warn notes what could not be used, once for each place.
func (r *reader) warn(format string, args ...any) {
	w := Warning{Where: oneLine(r.where), Reason: oneLine(fmt.Sprintf(format, args...))}
	if r.warned[w] || len(r.doc.Warnings) > maxWarnings {
		return
	}
	if len(r.doc.Warnings) == maxWarnings {
		w = Warning{Where: "document", Reason: "there are more warnings than are kept"}
	}
	r.warned[w] = true
	r.doc.Warnings = append(r.doc.Warnings, w)
}

// text reads a value that should be text. Numbers pass, as in "version: 1.0".
func (r *reader) text(a at, what string) string {
	if a.ok() && !a.isScalar() {
		r.warn("%s is %s, not a string", what, a.kind())
	}
	return a.text()
}

// flag reads a boolean; what says what it is should that fail.
func (r *reader) flag(a at, what string) bool {
	if !a.ok() {
		return false
	}
	text := strings.ToLower(a.text())
	if !a.isBool() {
		r.warn("%s is %s, not a boolean", what, a.kind())
	}
	return text == "true"
}

// texts reads a list of strings. A single string passes as a list of one.
func (r *reader) texts(a at, what string) []string {
	if a.isScalar() {
		r.warn("%s is %s, not a list", what, a.kind())
		return []string{a.text()}
	}
	if a.ok() && !a.isList() {
		r.warn("%s is %s, not a list", what, a.kind())
	}
	var all []string
	for v := range a.items() {
		if !v.isScalar() {
			r.warn("%s holds %s where a string should be", what, v.kind())
			continue
		}
		all = append(all, v.text())
	}
	return all
}
