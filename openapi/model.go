// Package openapi reads Swagger 2.0 and OpenAPI 3.x documents into one small
// model: operations, their parameters, bodies, responses and links, and schemas.
//
// What a document says and the model cannot carry becomes a [Warning]. Reading
// never panics. The package does not change a document once it is read, so
// several goroutines may read it at once.
//
// Of libopenapi only the parser of documents is used. To build its model of a large document on one line takes
// tens of seconds, one broken reference drops a whole path, and limits lose their notation. So the package
// resolves references over the parsed tree itself, in one goroutine and in bounded work (limits.go).
package openapi

import (
	"encoding/json"
	"strings"
)

// Document is the description of an API, in one shape for all versions.
type Document struct {
	Title string
	// Description is the beginning of the text about the whole.
	Description string
	// BasePath is the path of the first server, without a trailing slash, ""
	// for none. It goes before every operation's path when the service is
	// called at its root.
	BasePath string
	// BasePaths are the paths of all servers, each once, BasePath first.
	BasePaths []string
	// Local is the first server that is on this machine: "http://127.0.0.1:8080", "" for none.
	Local string
	// Operations stand in the order of the document.
	Operations []*Operation
	// Security are the declared schemes, sorted by name.
	Security []SecurityScheme
	// Warnings say what was not understood, and where.
	Warnings []Warning
	// Broken counts the references that lead nowhere or out of the fence, each once.
	Broken int
}

// Warning says what part of a document could not be used.
type Warning struct {
	// Where is the operation ("GET /books") or, outside of operations, the
	// part of the document.
	Where string
	// Reason is one line.
	Reason string
}

// String returns "where: reason".
func (w Warning) String() string { return w.Where + ": " + w.Reason }

// Operation is one verb on one path.
type Operation struct {
	// ID is the operationId, "" if there is none.
	ID     string
	Method string // upper case
	// Path is the template relative to the base path, such as "/books/{id}".
	Path string
	// Base is the path of a server of its own, or of its path's, without a trailing slash; "/" for one without a path.
	// Default: "", that of the servers of the document.
	Base string
	// Host is that of its own server where no server of the document is there: "files.example.com". Default: "".
	Host string
	// Variant is what the document writes behind the template to tell operations of one
	// path apart: a query or a fragment, such as "?beta=true". Default: "".
	Variant    string
	Tags       []string
	Deprecated bool
	// Text is the summary of the operation, and the beginning of its description below it.
	Text       string
	Parameters []*Parameter
	// Bodies are the alternatives of the request body, one for each media type.
	Bodies       []*MediaType
	BodyRequired bool
	Responses    []*Response
	// Security lists alternatives. Each is a set of schemes that a call needs
	// together. An empty list declares no authentication; an alternative
	// without schemes makes authentication optional.
	Security []Requirement
}

// Name returns "METHOD /path", with the variant behind it.
func (o *Operation) Name() string { return o.Method + " " + o.Path + o.Variant }

// Below returns the path before that of the operation, where operations without a server of their own are below base.
func (o *Operation) Below(base string) string {
	if o.Base == "" {
		return base
	}
	return strings.TrimSuffix(o.Base, "/")
}

// Requirement maps the names of the needed security schemes to their scopes.
type Requirement map[string][]string

// SecurityScheme is a declared way to authenticate.
type SecurityScheme struct {
	Name   string // its key in the document
	Type   string // "apiKey", "http", "oauth2", "openIdConnect", "mutualTLS"
	Scheme string // for http: "basic", "bearer", ...
	In     string // for apiKey: "header", "query", "cookie"
	Param  string // for apiKey: the name of that header, query or cookie
	// TokenURL is where the password flow of oauth2 gives tokens, "" for none.
	TokenURL string
	// Description is its text, which may show what a header looks like.
	Description string
}

// Places of a parameter.
const (
	InPath   = "path"
	InQuery  = "query"
	InHeader = "header"
	InCookie = "cookie"
)

// Parameter is a value outside of the body. The body and formData parameters of
// Swagger 2.0 are in [Operation.Bodies].
type Parameter struct {
	Name     string
	In       string
	Required bool
	// Style is a style of OpenAPI 3, with the default filled in: "simple",
	// "label", "matrix", "form", "spaceDelimited", "pipeDelimited" or
	// "deepObject". Swagger's tsv is "tabDelimited".
	Style         string
	Explode       bool
	AllowReserved bool
	AllowEmpty    bool
	// Fixed says that the parameter tells the operation from others of its path: it has
	// one value, which every call sends.
	Fixed bool
	// ContentType is set when the value is serialised as that media type.
	ContentType string
	Schema      *Schema
	Examples    []any
	// Description is the beginning of what the document says of the parameter.
	Description string
}

// MediaType is the content of a request or a response in one format.
type MediaType struct {
	Type     string // such as "application/json"
	Schema   *Schema
	Examples []Example
	// Encoding by property name, for form and multipart bodies.
	Encoding map[string]Encoding
}

