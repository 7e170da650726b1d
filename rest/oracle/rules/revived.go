package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
)

// refersToDeleted looks for what is made for something that was deleted: its body names it in the member that is called
// like it, and so does the answer.
func refersToDeleted(x *oracle.Exchange) []oracle.Finding {
	w, earlier, ok := deletion(x)
	if !ok || x.Request.Method != "POST" || !x.Succeeded() || x.Invalid != nil {
		return nil
	}
	said, sends := sent(x)
	now, shown := got(x)
	noun := api.Noun(w.Operation.Path)
	if !sends || !shown || !slices.ContainsFunc(earlier, func(b *oracle.Exchange) bool { return made(b, w.Path(), w.Operation.Path) }) {
		return nil
	}
	for _, m := range said {
		plain := api.PlainName(m.Name)
		is, both := now.Get(m.Name)
		if (plain == noun || plain == noun+"id") && text(m.Value) == path.Base(w.Path()) && both && same(m.Value, is) {
			return []oracle.Finding{{Detail: m.Name + " after " + w.Operation.Name(), Reason: fmt.Sprintf("it succeeds with a %s that %s deleted", m.Name, w.Operation.Name())}}
		}
	}
	return nil
}

// inherited looks for parts of something deleted that belong to what was made anew in its place.
func inherited(x *oracle.Exchange) []oracle.Finding {
	again, i := lastChange(x.Before)
	list, ok := elements(x)
	if again == nil || !again.Succeeded() || !ok || !reads(x) || len(list) == 0 {
		return nil
	}
	w, k := lastChange(x.Before[:i])
	if w == nil || w.Request.Method != "DELETE" || !w.Succeeded() || w.Status() == 202 || !strings.HasPrefix(x.Path(), w.Path()+"/") || kept.MatchString(w.Operation.Text) {
		return nil
	}
	if again.Path() != w.Path() && !made(again, w.Path(), w.Operation.Path) {
		return nil
	}
	noun := api.Noun(x.Operation.Path)
	now := ids(list, noun)
	for _, b := range x.Before[:k] {
		part, shown := got(b)
		if shown && b.Request.Method == "POST" && b.Succeeded() && strings.HasPrefix(b.Path(), w.Path()+"/") && slices.Contains(now, idOf(part, noun)) {
			return []oracle.Finding{{Of: w.Operation, Detail: "inherited " + x.Operation.Path, Reason: fmt.Sprintf("%s shows parts of what it deleted once %s made another one in its place", x.Operation.Name(), again.Operation.Name())}}
		}
	}
	return nil
}
