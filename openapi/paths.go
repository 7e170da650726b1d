package openapi

import (
	"strings"
	"unicode"
)

// operationReader reads the operations of a document.
type operationReader struct {
	*files
	dialect
	schemas  *schemaReader
	messages messages
	security *securityReader
	links    *linkReader

	inherited []Requirement // what operations need that do not say so themselves
	all       []*Operation
}

// readOperations reads every operation of a document.
func readOperations(f *files, d dialect, s *securityReader) []*Operation {
	r := &operationReader{files: f, dialect: d, schemas: newSchemaReader(f, d), security: s, links: &linkReader{files: f, nodes: map[*node]*Operation{}}}
	r.messages = &messageReader{f, r.schemas}
	if d.swagger {
		r.messages = &swaggerReader{f, r.schemas}
	}
	r.paths(f.top())
	r.where = "document"
	if f.top().get("webhooks").ok() {
		r.warn("webhooks are not called")
	}
	r.links.connect(r.all)
	return r.all
}

func (r *operationReader) paths(root at) {
	r.where = "paths"
	paths := root.get("paths")
	if !paths.isMap() {
		if paths.ok() {
			r.warn("paths is %s, not an object", paths.kind())
		} else {
			r.warn("the document declares no paths")
		}
		return
	}
	r.where = "security"
	r.inherited, _ = r.security.requirements(root.get("security"))
	seen := map[string]string{}
	for path, item := range paths.members() {
		r.where = "paths"
		if strings.HasPrefix(path, "x-") {
			continue
		}
		r.pathItem(path, item, seen)
	}
	r.duplicateIDs()
}

// pathItem reads the operations of one path. Seen maps what a server can tell
// apart (the method, and the path without the names of parameters) to the first
// such operation.
func (r *operationReader) pathItem(path string, item at, seen map[string]string) {
	if !r.isPath(path) {
		return
	}
	path = r.cleanPath(path)
	r.where = path
	item = r.deref(item, "the path "+path)
	if !item.isMap() {
		if item.ok() {
			r.warn("it is %s, not an object", item.kind())
		}
		return
	}
	for method, v := range item.members() {
		r.where = path
		if !r.isMethod(method) {
			continue
		}
		r.where = strings.ToUpper(method) + " " + path
		_, isRef := v.ref()
		v = r.deref(v, "the operation")
		if !v.isMap() {
			if v.ok() || !isRef { // a broken reference is already reported
				r.warn("the operation is %s, not an object", v.kind())
			}
			continue
		}
		key := method + " " + shape(path)
		if first, ok := seen[key]; ok {
			r.warn("it is the same operation as %s above, which counts", first)
			continue
		}
		seen[key] = r.where
		r.operation(method, path, item, v)
	}
}

func (r *operationReader) isMethod(key string) bool {
	switch lower := strings.ToLower(key); lower {
	case "additionaloperations":
		r.warn("additionalOperations are not supported")
	case "servers":
		r.warn("servers of its own are not supported; those of the document are used")
	case "get", "put", "post", "delete", "options", "head", "patch", "trace", "query":
		if key == lower {
			return true
		}
		r.warn("%s is not in lower case; it is ignored", key)
	}
	return false
}

// isPath reports whether a server can have a path.
func (r *operationReader) isPath(path string) bool {
	switch {
	case strings.ContainsFunc(path, unicode.IsControl):
		r.warn("the path %q has control characters; it is left out", path)
		return false
	case len(path) > maxPath || strings.Count(path, "{") > maxPathParameters:
		r.warn("the path %.40s... is longer than %d characters or has more than %d parameters; it is left out", path, maxPath, maxPathParameters)
		return false
	}
	return true
}

// cleanPath adds and cuts off what makes a path of the text.
func (r *operationReader) cleanPath(path string) string {
	if r.where = path; path == "" {
		r.where = "paths: \"\""
	}
	if !strings.HasPrefix(path, "/") {
		r.warn("the path does not start with a slash; one is added")
		path = "/" + path
	}
	if i := strings.IndexAny(path, "?#"); i >= 0 {
		r.warn("the path has a query or a fragment; it is cut off")
		path = path[:i]
	}
	return path
}

// shape is a path template without the names of its parameters.
func shape(path string) string {
	var b strings.Builder
	for _, part := range pieces(path) {
		if part.name != "" {
			b.WriteString("{}")
			continue
		}
		b.WriteString(part.text)
	}
	return b.String()
}

// piece is literal text of a path template, or a parameter.
type piece struct{ text, name string }

func pieces(path string) []piece {
	var all []piece
	for path != "" {
		open := strings.IndexByte(path, '{')
		length := strings.IndexByte(path[max(open, 0):], '}')
		if open < 0 || length < 2 {
			return append(all, piece{text: path})
		}
		if open > 0 {
			all = append(all, piece{text: path[:open]})
		}
		all = append(all, piece{name: path[open+1 : open+length]})
		path = path[open+length+1:]
	}
	return all
}

func (r *operationReader) duplicateIDs() {
	first := map[string]*Operation{}
	for _, o := range r.all {
		if o.ID == "" {
			continue
		}
		if f, ok := first[o.ID]; ok {
			r.where = o.Name()
			r.warn("the operationId %q is already that of %s", o.ID, f.Name())
			continue
		}
		first[o.ID] = o
	}
}
