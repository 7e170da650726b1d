package rules

import (
	"slices"

	"github.com/evoke-go/evoke/rest/oracle"
)

// CodeCondition is the code of changes that are made although their If-Match names another version.
const CodeCondition = 1010

// unconditional looks for changes that succeed with an If-Match which no answer of the test had as its ETag.
func unconditional(x *oracle.Exchange) []oracle.Finding {
	tag := x.Request.Header.Get("If-Match")
	if tag == "" || tag == "*" || x.Safe() || !x.Succeeded() {
		return nil
	}
	if !slices.ContainsFunc(x.Operation.Parameters, func(p *parameter) bool { return p.In == "header" && p.Name == "If-Match" }) {
		return nil
	}
	if slices.ContainsFunc(x.Before, func(b *oracle.Exchange) bool { return b.Response.Header.Get("ETag") == tag }) || !existed(x) {
		return nil
	}
	return one("", "it succeeds with an If-Match that names no version of it")
}

// existed reports whether what a call is about was seen before, so that it has a version.
func existed(x *oracle.Exchange) bool {
	return slices.ContainsFunc(x.Before, func(b *oracle.Exchange) bool {
		return b.Path() == x.Path() && b.Succeeded() && b.Response.Header.Get("ETag") != ""
	})
}
