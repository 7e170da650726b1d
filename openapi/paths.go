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
	servers  *serverReader

	inherited []Requirement // the requirements of operations without their own
	all       []*Operation
}

// readOperations reads every operation of a document.
func readOperations(f *files, d dialect, s *securityReader, own *serverReader) []*Operation {
	r := &operationReader{
		files: f, dialect: d, schemas: newSchemaReader(f, d), security: s,
		links: &linkReader{files: f, nodes: map[*node]*Operation{}}, servers: own,
	}
	r.messages = &messageReader{f, r.schemas}
	if d.swagger {
		r.messages = &swaggerReader{f, r.schemas}
	}
	r.paths(f.top())
	r.where = "document"
	if hooks := f.top().get("webhooks"); len(r.all) > 0 && hooks.isMap() && len(hooks.node.Content) > 0 {
		r.warn("webhooks are not called")
	}
	r.links.connect(r.all)
	r.servers.useOperationServers(r.all)
	return r.all
}

func (r *operationReader) paths(root at) {
	r.where = "paths"
	paths := root.get("paths")
	if !paths.isMap() {
		switch {
		case paths.ok():
			r.warn("paths is %s, not an object", paths.kind())
		case root.get("webhooks").ok():
			r.warn("it declares webhooks only: calls that the service makes, not those that it answers")
		default:
			r.warn("the document declares no paths")
		}
		return
	}
	r.where = "security"
	r.inherited, _ = r.security.requirements(root.get("security"))
	seen := map[string]bool{}
	for path, item := range paths.members() {
		r.where = "paths"
		if strings.HasPrefix(path, "x-") {
			continue
		}
		r.pathItem(path, item, seen)
	}
	r.duplicateIDs()
}

// pathItem reads the operations of one path. seen has the names of the operations read before.
func (r *operationReader) pathItem(text string, item at, seen map[string]bool) {
	if !r.isPath(text) {
		return
	}
	path, variant := r.cleanPath(text)
	r.where = path + variant
	item = r.deref(item, "the path "+r.where)
	if !item.isMap() {
		if item.ok() {
			r.warn("it is %s, not an object", item.kind())
		}
		return
	}
	for method, v := range item.members() {
		r.where = path + variant
		if !r.isMethod(method) {
			continue
		}
		o := &Operation{Method: strings.ToUpper(method), Path: path, Variant: variant}
		r.where = o.Name()
		_, isRef := v.ref()
		v = r.deref(v, "the operation")
		if !v.isMap() {
			if v.ok() || !isRef { // a broken reference was already reported
				r.warn("the operation is %s, not an object", v.kind())
			}
			continue
		}
		if seen[r.where] {
			r.warn("it is the same operation as one above, which counts")
			continue
		}
		seen[r.where] = true
		r.operation(o, item, v)
	}
}

func (r *operationReader) isMethod(key string) bool {
	switch lower := strings.ToLower(key); lower {
	case "additionaloperations":
		r.warn("additionalOperations are not supported")
	case "get", "put", "post", "delete", "options", "head", "patch", "trace", "query":
		if key == lower {
			return true
		}
		r.warn("%s is not in lower case; it is ignored", key)
	}
	return false
}

// isPath reports whether a text is a path that a server can have. It warns if not.
func (r *operationReader) isPath(path string) bool {
	switch {
	case strings.ContainsFunc(path, unicode.IsControl):
		r.warn("the path %q has control characters; it is left out", path)
		return false
	case len(path) > maxPath || strings.Count(path, "{") > maxPathParameters:
		r.warn("the path %.40s... is longer than %d characters or has more than %d parameters; it is left out",
			path, maxPath, maxPathParameters)
		return false
	}
	return true
}

// cleanPath returns a valid path for the text in the document, and the variant behind it.
func (r *operationReader) cleanPath(path string) (clean, variant string) {
	if r.where = path; path == "" {
		r.where = "paths: \"\""
	}
	if !strings.HasPrefix(path, "/") {
		r.warn("the path does not start with a slash; one is added")
		path = "/" + path
	}
	if i := strings.IndexAny(path, "?#"); i >= 0 {
		return path[:i], path[i:]
	}
	return path, ""
}

// piece is a literal text of a path template, or a parameter with its name.
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
