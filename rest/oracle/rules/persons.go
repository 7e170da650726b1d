package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// item splits a list of persons.
var item = lazyregexp.New(`, and |, or | and | or |, `)

// personsIn returns the words for the persons whom a text reserves something for. It returns nil if the text reserves
// nothing.
func personsIn(told string) (out []string) {
	for _, line := range sentences(strings.ToLower(told)) {
		found := words.ForThem().FindStringSubmatch(strings.TrimSpace(line))
		if found == nil {
			continue
		}
		for _, one := range item().Split(strings.Join(found[1:], ""), -1) {
			one, _, _ = strings.Cut(one, " of ")
			terms := strings.Fields(one)
			out = append(out, words.Plain(terms[len(terms)-1]))
		}
		return out
	}
	return nil
}

// notTheirs looks for users who do or see something that the description reserves for other persons. These persons are
// named in members of the resources on the path: "For its author and the owner of the poll". A reserved call on the
// same resource has to be refused to the user, to show that the user has no other privilege.
func notTheirs(x *oracle.Exchange) []oracle.Finding {
	if x.User == "" || x.Forged || x.Invalid != nil {
		return nil
	}
	if x.Succeeded() && refusedBeside(x, x.Before) {
		return trespass(x, x.Before)
	}
	if x.Status() != 403 || len(personsIn(x.Operation.Text)) == 0 {
		return nil
	}
	for i, b := range slices.Backward(x.Before) {
		if b.User != x.User || !b.Succeeded() || b.Invalid != nil || root(b) != root(x) {
			continue
		}
		if f := trespass(b, x.Before[:i]); f != nil {
			f[0].Of = b.Operation
			return f
		}
	}
	return nil
}

// root returns the path up to its first parameter, or "" if it has none.
func root(x *oracle.Exchange) string {
	before, _, ok := strings.Cut(x.Operation.Path, "{")
	at := below(x.Path(), x.Base)
	if !ok || len(at) <= len(before) {
		return ""
	}
	id, _, _ := strings.Cut(at[len(before):], "/")
	return before + id
}

// refusedBeside reports whether the user of a call was refused a reserved call on the same resource.
func refusedBeside(x *oracle.Exchange, before []*oracle.Exchange) bool {
	return root(x) != "" && slices.ContainsFunc(before, func(b *oracle.Exchange) bool {
		return b.User == x.User && b.Status() == 403 && b.Invalid == nil && root(b) == root(x) &&
			len(personsIn(b.Operation.Text)) > 0
	})
}

// trespass returns a finding if a call succeeded, and it or a member of its answer is reserved for persons other than
// its user.
func trespass(x *oracle.Exchange, before []*oracle.Exchange) []oracle.Finding {
	if wanted := personsIn(x.Operation.Text); noneOf(x, before, wanted) {
		return one("for others", "a user succeeds who is none of those for whom it is: %s", strings.Join(wanted, ", "))
	}
	o, _ := got(x)
	for _, m := range o {
		if wanted := personsIn(saysOf(x.Operation, m.Name)); noneOf(x, before, wanted) {
			return one(m.Name+" for others", "a user sees %s who is none of those for whom it is: %s",
				m.Name, strings.Join(wanted, ", "))
		}
	}
	return nil
}

// noneOf reports whether the user of a call is surely none of the persons: each of them is another user of the test.
func noneOf(x *oracle.Exchange, before []*oracle.Exchange, wanted []string) bool {
	if len(wanted) == 0 {
		return false
	}
	for _, word := range wanted {
		name, known := personAt(x, before, word)
		if !known || name == x.User || !anothers(x, before, word, name) {
			return false
		}
	}
	return true
}

// personAt returns the name of the person in a member of a resource on the path, as the test saw it last.
func personAt(x *oracle.Exchange, before []*oracle.Exchange, word string) (name string, ok bool) {
	for at, template := x.Path(), x.Operation.Path; len(template) > 1; at, template = path.Dir(at), path.Dir(template) {
		if api.LastParam(template) == "" {
			continue
		}
		for _, b := range slices.Backward(append(slices.Clip(before), x)) {
			if !b.Succeeded() || !(b.Path() == at && b.Request.Method != "DELETE") && !made(b, at, template) {
				continue
			}
			o, _ := got(b)
			if v, has := memberLike(o, word); has && text(v) != "" {
				return text(v), true
			}
		}
	}
	return "", false
}

