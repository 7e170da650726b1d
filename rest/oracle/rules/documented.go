package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// Codes of the rules about what descriptions in the schema promise.
const (
	CodeTwice     = 1013 // a second element is made with a value that has to be unique
	CodeUncounted = 1014 // a number counts elements that its description excludes
)

// createdTwice looks for the second of two equal creations that is accepted, although the description of 409 says that
// no two elements may share a member.
func createdTwice(x *oracle.Exchange) []oracle.Finding {
	keys := keysOf(x.Operation)
	now, ok := got(x)
	said, both := sent(x)
	if len(keys) == 0 || !ok || !both || idOf(now, "") == "" {
		return nil
	}
	for i := len(x.Before) - 1; i >= 0; i-- {
		b := x.Before[i]
		if b.Safe() || b.Refused() {
			continue
		}
		if b.Operation != x.Operation || b.Request.Target != x.Request.Target || b.User != x.User || !b.Succeeded() {
			return nil
		}
		first, _ := sent(b)
		was, _ := got(b)
		if !alike(first, said, keys) || !alike(was, now, keys) || idOf(was, "") == idOf(now, "") ||
			string(b.Request.Body) != string(x.Request.Body) {
			return nil
		}
		return []oracle.Finding{{Detail: strings.Join(keys, ","), Reason: "it makes a second one with the same " +
			strings.Join(keys, ", ") + ", and is not refused with 409"}}
	}
	return nil
}

// alike reports whether two objects have the same non-empty text in each of the named members.
func alike(a, b value.Object, names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool {
		v, has := a.Get(name)
		w, both := b.Get(name)
		return !has || !both || nothing(v) || text(v) != text(w)
	})
}

// keysOf returns the required members of the body of an operation that have to be unique, according to the description
// of 409 or of the operation.
func keysOf(op *operation) (keys []string) {
	terms := uniqueWords(op)
	for _, p := range inputsOf(op) {
		if required(op, p.Name) && p.Schema.Is("string") && slices.Contains(terms, strings.ToLower(p.Name)) {
			keys = append(keys, p.Name)
		}
	}
	return keys
}

// uniqueWords returns the words for what has to be unique, from the description of 409 or of the operation.
func uniqueWords(op *operation) (terms []string) {
	i := slices.IndexFunc(op.Responses, func(r *response) bool { return r.Status == "409" })
	if i < 0 {
		return nil
	}
	if told := op.Responses[i].Description; words.Another().MatchString(told) {
		terms = wordsOf(told)
	}
	for _, line := range sentences(op.Text) {
		if words.Alone().MatchString(line) {
			terms = append(terms, wordsOf(line)...)
		}
	}
	return terms
}

// uncounted looks for numbers that count elements which their description excludes. Such a number grew when an element
// was made, and does not fall when the element gets into an excluded state; or it grew although the element is in
// another state than the one that counts.
func uncounted(x *oracle.Exchange) []oracle.Finding {
	w, i := lastChange(x.Before)
	now, ok := got(x)
	if !ok || !reads(x) || w == nil || !w.Succeeded() || w.Request.Method == "DELETE" || w.User != x.User {
		return nil
	}
	reached, _ := got(w)
	if f := grownBy(x, now, sight(x, x.Before[:i]), reached, w); f != nil {
		return f
	}
	prior, k := lastChange(x.Before[:i])
	if prior == nil || !prior.Succeeded() || prior.Request.Method != "POST" || !leads(w, prior) {
		return nil
	}
	between, before := sight(x, x.Before[k+1:i]), sight(x, x.Before[:k])
	made, _ := got(prior)
	for _, m := range now {
		first, had := before.Get(m.Name)
		then, has := between.Get(m.Name)
		if !had || !has || !rose(first, then) || !same(then, m.Value) || rose(m.Value, then) || rose(then, m.Value) {
			continue
		}
		state := excluded(x.Operation, m.Name, now, reached)
		if is, counts := stateBeside(x.Operation, m.Name, w.Operation, reached); counts != "" && was(made, counts) {
			state = is
		}
		if state != "" {
			return []oracle.Finding{{Detail: m.Name, Reason: fmt.Sprintf("%s is as before though %s made %s one that "+
				"it counted, which it should not count", m.Name, w.Operation.Name(), state)}}
		}
	}
	return nil
}

// leads reports whether a call changes the element that an earlier call made, at its path or below it.
func leads(w, prior *oracle.Exchange) bool {
	if api.LastParam(w.Operation.Path) == "" {
		return made(prior, path.Dir(w.Path()), path.Dir(w.Operation.Path))
	}
	return made(prior, w.Path(), w.Operation.Path)
}

// grownBy looks for a number that grew by one when an element was made in another state than the one that its
// description names.
func grownBy(x *oracle.Exchange, now, before, reached value.Object, w *oracle.Exchange) []oracle.Finding {
	if w.Request.Method != "POST" {
		return nil
	}
	for _, m := range now {
		first, had := before.Get(m.Name)
		if !had || !oneMore(first, m.Value) || words.EverMade().MatchString(m.Name) {
			continue
		}
		if is, counts := stateBeside(x.Operation, m.Name, w.Operation, reached); counts != "" {
			return []oracle.Finding{{Detail: m.Name, Reason: fmt.Sprintf("%s, of what is %s, is one more since %s "+
				"made one that is %s", m.Name, counts, w.Operation.Name(), is)}}
		}
	}
	return nil
}

// stateBeside returns the state of an element, which is a member with choices, and the only other choice that the
// description of a number names. It returns "" for both if the description names no other choice, several, or the
// state itself.
func stateBeside(reader *operation, number string, changer *operation, reached value.Object) (is, counts string) {
	terms := wordsOf(saysOf(reader, number))
	for _, m := range reached {
		state, isText := m.Value.(string)
		choices := choicesOf(changer, m.Name)
		if !isText || len(choices) < 2 || !slices.Contains(choices, strings.ToLower(state)) {
			continue
		}
		named := slices.DeleteFunc(choices, func(c string) bool { return len(c) < 4 || !slices.Contains(terms, c) })
		if len(named) == 1 && named[0] != strings.ToLower(state) &&
			!words.Uncounted().MatchString(saysOf(reader, number)) {
			return state, named[0]
		}
	}
	return "", ""
}

// was reports whether a member of an element had a state when it was made.
func was(made value.Object, state string) bool {
	return slices.ContainsFunc(made, func(m value.Member) bool { return strings.EqualFold(text(m.Value), state) })
}

// excluded returns the present state of an element if the schema says that a number of an answer does not count
// elements in it, else "". A sentence that names another member of the answer, and not this number, is about that
// member.
func excluded(op *operation, member string, shown, reached value.Object) string {
	told := told(op, member)
	for _, m := range reached {
		state, isText := m.Value.(string)
		for _, line := range sentences(told) {
			terms := wordsOf(line)
			other := slices.ContainsFunc(shown,
				func(o value.Member) bool { return slices.Contains(terms, strings.ToLower(o.Name)) })
			if other && !slices.Contains(terms, strings.ToLower(member)) {
				continue
			}
			if isText && len(state) > 3 && words.Uncounted().MatchString(line) &&
				slices.Contains(terms, strings.ToLower(state)) {
				return state
			}
		}
	}
	return ""
}
