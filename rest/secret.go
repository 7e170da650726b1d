package rest

import (
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/secret"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/sut"
)

// discretion keeps the credentials of users out of what is written.
type discretion struct{ secrets *secret.Set }

// Copy returns a call as records may hold it: without the credentials of users that
// are not public. [Curl] makes variables of their names.
func (d discretion) Copy(r *sut.Request) *sut.Request { return d.secrets.Copy(r) }

// Clean implements [problem.Discreet].
func (d discretion) Clean(v any) { d.secrets.Clean(v) }

// open returns the users without secrets. The bodies of their log-ins are examples,
// and what a search finds by examples is written.
func open(users []auth.User, secrets *secret.Set) (out []auth.User) {
	for _, u := range users {
		if !slices.ContainsFunc(secrets.Secrets(), func(s secret.Secret) bool { return s.User == u.Name }) {
			out = append(out, u)
		}
	}
	return out
}

// discreet leaves credentials out of what is known of the program: the search would
// put them into calls.
func discreet(known sut.Inside, secrets *secret.Set) sut.Inside {
	if secrets == nil {
		return known
	}
	without := func(values []any) []any {
		if !slices.ContainsFunc(values, secrets.HoldsValue) {
			return values
		}
		return slices.DeleteFunc(slices.Clone(values), secrets.HoldsValue)
	}
	known.Constants = without(known.Constants)
	if values := known.Values; values != nil {
		known.Values = func(target fitness.ID) []any { return without(values(target)) }
	}
	if seen := known.Seen; seen != nil {
		known.Seen = func(target fitness.ID) []any { return without(seen(target)) }
	}
	if heard := known.Heard; heard != nil {
		known.Heard = func() []sut.Heard {
			all := heard()
			for i := range all {
				all[i].Operands = without(all[i].Operands)
			}
			return all
		}
	}
	if describe := known.Describe; describe != nil {
		known.Describe = func(target fitness.ID) (what, place string) {
			what, place = describe(target)
			return secrets.Text(what), place
		}
	}
	return known
}