// anothers reports whether a name belongs to another user: this user makes calls under it, or the answers to the
// creations of another user have it in the same member, and those to the creations of the user of x do not.
func anothers(x *oracle.Exchange, before []*oracle.Exchange, word, name string) bool {
	found := false
	for _, b := range before {
		if b.User == "" || b.Forged || !b.Succeeded() {
			continue
		}
		o, _ := got(b)
		v, has := memberLike(o, word)
		said, _ := sent(b)
		_, chosen := memberLike(said, word)
		is := b.User == name || has && !chosen && b.Request.Method == "POST" && text(v) == name
		if is && b.User == x.User {
			return false
		}
		found = found || is
	}
	return found
}

// namesForeign looks for a change that refers by id to an element of another user, which its own user may not see,
// although the description forbids that.
func namesForeign(x *oracle.Exchange) []oracle.Finding {
	if x.User == "" || x.Forged {
		return nil
	}
	if x.Request.Method == "GET" && (x.Status() == 403 || x.Status() == 404) {
		w, i := lastChange(x.Before)
		if w == nil || !namedBy(w, x, x.Before[:i]) {
			return nil
		}
		return foreign(w, x)
	}
	for i := len(x.Before) - 1; i >= 0 && !changes(x.Before[i]); i-- {
		if b := x.Before[i]; b.Request.Method == "GET" && (b.Status() == 403 || b.Status() == 404) &&
			namedBy(x, b, x.Before) {
			return foreign(x, b)
		}
	}
	return nil
}

func foreign(w, refused *oracle.Exchange) []oracle.Finding {
	return []oracle.Finding{
		{Of: w.Operation, Detail: "names " + refused.Operation.Path,
			Reason: fmt.Sprintf("it takes the id of what belongs to somebody else, for which %s answers %d",
				refused.Operation.Name(), refused.Status())},
	}
}

// namedBy reports whether a change refers to an element that a read refuses to the same user, and that another user
// made or read.
func namedBy(w, refused *oracle.Exchange, before []*oracle.Exchange) bool {
	at, template := refused.Path(), refused.Operation.Path
	said, sends := sent(w)
	if w.Safe() || !words.Owning().MatchString(w.Operation.Text) || !w.Succeeded() || w.Invalid != nil ||
		refused.Invalid != nil || refused.User != w.User || !sends || api.LastParam(template) == "" ||
		root(w) == root(refused) {
		return false
	}
	noun, fields := api.Noun(template), inputsOf(w.Operation)
	names := slices.ContainsFunc(said, func(m value.Member) bool {
		return words.Plain(m.Name) == noun+"id" && fields.get(m.Name) != nil && !words.Reaching.Has(m.Name) &&
			text(m.Value) == path.Base(at)
	})
	theirs := false
	for _, b := range before {
		if b.Path() == at && b.Request.Method == "DELETE" {
			return false
		}
		theirs = theirs || b.User != w.User && b.Succeeded() && (b.Path() == at && reads(b) || made(b, at, template))
	}
	return names && theirs
}

// forOthers reports whether the descriptions of two operations name different persons in their first words.
func forOthers(a, b *operation) bool {
	return audienceOf(a) != "" && forSome(b, a)
}

// forSome reports whether an operation is reserved for some persons, and the other operation is not: in the first
// sentence of its description, in any sentence that reserves it, in the description of its 403, or by the scopes of
// its credential.
func forSome(op, other *operation) bool {
	if audienceOf(op) != "" && audienceOf(op) != audienceOf(other) {
		return true
	}
	roles, scopes := rolesOf(op), scopesOf(op)
	return len(roles) > 0 && !slices.Equal(roles, rolesOf(other)) ||
		len(scopes) > 0 && !slices.Equal(scopes, scopesOf(other))
}

// rolesOf returns the words for the persons whom an operation is reserved for.
func rolesOf(op *operation) []string {
	told := op.Text
	for _, r := range op.Responses {
		if r.Status == "403" {
			told += "\n" + r.Description
		}
	}
	return reservedFor(told)
}

// scopesOf returns the scopes that a credential needs for an operation, sorted.
func scopesOf(op *operation) (out []string) {
	for _, r := range op.Security {
		for _, scopes := range r {
			out = append(out, scopes...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// audienceOf returns the sentence that says for whom an operation is, or "" if there is none.
func audienceOf(op *operation) string {
	for _, line := range sentences(strings.ToLower(op.Text)) {
		if line = strings.TrimSpace(line); words.Audience().MatchString(line) {
			return line
		}
	}
	return ""
}
