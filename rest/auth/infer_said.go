package auth

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/openapi"
)

// account is a name and a password that a text mentions.
type account struct{ name, password string }

// maxAccounts bounds the accounts from the texts of a schema.
const maxAccounts = 4

const (
	// label matches a word or two, between the text between a label and its value, and inQuotes the value, which may be
	// quoted.
	label    = `\b([a-z]+(?:[ _-][a-z]+)??)`
	between  = "(?:\\s+is)?[\\s:=|*`'\"]*[\\s:=|*`'\"]"
	inQuotes = "([^\\s,;|*`'\"(){}<>]{2,64})"
)

var (
	// labelled matches two labelled values, as in "user alice / password wonder".
	labelled = lazyregexp.New(`(?i)` + label + between + inQuotes + "[`'\"*]*" +
		`(?:\s*[,;/|]\s*(?:and\s+)?|\s+(?:and|with)\s+)(?:the\s+)?` + label + between + inQuotes)
	firstWord = lazyregexp.New(`^\w+`)
	// paired matches a pair, as in "log in with demo:demo" and "credentials: admin / admin123".
	paired = lazyregexp.New(`(?i)\b(?:log ?-?(?:s|ged)?[ -]?in|sign ?-?in|authenticate` +
		`|credentials?|accounts?|users?)\b[^.\n]{0,40}?` +
		"[\\s`'\"*(]" + "([\\w.@+-]{2,64})" + "[`'\"*]*" + `(?:\s*/\s*|:)` + "[`'\"*]*" +
		"([^\\s,;|*`'\"(){}<>/]{2,64})")
)

// said returns the accounts that the texts of a schema mention: its description, and those of operations and security
// schemes.
func said(doc *openapi.Document) (out []account) {
	texts := []string{doc.Description}
	for i := range doc.Security {
		texts = append(texts, doc.Security[i].Description)
	}
	for _, op := range doc.Operations {
		texts = append(texts, op.Text)
	}
	for _, in := range []func(text string) [][2]string{labelledIn, pairedIn} {
		for _, text := range texts {
			for _, m := range in(text) {
				a := account{strings.Trim(m[0], ".:!?"), strings.TrimRight(m[1], ".:!?")}
				if a.told() && !slices.Contains(out, a) && len(out) < maxAccounts {
					out = append(out, a)
				}
			}
		}
	}
	return out
}

// labelledIn returns the names and passwords in a text whose labels are those of a log-in form, see [classify].
func labelledIn(text string) (out [][2]string) {
	for at := 0; ; {
		m := labelled().FindStringSubmatchIndex(text[at:])
		if m == nil {
			return out
		}
		part := func(n int) string { return text[at+m[2*n] : at+m[2*n+1]] }
		if name := classify(part(1), nil); (name == isName || name == isEmail) && classify(part(3), nil) == isPassword {
			out = append(out, [2]string{part(2), part(4)})
			at += m[1]
		} else {
			at += m[2] + len(firstWord().FindString(part(1)))
		}
	}
}

// pairedIn returns the names and passwords in a text that form a pair.
func pairedIn(text string) (out [][2]string) {
	for _, m := range paired().FindAllStringSubmatch(text, -1) {
		out = append(out, [2]string{m[1], m[2]})
	}
	return out
}

// told reports whether an account has a real name and password, rather than the words for them.
func (a account) told() bool {
	return a.name != "" && a.password != "" && classify(a.name, nil) == isOther && classify(a.password, nil) == isOther
}

// saidAccounts returns the users for the accounts in the texts of the schema: all together, and then each alone,
// because some accounts may be out of date.
func (n *inferrer) saidAccounts() (out []Candidate) {
	if len(n.logins) == 0 && !n.basic() {
		return nil // without a form or scheme for them, the search in long texts is useless
	}
	all := said(n.doc)
	sets := [][]account{}
	if len(all) > 1 {
		sets = append(sets, all)
	}
	for _, a := range all {
		sets = append(sets, []account{a})
	}
	const why = "a description gives the accounts in words"
	for _, set := range sets {
		for _, login := range n.logins {
			c := Candidate{Why: login.name() + " takes " + login.takes() + ", and " + why, Complete: true}
			for _, a := range set {
				w := newWho(a.name)
				w.values, w.filled = map[class]string{isName: a.name, isPassword: a.password}, true
				l := login.fill(w)
				login.answer(l, n.carriers)
				c.Users = append(c.Users, User{Name: a.name, Login: l})
			}
			out = append(out, c)
		}
		if n.basic() {
			c := Candidate{Why: "calls carry name and password (HTTP basic), and " + why, Complete: true}
			for _, a := range set {
				c.Users = append(c.Users, Basic(a.name, a.name, a.password))
			}
			out = append(out, c)
		}
	}
	return out
}
