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
