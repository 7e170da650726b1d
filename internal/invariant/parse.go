package invariant

import (
	"fmt"
	"strconv"
	"strings"
)

// Parse returns the relation of the text of a [Law]. Its names have places: "response/used".
func Parse(text string) (Relation, error) {
	if a, list, ok := strings.Cut(strings.TrimPrefix(text, "the elements of "), " are elements of "); ok {
		return Relation{SubsetOf, []string{a, list}}, nil
	}
	if a, rest, ok := strings.Cut(text, " is null if "); ok {
		return parseNullIf(a, strings.TrimSuffix(rest, ", and only then"))
	}
	a, rest, ok := strings.Cut(text, " is ")
	if !ok {
		return Relation{}, fmt.Errorf("%q is no law, such as \"response/used is at most response/limit\"", text)
	}
	for _, p := range [][2]string{{"at most ", AtMost}, {"a part of ", PartOf}, {"an element of ", ElementOf}} {
		if b, ok := strings.CutPrefix(rest, p[0]); ok {
			return Relation{p[1], []string{a, b}}, nil
		}
	}
	for _, p := range [][2]string{{" plus ", Sum}, {" times ", Product}} {
		if b, c, ok := strings.Cut(rest, p[0]); ok {
			return Relation{p[1], []string{a, b, c}}, nil
		}
	}
	return Relation{Same, []string{a, rest}}, nil
}

// parseNullIf reads `response/status is "open" or "new"`.
func parseNullIf(of, text string) (Relation, error) {
	by, texts, _ := strings.Cut(text, " is ")
	out := Relation{NullIf, []string{of, by}}
	for {
		quoted, err := strconv.QuotedPrefix(texts)
		if err != nil {
			return out, fmt.Errorf("%q has no text in quotes: %w", text, err)
		}
		plain, _ := strconv.Unquote(quoted) // it is quoted
		out.Of = append(out.Of, plain)
		if texts = strings.TrimPrefix(texts[len(quoted):], " or "); texts == "" {
			return out, nil
		}
	}
}
