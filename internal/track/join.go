package track

import (
	"fmt"
	"slices"
	"strings"
)

// Join is how an operand was put together from several inputs, with what stands
// around them: a path of a request, a key of a map that is made of two fields.
type Join struct {
	// Inputs are the indexes of the inputs, in the order of their places.
	Inputs []int
	// fixed is what stands before, between and behind them: one more than the inputs.
	fixed []string
}

// maxJoined bounds the texts of operands, and the inputs in one.
const (
	maxJoined      = 1 << 10
	maxJoinedParts = 8
)

// Joined returns how an operand was put together from some inputs. The inputs that are
// longest are found first, and of equal ones the first. It returns false where the
// operand holds none of them, or nothing else.
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

// joinable is an input that an operand may hold.
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

// Key tells operands apart that are put together from other inputs.
func (j *Join) Key() string { return "joined " + fmt.Sprint(j.Inputs) }

// Split returns the inputs of which the operand would be a text. before are the inputs
// as they are: numbers stay numbers. It returns false where there are none.
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
