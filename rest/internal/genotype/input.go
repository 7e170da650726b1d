package genotype

import (
	"fmt"
	"hash/fnv"
	"strings"

	"github.com/evoke-go/evoke/openapi"
)

// InForm is the place of an undeclared field of a form. The other places are those of parameters.
const InForm = "form"

// InWhole is the place of an undeclared body, of which only the type is known.
const InWhole = "body"

// The places of surroundings: inputs of the system that stand beside its requests. A test arranges them before the
// call.
const (
	InRow       = "row"       // the name is that of a table, the value is a list of rows
	InChange    = "change"    // the name is that of a table, the value has columns that all rows get
	InNeighbour = "neighbour" // the name is a request to another service, such as "GET http://rates/rates/*"
	InTime      = "time"      // the value is the number of seconds that pass
)

// Surrounds reports whether inputs in a place are surroundings.
func Surrounds(in string) bool {
	return in == InRow || in == InChange || in == InNeighbour || in == InTime
}

// Input is a part of a request that the program reads and the schema does not
// declare.
type Input struct {
	// In is a place of parameters or of surroundings, InForm or InWhole.
	In string
	// Name is the name of the parameter, field or surroundings, or the media type of a body.
	Name string
	// Type is a JSON Schema, "" for a text.
	Type string
	// Sampled says that a recorded request has the input, whether or not the program reads it. Such a body may differ
	// from a declared body only in its values.
	Sampled bool `json:",omitempty"`
}

// isSame reports whether two inputs are the same parameter.
func (in Input) isSame(other Input) bool {
	return in.In == other.In &&
		(in.Name == other.Name || in.In == openapi.InHeader && strings.EqualFold(in.Name, other.Name))
}

// Key returns a text that differs for all inputs of an operation.
func (in Input) Key() string {
	if in.In != InWhole && !Surrounds(in.In) {
		return in.In + " " + in.Name
	}
	h := fnv.New64a()
	h.Write([]byte(in.Type)) //nolint:errcheck // it never fails
	return fmt.Sprintf("%s %s %016x", in.In, in.Name, h.Sum64())
}
