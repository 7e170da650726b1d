package effects

import (
	"slices"

	"github.com/evoke-go/evoke/rest/internal/link"
)

// logins holds the operations with which users log in. Each has the names of no known user with which the operation
// succeeded all the same.
type logins map[string][]string

// maxStrange is the number of unknown names from which on an operation is known to accept any name: it creates a
// resource of that name, such as a client, which lets the user in.
const maxStrange = 3

// note notes that an operation logs users in.
func (l logins) note(op string) { l[op] = slices.Clip(l[op]) }

// called returns why a log-in depends on other tests: it names a user whom another test created in another collection.
// A log-in itself creates no users.
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

// learn notes the sent names of an operation that name no known user.
func (l logins) learn(op string, sent []string, known func(name string) bool) {
	for _, v := range sent {
		if !known(v) && !slices.Contains(l[op], v) && len(l[op]) < maxStrange {
			l[op] = append(l[op], v)
		}
	}
}
