package typed

import (
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"strconv"

	"github.com/evoke-go/evoke/value"
)

// Make returns a new Go value of a type from a plain value, as the type's gene gives it. It returns an error if the
// value does not fit the type.
func Make(t reflect.Type, v any) (reflect.Value, error) {
	out := reflect.New(t).Elem()
	if err := set(out, v); err != nil {
		return reflect.Value{}, fmt.Errorf("%s is no %s: %w", value.AppendJSON(nil, v), t, err)
	}
	return out, nil
}

// errPlain is the error for a plain value that does not fit a type.
var errPlain = errors.New("the value does not fit the type")

// set sets a zero Go value from a plain value.
func set(to reflect.Value, v any) error {
	switch {
	case v == nil || value.IsAbsent(v):
		return setNil(to)
	case to.Type() == reflect.TypeFor[error]():
		return setError(to, v)
	case to.Type() == reflect.TypeFor[any]():
		to.Set(reflect.ValueOf(v))
		return nil
	}
	switch to.Kind() {
	case reflect.Slice:
		return setSlice(to, v)
	case reflect.Array:
		return setArray(to, v)
	case reflect.Map:
		return setMap(to, v)
	case reflect.Struct:
		return setStruct(to, v)
	case reflect.Pointer:
		to.Set(reflect.New(to.Type().Elem()))
		return set(to.Elem(), v)
	}
	return setScalar(to, v)
}

func setNil(to reflect.Value) error {
	if !nilable(to) {
		return errPlain
	}
	return nil
}

func setError(to reflect.Value, v any) error {
	text, ok := v.(string)
	if !ok {
		return errPlain
	}
	to.Set(reflect.ValueOf(errors.New(text)))
	return nil
}

func setScalar(to reflect.Value, v any) error {
	switch to.Kind() {
	case reflect.Bool:
		b, ok := v.(bool)
		to.SetBool(b)
		return fits(ok)
	case reflect.String:
		s, ok := v.(string)
		to.SetString(s)
		return fits(ok)
	case reflect.Float32, reflect.Float64:
		if f, ok := v.(float64); ok {
			to.SetFloat(f)
			return nil
		}
		return fits(false)
	}
	n, ok := value.Rat(v)
	if !ok || !n.IsInt() {
		return errPlain
	}
	return setInteger(to, n.Num())
}

func setInteger(to reflect.Value, n *big.Int) error {
	switch {
	case to.CanInt() && n.IsInt64() && !to.OverflowInt(n.Int64()):
		to.SetInt(n.Int64())
	case to.CanUint() && n.IsUint64() && !to.OverflowUint(n.Uint64()):
		to.SetUint(n.Uint64())
	default:
		return errPlain
	}
	return nil
}

func fits(ok bool) error {
	if !ok {
		return errPlain
	}
	return nil
}

func setSlice(to reflect.Value, v any) error {
	if text, ok := v.(string); ok && to.Type().Elem() == reflect.TypeFor[byte]() {
		to.SetBytes([]byte(text))
		return nil
	}
	list, ok := v.([]any)
	if !ok {
		return errPlain
	}
	to.Set(reflect.MakeSlice(to.Type(), len(list), len(list)))
	return setElements(to, list)
}

func setArray(to reflect.Value, v any) error {
	list, ok := v.([]any)
	if !ok || len(list) != to.Len() {
		return errPlain
	}
	return setElements(to, list)
}

func setElements(to reflect.Value, list []any) error {
	for i, e := range list {
		if err := set(to.Index(i), e); err != nil {
			return err
		}
	}
	return nil
}

func setMap(to reflect.Value, v any) error {
	members, ok := v.(value.Object)
	if !ok {
		return errPlain
	}
	t := to.Type()
	to.Set(reflect.MakeMapWithSize(t, len(members)))
	for _, m := range members {
		key, element := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
		if err := errors.Join(setKey(key, m.Name), set(element, m.Value)); err != nil {
			return err
		}
		to.SetMapIndex(key, element)
	}
	return nil
}

func setKey(to reflect.Value, name string) error {
	if to.Kind() == reflect.String {
		to.SetString(name)
		return nil
	}
	n, ok := new(big.Int).SetString(name, 10)
	if !ok {
		return errPlain
	}
	return setInteger(to, n)
}

func setStruct(to reflect.Value, v any) error {
	members, ok := v.(value.Object)
	if !ok {
		return errPlain
	}
	for _, m := range members {
		f, ok := to.Type().FieldByName(m.Name)
		if !ok || !f.IsExported() || len(f.Index) != 1 {
			return errPlain
		}
		if err := set(to.Field(f.Index[0]), m.Value); err != nil {
			return err
		}
	}
	return nil
}

// nameOf returns a map key as the name of a member.
func nameOf(key reflect.Value) (string, bool) {
	switch {
	case key.Kind() == reflect.String:
		return key.String(), true
	case key.CanInt():
		return strconv.FormatInt(key.Int(), 10), true
	case key.CanUint():
		return strconv.FormatUint(key.Uint(), 10), true
	}
	return "", false
}

// nilable reports whether a value may be nil.
func nilable(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.Pointer, reflect.Interface, reflect.Func,
		reflect.Chan, reflect.UnsafePointer:
		return true
	}
	return false
}
