package heuristics

import "reflect"

// EqualAny is the Truthness of a == b for interface values.
func EqualAny(a, b any) Truthness {
	if reflect.TypeOf(a) != reflect.TypeOf(b) {
		return Flag(false)
	}
	if v := reflect.ValueOf(a); v.IsValid() && !(v.Comparable() && reflect.ValueOf(b).Comparable()) {
		return Flag(reflect.DeepEqual(a, b))
	}
	return Flag(a == b)
}

// EqualError is the Truthness of a == b for errors.
func EqualError(a, b error) Truthness { return EqualAny(a, b) }
