package cell

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// Call computes a function, by its name in small letters. Unknown functions have unknown values.
func (r Rules) Call(name string, args []any) any {
	switch name {
	case "coalesce", "ifnull", "nvl":
		return first(args)
	case "nullif":
		return r.nullIf(args)
	case "iif", "if":
		return choice(args)
	case "concat":
		return r.concat(args)
	}
	if slices.ContainsFunc(args, IsUnknown) {
		return Unknown{}
	}
	if r.SkipNull && (name == "greatest" || name == "least") {
		return r.extreme(name, slices.DeleteFunc(args, func(v any) bool { return v == nil }))
	}
	for _, a := range args {
		if a == nil {
			return nil
		}
	}
	if out, ok := r.json(name, args); ok {
		return out
	}
	if out := r.onTimes(name, args); !IsUnknown(out) {
		return out
	}
	switch len(args) {
	case 1:
		if out := r.onText(name, args[0]); !IsUnknown(out) {
			return out
		}
		return r.onNumber(name, AsNumber(args[0]))
	case 2, 3:
		return r.ofSeveral(name, args)
	}
	if name == "max" || name == "greatest" || name == "min" || name == "least" {
		return r.extreme(name, args)
	}
	return Unknown{}
}

// Knows reports whether a function with a number of arguments has known values, of which it tries a few.
func (r Rules) Knows(name string, arguments int) bool {
	samples := [...]any{"2024-01-01", int64(1), "year", "1 day", "{}"}
	if arguments > 3 {
		return !IsUnknown(r.Call(name, make([]any, arguments)))
	}
	args := make([]any, arguments)
	for k := range len(samples) * len(samples) * len(samples) {
		for i := range args {
			args[i] = samples[k%len(samples)]
			k /= len(samples)
		}
		if !IsUnknown(r.Call(name, args)) {
			return true
		}
	}
	return false
}

// first returns the first value that is not NULL.
func first(args []any) any {
	for _, a := range args {
		if a != nil {
			return a
		}
	}
	return nil
}

func (r Rules) nullIf(args []any) any {
	if len(args) != 2 || IsUnknown(args[0]) || IsUnknown(args[1]) {
		return Unknown{}
	}
	if Equal(Operand{Value: args[0]}, Operand{Value: args[1]}, r).OfTrue == 1 {
		return nil
	}
	return args[0]
}

func choice(args []any) any {
	if len(args) != 3 || IsUnknown(args[0]) {
		return Unknown{}
	}
	if IsTrue(args[0]) {
		return args[1]
	}
	return args[2]
}

// IsTrue reports whether a value is true as a condition.
func IsTrue(v any) bool {
	switch v := AsNumber(v).(type) {
	case int64:
		return v != 0
	case float64:
		return v != 0
	}
	return false
}

// concat joins texts.
func (r Rules) concat(args []any) any {
	out := ""
	for _, a := range args {
		switch {
		case a == nil && r.ConcatNull:
			return nil
		case a == nil:
			continue
		}
		s, ok := AsText(a).(string)
		if !ok {
			return Unknown{}
		}
		out += s
	}
	return out
}

// onText computes a function of a text.
func (r Rules) onText(name string, v any) any {
	s, ok := AsText(v).(string)
	if !ok {
		return Unknown{}
	}
	switch name {
	case "lower", "lcase":
		return strings.ToLower(s)
	case "upper", "ucase":
		return strings.ToUpper(s)
	case "trim", "btrim":
		return strings.Trim(s, " ")
	case "ltrim":
		return strings.TrimLeft(s, " ")
	case "rtrim":
		return strings.TrimRight(s, " ")
	case "length", "char_length", "character_length", "len":
		return int64(utf8.RuneCountInString(s))
	case "octet_length":
		return int64(len(s))
	case "reverse":
		runes := []rune(s)
		for i, j := 0, len(runes)-1; i < j; i, j = i+1, j-1 {
			runes[i], runes[j] = runes[j], runes[i]
		}
		return string(runes)
	}
	return Unknown{}
}

