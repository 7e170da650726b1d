package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/schema"
	"github.com/evoke-go/evoke/rest/oracle"
)

// reserved says in the description of an operation that only users of a role may call it.
var reserved = regexp.MustCompile(`(?i)\bonly (?:by |for |an? |the |users who are )?(\w+) (?:may|can|are allowed|is allowed|have access|has access)\b|\b(?:allowed|available|reserved|restricted|open) (?:only )?(?:to|for) (\w+)(?: only)?\b|\b(\w+)s? only\b|\brequires? (?:the |an? )?(\w+)(?: role| rights| permissions?| privileges?)|\bonly (?:by|for) (\w+)\b`)

// roleless looks for calls of users who, by their own answer, have another role than the one that the schema reserves the
// operation for.
func roleless(x *oracle.Exchange) []oracle.Finding {
	if !x.Succeeded() || x.User == "" || x.Invalid != nil {
		return nil
	}
	wanted := reservedFor(x.Operation)
	if len(wanted) == 0 {
		return nil
	}
	for _, b := range x.Before {
		if b.User != x.User || !reads(b) || strings.Contains(b.Operation.Path, "{") {
			continue
		}
		o, ok := got(b)
		if !ok || !slices.ContainsFunc(idNames, func(name string) bool { v, _ := o.Get(name); return text(v) == x.User }) {
			continue
		}
		for _, m := range o {
			role, isText := m.Value.(string)
			known := choicesOf(b.Operation, m.Name)
			if !isText || !strings.HasSuffix(api.PlainName(m.Name), "role") || !slices.Contains(known, strings.ToLower(role)) || slices.Contains(wanted, strings.ToLower(role)) {
				continue
			}
			if slices.ContainsFunc(wanted, func(w string) bool { return slices.Contains(known, w) }) {
				return []oracle.Finding{{Detail: m.Name, Reason: fmt.Sprintf("a user whose %s is %s succeeds, and it is for %s only", m.Name, role, strings.Join(wanted, ", "))}}
			}
		}
	}
	return nil
}

// reservedFor returns the words for those who alone may call an operation, in small letters, as the schema says.
func reservedFor(op *operation) (out []string) {
	for _, found := range reserved.FindAllStringSubmatch(op.Text, -1) {
		for _, word := range found[1:] {
			if word != "" {
				out = append(out, api.Singular(word))
			}
		}
	}
	return out
}

// choicesOf returns the values of a member of the answers of an operation, in small letters.
func choicesOf(op *operation, member string) (out []string) {
	for _, r := range op.Responses {
		for _, m := range r.Content {
			if m.Schema == nil || !strings.HasPrefix(r.Status, "2") {
				continue
			}
			s := schema.Property(schema.Flatten(m.Schema), member)
			if s == nil {
				continue
			}
			for _, v := range schema.Flatten(s).Enum {
				out = append(out, strings.ToLower(text(v)))
			}
		}
	}
	return out
}
