package auth

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// Infer returns the log-ins that a schema suggests, the most likely first. It reads the security schemes, and finds the
// operations for signing up and logging in by their names and the members of their bodies. The paths begin with the
// base path of doc. Infer makes no calls, so it cannot know which candidate works.
func Infer(doc *openapi.Document) []Candidate {
	n := &inferrer{doc: doc, carriers: carriersOf(doc)}
	n.read()
	var out []Candidate
	for _, login := range n.logins {
		for _, signUp := range n.signUps {
			out = append(out, n.signedUp(signUp, login)...)
		}
	}
	for _, signUp := range n.signUps {
		out = append(out, n.signUpAlone(signUp)...)
	}
	out = append(out, n.saidAccounts()...)
	for _, login := range n.logins {
		out = append(out, n.loginAlone(login)...)
	}
	out = append(out, n.fixed()...)
	slices.SortStableFunc(out, func(a, b Candidate) int { return rank(&a) - rank(&b) })
	for i := range out {
		out[i].carriers = n.carriers
		if out[i].Complete { // it consists of texts of the schema, and of names with which anybody can sign up
			out[i].Users = Public(out[i].Users...)
		}
		out[i].Users = Prepare(out[i].Users, doc)
	}
	return out
}

// Prepare adds calls before the log-ins of users that get values which the log-ins need. It does so if the schema
// requires a parameter, a member of the body or a key that the log-in lacks, and if a GET that needs no credentials
// answers a text with a similar name. Log-ins that already have calls before them do not change. doc may be nil.
func Prepare(users []User, doc *openapi.Document) []User {
	if doc == nil {
		return users
	}
	out := slices.Clone(users)
	for i := range out {
		if l := out[i].Login; l != nil && len(l.Before) == 0 && !l.external() {
			out[i].Login = prepared(l, doc)
		}
	}
	return out
}

// prepared returns the log-in with the call that it needs before; the log-in itself if it needs none or there is none.
func prepared(l *Login, doc *openapi.Document) *Login {
	path, _, _ := strings.Cut(l.Path, "?")
	i := slices.IndexFunc(doc.Operations, func(op *openapi.Operation) bool {
		return op.Method == l.method() && strings.HasSuffix(path, op.Path)
	})
	if i < 0 {
		return l
	}
	base := strings.TrimSuffix(path, doc.Operations[i].Path)
	for _, need := range l.lacks(doc.Operations[i], doc) {
		if step := giver(doc, base, need); step != nil {
			own := *l
			own.Before = []Login{*step}
			return &own
		}
	}
	return l
}

// need is a required value that a log-in lacks.
type need struct {
	in   Place
	name string
}

// lacks returns the values that an operation requires and the log-in lacks.
func (l *Login) lacks(op *openapi.Operation, doc *openapi.Document) (out []need) {
	add := func(in Place, name string) {
		_, query, _ := strings.Cut(l.Path, "?")
		has := slices.ContainsFunc(l.Headers, func(h Header) bool { return strings.EqualFold(h.Name, name) })
		has = has || in == InQuery && slices.ContainsFunc(pairs(query), func(h Header) bool { return h.Name == name })
		if one := (need{in, name}); !has && in != InCookie && !slices.Contains(out, one) {
			out = append(out, one)
		}
	}
	for _, p := range op.Parameters {
		if p.Required && p.In != openapi.InPath {
			add(Place(p.In), p.Name)
		}
	}
	for _, r := range op.Security {
		for _, s := range doc.Security {
			if _, asked := r[s.Name]; asked && s.Type == "apiKey" {
				add(Place(s.In), s.Param)
			}
		}
	}
	for _, m := range op.Bodies {
		if m.Schema == nil || message.Essence(m.Type) != message.Essence(l.ContentType) {
			continue
		}
		flat := message.Flatten(m.Schema)
		for _, p := range flat.Properties {
			wanted := flat.IsRequired(p.Name) && classify(p.Name, p.Schema) == isOther
			if wanted && l.withMember(p.Name, "") != l.Body && !l.sends(p.Name) {
				out = append(out, need{InBody, p.Name})
			}
		}
	}
	return out
}

// sends reports whether the body has a member or field.
func (l *Login) sends(name string) bool {
	if l.ContentType == formType {
		return slices.ContainsFunc(pairs(l.Body), func(h Header) bool { return h.Name == name })
	}
	plain, err := value.ParseJSON([]byte(l.Body))
	members, ok := plain.(value.Object)
	if err != nil || !ok {
		return false
	}
	_, has := members.Get(name)
	return has
}

// giver returns the GET that answers a needed value, the one with the most similar name; nil for none.
func giver(doc *openapi.Document, base string, n need) *Login {
	var best *Login
	most := 0
	for _, op := range doc.Operations {
		if op.Method != "GET" || strings.Contains(op.Path, "{") || !forAnybody(op) {
			continue
		}
		for _, r := range op.Responses {
			if !strings.HasPrefix(r.Status, "2") {
				continue
			}
			for _, t := range textsIn(r) {
				fit := fitting(n.name, t.name)
				if fit <= most {
					continue
				}
				most = fit
				token := t.token
				token.SendIn, token.SendName = n.in, n.name
				best = &Login{Method: op.Method, Path: base + op.Path, Token: &token, Cookies: true}
			}
		}
	}
	return best
}

// forAnybody reports whether an operation needs neither credentials nor parameters.
func forAnybody(op *openapi.Operation) bool {
	none := func(r openapi.Requirement) bool { return len(r) == 0 }
	open := len(op.Security) == 0 || slices.ContainsFunc(op.Security, none)
	return open && !slices.ContainsFunc(op.Parameters, func(p *openapi.Parameter) bool { return p.Required })
}

// shortestFit is how many letters two similar names have in common at least.
const shortestFit = 4

// fitting returns how similar two names are, 0 for not at all. One has to contain the letters of the other.
func fitting(a, b string) int {
	a, b = words.Plain(a), words.Plain(b)
	short := min(len(a), len(b))
	switch {
	case a == b && short > 0:
		return 2 * max(short, shortestFit)
	case short >= shortestFit && (strings.Contains(a, b) || strings.Contains(b, a)):
		return short
	}
	return 0
}