// onNumber computes a function of a number.
func (r Rules) onNumber(name string, v any) any {
	i, isInt := v.(int64)
	if isInt && (name != "round" && name != "sqrt" && name != "sign") {
		switch {
		case name == "abs" && i < 0 && i != math.MinInt64:
			return -i
		case name == "abs", name == "floor", name == "ceil", name == "ceiling":
			return i
		}
		return Unknown{}
	}
	f := float(v)
	switch name {
	case "abs":
		f = math.Abs(f)
	case "floor":
		f = math.Floor(f)
	case "ceil", "ceiling":
		f = math.Ceil(f)
	case "round":
		if r.Coerce { // servers round floats to even numbers
			f = math.RoundToEven(f)
		} else {
			f = math.Round(f)
		}
	default:
		return Unknown{}
	}
	if math.IsNaN(f) {
		return Unknown{}
	}
	return f
}

// ofSeveral computes a function of two or three values.
func (r Rules) ofSeveral(name string, args []any) any {
	switch name {
	case "max", "greatest", "min", "least":
		return r.extreme(name, args)
	case "mod":
		return r.Compute("%", args[0], args[1])
	case "round":
		return round(args[0], args[1])
	}
	var s [3]string
	for i, a := range args {
		s[i], _ = AsText(a).(string)
	}
	switch name {
	case "substr", "substring", "mid":
		return part(s[0], args[1:])
	case "left", "right":
		return end(name, s[0], args[1])
	case "instr", "strpos":
		return r.index(s[0], s[1])
	case "position", "locate":
		return r.index(s[1], s[0])
	case "trim", "btrim":
		return strings.Trim(s[0], s[1])
	case "replace":
		if len(args) == 3 && s[1] != "" {
			return strings.ReplaceAll(s[0], s[1], s[2])
		}
		return s[0]
	}
	return Unknown{}
}

// extreme returns the largest or the smallest value.
func (r Rules) extreme(name string, args []any) any {
	if len(args) == 0 {
		return nil
	}
	best := args[0]
	for _, a := range args[1:] {
		less := Less(Operand{Value: a}, Operand{Value: best}, r)
		if less == (less.Not()) {
			return Unknown{}
		}
		if (less.OfTrue == 1) == (name == "min" || name == "least") {
			best = a
		}
	}
	return best
}

func round(v, digits any) any {
	n, ok := digits.(int64)
	f := float(AsNumber(v))
	if !ok || n < 0 || n > 15 || math.IsNaN(f) {
		return Unknown{}
	}
	scale := math.Pow10(int(n))
	return math.Round(f*scale) / scale
}

// index returns where a text begins in another one, from 1 on, 0 if it does not.
func (r Rules) index(s, part string) any {
	if r.Fold {
		s, part = strings.ToLower(s), strings.ToLower(part)
	}
	before, _, found := strings.Cut(s, part)
	if !found {
		return int64(0)
	}
	return int64(utf8.RuneCountInString(before) + 1)
}

// part returns a part of a text from a position on, which counts from the end if it is negative.
func part(s string, args []any) any {
	runes := []rune(s)
	from, ok := args[0].(int64)
	length := int64(len(runes)) + 1
	if len(args) > 1 && ok {
		length, ok = args[1].(int64)
	}
	if !ok || length < 0 || max(from, -from, length) > math.MaxInt32 {
		return Unknown{}
	}
	if from < 0 {
		from += int64(len(runes)) + 1
		if from < 1 && len(args) == 1 {
			from = 1
		}
	} else if len(args) == 1 {
		from = max(from, 1)
	}
	n := int64(len(runes))
	low, high := min(max(from-1, 0), n), min(max(from-1+length, 0), n)
	if low >= high {
		return ""
	}
	return string(runes[low:high])
}

// end returns the first or the last characters of a text.
func end(name, s string, n any) any {
	count, ok := n.(int64)
	runes := []rune(s)
	if !ok || count < 0 {
		return Unknown{}
	}
	count = min(count, int64(len(runes)))
	if name == "left" {
		return string(runes[:count])
	}
	return string(runes[int64(len(runes))-count:])
}