// Example is an example value as plain data: nil, bool, int64, float64,
// json.Number, string, []any, [value.Object].
type Example struct {
	Name  string
	Value any
}

// Encoding says how a call sends one property of a form or multipart body.
type Encoding struct {
	ContentType string
	Style       string
	Explode     bool
	Headers     []*Parameter
}

// Response is one declared response.
type Response struct {
	// Status is "200", a range as "2XX", or "default".
	Status string
	// Description is the beginning of what the document says of the answer.
	Description string
	Content     []*MediaType
	Headers     []*Parameter
	Links       []*Link
}

// Link says how a response feeds another operation: what of the call and its
// answer goes into which part of a later call.
type Link struct {
	Name string
	// Operation is the target, nil if the document has no such operation.
	Operation *Operation
	// Parameters are the parameters of the target that the link fills, in the
	// order of the document.
	Parameters []LinkedParameter
	// Body is what the link fills the body of the target with: plain data in
	// which an [Expression] stands for each text that reads something.
	Body    any
	HasBody bool
}

// LinkedParameter is a parameter that a link fills.
type LinkedParameter struct {
	// Parameter is a parameter of the operation that the link leads to.
	Parameter *Parameter
	// Value is plain data in which an [Expression] stands for each text that
	// reads something.
	Value any
}

// Schema describes values. Schemas form a graph, with cycles where a schema is
// recursive: one *Schema for each place a $ref names, so identity is pointer
// identity. The embedded groups hold the keywords of JSON Schema by the sort of
// value that they limit.
type Schema struct {
	// Ref is the name of a shared schema, as in "#/components/schemas/Book"; "" for inline ones.
	Ref string
	// Types as in JSON Schema ("null" is dropped and sets Nullable); empty means any.
	Types    []string
	Nullable bool
	Format   string

	Values
	Numbers
	Texts
	Lists
	Objects
	Choices

	ReadOnly, WriteOnly bool
	XML                 *XML
	// Partial says that keywords which restrict values further were left out.
	Partial bool
}

// Values are the values that a schema names.
type Values struct {
	Enum []any
	// EnumMore says that the document lists more values than Enum has.
	EnumMore bool
	Const    any
	HasConst bool
	// Default and Examples are plain data; the singular example is first.
	Default    any
	HasDefault bool
	Examples   []any
	// Description is the beginning of what the document says of the values in words.
	Description string
}

// Numbers are the limits of numbers in the notation of the document, "" for none.
type Numbers struct {
	Minimum, Maximum                   json.Number
	ExclusiveMinimum, ExclusiveMaximum bool
	MultipleOf                         json.Number
}

// Texts are the limits of strings. Lengths are -1 when not limited.
type Texts struct {
	MinLength, MaxLength int
	Pattern              string
	ContentEncoding      string
	ContentMediaType     string
}

// Lists are the limits of arrays. Counts are -1 when not limited.
type Lists struct {
	MinItems, MaxItems int
	UniqueItems        bool
	Items              *Schema
	PrefixItems        []*Schema
	Contains           *Schema
}

// Objects are the limits of objects. Counts are -1 when not limited.
type Objects struct {
	MinProperties, MaxProperties int
	Properties                   []Property // in the order of the document
	Required                     []string
	// Additional is the schema of further members; nil with NoAdditional
	// false means that anything goes.
	Additional        *Schema
	NoAdditional      bool
	PatternProperties []Property // Name is the pattern
	PropertyNames     *Schema
}

// Choices combine schemas.
type Choices struct {
	// Always is set by the boolean schema true, Never by false.
	Always, Never       bool
	AllOf, AnyOf, OneOf []*Schema
	Not                 *Schema
	Discriminator       *Discriminator
}

// Property is a named schema.
type Property struct {
	Name   string
	Schema *Schema
}

// Discriminator tells which alternative of a union a value is.
type Discriminator struct {
	Property string
	// Mapping from value to schema, in the order of the document.
	Mapping []Property
	// Names are the names of all schemas of the document. Each name is a value of the discriminator as
	// well. The list is read-only.
	Names []string
	// Open says that a value outside of Mapping and Names is allowed: the discriminator has a default, or
	// an alternative has no name.
	Open bool
}

// XML says how a value is written as XML.
type XML struct {
	Name, Namespace, Prefix string
	Attribute, Wrapped      bool
}

// NewSchema returns a schema that accepts anything: no limit is set.
func NewSchema() *Schema {
	return &Schema{
		Texts:   Texts{MinLength: -1, MaxLength: -1},
		Lists:   Lists{MinItems: -1, MaxItems: -1},
		Objects: Objects{MinProperties: -1, MaxProperties: -1},
	}
}

// Is reports whether the schema names the given type.
func (s *Schema) Is(kind string) bool {
	for _, t := range s.Types {
		if t == kind {
			return true
		}
	}
	return false
}

// IsRequired reports whether a property must be there.
func (s *Schema) IsRequired(name string) bool {
	for _, r := range s.Required {
		if r == name {
			return true
		}
	}
	return false
}
