package rules

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// CodeValidRefused is the code of data that the schema allows and a service refuses.
const CodeValidRefused = 1018

// scarce says in an answer that a value is refused as things are.
var scarce = regexp.MustCompile(`(?i)exceed|stock|available|balance|insufficient|enough|\bleft\b|remain|already|conflict|capacity`)

// validRefused looks for calls that are refused for a member at one of its declared limits, or false: the answer names the
// member and no other one, and another call of the operation succeeded.
func validRefused(x *oracle.Exchange) []oracle.Finding {
	said, ok := sent(x)
	if !ok || x.Status() != 400 && x.Status() != 422 || x.Invalid != nil || !slices.ContainsFunc(x.Before, func(b *oracle.Exchange) bool {
		return b.Operation == x.Operation && b.User == x.User && b.Succeeded() && b.Invalid == nil && b.Path() == x.Path()
	}) {
		return nil
	}
	if scarce.Match(x.Response.Body) {
		return nil
	}
	words := wordsOf(string(x.Response.Body))
	fields := inputsOf(x.Operation)
	name := ""
	for _, f := range fields {
		if !slices.Contains(words, strings.ToLower(f.Name)) && !slices.Contains(words, api.PlainName(f.Name)) {
			continue
		}
		if name != "" {
			return nil // it may be about how they fit
		}
		name = f.Name
	}
	v, sends := said.Get(name)
	if s := fields.get(name); !sends || s == nil || !limits(s, v) {
		return nil
	}
	return []oracle.Finding{{Detail: name, Reason: fmt.Sprintf("%s is refused with %s, which the schema allows", name, text(v))}}
}

// limits reports whether a value is false, or the least or the greatest number that a schema allows.
func limits(s *openapi.Schema, v any) bool {
	if b, isBool := v.(bool); isBool {
		return s.Is("boolean") && !b && len(s.Enum) == 0
	}
	n, numeric := value.Rat(v)
	if !numeric || !s.Is("integer") && !s.Is("number") || len(s.Enum) > 0 || s.MultipleOf != "" {
		return false
	}
	is := func(limit json.Number, exclusive bool) bool {
		at, ok := value.Rat(limit)
		return ok && !exclusive && at.Cmp(n) == 0
	}
	return is(s.Minimum, s.ExclusiveMinimum) || is(s.Maximum, s.ExclusiveMaximum)
}
