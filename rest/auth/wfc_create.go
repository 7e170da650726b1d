package auth

import (
	"hash/fnv"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
)

const (
	defaultGenerated = 8   // characters of a generated value
	maxGenerated     = 200 // characters
)

// createUsers returns two users for an entry that requests the creation of users. Two users are the minimum to test
// whether one can access resources of the other. The generated values depend only on the names, so that a written test
// uses the same values.
func (r *authReader) createUsers(n *authNode, template User) []User {
	if !r.object(n, words.SignUpEndpoint()...) {
		return nil
	}
	signUp := r.endpoint(n)
	signUp.ContentType = r.required(n, "contentType")
	signUp.Body = r.required(n, "payloadRaw")
	generators := r.generators(n)
	var out []User
	for _, end := range []string{"_x", "_y"} {
		if r.err != nil {
			return nil
		}
		u := template
		u.Name += end
		fill := replacer(u.Name, generators)
		u.SignUp = signUp.replace(fill)
		u.Login = template.Login.replace(fill)
		u.Headers = replaceValues(template.Headers, fill)
		u.Public = generated(&u, &template)
		r.verify(n, &u)
		out = append(out, u)
	}
	return out
}

// generated reports whether a user's credentials consist of generated values, so that they are not secret.
func generated(u, template *User) bool {
	login := u.Login == nil || u.Login.Body != template.Login.Body
	return login && len(template.Headers)+len(template.Query)+len(template.Cookies) == 0
}

// generator generates the values of a placeholder.
type generator struct {
	mark, prefix, postfix string
	length                int
}

func (r *authReader) generators(n *authNode) []generator {
	items := r.list(n, "generators")
	if len(items) == 0 {
		r.fail(n, "generators: has to list at least one")
	}
	var out []generator
	for _, item := range items {
		if !r.object(item, "placeHolder", "minLength", "maxLength", "prefix", "postfix") {
			return nil
		}
		g := generator{mark: r.required(item, "placeHolder"), prefix: r.text(item, "prefix"),
			postfix: r.text(item, "postfix")}
		if r.err == nil && g.mark == "" {
			r.fail(item.member("placeHolder"), "is empty")
		}
		low, high := r.length(item, "minLength", 0), r.length(item, "maxLength", maxGenerated)
		if low > high {
			r.fail(item, "minLength %d is above maxLength %d", low, high)
		}
		around := len([]rune(g.prefix)) + len([]rune(g.postfix))
		g.length = min(max(defaultGenerated+around, low), high) - around
		if r.err == nil && g.length < 1 {
			r.fail(item, "maxLength %d leaves no room beside prefix and postfix", high)
		}
		out = append(out, g)
	}
	return out
}

func (r *authReader) length(n *authNode, name string, missing int) int {
	text := r.text(n, name)
	if text == "" {
		return missing
	}
	length, err := strconv.Atoi(text)
	if err != nil || length < 0 || length > maxGenerated {
		r.fail(n.member(name), "%q is not a number from 0 to %d", text, maxGenerated)
		return missing
	}
	return length
}

// replacer returns a replacer of placeholders by the values of one user.
func replacer(user string, generators []generator) *strings.Replacer {
	var pairs []string
	for _, g := range generators {
		h := fnv.New64a()
		h.Write([]byte(user + "\x00" + g.mark))
		random := rand.New(rand.NewPCG(h.Sum64(), 0))
		value := make([]byte, g.length)
		for i := range value {
			value[i] = 'a' + byte(random.IntN(26))
		}
		pairs = append(pairs, g.mark, g.prefix+string(value)+g.postfix)
	}
	return strings.NewReplacer(pairs...)
}

// replace returns a copy of l with its placeholders replaced.
func (l *Login) replace(fill *strings.Replacer) *Login {
	if l == nil {
		return nil
	}
	out := *l
	out.Body = fill.Replace(l.Body)
	out.Headers = replaceValues(l.Headers, fill)
	out.Before = nil
	for i := range l.Before {
		out.Before = append(out.Before, *l.Before[i].replace(fill))
	}
	return &out
}

func replaceValues(hs []Header, fill *strings.Replacer) []Header {
	var out []Header
	for _, h := range hs {
		out = append(out, Header{h.Name, fill.Replace(h.Value)})
	}
	return out
}
