package rules

import (
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/rules/internal/sentence"
	"github.com/evoke-go/evoke/value"
)

// idTwice looks for a creation that gets the id of an earlier element which was not deleted. Elements that share a
// text may be the same one, which the service found again, so they do not count.
func idTwice(x *oracle.Exchange) []oracle.Finding {
	if f := append(twiceInList(x), givenAgain(x)...); f != nil {
		return f
	}
	id := chosenID(x)
	if id == "" {
		return nil
	}
	said, _ := sent(x)
	for _, b := range slices.Backward(x.Before) {
		if b.Request.Method == "DELETE" && path.Base(b.Path()) == id {
			return nil
		}
		if b.Operation != x.Operation || b.Path() != x.Path() || chosenID(b) != id {
			continue
		}
		_, key := keyOf(x)
		if _, same := keyOf(b); key != "" && same == key {
			return nil // the service repeats the answer to the first call
		}
		other, _ := sent(b)
		texts := 0
		for _, m := range other {
			v, both := said.Get(m.Name)
			if was, isText := m.Value.(string); isText && both && was != "" {
				if strings.EqualFold(was, text(v)) {
					return nil
				}
				texts++
			}
		}
		if texts == 0 {
			return nil
		}
		return one("id", "what it makes has the id of another one, which was not deleted")
	}
	return nil
}

// givenAgain looks for a creation that gives an element a value of another one in the same collection, which the
// description of the member says that no second one gets.
func givenAgain(x *oracle.Exchange) []oracle.Finding {
	if x.Status() != 201 || verb(x) != "POST" {
		return nil
	}
	template := elementOf(x)
	now, _ := got(x)
	id := keyIn(now, template)
	var others []value.Object
	for _, b := range x.Before {
		if template == "" || id == "" || b.Operation != x.Operation || b.Status() != 201 || b.Path() != x.Path() {
			continue
		}
		was, _ := got(b)
		if first := keyIn(was, template); first != "" && first != id {
			others = append(others, was)
		}
	}
	for _, m := range now {
		again := func(was value.Object) bool { v, had := was.Get(m.Name); return had && same(v, m.Value) }
		if isScalar(m.Value) && text(m.Value) != "" && slices.ContainsFunc(others, again) &&
			inputsOf(x.Operation).get(m.Name) == nil && words.OnceOnly().MatchString(saysOf(x.Operation, m.Name)) {
			return one(m.Name+" again", "what it makes has the %s of another one, which no second one gets", m.Name)
		}
	}
	return nil
}

// twiceInList looks for two elements with the same id in the list that an answer to a creation or a read has. The last
// word of the path names the list.
func twiceInList(x *oracle.Exchange) []oracle.Finding {
	if !x.Succeeded() || x.Invalid != nil || x.Request.Method != "POST" && !reads(x) {
		return nil
	}
	list := partsIn(x)
	for i, e := range list {
		id, _ := object(e).Get("id")
		if text(id) != "" && slices.ContainsFunc(list[:i], func(other any) bool {
			v, _ := object(other).Get("id")
			return text(v) == text(id) && unlike(object(other), object(e)) != ""
		}) {
			return one("id twice", "two elements of the list that it shows have one id")
		}
	}
	return nil
}

// partsIn returns the list that the last word of the path names: the member of that name in the answer, or all
// elements of a collection.
func partsIn(x *oracle.Exchange) []any {
	at := x.Operation.Path
	if api.LastParam(at) != "" {
		at = path.Dir(at)
	}
	o, _ := got(x)
	for _, m := range o {
		if list, ok := m.Value.([]any); ok && words.Plain(m.Name) == words.Plain(path.Base(at)) {
			return list
		}
	}
	list, _ := elements(x)
	return list
}

// chosenID returns the id that the service gave to the created element, or "" if there is none.
func chosenID(x *oracle.Exchange) string {
	now, _ := got(x)
	if verb(x) != "POST" || x.Status() != 201 || x.Invalid != nil {
		return ""
	}
	names := []string{"id", "uuid", "_id", api.Noun(x.Operation.Path) + "Id"}
	if template := elementOf(x); template != "" {
		names = append(names, api.LastParam(template))
	}
	for _, name := range names {
		v, _ := now.Get(name)
		if text(v) == "" {
			continue
		}
		if sends(x, name) || isParent(now, x, text(v)) {
			return ""
		}
		return text(v)
	}
	return ""
}

