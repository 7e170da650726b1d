package tracking

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/sut"
)

// wantsOf returns the values that an operand was compared with: the other operands, or else the constants of the
// condition. If all of these equal the operand, it returns values that differ from the operand.
func wantsOf(known *sut.Inside, h *sut.Heard, side fitness.ID, operand int) []any {
	own := h.Operands[operand]
	out := slices.Delete(slices.Clone(h.Operands), operand, operand+1)
	if len(out) == 0 && known.Values != nil {
		out = append(out, known.Values(side)...)
	}
	all := len(out)
	out = slices.DeleteFunc(out, func(v any) bool { return v == own })
	if len(out) == 0 && all > 0 {
		return variantsOf(own)
	}
	if len(out) == 1 {
		out = append(out, beyondLimit(own, out[0])...)
	}
	return out
}

// variantsOf returns values that differ a little from a value. The usual clean-up of a text makes most of these texts
// equal again.
func variantsOf(v any) []any {
	switch v := v.(type) {
	case string:
		list := []any{" " + v + " ", strings.ToUpper(v), strings.ToLower(v), v + "/", v + "x"}
		return slices.DeleteFunc(list, func(other any) bool { return other == v })
	case int64:
		return []any{v + 1, v - 1}
	case float64:
		return []any{v + 1}
	}
	return nil
}

// beyondLimit returns the number or moment on the far side of a limit.
func beyondLimit(operand, limit any) []any {
	switch l := limit.(type) {
	case int64:
		if o, ok := operand.(int64); ok && o < l {
			return []any{l + 1}
		}
		return []any{l - 1}
	case float64: // there may be another limit near this one
		step := max(math.Abs(l), 1) / 1000
		if o, ok := operand.(float64); ok && o < l {
			return []any{l + step}
		}
		return []any{l - step}
	case string:
		return beyondMoment(operand, l)
	}
	return nil
}

// beyondMoment is beside for moments. A day is the least step of some layouts.
func beyondMoment(operand any, limit string) []any {
	text, _ := operand.(string)
	o, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return nil
	}
	l, err := time.Parse(time.RFC3339Nano, limit)
	if err != nil {
		return nil
	}
	step := -24 * time.Hour
	if o.Before(l) {
		step = -step
	}
	return []any{l.Add(step).Format(time.RFC3339Nano)}
}
