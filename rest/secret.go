package rest

import (
	"errors"
	"fmt"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/secret"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// discretion removes the credentials of users from everything that is written.
type discretion struct{ secrets *secret.Set }

// Copy returns a call without the credentials of users that are not public, for records. [Curl] makes variables of
// their names.
func (d discretion) Copy(r *sut.Request) *sut.Request { return d.secrets.Copy(r) }

// Clean implements [problem.Discreet].
func (d discretion) Clean(v any) { d.secrets.Clean(v) }

// cases encodes tests as data, and decodes them.
type cases struct {
	codec action.Codec
	discretion
}

// EncodeCase encodes the whole state of a case as JSON. The case that
// [Problem.DecodeCase] returns sends the same bytes and mutates in the same
// way. Genes of custom formats that have no state of their own keep only their
// value (see gene.Restore).
func (c *cases) EncodeCase(test *testcase.Case) ([]byte, error) { return c.codec.Encode(test) }

// DecodeCase decodes a case that [Problem.EncodeCase] wrote, possibly in
// another process. The problem must have the same schema, users and options.
// DecodeCase returns [ErrForeignCase] for a case that does not fit in every
// part, because the scores measured for it would not hold for any other case.
func (c *cases) DecodeCase(data []byte) (*testcase.Case, error) { return c.codec.Decode(data) }

// errHolds means that a stored test contains a credential: it was stored when the credentials were public, or changed
// by hand.
var errHolds = errors.New("rest: the test holds a credential, which nothing may that is written; mark the user with " +
	"auth.Public if it is no secret")

// Recall implements [problem.Archivist].
func (c *cases) Recall(data []byte) (*testcase.Case, []string, error) {
	if c.secrets.Holds(string(data)) {
		return nil, nil, errHolds
	}
	plain, err := value.ParseExact(data)
	if err != nil {
		return nil, nil, fmt.Errorf("rest: archived test: %w", err)
	}
	object, _ := plain.(value.Object)
	return c.codec.Recall(object)
}

// open returns the users without secrets. The bodies of their log-ins serve as examples, and values of examples are
// written to the suite.
func open(users []auth.User, secrets *secret.Set) (out []auth.User) {
	for _, u := range users {
		if !slices.ContainsFunc(secrets.Secrets(), func(s secret.Secret) bool { return s.User == u.Name }) {
			out = append(out, u)
		}
	}
	return out
}

// discreet removes credentials from the knowledge about the program. Otherwise the search would put them into calls.
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
