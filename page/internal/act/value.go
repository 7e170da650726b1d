package act

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/page/internal/visitor"
	"github.com/evoke-go/evoke/value"
)

// maxText is the maximum length of a text in characters if the page declares none.
const maxText = 40

// invalidRate is the share of drawn values that the field's attributes forbid.
const invalidRate = 0.15

// keys are the keys that have names. It is read-only.
var keys = []any{
	"Enter", "Escape", "Tab", "Backspace", "Delete", "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", " ",
	"Home", "End", "PageUp", "PageDown", "Insert", "F1", "F2", "F3", "F4", "F5", "F6", "F7",
	"F8", "F9", "F10", "F11", "F12",
}

// keyCodes are the names of keys by their numbers in events, for keys without a letter or digit (UI Events, annex A).
// It is read-only.
var keyCodes = map[int64]string{
	8: "Backspace", 9: "Tab", 13: "Enter", 27: "Escape", 32: " ", 33: "PageUp", 34: "PageDown", 35: "End", 36: "Home",
	37: "ArrowLeft", 38: "ArrowUp", 39: "ArrowRight", 40: "ArrowDown", 45: "Insert", 46: "Delete", 112: "F1", 113: "F2",
}

// Keys returns the keys that a page may wait for: Enter, the keys whose names, codes or numbers are constants of its
// scripts, and Escape.
func Keys(constants []any) []any {
	out := []any{"Enter"}
	add := func(key any) {
		if !slices.Contains(out, key) {
			out = append(out, key)
		}
	}
	for _, c := range constants {
		switch c := c.(type) {
		case string:
			named, _ := strings.CutPrefix(c, "Key")
			named, _ = strings.CutPrefix(named, "Digit")
			switch {
			case slices.Contains(keys, any(c)) || len(c) == 1 && c >= " ":
				add(c)
			case named != c && len(named) == 1:
				add(strings.ToLower(named))
			}
		case int64:
			switch name, is := keyCodes[c]; {
			case is:
				add(name)
			case c >= '0' && c <= '9' || c >= 'A' && c <= 'Z':
				add(strings.ToLower(string(rune(c))))
			}
		}
	}
	add("Escape")
	return out
}

// Choices returns the values for an event if there are few; nil otherwise.
func Choices(e *visitor.Event) []any {
	switch e.Kind {
	case "fill":
		if e.Type == "one" {
			return anys(e.Options)
		}
	case "wait":
		return []any{int64(0), int64(5_000), int64(60_000)}
	case "scroll":
		return []any{int64(400), int64(-400)}
	case "online":
		return []any{false, true}
	}
	return nil
}

// valueOf returns the gene for the value of an act; nil for an act without one.
func valueOf(e *visitor.Event, others []string) gene.Gene {
	switch e.Kind {
	case "fill":
		return fieldOf(&e.Element)
	case Upload:
		return gene.NewSeeded(text(0, maxText), formatOf(&e.Element).Text)
	case "key":
		return gene.NewSeeded(gene.NewString(gene.StringLimits{MinLength: 1, MaxLength: 1}), keys...)
	case "drag", "drop":
		return enumOf(others)
	case "hash":
		return gene.NewSeeded(text(0, maxText), append(anys(others), "")...)
	case "storage":
		return text(0, maxText)
	case "online":
		return gene.NewBool()
	case "wait", "scroll":
		return gene.NewEnum(Choices(e)...)
	}
	return nil
}

// othersOf returns the paths among which the value of an act is drawn, as given to [New].
func othersOf(a *Act) (out []string) {
	var listed []any
	switch g := a.Value.(type) {
	case *gene.Seeded:
		if listed = g.Seeds(); a.Kind != "hash" {
			return nil
		}
		listed = listed[:len(listed)-1]
	default:
		if a.Kind == "drag" || a.Kind == "drop" {
			listed = gene.Listed(g)
		}
	}
	for _, v := range listed {
		if path, ok := v.(string); ok {
			out = append(out, path)
		}
	}
	return out
}

func anys(texts []string) (out []any) {
	for _, t := range texts {
		out = append(out, t)
	}
	return out
}

// enumOf returns a gene for one of some texts.
func enumOf(texts []string) gene.Gene {
	if len(texts) == 0 {
		return gene.NewConst("")
	}
	return gene.NewEnum(anys(texts)...)
}

