package typed

import (
	"cmp"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strconv"

	"github.com/evoke-go/evoke/value"
)

// maxDepth bounds the depth of values that contain themselves.
const maxDepth = 32

// Plain returns the plain value of a Go value. It returns false if no literal has the value: its type or a non-zero
// field is unexported, it is NaN or infinite, or it contains a function, a channel or itself. It leaves out zero
// fields.
func Plain(v reflect.Value) (any, bool) {
	if !nameable(v.Type(), nil) {
		return nil, false
	}
	return plain(v, 0)
}

func plain(v reflect.Value, depth int) (any, bool) {
	if depth > maxDepth {
		return nil, false
	}
	if v.Type() == reflect.TypeFor[error]() {
		return nil, v.IsNil() // the text does not determine the type
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		return plainList(v, depth)
	case reflect.Map:
		return plainMap(v, depth)
	case reflect.Struct:
		return plainStruct(v, depth)
	case reflect.Pointer:
		if v.IsNil() {
			return nil, true
		}
		return plain(v.Elem(), depth+1)
	case reflect.Interface:
		return plainAny(v)
	}
	return plainScalar(v)
}

func plainScalar(v reflect.Value) (any, bool) {
	switch {
	case v.Kind() == reflect.Bool:
		return v.Bool(), true
	case v.Kind() == reflect.String:
		return v.String(), true
	case v.CanInt():
		return v.Int(), true
	case v.CanUint():
		if n := v.Uint(); n > math.MaxInt64 {
			return json.Number(strconv.FormatUint(n, 10)), true
		}
		return int64(v.Uint()), true
	case v.Kind() == reflect.Float32, v.Kind() == reflect.Float64:
		f := v.Float()
		return f, !math.IsNaN(f) && !math.IsInf(f, 0)
	}
	return nil, nilable(v) && v.IsNil()
}

func plainList(v reflect.Value, depth int) (any, bool) {
	if v.Kind() == reflect.Slice && v.IsNil() {
		return nil, true
	}
	if v.Kind() == reflect.Slice && v.Type().Elem() == reflect.TypeFor[byte]() {
		return string(v.Bytes()), true
	}
	out := make([]any, v.Len())
	for i := range out {
		var ok bool
		if out[i], ok = plain(v.Index(i), depth+1); !ok {
			return nil, false
		}
	}
	return out, true
}

// plainMap returns a map with its entries in the order of their keys.
func plainMap(v reflect.Value, depth int) (any, bool) {
	if v.IsNil() {
		return nil, true
	}
	keys := v.MapKeys()
	slices.SortFunc(keys, compareKeys)
	out := make(value.Object, 0, len(keys))
	for _, key := range keys {
		name, ok := nameOf(key)
		if !ok {
			return nil, false
		}
		e, ok := plain(v.MapIndex(key), depth+1)
		if !ok {
			return nil, false
		}
		out = append(out, value.Member{Name: name, Value: e})
	}
	return out, true
}

// compareKeys compares keys of one type. Keys that are neither numbers nor texts have no plain value anyway.
func compareKeys(a, b reflect.Value) int {
	switch {
	case a.CanInt():
		return cmp.Compare(a.Int(), b.Int())
	case a.CanUint():
		return cmp.Compare(a.Uint(), b.Uint())
	}
	return cmp.Compare(a.String(), b.String())
}

func plainStruct(v reflect.Value, depth int) (any, bool) {
	out := value.Object{}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		switch {
		case v.Field(i).IsZero():
			continue
		case !f.IsExported():
			return nil, false
		}
		e, ok := plain(v.Field(i), depth+1)
		if !ok {
			return nil, false
		}
		out = append(out, value.Member{Name: f.Name, Value: e})
	}
	return out, true
}

// plainAny returns the value in an interface, if a literal of it has the same type.
func plainAny(v reflect.Value) (any, bool) {
	switch {
	case v.IsNil():
		return nil, true
	case v.Type() != reflect.TypeFor[any]():
		return nil, false
	}
	switch e := v.Interface().(type) {
	case bool, string, int64:
		return e, true
	case float64:
		return e, !math.IsNaN(e) && !math.IsInf(e, 0)
	}
	return nil, false
}

// Length returns the number of elements of a list, a map or a text; -1 for other values.
func Length(v reflect.Value) int {
	switch v.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map, reflect.String:
		return v.Len()
	}
	return -1
}

// Nil reports whether a value is nil, and whether values of its type can be.
func Nil(v reflect.Value) (isNil, could bool) {
	if !nilable(v) {
		return false, false
	}
	return v.IsNil(), true
}
