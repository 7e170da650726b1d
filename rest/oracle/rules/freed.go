package rules

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// Codes of the rules about limited room, such as the capacity of an event.
const (
	CodeNotFreed = 1041 // a deleted or cancelled element still blocks a creation
	CodeOverfull = 1042 // the used room exceeds the capacity
)

// notFreed looks for a creation that is refused because of an earlier equal one, although the earlier element was
// deleted, or was cancelled and the schema says that cancelled ones do not count or both are about a time.
func notFreed(x *oracle.Exchange) []oracle.Finding {
	if x.Request.Method != "POST" || x.Status() != 409 || x.Invalid != nil {
		return nil
	}
	w, i := lastChange(x.Before)
	if w == nil || !w.Succeeded() || w.Status() == 202 {
		return nil
	}
	refused := slices.IndexFunc(x.Before[:i], func(b *oracle.Exchange) bool {
		return repeats(b, x) && b.Status() == 409 && string(b.Request.Body) == string(x.Request.Body) &&
			string(b.Response.Body) == string(x.Response.Body)
	})
	if refused < 0 {
		return nil
	}
	first, k := lastChange(x.Before[:refused])
	if first == nil || !repeats(first, x) || !first.Succeeded() ||
		string(first.Request.Body) != string(x.Request.Body) || slices.ContainsFunc(x.Before[k+1:i], changes) {
		return nil
	}
	if how := takenAway(first, w, x); how != "" {
		return []oracle.Finding{{Detail: "after " + w.Operation.Name(),
			Reason: fmt.Sprintf("it is refused with 409 for what is %s by %s", how, w.Operation.Name())}}
	}
	return nil
}

// takenAway returns how call w removed the element of the first call so that it no longer blocks x, or "" if it did
// not.
func takenAway(first, w, x *oracle.Exchange) string {
	at, template := w.Path(), w.Operation.Path
	if w.Request.Method == "DELETE" {
		if api.LastParam(template) != "" && made(first, at, template) && !words.Kept().MatchString(w.Operation.Text) {
			return "deleted"
		}
		return ""
	}
	if api.LastParam(template) == "" {
		at, template = at[:max(0, strings.LastIndexByte(at, '/'))], template[:strings.LastIndexByte(template, '/')]
	}
	reached, _ := got(w)
	if api.LastParam(template) == "" || !made(first, at, template) {
		return ""
	}
	for _, m := range reached {
		state, isText := m.Value.(string)
		if !isText || !words.Over.Has(state) ||
			!slices.Contains(choicesOf(w.Operation, m.Name), strings.ToLower(state)) {
			continue
		}
		said := slices.ContainsFunc(sentences(x.Operation.Text), func(line string) bool {
			return words.Uncounted().MatchString(line) && slices.Contains(wordsOf(line), strings.ToLower(state))
		})
		if said || slices.ContainsFunc(inputsOf(x.Operation), func(p openapi.Property) bool {
			return strings.HasPrefix(p.Schema.Format, "date")
		}) {
			return state
		}
	}
	return ""
}

// overfull looks for a resource that exceeds its capacity after a creation, or that has free room while somebody waits
// for it.
func overfull(x *oracle.Exchange) []oracle.Finding {
	now, ok := got(x)
	w, i := lastChange(x.Before)
	if _, isList := elements(x); !ok || isList || !reads(x) || w == nil || !w.Succeeded() ||
		w.Status() == 202 || w.Invalid != nil {
		return nil
	}
	before := sight(x, x.Before[:i])
	if before == nil {
		return nil
	}
	if w.Request.Method == "POST" {
		for _, m := range now {
			if was, had := before.Get(m.Name); had && isFigure(m, words.Spare) && sign(was) >= 0 && sign(m.Value) < 0 {
				return []oracle.Finding{{Of: w.Operation, Detail: m.Name,
					Reason: fmt.Sprintf("%s of %s is below zero after it", m.Name, x.Operation.Name())}}
			}
		}
	}
	all, used, known := roomIn(before)
	places, taken, still := roomIn(now)
	if !known || !still || !equalNumbers(all.Value, places.Value) || rose(all.Value, used.Value) {
		return nil
	}
	if w.Request.Method == "POST" && rose(used.Value, taken.Value) && rose(places.Value, taken.Value) {
		return []oracle.Finding{{Of: w.Operation, Detail: taken.Name,
			Reason: fmt.Sprintf("%s of %s is more than %s after it", taken.Name, x.Operation.Name(), places.Name)}}
	}
	waits, queues := only(now, func(m value.Member) bool { return words.Queued.Has(m.Name) })
	waited, _ := before.Get(waits.Name)
	if queues && sign(waits.Value) > 0 && equalNumbers(waits.Value, waited) &&
		equalNumbers(used.Value, all.Value) && rose(taken.Value, used.Value) &&
		words.Waits().MatchString(w.Operation.Text) {
		return []oracle.Finding{{Of: w.Operation, Detail: waits.Name,
			Reason: fmt.Sprintf("%s of %s stays as it is when there is room again", waits.Name, x.Operation.Name())}}
	}
	return nil
}

// roomIn returns two numbers of an object: its capacity, and the part of it that is used. Their names show this:
// "capacity" and "taken", or the same noun in both, as in "maxGuests" and "guestCount". It returns false unless there
// is exactly one of each, and if their names have different nouns.
func roomIn(o value.Object) (all, used value.Member, ok bool) {
	all, known := only(o, func(m value.Member) bool { return isFigure(m, words.Room) })
	of, _ := words.Room.Cut(all.Name)
	used, ok = only(o, func(m value.Member) bool {
		return isFigure(m, words.Taken) || known && of != "" && nounOf(m) == api.Singular(of)
	})
	part, taken := words.Taken.Cut(used.Name)
	if ok && !known && part != "" {
		all, known = only(o, func(m value.Member) bool { return words.Plain(m.Name) == part })
	}
	unlike := taken && of != "" && part != "" && api.Singular(of) != api.Singular(part)
	return all, used, known && ok && !unlike
}

