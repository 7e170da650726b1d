package probe

import (
	"cmp"
	"reflect"
	"unsafe"

	"github.com/evoke-go/evoke/heuristics"
)

// Families of kinds, by how their values are compared.
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

// unequalRank returns the rank of the equality of a and b, which are not equal and of the given kind: a rank of a
// distance where the kind has one, else of a score.
func unequalRank[T comparable](a, b T, kind reflect.Kind) uint64 {
	pa, pb := unsafe.Pointer(&a), unsafe.Pointer(&b)
	switch family(kind) {
	case signed:
		return realRank(float64(heuristics.IntDistance(signedAt(pa, kind), signedAt(pb, kind))))
	case unsigned:
		return realRank(float64(heuristics.UintDistance(unsignedAt(pa, kind), unsignedAt(pb, kind))))
	case floating:
		return realRank(heuristics.FloatDistance(floatAt(pa, kind), floatAt(pb, kind)))
	case textual:
		return realRank(float64(heuristics.StringDistance(*(*string)(pa), *(*string)(pb))))
	}
	return scoreRank(heuristics.EqualAny(a, b).OfTrue)
}

// lessRank returns the rank of the side that a < b did not take. It is the same for a >= b.
func lessRank[T cmp.Ordered](a, b T) uint64 {
	kind := reflect.TypeFor[T]().Kind()
	pa, pb := unsafe.Pointer(&a), unsafe.Pointer(&b)
	switch family(kind) {
	case signed:
		return realRank(float64(lessDistanceI(signedAt(pa, kind), signedAt(pb, kind))))
	case unsigned:
		return realRank(float64(lessDistanceU(unsignedAt(pa, kind), unsignedAt(pb, kind))))
	case floating:
		return lessRankF(floatAt(pa, kind), floatAt(pb, kind))
	}
	return lessRankS(*(*string)(pa), *(*string)(pb))
}

// The functions below read a value of a type parameter by its kind: a type switch does not match named types, and
// reflection would allocate.

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
