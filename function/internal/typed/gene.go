// Package typed makes genes from Go types, converts plain values to Go values and back, and spells types for written
// tests.
//
// Package suite defines the plain value of a Go value as an argument: a struct is an object whose members are the
// fields; a map is an object whose members are the entries; a pointer has the value that it points to; a []byte is a
// string.
package typed

import (
	"errors"
	"fmt"
	"go/token"
	"math"
	"math/big"
	"reflect"
	"slices"
	"time"

	"github.com/evoke-go/evoke/gene"
)

// ErrType is the error for a type of which no values can be made.
var ErrType = errors.New("no values can be made of the type")

const (
	// maxNested is how often a type may contain itself before deeper values get rare, see [gene.Recursion].
	maxNested = 2
	// maxArray is the length of the longest array type that has a gene.
	maxArray = 256
)

// Gene returns a gene for the values of a type. A slice or a map has at most elements elements; a negative number means
// the default of package gene. The error names the type that has no gene, and the path to that type.
func Gene(t reflect.Type, elements int) (gene.Gene, error) {
	m := maker{most: maxNested, elements: elements, of: map[reflect.Type]*gene.Recursion{}}
	g, err := m.gene(t)
	for err == nil && len(m.open) > 0 {
		open := m.open[0]
		m.open = m.open[1:]
		level := maker{most: 1, elements: elements, of: m.of}
		var full gene.Gene
		if full, err = level.gene(open); err == nil {
			m.of[open].Close(full)
		}
		m.open = append(m.open, level.open...)
	}
	return g, err
}

// maker makes the gene of one type. It keeps track of the types that contain the current one.
type maker struct {
	within   []reflect.Type
	most     int  // how often a type may contain itself
	elements int  // the maximum length of slices and maps
	cut      bool // deeper values are left out
	of       map[reflect.Type]*gene.Recursion
	open     []reflect.Type // types whose recursion is not closed yet
}

func (m *maker) gene(t reflect.Type) (gene.Gene, error) {
	if m.depth(t) >= m.most {
		return m.deeper(t)
	}
	if !exported(t) {
		return nil, fmt.Errorf("%w %s, which is not exported", ErrType, t)
	}
	m.within = append(m.within, t)
	defer func() { m.within = m.within[:len(m.within)-1] }()
	if g := scalar(t); g != nil {
		return g, nil
	}
	switch t.Kind() {
	case reflect.Slice:
		return m.slice(t)
	case reflect.Array:
		return m.array(t)
	case reflect.Map:
		return m.mapping(t)
	case reflect.Struct:
		return m.structure(t)
	case reflect.Pointer:
		inner, err := m.gene(t.Elem())
		if err != nil {
			return nil, err
		}
		return gene.NewNullable(inner), nil
	}
	return nil, fmt.Errorf("%w %s", ErrType, t)
}

// deeper returns the gene for a value inside a value of its own type.
func (m *maker) deeper(t reflect.Type) (gene.Gene, error) {
	if m.cut {
		return gene.NewCycle(), nil
	}
	if m.of[t] == nil {
		shallow, err := (&maker{most: 1, elements: m.elements, cut: true}).gene(t)
		if err != nil {
			return nil, err
		}
		m.of[t] = gene.NewRecursion(shallow)
		m.open = append(m.open, t)
	}
	return m.of[t].Gene(), nil
}

// depth returns how often the current type is contained in t.
func (m *maker) depth(t reflect.Type) (n int) {
	for _, w := range m.within {
		if w == t {
			n++
		}
	}
	return n
}

// exported reports whether other packages can name a type.
func exported(t reflect.Type) bool {
	return t.Name() == "" || t.PkgPath() == "" || token.IsExported(t.Name())
}

// nameable reports whether other packages can name a type and all types that they can see in it.
func nameable(t reflect.Type, within []reflect.Type) bool {
	if slices.Contains(within, t) {
		return true
	}
	if !exported(t) {
		return false
	}
	within = append(within, t)
	switch t.Kind() {
	case reflect.Map:
		return nameable(t.Key(), within) && nameable(t.Elem(), within)
	case reflect.Slice, reflect.Array, reflect.Pointer:
		return nameable(t.Elem(), within)
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() && !nameable(f.Type, within) {
				return false
			}
		}
	}
	return true
}

