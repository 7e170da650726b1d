package recording

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/samples"
	"github.com/evoke-go/evoke/value"
)

// unnamed is the user of calls whose credentials are unknown.
const unnamed = "user"

// identify returns the names of the users who made the calls, "" for nobody, and whether a user begins anew with a
// call: the credential has no known owner and takes the place of another such one, which is not used any more. That
// may be another user, or the same with a new credential.
//
// A credential has the name that it says (HTTP basic, JSON Web Token) or that its log-in sends with a password. One
// that answers a call of a user is that user's too, such as a token that is renewed. Any other has a name of its own. A
// recording without any credential, as browsers write it, is that of one user if the schema asks for some.
func identify(calls []samples.Call, doc *openapi.Document) (names []string, turns []bool) {
	p := people{schemes: doc.Security, owners: map[string]string{}, unknown: map[string]bool{}}
	last := map[string]int{} // index of the last call with a token, by token
	first := map[string]int{}
	names, turns = make([]string, len(calls)), make([]bool, len(calls))
	for i := range calls {
		c := &calls[i]
		name, token := p.of(c)
		if names[i] = name; token != "" {
			if _, known := first[token]; !known {
				first[token] = i
			}
			last[token] = i
		}
		p.learn(c, name)
	}
	for token, i := range first {
		for other := range first {
			turns[i] = turns[i] || other != token && first[other] < i && last[other] < i
		}
	}
	secured := slices.ContainsFunc(doc.Operations, func(o *openapi.Operation) bool { return len(o.Security) > 0 })
	mutual := slices.ContainsFunc(doc.Security, func(s openapi.SecurityScheme) bool { return s.Type == "mutualTLS" })
	if known := slices.ContainsFunc(names, func(n string) bool { return n != "" }); secured && !known || mutual {
		for i := range names {
			if names[i] == "" {
				names[i] = unnamed
			}
		}
	}
	return names, turns
}

// people knows the owners of credentials.
type people struct {
	schemes []openapi.SecurityScheme
	owners  map[string]string
	unknown map[string]bool // credentials without a known owner, which have a name of their own
}

// of returns the user of a call. token is the credential if its owner is unknown and it may be renewed.
func (p *people) of(c *samples.Call) (name, token string) {
	credentials := p.credentials(c)
	for _, text := range credentials {
		if p.owners[text] == "" {
			p.owners[text] = told(text)
		}
		if p.owners[text] != "" && !p.unknown[text] {
			return p.owners[text], ""
		}
	}
	if len(credentials) == 0 {
		return "", ""
	}
	text := credentials[0]
	if p.owners[text] == "" {
		p.unknown[text] = true
		p.owners[text] = fmt.Sprintf("%s %d", unnamed, len(p.unknown))
	}
	if p.isKey(c, text) {
		return p.owners[text], ""
	}
	return p.owners[text], text
}

// credentials returns the credentials of a call, the one that says most about its user first.
func (p *people) credentials(c *samples.Call) (out []string) {
	var cookies []string
	for _, f := range c.Header {
		switch {
		case strings.EqualFold(f.Name, "Cookie"):
			for part := range strings.SplitSeq(f.Value, ";") {
				name, text, _ := strings.Cut(strings.TrimSpace(part), "=")
				if p.declares("cookie", name) || personal(name) || strings.HasSuffix(strings.ToLower(name), "sid") {
					cookies = append(cookies, text)
				}
			}
		case strings.EqualFold(f.Name, "Authorization"):
			out = slices.Insert(out, 0, f.Value)
		case p.declares("header", f.Name) || personal(f.Name):
			out = append(out, f.Value)
		}
	}
	_, target := split(c.URL)
	_, query, _ := strings.Cut(target, "?")
	values, _ := url.ParseQuery(query) // as much as can be read
	for _, s := range p.schemes {
		if s.In == "query" && values.Has(s.Param) {
			out = append(out, values.Get(s.Param))
		}
	}
	for i, text := range out {
		out[i] = bare(text)
	}
	return slices.DeleteFunc(append(out, cookies...), func(s string) bool { return s == "" })
}

// personal reports whether a header or cookie with this name says who calls.
func personal(name string) bool { return samples.Credential(name) && !words.OtherTokens.Has(name) }

// declares reports whether a name is that of a declared key.
func (p *people) declares(in, name string) bool {
	return slices.ContainsFunc(p.schemes, func(s openapi.SecurityScheme) bool {
		return s.In == in && strings.EqualFold(s.Param, name)
	})
}

