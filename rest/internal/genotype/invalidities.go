package genotype

import (
	"encoding/json"
	"math/big"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// invalidities collects the ways in which a call can be invalid.
type invalidities struct {
	found   []Invalid
	param   int    // index of the parameter at hand, or InBody
	place   string // label of the parameter, or "body"
	typed   bool   // the encoding tells texts, numbers and booleans apart
	segment bool   // the value is a segment of the path
}

// maxVisited is the number of elements of an array that are visited, and maxPadding the greatest length of a value that
// is too long.
const maxVisited, maxPadding = 3, 10000

func (v *invalidities) add(what string, at []Step, value any) {
	v.found = append(v.found, Invalid{What: v.labelOf(at) + " " + what, Param: v.param,
		At: slices.Clone(at), Value: value})
}

func (v *invalidities) addBody(what string, whole wholeBody) {
	v.found = append(v.found, Invalid{What: "body " + what, Param: InBody, Whole: whole})
}

func (v *invalidities) labelOf(at []Step) string {
	var b strings.Builder
	b.WriteString(v.place)
	for _, s := range at {
		b.WriteByte('/')
		if s.Name == "" {
			b.WriteString(message.Text(int64(s.Index)))
		}
		b.WriteString(s.Name)
	}
	return b.String()
}

// addOfValue adds the ways in which a place of a value can be invalid. At a union it adds only ways that concern parts
// of the value, because a value that breaks one alternative may fit another.
func (v *invalidities) addOfValue(s *openapi.Schema, val any, at []Step) {
	if s == nil {
		return
	}
	s = message.Flatten(s)
	if len(s.OneOf)+len(s.AnyOf) == 0 {
		v.addWrongType(s, at)
		v.addOutsideEnum(s, at)
		switch {
		case s.Is("integer"), s.Is("number"):
			v.addWrongNumbers(s, at)
		case s.Is("string"):
			v.addWrongTexts(s, at)
		}
	}
	switch value := val.(type) {
	case []any:
		v.addWrongArrays(s, value, at)
	case value.Object:
		v.addWrongObjects(s, value, at)
	}
}

// addWrongType adds a value of a type that the schema does not name.
func (v *invalidities) addWrongType(s *openapi.Schema, at []Step) {
	if len(s.Types) == 0 {
		return
	}
	if !v.typed {
		if !s.Is("string") && !s.Is("array") && !s.Is("object") && !s.Is("file") {
			v.add("has the wrong type", at, "evoke")
		}
		return
	}
	if !s.Nullable && len(at) > 0 {
		v.add("is null", at, nil)
	}
	switch {
	case !s.Is("string"):
		v.add("has the wrong type", at, "evoke")
	case !s.Is("integer") && !s.Is("number"):
		v.add("has the wrong type", at, int64(42))
	case !s.Is("object"):
		v.add("has the wrong type", at, value.Object{})
	}
}

// addOutsideEnum adds a value that the enum does not list.
func (v *invalidities) addOutsideEnum(s *openapi.Schema, at []Step) {
	list := s.Enum
	if s.HasConst {
		list = []any{s.Const}
	}
	if len(list) == 0 {
		return
	}
	for _, candidate := range []any{"EVOKE", int64(987654321)} {
		_, isText := candidate.(string)
		_, listsText := list[0].(string)
		if isText == listsText && !slices.Contains(list, candidate) {
			v.add("is not in the enum", at, candidate)
		}
	}
}

func (v *invalidities) addWrongNumbers(s *openapi.Schema, at []Step) {
	if low, ok := message.Rational(s.Minimum); ok {
		v.add("is below the minimum", at, stepPast(low, -1))
	}
	if high, ok := message.Rational(s.Maximum); ok {
		v.add("is above the maximum", at, stepPast(high, 1))
	}
	if !s.Is("integer") {
		v.addNoNumbers(at)
		return
	}
	v.add("is not an integer", at, 1.5)
	if f := integerFormatNamed(s.Format); f.checked {
		_, high := f.limits()
		v.add("does not fit "+s.Format, at, stepPast(new(big.Rat).SetInt(high), 1))
	}
}

// addNoNumbers adds texts that many languages parse as a number, although they are none. JSON has no notation for them.
func (v *invalidities) addNoNumbers(at []Step) {
	if v.typed {
		return
	}
	v.add("is not a number", at, "NaN")
	v.add("is infinite", at, "Infinity")
	v.add("is infinite", at, "-Infinity")
}

// stepPast returns the integer after a limit, in the direction of a sign.
func stepPast(limit *big.Rat, sign int64) any {
	n := new(big.Int).Quo(limit.Num(), limit.Denom())
	n.Add(n, big.NewInt(sign))
	if n.IsInt64() {
		return n.Int64()
	}
	return json.Number(n.String())
}

func (v *invalidities) addWrongTexts(s *openapi.Schema, at []Step) {
	if s.MaxLength >= 0 && s.MaxLength < maxPadding {
		v.add("is too long", at, strings.Repeat("x", s.MaxLength+1))
	}
	if s.MinLength > 1 && s.MinLength <= maxPadding || s.MinLength == 1 && !v.segment {
		v.add("is too short", at, strings.Repeat("x", s.MinLength-1))
	}
	if s.Pattern != "" {
		v.add("does not match the pattern", at, textAgainst(s.Pattern))
		v.addOutOfRange(s.Pattern, at)
	}
	if f := formatNamed(s.Format); f.malformed != "" {
		v.add("is no "+s.Format, at, f.malformed)
	}
}

// amounts has in each row a positive number, zero, and a negative number in the same notation. It is read-only.
var amounts = [][3]string{{"1.00", "0.00", "-1.00"}, {"1", "0", "-1"}}

// addOutOfRange adds zero and a negative number, if a pattern takes only positive numbers.
func (v *invalidities) addOutOfRange(pattern string, at []Step) {
	re, err := value.CompilePattern(pattern)
	if err != nil {
		return
	}
	for _, a := range amounts {
		if re.MatchString(a[0]) && !re.MatchString("evoke") && !re.MatchString(a[1]) && !re.MatchString(a[2]) {
			v.add("does not match the pattern", at, a[1])
			v.add("does not match the pattern", at, a[2])
			return
		}
	}
}

// textAgainst returns a text that does not match a pattern. The text for a pattern that Go cannot read may match.
func textAgainst(pattern string) string {
	const last = "evoke \u00a7"
	re, err := value.CompilePattern(pattern)
	if err != nil {
		return last
	}
	for _, s := range []string{"~", "evoke", "0", "-"} {
		if !re.MatchString(s) {
			return s
		}
	}
	return last
}

func (v *invalidities) addWrongArrays(s *openapi.Schema, list []any, at []Step) {
	if s.MinItems > 0 && len(list) > 0 {
		v.add("has too few items", at, list[:min(len(list), s.MinItems-1)])
	}
	if s.MaxItems >= 0 && s.MaxItems < maxPadding && len(list) > 0 {
		long := slices.Clone(list)
		for len(long) <= s.MaxItems {
			long = append(long, list[0])
		}
		v.add("has too many items", at, long)
	}
	if s.UniqueItems && len(list) > 0 {
		v.add("repeats an item", at, append(slices.Clone(list), list[0]))
	}
	v.addWrongElements(s, list, at)
	for i, e := range list[:min(len(list), maxVisited)] {
		element := s.Items
		if i < len(s.PrefixItems) {
			element = s.PrefixItems[i]
		}
		v.addOfValue(element, e, append(at, Step{Index: i}))
	}
}

// jsonKinds has a value of each kind that JSON has. Numbers stand for integers too. It is read-only.
var jsonKinds = []struct {
	name, what string
	value      any
}{
	{"string", "a text", "evoke"}, {"number", "a number", int64(42)}, {"boolean", "a bool", true},
	{"object", "an object", value.Object{}}, {"array", "a list", []any{}},
}

// addWrongElements adds an element of each other kind at the end of a list, which may be empty.
func (v *invalidities) addWrongElements(s *openapi.Schema, list []any, at []Step) {
	if s.Items == nil {
		return
	}
	items := message.Flatten(s.Items)
	if len(items.Types) == 0 || len(items.OneOf)+len(items.AnyOf) > 0 {
		return
	}
	if s.MaxItems >= 0 && len(list) >= s.MaxItems {
		list = list[:max(0, s.MaxItems-1)]
	}
	put := func(what string, e any) {
		v.add("has an element that is "+what, at, append(slices.Clone(list), e))
	}
	for _, k := range jsonKinds {
		fits := items.Is(k.name) || k.name == "number" && items.Is("integer")
		if !fits && (v.typed || k.name == "string" && !items.Is("array") && !items.Is("object")) {
			put(k.what, k.value)
		}
	}
	if v.typed && !items.Nullable {
		put("null", nil)
	}
}

func (v *invalidities) addWrongObjects(s *openapi.Schema, members value.Object, at []Step) {
	for _, m := range members {
		if m.Value == value.Absent || m.Name == "" {
			continue
		}
		inner := append(at, Step{Name: m.Name})
		if s.IsRequired(m.Name) {
			v.add("is missing", inner, value.Absent)
		}
		v.addOfValue(message.Property(s, m.Name), m.Value, inner)
	}
	// If the schema does not forbid unknown members, a strict decoder may still refuse them.
	if s.NoAdditional || s.Additional == nil && len(s.Properties) > 0 {
		v.add("is unknown", append(at, Step{Name: "evokeUnknown"}), "x")
	}
}

// Added returns the Invalid of a body with a further member, which clients may not write.
func Added(name string, v any) *Invalid {
	at := []Step{{Name: name}}
	in := invalidities{place: "body"}
	return &Invalid{What: in.labelOf(at) + " is not for clients to write", Param: InBody, At: at, Value: v}
}

// Leave makes the client of a call leave before the answer. It returns false for a call that is invalid in another way,
// and does not change it.
func Leave(c *Call) bool {
	if c.Invalid != nil {
		return false
	}
	c.Invalid = &Invalid{What: clientPlace + " " + leavesEarly, Param: InClient, Whole: clientGone}
	return true
}
