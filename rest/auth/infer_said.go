package auth

import (
	"regexp"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
)

// account is a name with its password, as a text gives them in words.
type account struct{ name, password string }

// maxAccounts bounds the accounts that are taken from the texts of a schema.
const maxAccounts = 4

const (
	nameWords     = `(?:user[ _-]?name|user|log-?in|account|e-?mail|name)`
	passwordWords = `(?:password|passwd|passphrase|pass|pwd|pin|secret)`
	// between stands between a word and what it names, and quoted is that, as it is quoted.
	between  = "(?:\\s+is)?[\\s:=|*`'\"]*[\\s:=|*`'\"]"
	inQuotes = "([^\\s,;|*`'\"(){}<>]{2,64})"
)

var (
	// labelled finds "user alice / password wonder".
	labelled = regexp.MustCompile(`(?i)\b` + nameWords + between + inQuotes + "[`'\"*]*" +
		`(?:\s*[,;/|]\s*(?:and\s+)?|\s+(?:and|with)\s+)(?:the\s+)?` + passwordWords + between + inQuotes)
	// paired finds "log in with demo:demo" and "credentials: admin / admin123".
	paired = regexp.MustCompile(`(?i)\b(?:log ?-?(?:s|ged)?[ -]?in|sign ?-?in|authenticate` +
		`|credentials?|accounts?|users?)\b[^.\n]{0,40}?` +
		"[\\s`'\"*(]" + "([\\w.@+-]{2,64})" + "[`'\"*]*" + `(?:\s*/\s*|:)` + "[`'\"*]*" + "([^\\s,;|*`'\"(){}<>/]{2,64})")
)

// said returns the accounts that the texts of a schema give in words: its description and those of its operations and
// schemes.
func said(doc *openapi.Document) (out []account) {
	texts := []string{doc.Description}
	for i := range doc.Security {
		texts = append(texts, doc.Security[i].Description)
	}
	for _, op := range doc.Operations {
		texts = append(texts, op.Text)
	}
	for _, form := range []*regexp.Regexp{labelled, paired} {
		for _, text := range texts {
			for _, m := range form.FindAllStringSubmatch(text, -1) {
				a := account{strings.Trim(m[1], ".:!?"), strings.TrimRight(m[2], ".:!?")}
				if a.told() && !slices.Contains(out, a) && len(out) < maxAccounts {
					out = append(out, a)
				}
			}
		}
	}
	return out
}

// told reports whether an account has a name and a password, and not the words for them.
func (a account) told() bool {
	return a.name != "" && a.password != "" && classify(a.name, nil) == isOther && classify(a.password, nil) == isOther
}

// saidAccounts returns the users of the accounts that a schema gives in words: all of them, and then each alone, since
// some may be out of date.
func (n *inferrer) saidAccounts() (out []Candidate) {
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
			c := Candidate{Why: login.name() + " takes " + login.takes() + ", and " + why, Complete: true, carriers: n.carriers}
			for _, a := range set {
				w := newWho(a.name)
				w.values, w.filled = map[class]string{isName: a.name, isPassword: a.password}, true
				l := login.fill(w)
				login.answer(l, n.carriers)
				c.Users = append(c.Users, User{Name: a.name, Login: l})
			}
			out = append(out, c)
		}
		if n.scheme("http", "basic") != nil {
			c := Candidate{Why: "calls carry name and password (HTTP basic), and " + why, Complete: true, carriers: n.carriers}
			for _, a := range set {
				c.Users = append(c.Users, Basic(a.name, a.name, a.password))
			}
			out = append(out, c)
		}
	}
	return out
}
