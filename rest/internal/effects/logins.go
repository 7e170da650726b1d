package effects

import (
	"slices"

	"github.com/evoke-go/evoke/rest/internal/link"
)

// logins are the operations that users log in by, each with names of nobody with which it succeeded all the same.
type logins map[string][]string

// maxStrange is how many names of nobody an operation takes before it is known to take any: it
// makes a thing of that name, such as a client, by which a user is let in.
const maxStrange = 3

// note notes that users log in by an operation.
func (l logins) note(op string) { l[op] = slices.Clip(l[op]) }

// called says whether a call by which users log in names somebody whom another test made:
// elsewhere, since a log-in makes nobody.
func (l logins) called(x *link.Exchange, inv *inventory) Leaning {
	op := x.Call.Op.Spec.Name()
	if _, known := l[op]; !known {
		return Leaning{}
	}
	elsewhere := func(collection string) bool { return collection != keptIn(x.Call.Op) }
	sent := sentIDs(x, true)
	l.learn(op, sent, func(v string) bool {
		return slices.ContainsFunc(inv.made[v], elsewhere) || slices.ContainsFunc(inv.found[v], elsewhere)
	})
	if len(l[op]) >= maxStrange {
		return Leaning{}
	}
	for _, v := range sent {
		if slices.ContainsFunc(inv.made[v], elsewhere) && !slices.ContainsFunc(inv.own[v], elsewhere) {
			return leaningOf(x, "logs in %q, whom another test made", v)
		}
	}
	return Leaning{}
}

// learn notes which of the names that an operation took are those of nobody.
func (l logins) learn(op string, sent []string, known func(name string) bool) {
	for _, v := range sent {
		if !known(v) && !slices.Contains(l[op], v) && len(l[op]) < maxStrange {
			l[op] = append(l[op], v)
		}
	}
}