// isParent reports whether an answer with an id shows the parent that an element was added to, and not the new
// element: an earlier answer showed the parent with this id, or the schema answers both operations with the same named
// schema, or the id stands in the path and the answer does not look like the new element, which has what was sent and
// no list that is called like the collection.
func isParent(now value.Object, x *oracle.Exchange, id string) bool {
	for at, template := path.Dir(x.Path()), path.Dir(x.Operation.Path); len(template) > 1; at, template = path.Dir(at),
		path.Dir(template) {
		if api.LastParam(template) == "" {
			continue
		}
		was, seen := lastSeen(x, at, template)
		if seen && idOf(was, "") == id && sameNames(was, now) || sameAnswer(x.Operation, x.Operations, template) {
			return true
		}
	}
	said, _ := sent(x)
	list, _ := memberLike(now, path.Base(x.Operation.Path))
	_, isList := list.([]any)
	return slices.Contains(strings.Split(path.Dir(x.Path()), "/"), id) &&
		(isList || !slices.ContainsFunc(said, func(m value.Member) bool { _, shown := now.Get(m.Name); return shown }))
}

// madeTwice looks for two elements with the same value of a member that has to be unique.
func madeTwice(x *oracle.Exchange) []oracle.Finding {
	switch accepted := x.Succeeded() && x.Invalid == nil; {
	case accepted && replaces(x):
		if f := refusedAsNew(x); f != nil {
			return f
		}
		return sharedBy(x)
	case !accepted || verb(x) != "POST":
		return nil
	}
	if f := spelledTwice(x); f != nil {
		return f
	}
	return createdTwice(x)
}

// spelledTwice looks for a creation that succeeds although an equivalent one was refused with 409: the two calls
// differ only in the spelling of one member.
func spelledTwice(x *oracle.Exchange) []oracle.Finding {
	for i, b := range x.Before {
		if !repeats(b, x) || b.Status() != 409 {
			continue
		}
		first := slices.IndexFunc(x.Before[:i], func(c *oracle.Exchange) bool { return equal(c, b) && c.Succeeded() })
		if first < 0 || slices.ContainsFunc(x.Before[first+1:], changes) {
			continue
		}
		if name := respelled(b, x); name != "" {
			return one(name+" spelled", "the same is refused with 409, and accepted with %s written in another way",
				name)
		}
	}
	return nil
}

// respelled returns the name of the only member that two calls send with different texts, if both texts mean the same:
// the same instant, or the same letters where the schema says that case does not matter. It returns "" otherwise.
func respelled(first, x *oracle.Exchange) string {
	a, _ := sent(first)
	b, _ := sent(x)
	name := onlyUnlike(a, b)
	v, _ := a.Get(name)
	w, _ := b.Get(name)
	s, isText := v.(string)
	t, both := w.(string)
	if !isText || !both || !sameInstant(s, t) && !(strings.EqualFold(s, t) && foldsCase(x.Operation, name)) {
		return ""
	}
	return name
}

// foldsCase reports whether the schema says that the case of a member does not matter, in the description of the
// member or in a sentence that names it. The noun of the elements need not be in that name.
func foldsCase(op *operation, member string) bool {
	if s := inputsOf(op).get(member); s != nil && words.Caseless().MatchString(s.Description) {
		return true
	}
	told := op.Text
	for _, r := range op.Responses {
		told += "\n" + r.Description
	}
	return slices.ContainsFunc(sentence.All(told), func(line string) bool {
		terms := sentence.Words(line)
		return words.Caseless().MatchString(line) && (named(terms, member) ||
			named(terms, strings.TrimPrefix(words.Plain(member), api.Noun(op.Path))))
	})
}

