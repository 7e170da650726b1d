package auth

import (
	"bytes"
	"encoding/json"
	"net/http"
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

const bearerTemplate = "Bearer " + tokenMark

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
			case f.token == nil && isTokenHeader(h.Name):
				f.token = &Token{From: InHeader, Selector: h.Name}
			}
		}
		for _, m := range r.Content {
			if m.Schema == nil || f.token != nil || message.KindOf(m.Type) != message.JSON {
				continue
			}
			var places []place
			declaredTokens(m.Schema, "", 0, &places)
			if best := likeliest(places); best != nil {
				f.token = &Token{Selector: best.pointer}
			}
		}
	}
}

func isTokenHeader(name string) bool {
	return words.TokenHeaders.Has(name)
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

// likeliest returns the most likely place; nil for none.
func likeliest(places []place) *place {
	if len(places) == 0 {
		return nil
	}
	slices.SortStableFunc(places, func(a, b place) int { return a.rank - b.rank })
	return &places[0]
}

// tokenRank returns how likely a member contains a token by its name: 0 for the most likely, -1 for impossible.
func tokenRank(name string) int {
	if words.OtherTokens.Has(name) {
		return -1
	}
	return words.Tokens.Index(name)
}

func declaredTokens(s *openapi.Schema, pointer string, depth int, out *[]place) {
	flat := message.Flatten(s)
	if depth == 0 && flat.Is("string") && len(flat.Types) == 1 {
		*out = append(*out, place{"", 0})
	}
	if depth > maxFormDepth {
		return
	}
	for _, p := range flat.Properties {
		if p.Schema == nil {
			continue
		}
		below := value.Below(pointer, p.Name)
		sub := message.Flatten(p.Schema)
		if len(sub.Properties) > 0 {
			declaredTokens(sub, below, depth+1, out)
		} else if rank := tokenRank(p.Name); rank >= 0 && isText(sub) {
			*out = append(*out, place{below, rank})
		}
	}
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
	for _, name := range headerNames(answer.Header) {
		out = append(out, Token{From: InHeader, Selector: name})
	}
	d := json.NewDecoder(bytes.NewReader(answer.Body))
	d.UseNumber()
	var doc any
	if err := d.Decode(&doc); err != nil || d.More() {
		doc = string(bytes.TrimSpace(answer.Body))
	}
	out = append(out, tokensOf(doc)...)
	return out[:min(len(out), maxTokens)]
}

// tokensOf returns the possible tokens in the document of an answer, the most likely first.
func tokensOf(doc any) (out []Token) {
	var places []place
	answeredTokens(doc, "", 0, &places)
	likeliest(places)
	for _, p := range places {
		out = append(out, Token{Selector: p.pointer})
	}
	return out[:min(len(out), maxTokens)]
}

func headerNames(h http.Header) (out []string) {
	for name := range h {
		if isTokenHeader(name) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
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
		names := make([]string, 0, len(v))
		for name := range v {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			below := value.Below(pointer, name)
			if text, ok := v[name].(string); ok && text != "" && tokenRank(name) >= 0 {
				*out = append(*out, place{below, tokenRank(name)})
			} else if !ok {
				answeredTokens(v[name], below, depth+1, out)
			}
		}
	}
}
