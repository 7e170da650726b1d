package track

import (
	"fmt"
	"slices"
	"strings"
)

// Join says how an operand was made of several inputs and texts around them, for example the path of a request, or the
// key of a map that is made of two fields.
type Join struct {
	// Inputs are the indexes of the inputs, in the order in which they occur.
	Inputs []int
	// fixed are the texts before, between and after the inputs: one more than inputs.
	fixed []string
}

// Bounds of the texts of operands, and of the inputs in one.
const (
	maxJoined      = 1 << 10
	maxJoinedParts = 8
)

// Joined returns how an operand was made of some inputs. Longer inputs are found first, and of equal ones the first. It
// returns false if the operand contains no input, or only one and nothing else.
func Joined(inputs []any, operand string) (Join, bool) {
	if len(operand) > maxJoined {
		return Join{}, false
	}
	parts := joinable(inputs)
	type found struct{ from, to, input int }
	var places []found
	for _, p := range parts {
		for at := 0; len(places) < maxJoinedParts; {
			i := strings.Index(operand[at:], p.text)
			if i < 0 {
				break
			}
			from, to := at+i, at+i+len(p.text)
			overlaps := func(f found) bool { return from < f.to && f.from < to }
			if isPart(operand, from, len(p.text)) && !slices.ContainsFunc(places, overlaps) {
				places = append(places, found{from, to, p.input})
				break
			}
			at = from + 1
		}
	}
	slices.SortFunc(places, func(a, b found) int { return a.from - b.from })
	j, end := Join{}, 0
	for _, p := range places {
		j.Inputs = append(j.Inputs, p.input)
		j.fixed = append(j.fixed, operand[end:p.from])
		end = p.to
	}
	j.fixed = append(j.fixed, operand[end:])
	return j, len(places) > 0 && strings.Join(j.fixed, "") != ""
}

// joinablePart is an input as a text, with its index.
type joinablePart struct {
	text  string
	input int
}

// joinable returns the inputs as texts, the longest first.
func joinable(inputs []any) (parts []joinablePart) {
	for i, v := range inputs {
		text, ok := v.(string)
		if !ok {
			text, ok = written(v)
		}
		if ok && text != "" {
			parts = append(parts, joinablePart{text, i})
		}
	}
	slices.SortStableFunc(parts, func(a, b joinablePart) int { return len(b.text) - len(a.text) })
	return parts
}

// Key returns a key that is the same for operands made of the same inputs.
func (j *Join) Key() string { return "joined " + fmt.Sprint(j.Inputs) }

// Split returns the inputs from which a text would be made in the same way. before are the current inputs: numbers stay
// numbers. It returns false if there are none.
func (j *Join) Split(text string, before []any) (inputs []any, ok bool) {
	rest, ok := strings.CutPrefix(text, j.fixed[0])
	if !ok {
		return nil, false
	}
	for i, fixed := range j.fixed[1:] {
		end := len(rest) - len(fixed)
		if i < len(j.fixed)-2 {
			end = strings.Index(rest, fixed)
		}
		if end < 0 || rest[end:end+len(fixed)] != fixed || fixed == "" && i < len(j.fixed)-2 {
			return nil, false
		}
		v, ok := sameKind(before[i], rest[:end])
		if !ok {
			return nil, false
		}
		inputs, rest = append(inputs, v), rest[end+len(fixed):]
	}
	return inputs, true
}
