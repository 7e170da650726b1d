package probe

import (
	"math"
	"reflect"
	"unsafe"

	"github.com/evoke-go/evoke/heuristics"
)

// families of kinds, by how their values are compared.
const (
	opaque = iota
	signed
	unsigned
	floating
	textual
)

func family(kind reflect.Kind) int {
	switch {
	case reflect.Int <= kind && kind <= reflect.Int64:
		return signed
	case reflect.Uint <= kind && kind <= reflect.Uintptr:
		return unsigned
	case kind == reflect.Float32 || kind == reflect.Float64:
		return floating
	case kind == reflect.String:
		return textual
	}
	return opaque
}

// The functions below read a value of a type parameter by its kind: a type
// switch does not know named types, and reflection would allocate.

func signedAt(p unsafe.Pointer, kind reflect.Kind) int64 {
	switch kind {
	case reflect.Int8:
		return int64(*(*int8)(p))
	case reflect.Int16:
		return int64(*(*int16)(p))
	case reflect.Int32:
		return int64(*(*int32)(p))
	case reflect.Int64:
		return *(*int64)(p)
	}
	return int64(*(*int)(p))
}

func unsignedAt(p unsafe.Pointer, kind reflect.Kind) uint64 {
	switch kind {
	case reflect.Uint8:
		return uint64(*(*uint8)(p))
	case reflect.Uint16:
		return uint64(*(*uint16)(p))
	case reflect.Uint32:
		return uint64(*(*uint32)(p))
	case reflect.Uint64:
		return *(*uint64)(p)
	case reflect.Uintptr:
		return uint64(*(*uintptr)(p))
	}
	return uint64(*(*uint)(p))
}

func floatAt(p unsafe.Pointer, kind reflect.Kind) float64 {
	if kind == reflect.Float32 {
		return float64(*(*float32)(p))
	}
	return *(*float64)(p)
}

func scoreRank(score float64) uint64 { return math.Float64bits(score) }

// shallow is the Truthness of a == b for interface values whose outcome is
// known. It looks at nothing that == does not look at: what a pointer points
// to may be written by others in this moment. It never panics where == does
// not.
func shallow(a, b any, equal bool) heuristics.Truthness {
	if !flat(reflect.TypeOf(a)) || !flat(reflect.TypeOf(b)) {
		return heuristics.Flag(equal)
	}
	return heuristics.EqualAny(a, b)
}

// flat reports whether values of a type hold no reference but strings.
func flat(t reflect.Type) bool {
	if t == nil {
		return true
	}
	switch t.Kind() {
	case reflect.Array:
		return flat(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !flat(t.Field(i).Type) {
				return false
			}
		}
		return true
	case reflect.Bool, reflect.Complex64, reflect.Complex128:
		return true
	}
	return family(t.Kind()) != opaque
}
