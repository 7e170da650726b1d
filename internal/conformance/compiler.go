package conformance

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/evoke-go/evoke/openapi"
)

// compiler turns schemas of the model into compiled JSON Schemas.
//
// Each shared schema becomes a resource with an address of its own. It is translated when the library first asks for
// it. So cycles need no special treatment, and of a large document only the schemas that responses use are translated.
type compiler struct {
	patterns patterns // read only

	mu        sync.Mutex // guards what follows
	library   *jsonschema.Compiler
	resources []resource
	addresses map[resource]string
	compiled  map[*openapi.Schema]*jsonschema.Schema
}

// resource is a schema in one of its readings.
type resource struct {
	schema *openapi.Schema
	// open leaves out the ban on additional properties, where the schema
	// describes only a part of an object.
	open bool
	// bare leaves out the alternatives of its discriminator, if the alternative is known already.
	bare bool
}

// host is the host in addresses of resources, which are never fetched.
const host = "https://schema.invalid/"

func newCompiler(doc *openapi.Document) (*compiler, []openapi.Warning) {
	c := &compiler{
		library:   jsonschema.NewCompiler(),
		addresses: map[resource]string{},
		compiled:  map[*openapi.Schema]*jsonschema.Schema{},
	}
	var warnings []openapi.Warning
	c.patterns, warnings = collectPatterns(doc)
	c.library.DefaultDraft(jsonschema.Draft2020)
	c.library.AssertFormat()
	c.library.UseLoader(c)
	c.library.UseRegexpEngine(c.patterns.engine)
	registerFormats(c.library)
	return c, warnings
}

// Load translates the schema behind an address. It implements
// [jsonschema.URLLoader]. The library calls it while the lock is held.
func (c *compiler) Load(address string) (any, error) {
	i, err := strconv.Atoi(strings.TrimPrefix(address, host))
	if err != nil || i < 0 || i >= len(c.resources) {
		return nil, fmt.Errorf("conformance: no schema at %s", address)
	}
	r := c.resources[i]
	t := translation{c, r.open, r.bare}
	return t.body(r.schema, 0), nil
}

func (c *compiler) address(r resource) string {
	a, ok := c.addresses[r]
	if !ok {
		a = host + strconv.Itoa(len(c.resources))
		c.resources = append(c.resources, r)
		c.addresses[r] = a
	}
	return a
}

// get returns the compiled schema, or nil if it cannot be checked.
func (c *compiler) get(s *openapi.Schema) *jsonschema.Schema {
	c.mu.Lock()
	defer c.mu.Unlock()
	compiled, ok := c.compiled[s]
	if !ok {
		compiled = c.compile(s)
		c.compiled[s] = compiled
	}
	return compiled
}

// compile returns nil for a schema that the library rejects: a response is not to blame for that.
func (c *compiler) compile(s *openapi.Schema) (compiled *jsonschema.Schema) {
	defer func() {
		if recover() != nil {
			compiled = nil
		}
	}()
	compiled, err := c.library.Compile(c.address(resource{schema: s}))
	if err != nil {
		return nil
	}
	return compiled
}

// check returns the violations of a schema by a value.
func (c *compiler) check(s *openapi.Schema, value any) (found []Violation) {
	compiled := c.get(s)
	if compiled == nil {
		return nil
	}
	// The library computes with the numbers of the body, which may be anything, so its panics have to be stopped.
	defer func() {
		if recover() != nil {
			found = nil
		}
	}()
	err := compiled.Validate(value)
	if err == nil {
		return nil
	}
	failure, ok := err.(*jsonschema.ValidationError)
	if !ok {
		return nil
	}
	return explain(failure, value, s)
}
