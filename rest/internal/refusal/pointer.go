package refusal

import (
	"html"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/internal/words"
)

// pointers match the phrases, other than a subject, with which a sentence names the part that it is about. The group f
// is the path of the part, the group g the value that it got. The first match is removed from the sentence, and the
// next one is searched. It is read-only.
var pointers = []lazyregexp.Regexp{
	lazyregexp.New(`^[-*•]\s*`),
	lazyregexp.New(`(?i)^(?:value error|assertion (?:failed|error)|validation (?:error|failed)|bad request|` +
		`invalid (?:request|input|argument)|request body has an error)[:,] `),
	lazyregexp.New(`(?i)^doesn't match (?:the )?schema[^:]*: `),
	lazyregexp.New(`(?i)error at ["']?(?P<f>/[^"':\s]*)["']?:? ?`),
	lazyregexp.New(`^(?:request/)?` + words.RequestPart + `(?P<f>[/.\[][^\s]+) `),
	lazyregexp.New(`^request/` + words.RequestPart + ` `),
	lazyregexp.New(`^(?:[Pp]arameter )?["']?(?P<f>[\pL_][\pL\pN_.\[\]-]*)["']?` +
		` in ` + words.RequestPart + ` (?:has an error: )?`),
	lazyregexp.New(` - ["'](?P<f>[^"' ]+)["']$`),
	lazyregexp.New(`^(?:\d+ validation errors? detected: )?Value '(?P<g>[^']*)' at '` +
		`(?P<f>[^']+)' failed to satisfy constraint: `),
	lazyregexp.New(`^(?P<f>[\pL_][\pL\pN_.]*): (?P<g>[^:]*) does \b`),
	lazyregexp.New(`^invalid (?:\w+\.)+(?P<f>\w+): `),
	lazyregexp.New(`\.?\s*Path:? '?\$?\.?(?P<f>[\pL_][\pL\pN_.\[\]]*)'?(?: \||,|$).*$`),
}

// maxPointers is the greatest number of such phrases in one sentence.
const maxPointers = 4

// pointed returns a sentence without such phrases, and a statement about the part that they name.
func (s *statement) pointed(text string) (statement, string) {
	out := *s
	for range maxPointers {
		before := text
		for _, p := range pointers {
			form := p()
			at := form.FindStringSubmatchIndex(text)
			if at == nil || at[1]-at[0] == len(text) {
				continue
			}
			for i, group := range form.SubexpNames() {
				switch {
				case group == "" || at[2*i] < 0:
				case group == "f":
					out.about(path(text[at[2*i]:at[2*i+1]]))
				default:
					out.given = text[at[2*i]:at[2*i+1]]
				}
			}
			text = strings.TrimSpace(text[:at[0]] + text[at[1]:])
			break
		}
		if text == before {
			break
		}
	}
	return out, text
}

// about makes a statement be about a part below its present one, unless that is the same part.
func (s *statement) about(part []string) {
	have, more := strings.Join(s.field, "/"), strings.Join(part, "/")
	switch {
	case more == "" || have == more || strings.HasSuffix(have, "/"+more):
	case have == "" || strings.HasSuffix(more, "/"+have) || strings.HasPrefix(more, have+"/"):
		s.field = part
	default:
		s.field = append(s.field[:len(s.field):len(s.field)], part...)
	}
}

// These match text around a complaint.
var (
	markup = lazyregexp.New(`(?is)<(?:style|script|title).*?</(?:style|script|title)>|<[^>]*>`)
	chain  = lazyregexp.New(`\(through reference chain: ([^)]*)\)`)
	link   = lazyregexp.New(`\["([^"]+)"\]`)
	cause  = lazyregexp.New(`(?i); (for input string|nested exception)`)
	source = lazyregexp.New(`(?s)\s+at \[Source: .*$|\nSchema:\n.*$`)
)

// bare returns a statement without markup, the places of a parser and copies of a schema.
func (s *statement) bare() statement {
	out := *s
	if strings.HasPrefix(strings.TrimSpace(out.text), "<") {
		out.text = html.UnescapeString(markup().ReplaceAllString(out.text, "\n"))
	}
	if m := chain().FindStringSubmatch(out.text); m != nil {
		var steps []string
		for _, l := range link().FindAllStringSubmatch(m[1], -1) {
			steps = append(steps, l[1])
		}
		out.about(steps)
	}
	out.text = source().ReplaceAllString(chain().ReplaceAllString(out.text, ""), "")
	out.text = cause().ReplaceAllString(out.text, ", $1")
	return out
}
