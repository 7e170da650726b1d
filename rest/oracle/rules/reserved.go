package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/rules/internal/sentence"
)

// roleless looks for calls that succeed although the schema reserves the operation, or a member of its answers, for a
// role that their user lacks. Earlier answers show the role of the user.
func roleless(laws *sentence.Laws, x *oracle.Exchange) []oracle.Finding {
	if !x.Succeeded() || x.User == "" {
		return nil
	}
	role, known := roleOf(x)
	if role == "" {
		return nil
	}
	lacks := func(wanted []string) bool {
		return !slices.Contains(wanted, role) &&
			slices.ContainsFunc(wanted, func(w string) bool { return slices.Contains(known, w) })
	}
	strange := func(name string) bool { return !slices.Contains(known, name) }
	wanted := laws.Named(x.Operation, sentence.Roles)
	for _, law := range laws.Of(x.Operation) {
		if law.Kind == sentence.Roles && !slices.ContainsFunc(law.Names, strange) && lacks(wanted) {
			return one("role", "a user whose role is %s succeeds, and it is for %s only", role,
				strings.Join(wanted, ", "))
		}
	}
	for m := range membersShown(x) {
		if nothing(m.Value) {
			continue
		}
		if wanted := sentence.RolesIn(saysOf(x.Operation, m.Name)); lacks(wanted) {
			return one(m.Name, "a user whose role is %s sees %s, which is for %s only", role, m.Name,
				strings.Join(wanted, ", "))
		}
	}
	return nil
}

// roleOf returns the role of the user of a call, from an earlier answer about the user, and all roles in the schema of
// that answer, in lower case. It returns "" if no answer shows the role.
func roleOf(x *oracle.Exchange) (role string, known []string) {
	for _, b := range x.Before {
		if b.User != x.User || !reads(b) || strings.Contains(b.Operation.Path, "{") {
			continue
		}
		o, _ := got(b)
		named := func(name string) bool { v, _ := o.Get(name); return text(v) == x.User }
		if !slices.ContainsFunc(slices.Collect(words.Identities.All()), named) {
			continue
		}
		for _, m := range o {
			role := strings.ToLower(text(m.Value))
			known := choicesOf(b.Operation, m.Name)
			if strings.HasSuffix(words.Plain(m.Name), "role") && slices.Contains(known, role) {
				return role, known
			}
		}
	}
	return "", nil
}

// reservedAlike looks for a user who is refused one operation with 403 and allowed another, although the schema
// reserves both in the same words.
func reservedAlike(x *oracle.Exchange) []oracle.Finding {
	for p := range pairs(x) {
		if p.refused.Status() != 403 || p.refused.Operation == p.allowed.Operation ||
			p.refused.Path() != p.allowed.Path() && foreignTo(p.refused) {
			continue
		}
		wanted := sentence.RolesIn(p.refused.Operation.Text)
		if len(wanted) > 0 && slices.Equal(wanted, sentence.RolesIn(p.allowed.Operation.Text)) {
			return []oracle.Finding{{Of: p.allowed.Operation, Detail: "role by words", Reason: fmt.Sprintf(
				"a user to whom %s is refused succeeds, and both are for %s", p.refused.Operation.Name(),
				strings.Join(wanted, ", "))}}
		}
	}
	return nil
}

// foreignTo reports whether a call may have been refused because it refers to something of others: a resource in its
// path, or a person in its body.
func foreignTo(x *oracle.Exchange) bool {
	return strings.Contains(x.Operation.Path, "{") ||
		slices.ContainsFunc(inputsOf(x.Operation), func(p openapi.Property) bool { return words.Person.Has(p.Name) })
}

// notTheirs looks for users who do or see something that the description reserves for other persons. These persons are
// named in members of the resources on the path: "For its author and the owner of the poll". A reserved call on the
// same resource has to be refused to the user, to show that the user has no other privilege.
func notTheirs(x *oracle.Exchange) []oracle.Finding {
	for p := range pairs(x) {
		if p.refused.Status() == 403 && root(p.refused) == root(p.allowed) && root(x) != "" &&
			len(sentence.PersonsIn(p.refused.Operation.Text)) > 0 {
			if f := trespass(p.allowed, p.before); f != nil {
				f[0].Of = p.allowed.Operation
				return f
			}
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

// trespass returns a finding if a call succeeded, and it or a member of its answer is reserved for persons each of whom
// is another user of the test.
func trespass(x *oracle.Exchange, before []*oracle.Exchange) []oracle.Finding {
	none := func(wanted []string) bool {
		return len(wanted) > 0 && !slices.ContainsFunc(wanted, func(word string) bool {
			name := personAt(x, before, word)
			return name == "" || name == x.User || !anothers(x, before, word, name)
		})
	}
	if wanted := sentence.PersonsIn(x.Operation.Text); none(wanted) {
		return one("for others", "a user succeeds who is none of those for whom it is: %s", strings.Join(wanted, ", "))
	}
	o, _ := got(x)
	for _, m := range o {
		if wanted := sentence.PersonsIn(saysOf(x.Operation, m.Name)); none(wanted) {
			return one(m.Name+" for others", "a user sees %s who is none of those for whom it is: %s",
				m.Name, strings.Join(wanted, ", "))
		}
	}
	return nil
}

// personAt returns the name of the person in a member of a resource on the path, as the test saw it last, or "".
func personAt(x *oracle.Exchange, before []*oracle.Exchange, word string) string {
	for at, template := x.Path(), x.Operation.Path; len(template) > 1; at, template = path.Dir(at), path.Dir(template) {
		if api.LastParam(template) == "" {
			continue
		}
		for _, b := range slices.Backward(append(slices.Clip(before), x)) {
			if b.Succeeded() && (b.Path() == at && b.Request.Method != "DELETE" || made(b, at, template)) {
				o, _ := got(b)
				if v, _ := memberLike(o, word); text(v) != "" {
					return text(v)
				}
			}
		}
	}
	return ""
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
		body, _ := sent(b)
		_, chosen := memberLike(body, word)
		is := b.User == name || has && !chosen && b.Request.Method == "POST" && text(v) == name
		if is && b.User == x.User {
			return false
		}
		found = found || is
	}
	return found
}

// forOthers reports whether the descriptions of two operations name different persons in their first words.
func forOthers(a, b *operation) bool { return audience(a) != nil && forSome(b, a) }

// forSome reports whether an operation is reserved for some persons, and the other operation is not: in the first
// sentence of its description, in any sentence that reserves it, in the description of its 403, or by the scopes of
// its credential.
func forSome(op, other *operation) bool {
	for _, of := range []func(*operation) []string{audience, rolesOf, scopesOf} {
		if wanted := of(op); len(wanted) > 0 && !slices.Equal(wanted, of(other)) {
			return true
		}
	}
	return false
}

// rolesOf returns the words for the persons whom an operation is reserved for.
func rolesOf(op *operation) []string {
	told := op.Text
	for _, r := range op.Responses {
		if r.Status == "403" {
			told += "\n" + r.Description
		}
	}
	return sentence.RolesIn(told)
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

// audience returns the sentence that says for whom an operation is, nil for none.
func audience(op *operation) []string {
	for _, line := range sentence.Lowered(op.Text) {
		if words.Audience().MatchString(line) {
			return []string{line}
		}
	}
	return nil
}