// nounOf returns the noun of the elements that a number counts, in the singular.
func nounOf(m value.Member) string {
	of, _ := words.Counted.Cut(m.Name)
	return api.Singular(cmp.Or(of, words.Plain(m.Name)))
}

// isFigure reports whether a member has the name of a figure in the table.
func isFigure(m value.Member, called words.Table) bool {
	_, is := called.Cut(m.Name)
	return is
}

// only returns the only numeric member of an object for which holds is true. It returns false if there are none or
// several.
func only(o value.Object, holds func(m value.Member) bool) (found value.Member, ok bool) {
	for _, m := range o {
		if _, numeric := value.Rat(m.Value); numeric && holds(m) {
			if ok {
				return found, false
			}
			found, ok = m, true
		}
	}
	return found, ok
}

func equalNumbers(a, b any) bool { return !rose(a, b) && !rose(b, a) && a != nil && b != nil }

// sign returns the sign of a number, and 0 for any other value.
func sign(v any) int {
	if n, ok := value.Rat(v); ok {
		return n.Sign()
	}
	return 0
}

// refersToDeleted looks for a created element that refers to a deleted one: its body and the answer have the id of the
// deleted element in the member that is called like it.
func refersToDeleted(x *oracle.Exchange) []oracle.Finding {
	w, earlier, ok := deletion(x)
	if !ok || verb(x) != "POST" || !x.Succeeded() || x.Invalid != nil {
		return nil
	}
	said, sends := sent(x)
	now, shown := got(x)
	noun := api.Noun(w.Operation.Path)
	if !sends || !shown || !slices.ContainsFunc(earlier, func(b *oracle.Exchange) bool {
		return made(b, w.Path(), w.Operation.Path)
	}) {
		return nil
	}
	for _, m := range said {
		plain := words.Plain(m.Name)
		is, both := now.Get(m.Name)
		if (plain == noun || plain == noun+"id") && text(m.Value) == path.Base(w.Path()) && both && same(m.Value, is) {
			return []oracle.Finding{{Detail: m.Name + " after " + w.Operation.Name(),
				Reason: fmt.Sprintf("it succeeds with a %s that %s deleted", m.Name, w.Operation.Name())}}
		}
	}
	return nil
}

// inherited looks for parts of a deleted element that belong to a new element with the same id.
func inherited(x *oracle.Exchange) []oracle.Finding {
	again, i := lastChange(x.Before)
	list, ok := elements(x)
	if again == nil || !again.Succeeded() || !ok || !reads(x) || len(list) == 0 {
		return nil
	}
	w, k := lastChange(x.Before[:i])
	if w == nil || w.Request.Method != "DELETE" || !w.Succeeded() || w.Status() == 202 ||
		!strings.HasPrefix(x.Path(), w.Path()+"/") || words.Kept().MatchString(w.Operation.Text) {
		return nil
	}
	if again.Path() != w.Path() && !made(again, w.Path(), w.Operation.Path) {
		return nil
	}
	noun := api.Noun(x.Operation.Path)
	now := ids(list, noun)
	for _, b := range x.Before[:k] {
		part, shown := got(b)
		if shown && b.Request.Method == "POST" && b.Succeeded() && strings.HasPrefix(b.Path(), w.Path()+"/") &&
			slices.Contains(now, idOf(part, noun)) {
			return []oracle.Finding{
				{Of: w.Operation, Detail: "inherited " + x.Operation.Path,
					Reason: fmt.Sprintf("%s shows parts of what it deleted once %s made another one in its place",
						x.Operation.Name(), again.Operation.Name())},
			}
		}
	}
	return nil
}

// comesBack looks for a creation whose answer shows a value that a later call had stored in an element deleted since.
// The first equal creation did not show that value.
func comesBack(x *oracle.Exchange) []oracle.Finding {
	now, ok := got(x)
	w, i := lastChange(x.Before)
	if !ok || x.Request.Method != "POST" || !x.Succeeded() || x.Invalid != nil || w == nil ||
		w.Request.Method != "DELETE" || !w.Succeeded() || w.Status() == 202 {
		return nil
	}
	first := slices.IndexFunc(x.Before[:i], func(b *oracle.Exchange) bool {
		return repeats(b, x) && string(b.Request.Body) == string(x.Request.Body) && made(b, w.Path(), w.Operation.Path)
	})
	if first < 0 {
		return nil
	}
	was, _ := got(x.Before[first])
	for _, m := range now {
		then, had := was.Get(m.Name)
		if !had || !isScalar(m.Value) || blank(m.Value) || same(then, m.Value) ||
			words.Restless().MatchString(m.Name) || words.Identities.Has(m.Name) {
			continue
		}
		if slices.ContainsFunc(x.Before[first+1:i], func(b *oracle.Exchange) bool { return stores(b, w.Path(), m) }) {
			return []oracle.Finding{
				{Of: w.Operation, Detail: "again " + m.Name, Reason: fmt.Sprintf("%s of what it deleted is there "+
					"again in the next one that %s makes", m.Name, x.Operation.Name())},
			}
		}
	}
	return nil
}

// stores reports whether a call gives a value to a member of a resource, or of a resource below it.
func stores(b *oracle.Exchange, at string, m value.Member) bool {
	said, ok := sent(b)
	v, sends := said.Get(m.Name)
	return ok && sends && changes(b) && b.Succeeded() && about(b.Path(), at) && same(v, m.Value)
}
