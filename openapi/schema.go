package openapi

import (
	"errors"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
)

// draft is a schema whose keywords are not read yet. A queue of drafts replaces recursion, so that deep nesting and
// cycles cannot overflow the stack.
type draft struct {
	r      *schemaReader
	schema *Schema
	at     at
	trail  *trail
	// ofParameter says that the schema is itself a parameter of Swagger, whose "required" is a boolean.
	ofParameter bool
}

// trail is the path to a schema, for warnings.
type trail struct {
	up    *trail
	key   string
	depth int
}

func (t *trail) down(key string) *trail { return &trail{t, key, t.depth + 1} }

// top returns the first step of the path.
func (t *trail) top() string {
	for t.up != nil {
		t = t.up
	}
	return t.key
}

func (t *trail) String() string {
	var keys []string
	for ; t != nil; t = t.up {
		keys = append(keys, t.key)
	}
	slices.Reverse(keys)
	return strings.Join(keys, "/")
}

// schemaReader reads the schemas of a document, each node once.
type schemaReader struct {
	*files
	dialect
	known    map[*node]*Schema
	pending  []*draft
	late     []func()           // functions that read values; called when all schemas are read
	depth    int                // the length of the current chain of references
	children map[*node][]string // the cache of inheritance
	named    []string           // the cache of names
}

func newSchemaReader(f *files, d dialect) *schemaReader {
	return &schemaReader{files: f, dialect: d, known: map[*node]*Schema{}}
}

// schema returns the schema at a place. [schemaReader.drain] reads its keywords later.
func (r *schemaReader) schema(a at, t *trail) *Schema {
	text, isRef := a.ref()
	if !isRef {
		return r.inline(a, t)
	}
	if s, ok := r.known[a.node]; ok {
		return s
	}
	// A placeholder while the reference is followed. Finding it again means that the references form a cycle.
	circle := NewSchema()
	r.known[a.node] = circle
	r.depth++
	s := r.target(text, a, t)
	r.depth--
	if s == circle {
		r.warn("the reference %s only leads to itself", text)
	}
	if siblings := r.siblings(a); siblings.ok() {
		whole := NewSchema()
		whole.AllOf = []*Schema{s}
		r.pending = append(r.pending, &draft{r: r, schema: whole, at: siblings, trail: t})
		s = whole
	}
	r.known[a.node] = s
	return s
}

func (r *schemaReader) target(text string, a at, t *trail) *Schema {
	target, name, err := r.follow(text, a.file)
	if err == nil && r.depth > maxDepth {
		err = errors.New("the chain of references is too long")
	}
	if err != nil {
		r.warnRef(text, a.file, err)
		return NewSchema()
	}
	s := r.schema(target, &trail{key: name})
	if _, again := target.ref(); !again && s.Ref == "" {
		s.Ref = name
	}
	return s
}

// inline returns the schema at a place that is no reference.
func (r *schemaReader) inline(a at, t *trail) *Schema {
	if a.node == nil {
		return NewSchema()
	}
	if s, ok := r.known[a.node]; ok {
		return s
	}
	s := NewSchema()
	r.known[a.node] = s
	if t.depth > maxSchemaDepth {
		s.Partial = true
		r.warn("schema %s nests deeper than %d schemas; what is below is left out", t.top(), maxSchemaDepth)
		return s
	}
	r.pending = append(r.pending, &draft{r: r, schema: s, at: a, trail: t})
	return s
}

// orAny returns the schema at a place, or a schema that accepts any value if there is none.
func (r *schemaReader) orAny(v at, name string) *Schema {
	if !v.ok() {
		return NewSchema()
	}
	return r.schema(v, &trail{key: name})
}

// ofParameter returns the schema that consists of the keywords of a Swagger parameter.
func (r *schemaReader) ofParameter(name string, v at) *Schema {
	if s := v.get("schema"); s.isMap() { // as in OpenAPI 3, a common mistake in Swagger
		return r.schema(s, &trail{key: name})
	}
	if s, ok := r.known[v.node]; ok {
		return s
	}
	s := NewSchema()
	r.known[v.node] = s
	r.pending = append(r.pending, &draft{r: r, schema: s, at: v, trail: &trail{key: name}, ofParameter: true})
	return s
}

// siblings returns the keywords beside a $ref that are not ignored. Before 3.1 the specification ignores all of them.
// But authors often write "nullable" there, and clearly mean it; ignoring it would report correct answers as
// violations.
func (r *schemaReader) siblings(a at) at {
	kept := &node{Kind: mapping}
	c := a.node.Content
	for i := 0; i+1 < len(c); i += 2 {
		if r.countsBesideRef(c[i].Value) {
			kept.Content = append(kept.Content, c[i], c[i+1])
		}
	}
	if len(kept.Content) == 0 {
		return at{file: a.file}
	}
	return at{kept, a.file}
}

func (r *schemaReader) countsBesideRef(key string) bool {
	switch key {
	case "nullable", "x-nullable", "readOnly", "writeOnly":
		return true
	}
	return r.modern && !words.Annotates(key) && !strings.HasPrefix(key, "x-")
}

// drain reads the keywords of all schemas in the queue, including schemas added on the way, and then their values.
func (r *schemaReader) drain() {
	for i := 0; i < len(r.pending); i++ {
		r.fill(r.pending[i])
	}
	clear(r.pending)
	r.pending = r.pending[:0]
	for _, read := range r.late {
		read()
	}
	clear(r.late)
	r.late = r.late[:0]
}

// later adds a function to call when all schemas are read.
func (r *schemaReader) later(read func()) { r.late = append(r.late, read) }

func (r *schemaReader) fill(d *draft) {
	if d.at.isBool() {
		d.schema.Always = d.at.text() == "true"
		d.schema.Never = !d.schema.Always
		return
	}
	if !d.at.isMap() {
		if d.at.ok() {
			r.warn("schema %s is %s, not an object", d.trail, d.at.kind())
		}
		return
	}
	for key, v := range d.at.members() {
		if v.node == nil || d.describe(key, v) || d.limit(key, v) || d.part(key, v) {
			continue
		}
		d.unsupported(key)
	}
	d.finish()
}

// warn warns of a wrong value of a keyword.
func (d *draft) warn(key string, v at, want string) {
	d.r.warn("schema %s: %s is %s, not %s; it is ignored", d.trail, key, v.kind(), want)
}

// unsupported warns of a keyword that restricts values but has no place in the model. Other unknown keywords, such as
// extensions, do not restrict values.
func (d *draft) unsupported(key string) {
	switch key {
	case "if", "then", "else", "dependentSchemas", "dependentRequired", "dependencies", "unevaluatedProperties",
		"unevaluatedItems", "minContains", "maxContains", "contentSchema", "$dynamicRef", "$recursiveRef":
		d.r.warn("schema %s: %s is not supported; it is ignored", d.trail, key)
		d.schema.Partial = true
	}
}

// finish sets the fields that depend on several keywords.
func (d *draft) finish() {
	s := d.schema
	s.ExclusiveMinimum = s.ExclusiveMinimum && s.Minimum != ""
	s.ExclusiveMaximum = s.ExclusiveMaximum && s.Maximum != ""
	if d.at.get("minContains").text() == "0" {
		s.Contains = nil
	}
	if s.Discriminator != nil {
		d.implicitMapping()
	}
}
