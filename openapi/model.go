// Package openapi reads Swagger 2.0 and OpenAPI 3.x documents into one small model: operations, their parameters,
// bodies, responses and links, and schemas.
//
// Parts of a document that the model cannot represent become a [Warning]. Reading never panics. A document that was
// read does not change, so several goroutines may read it at once.
//
// Only the parser of libopenapi is used. Its model has three problems: building it for a large document on one line
// takes tens of seconds, one broken reference drops a whole path, and limits lose their notation. So this package
// resolves references over the parsed tree itself, in one goroutine and with bounded work (limits.go).
package openapi

import (
	"encoding/json"
	"strings"
)

// Document describes an API, in one form for all versions of the specification. It is read-only.
type Document struct {
	Title string
	// Description is the beginning of info.description.
	Description string
	// BasePath is the path of the first server, without a trailing slash; "" for none. It is the prefix of every
	// operation's path.
	BasePath string
	// BasePaths are the paths of all servers, each once, BasePath first.
	BasePaths []string
	// Local is the base URL of the first server on this machine: "http://127.0.0.1:8080"; "" for none.
	Local string
	// Operations stand in the order of the document.
	Operations []*Operation
	// Security are the declared security schemes, sorted by name.
	Security []SecurityScheme
	// Warnings are the parts of the document that could not be used.
	Warnings []Warning
	// Broken is the number of different references that lead nowhere or out of the fence.
	Broken int
}

// Warning is a part of a document that could not be used.
type Warning struct {
	// Where is the operation ("GET /books") or, outside of operations, the
	// part of the document.
	Where string
	// Reason is the reason in one line.
	Reason string
}

// String returns "where: reason".
func (w Warning) String() string { return w.Where + ": " + w.Reason }

// Operation is one HTTP method on one path.
type Operation struct {
	// ID is the operationId, "" if there is none.
	ID     string
	Method string // in upper case
	// Path is the template relative to the base path, such as "/books/{id}".
	Path string
	// Base is the base path of a server that the operation or its path declares, without a trailing slash; "/" for a
	// server without a path. Default: "", the base path of the document's servers.
	Base string
	// Host is the host of the operation's own server, such as "files.example.com", if no server of the document is on
	// that host. Default: "".
	Host string
	// Variant is the text behind the path template that distinguishes operations of one path: a query or a fragment,
	// such as "?beta=true". Default: "".
	Variant    string
	Tags       []string
	Deprecated bool
	// Text is the summary of the operation, and below it the beginning of its description.
	Text       string
	Parameters []*Parameter
	// Bodies are the alternatives of the request body, one for each media type.
	Bodies       []*MediaType
	BodyRequired bool
	Responses    []*Response
	// Security lists alternatives. Each is a set of schemes that a call needs together. An empty list means no
	// authentication; an alternative without schemes makes authentication optional.
	Security []Requirement
}

// Name returns the method, the path and the variant: "GET /books/{id}".
func (o *Operation) Name() string { return o.Method + " " + o.Path + o.Variant }

// Below returns the prefix of the operation's path: its own Base, or base if it has no server of its own.
func (o *Operation) Below(base string) string {
	if o.Base == "" {
		return base
	}
	return strings.TrimSuffix(o.Base, "/")
}

// Requirement maps the names of required security schemes to their scopes.
type Requirement map[string][]string

// SecurityScheme is a declared method of authentication.
type SecurityScheme struct {
	Name   string // its key in the document
	Type   string // "apiKey", "http", "oauth2", "openIdConnect", "mutualTLS"
	Scheme string // for http: "basic", "bearer", ...
	In     string // for apiKey: "header", "query", "cookie"
	Param  string // for apiKey: the name of the header, query parameter or cookie
	// TokenURL is the URL where the password flow of oauth2 issues tokens; "" for none.
	TokenURL string
	// Description is the scheme's description, which may show the format of a header.
	Description string
}

// The places of parameters.
const (
	InPath   = "path"
	InQuery  = "query"
	InHeader = "header"
	InCookie = "cookie"
)

// Parameter is a named value outside of the body. The body and formData parameters of Swagger 2.0 are in
// [Operation.Bodies].
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
	// Fixed says that the parameter distinguishes the operation from others with its path: every call sends its only
	// value.
	Fixed bool
	// ContentType is the media type in which the value is serialised; "" if Style applies.
	ContentType string
	Schema      *Schema
	Examples    []any
	// Description is the beginning of the parameter's description.
	Description string
}

// MediaType is the content of a request or a response in one format.
type MediaType struct {
	Type     string // such as "application/json"
	Schema   *Schema
	Examples []Example
	// Encoding is by property name, for form and multipart bodies.
	Encoding map[string]Encoding
}

