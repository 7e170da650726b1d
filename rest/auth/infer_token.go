package auth

import (
	"maps"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// carrier is a way in which calls carry a token.
type carrier struct {
	in             Place
	name, template string
}

// carriersOf returns the carriers that a schema declares, those that most operations require first, and then the usual
// ones.
func carriersOf(doc *openapi.Document) []carrier {
	var out []carrier
	add := func(in Place, name string, templates ...string) {
		for _, template := range templates {
			if c := (carrier{in, name, template}); !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	schemes := slices.Clone(doc.Security)
	slices.SortStableFunc(schemes, func(a, b openapi.SecurityScheme) int {
		return asked(doc, b.Name) - asked(doc, a.Name)
	})
	for _, s := range schemes {
		switch {
		case s.Type == "apiKey" && s.In == openapi.InHeader && strings.EqualFold(s.Param, "Authorization"):
			add(InHeader, s.Param, append(described(s.Description), bearerTemplate, tokenMark, "Token "+tokenMark)...)
		case s.Type == "apiKey":
			add(Place(s.In), s.Param, tokenMark)
		case s.Type == "http" && s.Scheme == "bearer", s.Type == "oauth2", s.Type == "openIdConnect":
			add(InHeader, "Authorization", bearerTemplate)
		}
	}
	for _, op := range doc.Operations {
		for _, p := range op.Parameters {
			switch {
			case p.In != openapi.InHeader && p.In != openapi.InCookie || !words.Credentials.Has(p.Name):
			case words.Plain(p.Name) == "authorization":
				add(InHeader, "Authorization", bearerTemplate, tokenMark)
			default:
				add(Place(p.In), p.Name, tokenMark)
			}
		}
	}
	add(InHeader, "Authorization", bearerTemplate, tokenMark)
	return out
}

// schemed matches a scheme followed by a placeholder for a token: a name in brackets or after a dollar, three parts
// with dots, letters that are all x, or the beginning of a JSON Web Token. The scheme is one of the usual words, or the
// first word after the name of the header.
var schemed = lazyregexp.New(`(?:Authorization['"\x60]?: *['"\x60]?([A-Za-z][A-Za-z-]*)|` +
	`\b(Token|Bearer|JWT|ApiKey|Api-Key|APIKEY|OAuth|Key)) +` +
	`(?:<[^<>\n]+>|\{[^{}\n]+\}|\[[^\[\]\n]+\]|\$\w+|[\w-]+\.[\w-]+\.[\w-]+|[xX]{3,}|eyJ\w*)`)

// described returns the header templates in the description of a scheme, such as "Token xxxx.yyyy.zzzz".
func described(text string) (out []string) {
	for _, m := range schemed().FindAllStringSubmatch(text, -1) {
		out = append(out, m[1]+m[2]+" "+tokenMark)
	}
	return out
}

// asked returns the number of operations that require a security scheme.
func asked(doc *openapi.Document, scheme string) (n int) {
	for _, op := range doc.Operations {
		if slices.ContainsFunc(op.Security, func(r openapi.Requirement) bool { _, ok := r[scheme]; return ok }) {
			n++
		}
	}
	return n
}

// readAnswer finds the token or cookies that the schema declares in the successes of an operation.
func (f *form) readAnswer(op *openapi.Operation) {
	for _, r := range op.Responses {
		if !strings.HasPrefix(r.Status, "2") && !strings.HasPrefix(r.Status, "3") {
			continue
		}
		for _, h := range r.Headers {
			switch {
			case strings.EqualFold(h.Name, "Set-Cookie"):
				f.cookies = true
			case f.token == nil && words.TokenHeaders.Has(h.Name):
				f.token = &Token{From: InHeader, Selector: h.Name}
			}
		}
		for _, m := range r.Content {
			if m.Schema == nil || f.token != nil || message.KindOf(m.Type) != message.JSON {
				continue
			}
			if places := declaredTokens(m.Schema); len(places) > 0 {
				f.token = &Token{Selector: slices.MinFunc(places, likelier).pointer}
			}
		}
	}
}

// answer sets what a log-in takes from its answer: as the schema declares, or else the usual.
func (f *form) answer(l *Login, carriers []carrier) {
	first := carriers[0]
	if f.cookies || f.token == nil && first.in == InCookie {
		l.Cookies = true
		return
	}
	t := Token{Selector: "/token"}
	if f.token != nil {
		t = *f.token
	}
	l.Token = t.carried(first)
}

// carried returns the token, to be sent by a carrier.
func (t Token) carried(c carrier) *Token {
	t.SendIn, t.SendName, t.Template = c.in, c.name, c.template
	if t.SendIn == InHeader {
		t.SendIn = ""
	}
	if t.SendName == "Authorization" {
		t.SendName = ""
	}
	if t.Template == tokenMark {
		t.Template = ""
	}
	return &t
}

// place is a member of an answer that may be a token.
type place struct {
	pointer string
	rank    int // lower ranks are more likely
}

// likelier compares places: the more likely one is less.
func likelier(a, b place) int { return a.rank - b.rank }

// tokenRank returns how likely a member contains a token by its name: 0 for the most likely, -1 for impossible.
func tokenRank(name string) int {
	if words.OtherTokens.Has(name) {
		return -1
	}
	return words.Tokens.Index(name)
}

// declaredTokens returns the places in an answer that may be tokens by its schema.
func declaredTokens(s *openapi.Schema) (out []place) {
	if flat := message.Flatten(s); flat.Is("string") && len(flat.Types) == 1 {
		out = append(out, place{"", 0})
	}
	for _, t := range textsBelow(s, "", 0, nil) {
		if rank := tokenRank(t.name); rank >= 0 {
			out = append(out, place{t.token.Selector, rank})
		}
	}
	return out
}

// answered is a text in an answer, with its name.
type answered struct {
	name  string
	token Token
}

// textsIn returns the texts that a response declares.
func textsIn(r *openapi.Response) (out []answered) {
	for _, h := range r.Headers {
		out = append(out, answered{h.Name, Token{From: InHeader, Selector: h.Name}})
	}
	for _, m := range r.Content {
		if m.Schema != nil && message.KindOf(m.Type) == message.JSON {
			out = textsBelow(m.Schema, "", 0, out)
		}
	}
	return out
}

func textsBelow(s *openapi.Schema, pointer string, depth int, out []answered) []answered {
	if depth > maxFormDepth {
		return out
	}
	for _, p := range message.Flatten(s).Properties {
		if p.Schema == nil {
			continue
		}
		at := value.Below(pointer, p.Name)
		if flat := message.Flatten(p.Schema); len(flat.Properties) > 0 {
			out = textsBelow(flat, at, depth+1, out)
		} else if isText(flat) {
			out = append(out, answered{p.Name, Token{Selector: at}})
		}
	}
	return out
}

// Settle returns the candidates that remain after the answer to the log-in of the first user: one for each member of
// the answer that may be a token and each way in which calls may carry it. It returns the candidate itself if the
// log-in has no answer to read, and nil if the API refused the log-in.
func (c *Candidate) Settle(answer *sut.Response) []Candidate {
	if c.Users[0].Login == nil {
		return []Candidate{*c}
	}
	if refused(answer) != nil {
		return nil
	}
	var out []Candidate
	steps := c.Users[0].Login.Before
	if len(given(answer.Header)) > 0 || slices.ContainsFunc(steps, func(l Login) bool { return l.Cookies }) {
		out = append(out, c.with(nil, true))
	}
	var tokens []Candidate
	for _, t := range tokensIn(answer) {
		for _, carrier := range c.carriers {
			tokens = append(tokens, c.with(t.carried(carrier), false))
		}
	}
	if c.carriers[0].in != InCookie { // otherwise the schema requires cookies
		return append(tokens, out...)
	}
	return append(out, tokens...)
}

// with returns the candidate with other credentials from its log-ins.
func (c *Candidate) with(t *Token, cookies bool) Candidate {
	out := *c
	out.Users = slices.Clone(c.Users)
	for i := range out.Users {
		l := *out.Users[i].Login
		l.Token, l.Cookies = t, cookies
		out.Users[i].Login = &l
	}
	return out
}

// maxTokens bounds the number of possible tokens in an answer.
const maxTokens = 3

// tokensIn returns the possible tokens in an answer.
func tokensIn(answer *sut.Response) (out []Token) {
	for _, name := range slices.Sorted(maps.Keys(answer.Header)) {
		if words.TokenHeaders.Has(name) {
			out = append(out, Token{From: InHeader, Selector: name})
		}
	}
	doc, _ := document(answer.Body)
	out = append(out, tokensOf(doc)...)
	return out[:min(len(out), maxTokens)]
}

// tokensOf returns the possible tokens in the document of an answer, the most likely first.
func tokensOf(doc any) (out []Token) {
	var places []place
	answeredTokens(doc, "", 0, &places)
	slices.SortStableFunc(places, likelier)
	for _, p := range places {
		out = append(out, Token{Selector: p.pointer})
	}
	return out[:min(len(out), maxTokens)]
}

func answeredTokens(v any, pointer string, depth int, out *[]place) {
	switch v := v.(type) {
	case string:
		if depth == 0 && len(v) >= 8 && message.IsLine(v) && !strings.ContainsAny(v, " <>{}") {
			*out = append(*out, place{"", 0})
		}
	case map[string]any:
		if depth > maxFormDepth {
			return
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			below := value.Below(pointer, name)
			if text, ok := v[name].(string); ok && text != "" && tokenRank(name) >= 0 {
				*out = append(*out, place{below, tokenRank(name)})
			} else if !ok {
				answeredTokens(v[name], below, depth+1, out)
			}
		}
	}
}
