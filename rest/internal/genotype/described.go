package genotype

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// describedRate is the share of values that are drawn from what a description lists. The
// others are any values, as the schema says: a description is no rule, and it may list
// something else.
const describedRate = 0.4

// maxCodes is how many codes are taken from one description, and maxCode how many bytes
// one of them has.
const maxCodes, maxCode = 40, 32

// listings reads what descriptions list. Its patterns are made once, for the first description, and each description
// is read once: large documents repeat few of them thousands of times. The zero value is ready.
type listings struct {
	item, split, end, word, bars, bar, form *regexp.Regexp

	read map[string]listed // by description
}

// listed is what a description lists: a notation, or else codes.
type listed struct {
	form  string
	codes []string
}

// isCode matches a word that may be a code.
const isCode = `[\pL\pN][\pL\pN_.+/-]*`

func newListings() listings {
	return listings{
		read:  map[string]listed{},
		item:  regexp.MustCompile(`^[\s*\x60"'•+-]*(` + isCode + `)[\s\x60"'*]*(?: [-–—]|[-–—] |[:=(])\s*\pL`),
		split: regexp.MustCompile(`\s*(?:,|\||/|;)\s*(?:or\s+|and\s+)?|\s+or\s+|\s+and\s+`),
		end:   regexp.MustCompile(`\.(?:\s|$)|[\n()\[\]]`),
		word:  regexp.MustCompile(`^` + isCode + `$`),
		bars:  regexp.MustCompile(isCode + `(?:\s*\|\s*` + isCode + `)+`),
		bar:   regexp.MustCompile(`\s*\|\s*`),
		form: regexp.MustCompile(`\b(?:(?:YYYY|YY|yyyy|yy)([-/.]?)MM([-/.]?)(?:DD|dd)|` +
			`MM[-/.]?(?:DD|dd)(?:[-/.]?(?:YYYY|YY|yyyy|yy))?|HH:?(?:mm|MM)(?::?(?:ss|SS))?)\b`),
	}
}

// described is a gene that also has the values which the description of its schema lists,
// or the notation of a date or time that it names, or else the values that answers list for the member,
// as far as g takes them.
func (l *listings) described(g gene.Gene, s *openapi.Schema, answered []any) gene.Gene {
	silent := s.Description == "" && len(answered) == 0
	if silent || s.HasConst || len(s.Enum) > 0 || !s.Is("string") && !s.Is("integer") {
		return g
	}
	lists := l.listedIn(s.Description)
	if lists.form != "" {
		if re, err := gene.NewRegex(lists.form); err == nil && s.Is("string") && fits(re, s) {
			return gene.NewWeightedChoice([]float64{1 - describedRate, describedRate}, g, re)
		}
		return g
	}
	values := taken(g, lists.values(s))
	if len(values) < 2 {
		values = taken(g, answered)
	}
	if len(values) < 2 {
		return g
	}
	return gene.NewWeightedChoice([]float64{1 - describedRate, describedRate}, g, gene.NewEnum(values...))
}

// taken are those of some values that a gene takes.
func taken(g gene.Gene, values []any) (out []any) {
	for _, v := range values {
		if gene.Assign(g.Clone(), v) {
			out = append(out, v)
		}
	}
	return out
}

// values are the codes, as numbers where a schema wants these.
func (l *listed) values(s *openapi.Schema) (out []any) {
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

// answeredLists are the values that the schema lists for the members of the successes of an operation, by name. What a
// call sends and its answer shows has the same values, though documents often list them in one of the two alone.
func answeredLists(op *openapi.Operation) map[string][]any {
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

// listMembers adds the lists of the members of a schema. Of members with the same name the outermost, or the first,
// counts.
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

// listedIn is what a description lists.
func (l *listings) listedIn(text string) listed {
	if l.read == nil {
		*l = newListings()
	}
	lists, ok := l.read[text]
	if !ok {
		if lists.form = l.notation(text); lists.form == "" {
			lists.codes = l.codes(text)
		}
		l.read[text] = lists
	}
	return lists
}

// codes are the values that a description lists: what it quotes, what an explanation
// follows ("A - all|N - none", items of a list), what follows "one of" or the like, and
// what bars separate. It returns none for a single one.
func (l *listings) codes(text string) []string {
	lists := [][]string{quoted(text), l.explained(text), l.led(text)}
	if len(lists[1]) == 0 {
		lists = append(lists, l.barred(text))
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

// quoted are the short texts in quotes or backticks.
func quoted(text string) (out []string) {
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

// explained are the codes in front of explanations, if all parts of the text but one have
// such: lines, items of a list, and what bars, semicolons or commas separate.
func (l *listings) explained(text string) []string {
	for _, separators := range []string{"\n", "|;", "\n|;,"} {
		parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(separators, r) })
		var found []string
		for _, p := range parts {
			if m := l.item.FindStringSubmatch(strings.TrimSpace(p)); m != nil && len(m[1]) <= maxCode {
				found = append(found, m[1])
			}
		}
		if len(found) > 1 && len(found) >= len(parts)-1 {
			return found
		}
	}
	return nil
}

// led are the words of an enumeration that words such as "one of" lead in.
func (l *listings) led(text string) []string {
	for _, at := range words.Listing().FindAllStringIndex(text, -1) {
		rest := text[at[1]:]
		rest = strings.TrimLeft(rest, "[({")
		if end := l.end.FindStringIndex(rest); end != nil {
			rest = rest[:end[0]]
		}
		var out []string
		for _, p := range l.split.Split(strings.TrimRight(rest, " .])}"), -1) {
			if p = strings.Trim(p, "`\"'* "); len(p) > maxCode || !l.word.MatchString(p) {
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

// barred are words with bars between them.
func (l *listings) barred(text string) []string {
	found := l.bars.FindString(text)
	if found == "" {
		return nil
	}
	return l.bar.Split(found, -1)
}

// notation is a pattern for the notation of a date or time that a text names by its
// letters, as in YYYYMMDD and HH:mm, "" for none.
func (l *listings) notation(text string) string {
	found := l.form.FindString(text)
	if found == "" {
		return ""
	}
	parts := words.Notations(strings.HasPrefix(found, "HH"))
	return "^" + strings.NewReplacer(append(parts, ".", `\.`, "/", `\/`)...).Replace(found) + "$"
}