func text(least, most int) gene.Gene {
	return gene.NewString(gene.StringLimits{MinLength: least, MaxLength: max(least, most)})
}

// fieldOf returns the gene for the value of a field: mostly a value that its attributes allow, at times one that they
// forbid.
func fieldOf(e *visitor.Element) gene.Gene {
	valid := typed(e)
	if e.Type == "one" || e.Type == "multiple" {
		return enumOf(e.Options)
	}
	if len(e.Options) > 0 {
		valid = gene.NewSeeded(valid, anys(e.Options)...)
	}
	forbidden := invalid(e)
	if len(forbidden) == 0 {
		return valid
	}
	return gene.NewWeightedChoice([]float64{1 - invalidRate, invalidRate}, valid, gene.NewEnum(forbidden...))
}

// typed returns the gene for the values that a field of its type accepts.
func typed(e *visitor.Element) gene.Gene {
	switch e.Type {
	case "number", "range":
		return number(e)
	case "date":
		return bounded(gene.NewDate(false), e)
	case "time":
		return pattern(`([01][0-9]|2[0-3]):[0-5][0-9]`, e)
	case "datetime-local":
		return pattern(`20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T([01][0-9]|2[0-3]):[0-5][0-9]`, e)
	case "month":
		return pattern(`20[0-9]{2}-(0[1-9]|1[0-2])`, e)
	case "week":
		return pattern(`20[0-9]{2}-W(0[1-9]|[1-4][0-9]|5[0-2])`, e)
	case "color":
		return pattern(`#[0-9a-f]{6}`, e)
	case "email":
		return gene.NewEmail()
	case "url":
		return gene.NewURI()
	}
	if e.Pattern != "" {
		return pattern(e.Pattern, e)
	}
	most := maxText
	if e.MaxLength > 0 {
		most = min(e.MaxLength, 4*maxText)
	}
	return text(e.MinLength, most)
}

// pattern returns a gene for texts that match a pattern, or for any texts if the pattern cannot be read.
func pattern(expression string, e *visitor.Element) gene.Gene {
	g, err := gene.NewRegex("^(?:" + expression + ")$")
	if err != nil {
		return text(e.MinLength, maxText)
	}
	return bounded(g, e)
}

// bounded returns a gene that begins with the least and the greatest value of a field.
func bounded(g gene.Gene, e *visitor.Element) gene.Gene {
	var seeds []any
	for _, bound := range []string{e.Min, e.Max} {
		if bound != "" {
			seeds = append(seeds, bound)
		}
	}
	if len(seeds) == 0 {
		return g
	}
	return gene.NewSeeded(g, seeds...)
}

// number returns a gene for the numbers of a field: integers, unless its step is another.
func number(e *visitor.Element) gene.Gene {
	least, hasLeast := numberOf(e.Min)
	most, hasMost := numberOf(e.Max)
	step, hasStep := numberOf(e.Step)
	if hasLeast && hasMost && least > most {
		return gene.NewConst(e.Min)
	}
	if e.Step == "any" || hasStep && step != math.Trunc(step) {
		limits := gene.FloatLimits{}
		if hasLeast {
			limits.Min = &least
		}
		if hasMost {
			limits.Max = &most
		}
		return bounded(gene.NewDouble(limits), e)
	}
	low, high := int64(math.MinInt32), int64(math.MaxInt32)
	if hasLeast {
		low = int64(math.Ceil(least))
	}
	if hasMost {
		high = int64(math.Floor(most))
	}
	if low > high {
		return gene.NewConst(e.Min)
	}
	return bounded(gene.NewInt(low, high), e)
}

func numberOf(text string) (float64, bool) {
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil && math.Abs(x) < 1<<53
}

// invalid returns values that the attributes of a field forbid.
func invalid(e *visitor.Element) (out []any) {
	if least, ok := numberOf(e.Min); ok {
		out = append(out, least-1)
	}
	if most, ok := numberOf(e.Max); ok {
		out = append(out, most+1)
	}
	if e.Required {
		out = append(out, "")
	}
	if e.Pattern != "" || e.Type == "email" || e.Type == "url" {
		out = append(out, "x", "1 2")
	}
	if e.MinLength > 1 {
		out = append(out, "x")
	}
	for i, v := range out {
		out[i] = value.Of(v)
	}
	return out
}
