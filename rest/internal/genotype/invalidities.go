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

// invalidities collects what could be made invalid in a call.
type invalidities struct {
	found   []Invalid
	param   int
	place   string
	typed   bool // the encoding tells texts, numbers and booleans apart
	segment bool // the value is a segment of the path
}

// maxVisited bounds how many elements of an array are looked into, and
// maxPadding how long a too long value gets.
const maxVisited, maxPadding = 3, 10000

func (v *invalidities) add(what string, at []Step, value any) {
	v.found = append(v.found, Invalid{What: v.label(at) + " " + what, Param: v.param,
		At: slices.Clone(at), Value: value})
}

func (v *invalidities) addBody(what string, whole wholeBody) {
	v.found = append(v.found, Invalid{What: "body " + what, Param: InBody, Whole: whole})
}

func (v *invalidities) label(at []Step) string {
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

// visit lists what can be wrong at one place of a value. Of a union only what
// lies inside is looked at, as what breaks one alternative may fit another.
func (v *invalidities) visit(s *openapi.Schema, val any, at []Step) {
	if s == nil {
		return
	}
	s = message.Flatten(s)
	if len(s.OneOf)+len(s.AnyOf) == 0 {
		v.wrongType(s, at)
		v.outsider(s, at)
		switch {
		case s.Is("integer"), s.Is("number"):
			v.wrongNumber(s, at)
		case s.Is("string"):
			v.wrongText(s, at)
		}
	}
	switch value := val.(type) {
	case []any:
		v.wrongArray(s, value, at)
	case value.Object:
		v.wrongObject(s, value, at)
	}
}

// wrongType puts a value of a type that the schema does not name.
func (v *invalidities) wrongType(s *openapi.Schema, at []Step) {
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

// outsider puts a value that the enum does not list.
func (v *invalidities) outsider(s *openapi.Schema, at []Step) {
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

func (v *invalidities) wrongNumber(s *openapi.Schema, at []Step) {
	if low, ok := message.Rational(s.Minimum); ok {
		v.add("is below the minimum", at, beyond(low, -1))
	}
	if high, ok := message.Rational(s.Maximum); ok {
		v.add("is above the maximum", at, beyond(high, 1))
	}
	if !s.Is("integer") {
		v.unreal(at)
		return
	}
	v.add("is not an integer", at, 1.5)
	if f := integerNamed(s.Format); f.checked {
		_, high := f.limits()
		v.add("does not fit "+s.Format, at, beyond(new(big.Rat).SetInt(high), 1))
	}
}

// unreal puts what many languages parse as a number, though it is none; JSON
// has no way to write it.
func (v *invalidities) unreal(at []Step) {
	if v.typed {
		return
	}
	v.add("is not a number", at, "NaN")
	v.add("is infinite", at, "Infinity")
	v.add("is infinite", at, "-Infinity")
}

// beyond is a number past a limit, the next integer in the direction of sign.
func beyond(limit *big.Rat, sign int64) any {
	n := new(big.Int).Quo(limit.Num(), limit.Denom())
	n.Add(n, big.NewInt(sign))
	if n.IsInt64() {
		return n.Int64()
	}
	return json.Number(n.String())
}

func (v *invalidities) wrongText(s *openapi.Schema, at []Step) {
	if s.MaxLength >= 0 && s.MaxLength < maxPadding {
		v.add("is too long", at, strings.Repeat("x", s.MaxLength+1))
	}
	if s.MinLength > 1 && s.MinLength <= maxPadding || s.MinLength == 1 && !v.segment {
		v.add("is too short", at, strings.Repeat("x", s.MinLength-1))
	}
	if s.Pattern != "" {
		v.add("does not match the pattern", at, mismatch(s.Pattern))
		v.beside(s.Pattern, at)
	}
	if f := spoken(s.Format); f.malformed != "" {
		v.add("is no "+s.Format, at, f.malformed)
	}
}

// amounts are rows of texts: a positive number, and zero and a negative number in the same notation. It is read-only.
var amounts = [][3]string{{"1.00", "0.00", "-1.00"}, {"1", "0", "-1"}}

// beside puts zero and a negative number where a pattern takes positive numbers only.
func (v *invalidities) beside(pattern string, at []Step) {
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

// mismatch is a text that does not match a pattern, as far as can be told.
func mismatch(pattern string) string {
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

func (v *invalidities) wrongArray(s *openapi.Schema, list []any, at []Step) {
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
	v.wrongElements(s, list, at)
	for i, e := range list[:min(len(list), maxVisited)] {
		element := s.Items
		if i < len(s.PrefixItems) {
			element = s.PrefixItems[i]
		}
		v.visit(element, e, append(at, Step{Index: i}))
	}
}

// kinds are values of each kind that JSON has. Numbers stand for integers too. It is read-only.
var kinds = []struct {
	name, what string
	value      any
}{
	{"string", "a text", "evoke"}, {"number", "a number", int64(42)}, {"boolean", "a bool", true},
	{"object", "an object", value.Object{}}, {"array", "a list", []any{}},
}

// wrongElements puts an element of each other kind at the end of a list, also of one that has none.
func (v *invalidities) wrongElements(s *openapi.Schema, list []any, at []Step) {
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
	for _, k := range kinds {
		fits := items.Is(k.name) || k.name == "number" && items.Is("integer")
		if !fits && (v.typed || k.name == "string" && !items.Is("array") && !items.Is("object")) {
			put(k.what, k.value)
		}
	}
	if v.typed && !items.Nullable {
		put("null", nil)
	}
}

func (v *invalidities) wrongObject(s *openapi.Schema, members value.Object, at []Step) {
	for _, m := range members {
		if m.Value == value.Absent || m.Name == "" {
			continue
		}
		inner := append(at, Step{Name: m.Name})
		if s.IsRequired(m.Name) {
			v.add("is missing", inner, value.Absent)
		}
		v.visit(message.Property(s, m.Name), m.Value, inner)
	}
	// Where the schema does not say, strict decoders refuse unknown members.
	if s.NoAdditional || s.Additional == nil && len(s.Properties) > 0 {
		v.add("is unknown", append(at, Step{Name: "evokeUnknown"}), "x")
	}
}

// Added is what is wrong with a body that has a member which is not for clients to write.
func Added(name string, v any) *Invalid {
	at := []Step{{Name: name}}
	in := invalidities{place: "body"}
	return &Invalid{What: in.label(at) + " is not for clients to write", Param: InBody, At: at, Value: v}
}

// Leave has the client of a call leave before the answer. It reports whether it does: a call has one thing wrong
// at most.
func Leave(c *Call) bool {
	if c.Invalid != nil {
		return false
	}
	c.Invalid = &Invalid{What: client + " " + early, Param: InClient, Whole: clientGone}
	return true
}
