package genotype

import (
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// describedRate is the share of values that are drawn from the list in a description. The other values are any values
// that the schema allows: a description is no rule, and its list may be about something else.
const describedRate = 0.4

// maxCodes is how many codes are taken from one description, and maxCode how many bytes a code has at most.
const maxCodes, maxCode = 40, 32

// codeWord matches a word that may be a code.
const codeWord = `[\pL\pN][\pL\pN_.+/-]*`

var (
	// itemStart matches the code at the start of an item, and the beginning of its explanation.
	itemStart = lazyregexp.New(`^[\s*\x60"'•+-]*(` + codeWord + `)[\s\x60"'*]*(?: [-–—]|[-–—] |[:=(])\s*\pL`)
	// separator matches the text between two codes of an enumeration.
	separator = lazyregexp.New(`\s*(?:,|\||/|;)\s*(?:or\s+|and\s+)?|\s+or\s+|\s+and\s+`)
	// sentenceEnd matches the end of the sentence or line that has an enumeration.
	sentenceEnd = lazyregexp.New(`\.(?:\s|$)|[\n()\[\]]`)
	wholeCode   = lazyregexp.New(`^` + codeWord + `$`)
	// barList matches codes with bars between them, and bar one of these bars.
	barList = lazyregexp.New(codeWord + `(?:\s*\|\s*` + codeWord + `)+`)
	bar     = lazyregexp.New(`\s*\|\s*`)
	// notation matches the letters for a date or a time, such as YYYY-MM-DD and HH:mm.
	notation = lazyregexp.New(`\b(?:(?:YYYY|YY|yyyy|yy)([-/.]?)MM([-/.]?)(?:DD|dd)|` +
		`MM[-/.]?(?:DD|dd)(?:[-/.]?(?:YYYY|YY|yyyy|yy))?|HH:?(?:mm|MM)(?::?(?:ss|SS))?)\b`)
)

// listings has the lists of the descriptions that were read. Each description is read once: large documents repeat few
// descriptions thousands of times.
type listings map[string]listing

// listing is the list of a description: a pattern for a notation of dates or times, or else codes.
type listing struct {
	pattern string
	codes   []string
}

// withDescribed returns a gene that also has the values in the description of its schema, or the notation of a date or
// time that the description names. Without these, it has the values that answers list for the member. It leaves out
// values that g does not take.
func (l listings) withDescribed(g gene.Gene, s *openapi.Schema, answered []any) gene.Gene {
	silent := s.Description == "" && len(answered) == 0
	if silent || s.HasConst || len(s.Enum) > 0 || !s.Is("string") && !s.Is("integer") {
		return g
	}
	list := l.read(s.Description)
	if list.pattern != "" {
		if re, err := gene.NewRegex(list.pattern); err == nil && s.Is("string") && fits(re, s) {
			return gene.NewWeightedChoice([]float64{1 - describedRate, describedRate}, g, re)
		}
		return g
	}
	values := acceptedBy(g, list.values(s))
	if len(values) < 2 {
		values = acceptedBy(g, answered)
	}
	if len(values) < 2 {
		return g
	}
	return gene.NewWeightedChoice([]float64{1 - describedRate, describedRate}, g, gene.NewEnum(values...))
}

// acceptedBy returns the values that a gene takes.
func acceptedBy(g gene.Gene, values []any) (out []any) {
	for _, v := range values {
		if gene.Assign(g.Clone(), v) {
			out = append(out, v)
		}
	}
	return out
}

// values returns the codes as values of a schema: as texts, or as integers.
func (l *listing) values(s *openapi.Schema) (out []any) {
	for _, code := range l.codes {
		if s.Is("string") {
			out = append(out, code)
		} else if n, err := strconv.ParseInt(code, 10, 64); err == nil {
			out = append(out, n)
		}
	}
	return out
}

// maxAnswered is how deep in an answer members are looked for.
const maxAnswered = 4

// listsInAnswers returns, by name, the values that the schema lists for the members of the successful answers of an
// operation. A member has the same values in a call and in its answer, and documents often list them only once.
func listsInAnswers(op *openapi.Operation) map[string][]any {
	out := map[string][]any{}
	for _, r := range op.Responses {
		for _, m := range r.Content {
			if m.Schema != nil && strings.HasPrefix(r.Status, "2") {
				listMembers(m.Schema, maxAnswered, out)
			}
		}
	}
	return out
}

// listMembers adds the lists of the members of a schema. Of members with the same name, the outermost one counts, or
// else the first.
func listMembers(s *openapi.Schema, depth int, out map[string][]any) {
	flat := message.Flatten(s)
	for _, p := range flat.Properties {
		if p.Schema == nil {
			continue
		}
		if values := message.Flatten(p.Schema).Enum; len(values) > 1 && len(out[p.Name]) == 0 {
			out[p.Name] = values
		}
	}
	if depth == 0 {
		return
	}
	if flat.Items != nil {
		listMembers(flat.Items, depth-1, out)
	}
	for _, p := range flat.Properties {
		if p.Schema != nil {
			listMembers(p.Schema, depth-1, out)
		}
	}
}

// read returns the list of a description.
func (l listings) read(description string) listing {
	list, known := l[description]
	if !known {
		if list.pattern = notationPattern(description); list.pattern == "" {
			list.codes = codesIn(description)
		}
		l[description] = list
	}
	return list
}

// codesIn returns the codes that a description lists: texts in quotes, codes in front of explanations ("A - all|N -
// none", items of a list), an enumeration after "one of" or the like, and words with bars between them. A list of one
// code does not count.
func codesIn(description string) []string {
	lists := [][]string{quotedIn(description), explainedIn(description), enumeratedIn(description)}
	if found := barList().FindString(description); len(lists[1]) == 0 && found != "" {
		lists = append(lists, bar().Split(found, -1))
	}
	var out []string
	for _, list := range lists {
		for _, code := range list {
			if len(list) > 1 && len(out) < maxCodes && !slices.Contains(out, code) {
				out = append(out, code)
			}
		}
	}
	return out
}

// quotedIn returns the short texts in quotes or backticks.
func quotedIn(text string) (out []string) {
	for _, mark := range []string{"`", `"`, "'"} {
		parts := strings.Split(text, mark)
		for i := 1; i+1 < len(parts); i += 2 {
			before := parts[i-1]
			opens := before == "" || strings.ContainsAny(before[len(before)-1:], " \t\n(,[|:/*")
			if p := parts[i]; opens && p != "" && len(p) <= maxCode && p == strings.TrimSpace(p) &&
				!strings.ContainsAny(p, ",:\n") {
				out = append(out, p)
			}
		}
	}
	return out
}

// explainedIn returns the codes in front of explanations, if all parts of the text but one begin with a code and its
// explanation. A part is a line, an item of a list, or a text between bars, semicolons or commas.
func explainedIn(text string) []string {
	for _, separators := range []string{"\n", "|;", "\n|;,"} {
		parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(separators, r) })
		var found []string
		for _, p := range parts {
			if m := itemStart().FindStringSubmatch(strings.TrimSpace(p)); m != nil && len(m[1]) <= maxCode {
				found = append(found, m[1])
			}
		}
		if len(found) > 1 && len(found) >= len(parts)-1 {
			return found
		}
	}
	return nil
}

// enumeratedIn returns the words of an enumeration after words such as "one of".
func enumeratedIn(text string) []string {
	for _, at := range words.Listing().FindAllStringIndex(text, -1) {
		rest := strings.TrimLeft(text[at[1]:], "[({")
		if end := sentenceEnd().FindStringIndex(rest); end != nil {
			rest = rest[:end[0]]
		}
		var out []string
		for _, p := range separator().Split(strings.TrimRight(rest, " .])}"), -1) {
			if p = strings.Trim(p, "`\"'* "); len(p) > maxCode || !wholeCode().MatchString(p) {
				out = nil
				break
			}
			out = append(out, p)
		}
		if len(out) > 1 {
			return out
		}
	}
	return nil
}

// notationPattern returns a pattern for the notation of a date or time that a text names by its letters, as in YYYYMMDD
// and HH:mm. It returns "" for none.
func notationPattern(text string) string {
	found := notation().FindString(text)
	if found == "" {
		return ""
	}
	parts := words.Notations(strings.HasPrefix(found, "HH"))
	return "^" + strings.NewReplacer(append(parts, ".", `\.`, "/", `\/`)...).Replace(found) + "$"
}