// scalar returns the gene of a type whose values have no parts; nil for other types.
func scalar(t reflect.Type) gene.Gene {
	switch t {
	case reflect.TypeFor[time.Duration]():
		return durations()
	case reflect.TypeFor[error]():
		return gene.NewNullable(text())
	case reflect.TypeFor[any]():
		return gene.NewNullable(gene.NewChoice(text(), gene.NewInt64(),
			gene.NewDouble(gene.FloatLimits{}), gene.NewBool()))
	}
	switch t.Kind() {
	case reflect.Bool:
		return gene.NewBool()
	case reflect.String:
		return text()
	case reflect.Float32:
		return gene.NewFloat(gene.FloatLimits{})
	case reflect.Float64:
		return gene.NewDouble(gene.FloatLimits{})
	}
	return integer(t)
}

// integer returns the gene of an integer type; nil for other types.
func integer(t reflect.Type) gene.Gene {
	switch t.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		most := int64(math.MaxInt64) >> (64 - t.Bits())
		return gene.NewInt(-most-1, most)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		return gene.NewInt(0, int64(1)<<t.Bits()-1)
	case reflect.Uint, reflect.Uint64, reflect.Uintptr:
		most := new(big.Int).SetUint64(math.MaxUint64 >> (64 - t.Bits()))
		return gene.NewBigInt(new(big.Int), most)
	}
	return nil
}

func text() gene.Gene { return gene.NewString(gene.StringLimits{Unbounded: true}) }

// durations returns the gene of time.Duration: any number of nanoseconds, and multiples of the usual units, since few
// other numbers are useful.
func durations() gene.Gene {
	var seeds []any
	for _, d := range []time.Duration{0, time.Second, time.Minute, time.Hour, 24 * time.Hour,
		time.Millisecond, -time.Second} {
		seeds = append(seeds, int64(d))
	}
	return gene.NewSeeded(gene.NewInt64(), seeds...)
}

func (m *maker) slice(t reflect.Type) (gene.Gene, error) {
	if t.Elem() == reflect.TypeFor[byte]() {
		return gene.NewBinary(0, -1), nil
	}
	element, err := m.gene(t.Elem())
	if err != nil {
		return nil, err
	}
	return gene.NewNullable(gene.NewArray(element, gene.ArrayLimits{Max: m.elements})), nil
}

func (m *maker) array(t reflect.Type) (gene.Gene, error) {
	if t.Len() > maxArray {
		return nil, fmt.Errorf("%w %s: it has more than %d elements", ErrType, t, maxArray)
	}
	elements := make([]gene.Gene, t.Len())
	for i := range elements {
		var err error
		if elements[i], err = m.gene(t.Elem()); err != nil {
			return nil, err
		}
	}
	return gene.NewTuple(elements...), nil
}

func (m *maker) mapping(t reflect.Type) (gene.Gene, error) {
	key := integer(t.Key())
	if t.Key().Kind() == reflect.String {
		key = text()
	}
	if key == nil || !exported(t.Key()) {
		return nil, fmt.Errorf("%w %s: its keys are neither strings nor whole numbers", ErrType, t)
	}
	element, err := m.gene(t.Elem())
	if err != nil {
		return nil, err
	}
	return gene.NewNullable(gene.NewMap(key, element, 0, m.elements)), nil
}

// structure returns a gene with the exported fields. A struct with only unexported fields is refused: its only value
// would be zero, which few of these types are meant to have.
func (m *maker) structure(t reflect.Type) (gene.Gene, error) {
	var fields []gene.Field
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() {
			continue
		}
		g, err := m.gene(f.Type)
		if err != nil {
			return nil, fmt.Errorf("field %s of %s: %w", f.Name, t, err)
		}
		fields = append(fields, gene.Field{Name: f.Name, Gene: g})
	}
	if len(fields) == 0 && t.NumField() > 0 {
		return nil, fmt.Errorf("%w %s: none of its fields is exported", ErrType, t)
	}
	return gene.NewObject(fields...), nil
}

// Hidden reports whether values of a type have unexported fields, which stay zero.
func Hidden(t reflect.Type) bool { return hidden(t, nil) }

func hidden(t reflect.Type, within []reflect.Type) bool {
	if slices.Contains(within, t) {
		return false
	}
	within = append(within, t)
	switch t.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map, reflect.Pointer:
		return hidden(t.Elem(), within)
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); !f.IsExported() || hidden(f.Type, within) {
				return true
			}
		}
	}
	return false
}