// sharedBy looks for a change that gives an element a unique value that another element has already, as the answer to
// its creation or to the change shows. A text that is unique "for each owner" may occur once for each of two owners.
func sharedBy(x *oracle.Exchange) []oracle.Finding {
	i := slices.IndexFunc(x.Operations, func(op *operation) bool {
		return op.Method == "POST" && op.Path == path.Dir(x.Operation.Path)
	})
	if i < 0 {
		return nil
	}
	var others []value.Object
	for _, b := range slices.Backward(x.Before) {
		if b.Operation == x.Operations[i] && b.Succeeded() && b.User == x.User &&
			!made(b, x.Path(), x.Operation.Path) {
			other, _ := got(b)
			others = append(others, other)
		}
		if changes(b) && verb(b) != "POST" {
			break // which may have changed or deleted those before it
		}
	}
	list := partsIn(x)
	if len(others) == 0 && len(list) < 2 {
		return nil
	}
	said, _ := sent(x)
	now, _ := got(x)
	terms := uniqueWords(x.Operations[i])
	inParent, _ := memberLike(now, path.Base(x.Operations[i].Path))
	for _, key := range keysOf(x.Operations[i]) {
		v, _ := said.Get(key)
		if nothing(v) {
			continue
		}
		has := func(o value.Object) bool { w, _ := o.Get(key); return text(w) == text(v) }
		n := 0
		for _, e := range list {
			if has(object(e)) {
				n++
			}
		}
		if n > 1 || inParent == nil && has(now) && slices.ContainsFunc(others, func(other value.Object) bool {
			return has(other) && idOf(other, "") != "" && !elsewhere(now, other, key, terms)
		}) {
			return one(key+" shared", "it gives it the %s of another one, which no two may have", key)
		}
	}
	return nil
}

// refusedAsNew looks for a change with which an element becomes what a creation was refused for before. The next
// creation made the element, and it differs from the refused one in the member that the change sets, which is no state.
func refusedAsNew(x *oracle.Exchange) []oracle.Finding {
	said, _ := sent(x)
	a, i := lastChange(x.Before)
	if a == nil || !a.Succeeded() || verb(a) != "POST" || a.User != x.User || !made(a, x.Path(), x.Operation.Path) {
		return nil
	}
	as, _ := sent(a)
	for _, b := range slices.Backward(x.Before[:i]) {
		if changes(b) {
			return nil
		}
		if !repeats(b, a) || !slices.Contains([]int{400, 409, 422}, b.Status()) || b.Invalid != nil {
			continue
		}
		bs, _ := sent(b)
		name := onlyUnlike(as, bs)
		v, _ := bs.Get(name)
		if name != "" && !words.States.Has(name) && !slices.ContainsFunc(said, func(m value.Member) bool {
			was, _ := as.Get(m.Name)
			return m.Name != name && !same(m.Value, was)
		}) && isScalar(v) && alike(said, bs, []string{name}) {
			return one(name+" refused", "it gives it the %s with which a new one was refused with %d", name,
				b.Status())
		}
	}
	return nil
}

// onlyUnlike returns the name of the only member with different values in two objects that have the same members. It
// returns "" if there is no such member.
func onlyUnlike(a, b value.Object) (name string) {
	if !sameNames(a, b) {
		return ""
	}
	for _, m := range a {
		v, _ := b.Get(m.Name)
		if string(value.AppendJSON(nil, m.Value)) == string(value.AppendJSON(nil, v)) {
			continue
		}
		if name != "" {
			return ""
		}
		name = m.Name
	}
	return name
}

// elsewhere reports whether two elements differ in another member that the terms name, such as the owner.
func elsewhere(a, b value.Object, key string, terms []string) bool {
	return slices.ContainsFunc(a, func(m value.Member) bool {
		other, has := b.Get(m.Name)
		return has && m.Name != key && m.Name != "id" && slices.Contains(terms, strings.ToLower(m.Name)) &&
			text(other) != text(m.Value)
	})
}

// createdTwice looks for the second of two equal creations that is accepted, although the description of 409 says that
// no two elements may share a member.
func createdTwice(x *oracle.Exchange) []oracle.Finding {
	b, _ := lastChange(x.Before)
	if b == nil || !b.Succeeded() || b.Operation != x.Operation || b.User != x.User ||
		b.Request.Target != x.Request.Target || string(b.Request.Body) != string(x.Request.Body) {
		return nil
	}
	now, _ := got(x)
	was, _ := got(b)
	if id := idOf(now, ""); id == "" || id == idOf(was, "") {
		return nil
	}
	said, _ := sent(x)
	keys := keysOf(x.Operation)
	if len(keys) == 0 || !alike(said, said, keys) || !alike(was, now, keys) {
		return nil
	}
	return one(strings.Join(keys, ","), "it makes a second one with the same %s, and is not refused with 409",
		strings.Join(keys, ", "))
}

// alike reports whether two objects have the same non-empty text in each of the named members.
func alike(a, b value.Object, names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool {
		v, _ := a.Get(name)
		w, _ := b.Get(name)
		return nothing(v) || text(v) != text(w)
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
		terms = sentence.Words(told)
	}
	for _, line := range sentence.All(op.Text) {
		terms = append(terms, sentence.Unique(line)...)
	}
	return terms
}