// Example is an example as plain data, see package value: nil, bool, int64, float64, json.Number, string, []any,
// [value.Object].
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
	// Status is a code such as "200", a range such as "2XX", or "default".
	Status string
	// Description is the beginning of the response's description.
	Description string
	Content     []*MediaType
	Headers     []*Parameter
	Links       []*Link
}

// Link says which values of a call and its answer go into which parts of a later call.
type Link struct {
	Name string
	// Operation is the target; nil if the document has no such operation.
	Operation *Operation
	// Parameters are the values for parameters of the target, in the order of the document.
	Parameters []LinkedParameter
	// Body is the value for the body of the target: plain data in which each text with runtime expressions is an
	// [Expression].
	Body    any
	HasBody bool
}

// LinkedParameter is a parameter of the target that a link fills.
type LinkedParameter struct {
	// Parameter is the parameter of the target.
	Parameter *Parameter
	// Value is plain data in which each text with runtime expressions is an [Expression].
	Value any
}

// Schema describes values. Schemas form a graph, with cycles where a schema is recursive: all references to the same
// place are the same *Schema, so schemas are compared as pointers. The embedded groups hold the keywords of JSON Schema
// by the type of value that they restrict.
type Schema struct {
	// Ref is the name of a shared schema, as in "#/components/schemas/Book"; "" for inline ones.
	Ref string
	// Types are those of JSON Schema ("null" is dropped and sets Nullable); empty means any type.
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
	// Partial says that some keywords that restrict values further were left out.
	Partial bool
}

// Values are values that a schema lists.
type Values struct {
	Enum []any
	// EnumMore says that the document lists more values than Enum has.
	EnumMore bool
	Const    any
	HasConst bool
	// Default and Examples are plain data. A singular example comes first.
	Default    any
	HasDefault bool
	Examples   []any
	// Description is the beginning of the schema's description.
	Description string
}

// Numbers are the limits of numbers, as the document writes them; "" for no limit.
type Numbers struct {
	Minimum, Maximum                   json.Number
	ExclusiveMinimum, ExclusiveMaximum bool
	MultipleOf                         json.Number
}

// Texts are the limits of strings. A length of -1 means no limit.
type Texts struct {
	MinLength, MaxLength int
	Pattern              string
	ContentEncoding      string
	ContentMediaType     string
}

// Lists are the limits of arrays. A count of -1 means no limit.
type Lists struct {
	MinItems, MaxItems int
	UniqueItems        bool
	Items              *Schema
	PrefixItems        []*Schema
	Contains           *Schema
}

// Objects are the limits of objects. A count of -1 means no limit.
type Objects struct {
	MinProperties, MaxProperties int
	Properties                   []Property // in the order of the document
	Required                     []string
	// Additional is the schema of further members. If it is nil and NoAdditional is false, any members are allowed.
	Additional        *Schema
	NoAdditional      bool
	PatternProperties []Property // Name is the pattern of the member names
	PropertyNames     *Schema
}

// Choices are the keywords that combine schemas.
type Choices struct {
	// Always is set for the boolean schema true, Never for false.
	Always, Never       bool
	AllOf, AnyOf, OneOf []*Schema
	Not                 *Schema
	Discriminator       *Discriminator
}

// Property is a schema with a name.
type Property struct {
	Name   string
	Schema *Schema
}

// Discriminator selects the alternative of a union by the value of a property.
type Discriminator struct {
	Property string
	// Mapping maps values of the property to schemas, in the order of the document.
	Mapping []Property
	// Names are the names of all schemas of the document, which are values of the discriminator as well. The list is
	// read-only.
	Names []string
	// Open says that values outside of Mapping and Names are allowed, because the discriminator has a default or an
	// alternative has no name.
	Open bool
}

// XML says how a value is serialised as XML.
type XML struct {
	Name, Namespace, Prefix string
	Attribute, Wrapped      bool
}

// NewSchema returns a schema without limits, which accepts any value.
func NewSchema() *Schema {
	return &Schema{
		Texts:   Texts{MinLength: -1, MaxLength: -1},
		Lists:   Lists{MinItems: -1, MaxItems: -1},
		Objects: Objects{MinProperties: -1, MaxProperties: -1},
	}
}

// Is reports whether the type is listed in Types.
func (s *Schema) Is(kind string) bool {
	for _, t := range s.Types {
		if t == kind {
			return true
		}
	}
	return false
}

// IsRequired reports whether a property is required.
func (s *Schema) IsRequired(name string) bool {
	for _, r := range s.Required {
		if r == name {
			return true
		}
	}
	return false
}