// isKey reports whether a credential is a declared key in a header or a query, which nobody renews.
func (p *people) isKey(c *samples.Call, text string) bool {
	return slices.ContainsFunc(c.Header, func(f samples.Field) bool {
		return f.Value == text && !strings.EqualFold(f.Name, "Authorization") && p.declares("header", f.Name)
	}) || strings.Contains(c.URL, url.QueryEscape(text))
}

// bare returns a credential without its scheme, such as "Bearer". That of HTTP basic stays: it has the name in it.
func bare(text string) string {
	scheme, after, ok := strings.Cut(strings.TrimSpace(text), " ")
	if !ok || strings.EqualFold(scheme, "Basic") {
		return strings.TrimSpace(text)
	}
	return strings.TrimSpace(after)
}

// told returns the name in a credential of HTTP basic or in a JSON Web Token (RFC 7519), "" for none.
func told(text string) string {
	if scheme, after, ok := strings.Cut(text, " "); ok && strings.EqualFold(scheme, "Basic") {
		plain, _ := base64.StdEncoding.DecodeString(strings.TrimSpace(after)) // "" for a broken one
		name, _, _ := strings.Cut(string(plain), ":")
		return name
	}
	parts := strings.Split(text, ".")
	if len(parts) != 3 {
		return ""
	}
	claims, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(parts[1], "="))
	if err != nil {
		return ""
	}
	all := leaves("json", string(claims))
	for _, name := range []string{"preferred_username", "username", "email", "sub"} {
		for _, m := range all {
			if m.Name == name {
				return fmt.Sprint(m.Value)
			}
		}
	}
	return ""
}

// learn keeps whose the credentials are that an answer has.
func (p *people) learn(c *samples.Call, name string) {
	if c.Response == nil || c.Response.Status >= 400 {
		return
	}
	owner := name
	sent := leaves(c.Type, c.Body)
	if slices.ContainsFunc(sent, func(m value.Member) bool { return words.Password.Has(m.Name) }) {
		owner = ""
		if i := slices.IndexFunc(sent, func(m value.Member) bool {
			return words.Identity.Has(m.Name) && !words.MemberSecrets.Has(m.Name)
		}); i >= 0 {
			owner = fmt.Sprint(sent[i].Value)
		}
	}
	for _, m := range sent { // a token for a new one
		if owner == "" {
			owner = p.owners[fmt.Sprint(m.Value)]
		}
	}
	if owner == "" {
		return
	}
	for _, text := range given(c.Response) {
		p.owners[text] = owner
	}
}

// minCredential is the length of the shortest text that counts as a credential.
const minCredential = 8

// given returns the credentials in an answer.
func given(r *samples.Response) (out []string) {
	kind := ""
	for _, f := range r.Header {
		switch name := strings.ToLower(f.Name); {
		case name == "content-type":
			kind = f.Value
		case name == "set-cookie":
			_, text, _ := strings.Cut(f.Value, "=")
			text, _, _ = strings.Cut(text, ";")
			out = append(out, text)
		case personal(f.Name):
			out = append(out, bare(f.Value))
		}
	}
	for _, m := range leaves(kind, string(r.Body)) {
		if words.MemberSecrets.Has(m.Name) {
			out = append(out, bare(fmt.Sprint(m.Value)))
		}
	}
	return slices.DeleteFunc(out, func(s string) bool { return len(s) < minCredential })
}

// leaves returns the members of a body that hold no others, at any depth, with their names.
func leaves(mediaType, body string) (out []value.Member) {
	if strings.Contains(mediaType, "urlencoded") {
		for pair := range strings.SplitSeq(body, "&") {
			name, text, _ := strings.Cut(pair, "=")
			name, _ = url.QueryUnescape(name) // "" for a broken one
			text, _ = url.QueryUnescape(text)
			out = append(out, value.Member{Name: name, Value: text})
		}
		return out
	}
	if !strings.Contains(mediaType, "json") {
		return nil
	}
	v, err := value.ParseJSON([]byte(body))
	if err != nil {
		return nil
	}
	var walk func(name string, v any)
	walk = func(name string, v any) {
		switch v := v.(type) {
		case value.Object:
			for _, m := range v {
				walk(m.Name, m.Value)
			}
		case []any:
			for _, e := range v {
				walk(name, e)
			}
		default:
			out = append(out, value.Member{Name: name, Value: v})
		}
	}
	walk("", v)
	return out
}
