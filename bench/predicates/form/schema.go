package form

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"time"
)

// object is a JSON object of the document.
type object = map[string]any

// Document returns the OpenAPI 3.0 document of a handler whose inputs are the
// fields of t. All are required but pointers. A field may have more keywords of
// JSON Schema in its tag: `schema:"maxLength=20,minimum=1"`. It panics when t
// is no struct, or has a field that no handler can read.
func Document(name string, place Place, t reflect.Type) string {
	method, operation := "get", object{
		"operationId": name,
		"responses": object{
			"200": response(object{"answer": object{"type": "integer"}}),
			"400": response(object{"error": object{"type": "string"}}),
		},
	}
	if place == Body {
		method = "post"
		operation["requestBody"] = object{"required": true, "content": content(schemaOf(t))}
	} else {
		operation["parameters"] = parameters(place, t)
	}
	text, err := json.MarshalIndent(object{
		"openapi": "3.0.3",
		"info":    object{"title": name, "version": "1"},
		"paths":   object{path(name, place, t): object{method: operation}},
	}, "", "  ")
	if err != nil {
		panic(fmt.Errorf("form: the document of %s: %w", name, err))
	}
	return string(text)
}

func response(properties object) object {
	return object{"description": "what came of it",
		"content": content(object{"type": "object", "properties": properties})}
}

func content(schema object) object {
	return object{"application/json": object{"schema": schema}}
}

func parameters(place Place, t reflect.Type) []object {
	in := map[Place]string{Query: "query", Path: "path"}[place]
	out := make([]object, t.NumField())
	for i := range out {
		f := t.Field(i)
		out[i] = object{"name": fieldName(f), "in": in, "required": true, "schema": tagged(f)}
	}
	return out
}

// tagged is the schema of a field with the keywords of its tag.
func tagged(f reflect.StructField) object {
	schema := schemaOf(f.Type)
	for pair := range strings.SplitSeq(f.Tag.Get("schema"), ",") {
		if key, value, ok := strings.Cut(pair, "="); ok {
			schema[key] = json.RawMessage(value)
		}
	}
	return schema
}

func schemaOf(t reflect.Type) object {
	if t == reflect.TypeFor[time.Time]() {
		return object{"type": "string", "format": "date-time"}
	}
	switch t.Kind() {
	case reflect.String:
		return object{"type": "string"}
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Float32:
		return object{"type": "number", "format": "float"}
	case reflect.Float64:
		return object{"type": "number", "format": "double"}
	case reflect.Pointer:
		return schemaOf(t.Elem())
	case reflect.Interface:
		return anything()
	case reflect.Slice:
		return object{"type": "array", "items": schemaOf(t.Elem())}
	case reflect.Array:
		return object{"type": "array", "items": schemaOf(t.Elem()), "minItems": t.Len(), "maxItems": t.Len()}
	case reflect.Map:
		return object{"type": "object", "additionalProperties": schemaOf(t.Elem())}
	case reflect.Struct:
		return structSchema(t)
	}
	return wholeSchema(t)
}

func structSchema(t reflect.Type) object {
	properties, required := object{}, []string{}
	for i := range t.NumField() {
		f := t.Field(i)
		properties[fieldName(f)] = tagged(f)
		if f.Type.Kind() != reflect.Pointer {
			required = append(required, fieldName(f))
		}
	}
	return object{"type": "object", "properties": properties, "required": required}
}

// wholeSchema has the limits of a type of whole numbers.
func wholeSchema(t reflect.Type) object {
	switch t.Kind() {
	case reflect.Int, reflect.Int64:
		return object{"type": "integer", "format": "int64"}
	case reflect.Int32:
		return object{"type": "integer", "format": "int32"}
	case reflect.Int8, reflect.Int16:
		most := int64(1)<<(t.Bits()-1) - 1
		return object{"type": "integer", "minimum": -most - 1, "maximum": most}
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return object{"type": "integer", "minimum": 0, "maximum": uint64(math.MaxUint64) >> (64 - t.Bits())}
	}
	panic(fmt.Sprintf("form: no schema for %s", t))
}

// anything is one value of several JSON types.
func anything() object {
	return object{"oneOf": []object{
		{"type": "string"}, {"type": "number", "nullable": true}, {"type": "boolean"},
		{"type": "array", "items": object{"type": "integer"}},
		{"type": "object", "properties": object{"id": object{"type": "integer"}}},
	}}
}
