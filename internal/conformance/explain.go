package conformance

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/value"
)

// maxViolations bounds the violations of one response.
const maxViolations = 20

// explain converts the library's tree of errors into a sorted list without duplicates.
func explain(failure *jsonschema.ValidationError, got any, s *openapi.Schema) []Violation {
	var all []Violation
	for _, leaf := range leaves(failure, nil) {
		all = append(all, Violation{Kind: SchemaMismatch, Pointer: pointer(leaf.InstanceLocation, got, s),
			At: place(leaf), Message: message(leaf)})
	}
	slices.SortFunc(all, func(a, b Violation) int {
		return cmp.Or(strings.Compare(a.Pointer, b.Pointer), strings.Compare(a.Message, b.Message),
			cmp.Compare(len(a.At), len(b.At)), strings.Compare(a.At, b.At))
	})
	all = slices.CompactFunc(all, func(a, b Violation) bool { return a.Pointer == b.Pointer && a.Message == b.Message })
	if len(all) > maxViolations {
		all = all[:maxViolations]
	}
	return all
}

// place returns the pointer to the value of an error: of the first one that is missing or not declared, or else of the
// value that does not fit.
func place(e *jsonschema.ValidationError) string {
	at := ""
	for _, name := range e.InstanceLocation {
		at = value.Below(at, name)
	}
	var names []string
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		names = k.Missing
	case *kind.AdditionalProperties:
		names = k.Properties
	}
	if len(names) > 0 {
		at = value.Below(at, slices.Min(names))
	}
	return at
}

// leaves returns the errors with a meaning of their own.
func leaves(e *jsonschema.ValidationError, into []*jsonschema.ValidationError) []*jsonschema.ValidationError {
	causes := e.Causes
	switch e.ErrorKind.(type) {
	case *kind.RefCycle:
		return into // an error of the schema, not of the response
	case *kind.Contains:
		return append(into, e) // its causes are the errors of single items
	case *kind.AnyOf:
		causes = nearest(causes)
		if len(causes) != 1 {
			return append(into, e)
		}
	}
	if len(causes) == 0 {
		return append(into, e)
	}
	for _, c := range causes {
		into = leaves(c, into)
	}
	return into
}

// nearest leaves out alternatives of a different type, such as null. If one alternative remains, its errors are the
// helpful ones.
func nearest(causes []*jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(causes) < 2 {
		return causes
	}
	depth := len(causes[0].InstanceLocation)
	return slices.DeleteFunc(slices.Clone(causes), func(c *jsonschema.ValidationError) bool {
		for len(c.Causes) == 1 && len(c.Causes[0].InstanceLocation) == depth {
			c = c.Causes[0]
		}
		_, isType := c.ErrorKind.(*kind.Type)
		return isType && len(c.InstanceLocation) == depth
	})
}

// message describes an error without the value.
func message(e *jsonschema.ValidationError) string {
	switch k := e.ErrorKind.(type) {
	case *kind.Type:
		return "is " + article(k.Got) + ", not " + strings.Join(articles(k.Want), " or ")
	case *kind.Enum:
		return "is none of " + samples(k.Want)
	case *kind.Const:
		return "is not " + samples([]any{k.Want})
	case *kind.Format:
		return "is not in the format " + k.Want
	case *kind.Pattern:
		return "does not match the pattern " + strconv.Quote(k.Want)
	case *kind.Required:
		return "lacks " + quoted(k.Missing)
	case *kind.AdditionalProperties:
		return "has undeclared properties"
	case *kind.PropertyNames:
		return "has a property with a name that is not allowed"
	case *kind.FalseSchema:
		return "is not allowed"
	case *kind.AnyOf:
		return "matches none of the alternatives"
	case *kind.Not:
		return "matches what it must not"
	case *kind.UniqueItems:
		return "has equal items"
	case *kind.Contains:
		return "has no item of the kind it must contain"
	}
	return limitMessage(e)
}

func limitMessage(e *jsonschema.ValidationError) string {
	switch k := e.ErrorKind.(type) {
	case *kind.MinLength:
		return fmt.Sprintf("is shorter than %d", k.Want)
	case *kind.MaxLength:
		return fmt.Sprintf("is longer than %d", k.Want)
	case *kind.MinItems:
		return fmt.Sprintf("has fewer than %d items", k.Want)
	case *kind.MaxItems:
		return fmt.Sprintf("has more than %d items", k.Want)
	case *kind.MinProperties:
		return fmt.Sprintf("has fewer than %d properties", k.Want)
	case *kind.MaxProperties:
		return fmt.Sprintf("has more than %d properties", k.Want)
	case *kind.Minimum:
		return "is below " + number(k.Want)
	case *kind.Maximum:
		return "is above " + number(k.Want)
	case *kind.ExclusiveMinimum:
		return "is not above " + number(k.Want)
	case *kind.ExclusiveMaximum:
		return "is not below " + number(k.Want)
	case *kind.MultipleOf:
		return "is not a multiple of " + number(k.Want)
	}
	return "does not match its schema (" + strings.Join(e.ErrorKind.KeywordPath(), " ") + ")"
}

func number(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	f, _ := r.Float64()
	return strconv.FormatFloat(f, 'g', -1, 64)
}

func article(kind string) string {
	switch kind {
	case "null":
		return kind
	case "object", "array", "integer":
		return "an " + kind
	}
	return "a " + kind
}

func articles(kinds []string) []string {
	var all []string
	for _, k := range kinds {
		all = append(all, article(k))
	}
	return all
}

// samples lists allowed values, but not more than fit on a line.
func samples(values []any) string {
	var all []string
	for i, v := range values {
		if i == 8 {
			all = append(all, "...")
			break
		}
		b, err := json.Marshal(v)
		if err != nil || len(b) > 60 {
			b = []byte("...")
		}
		all = append(all, string(b))
	}
	return strings.Join(all, ", ")
}

func quoted(names []string) string {
	var all []string
	for _, n := range slices.Sorted(slices.Values(names)) {
		all = append(all, strconv.Quote(n))
	}
	return strings.Join(all, ", ")
}
