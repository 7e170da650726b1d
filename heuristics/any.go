package heuristics

import "reflect"

// EqualAny is the Truthness of a == b for values of any type, errors included. It reads only the memory that == reads,
// so that it adds no data race. The only pointers that it follows are errors of errors.New, errors.Join and fmt.Errorf,
// which never change: two of them are nearer the more alike their texts are, although == compares their addresses.
// Where == would panic, on slices, maps and functions, it is [EqualDeep].
//
// The value of true is [Absent] if one side is nil, and a little less than
// [Reached] if the types differ. Values of one type are compared as [EqualInt]
// and its like compare their kind. Structs, arrays and interfaces are compared
// part by part, and their value is the mean of the parts. The range is (0,1].
// Source: EvoMaster's AND is the mean of its operands, and equality of a struct
// is the AND of its fields.
func EqualAny(a, b any) Truthness {
	equal, panicked := compare(a, b)
	if panicked {
		return EqualDeep(a, b)
	}
	return anyEquality(equal, a, b, false)
}

// compare returns a == b, and whether that panicked. Trying costs less than reflect.Value.Comparable, which allocates,
// and it gets those cases right where == finds a difference before it would panic.
func compare(a, b any) (equal, panicked bool) {
	defer func() { panicked = recover() != nil }()
	return a == b, false
}

// EqualDeep is the Truthness of reflect.DeepEqual(a, b). It is computed as [EqualAny] is, and also reads what pointers,
// slices and maps refer to, as DeepEqual does. The value of a slice or a map is the mean of its elements; an element
// that only one side has counts [Absent]. It scores at most 10 levels and about 1000 parts. The range is (0,1]. Source:
// as EqualAny.
func EqualDeep(a, b any) Truthness { return anyEquality(reflect.DeepEqual(a, b), a, b, true) }

// anyEquality scores an equality that == or DeepEqual decided. It bounds the score from above, because another
// goroutine may have made the operands equal since.
func anyEquality(equal bool, a, b any, deep bool) Truthness {
	if equal {
		return equality(0)
	}
	w := walk{deep: deep, levels: 10, parts: 1000}
	return Truthness{min(w.closeness(reflect.ValueOf(a), reflect.ValueOf(b)), below1), 1}
}
