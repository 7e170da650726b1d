// Package calls is what writers of tests of functions of scripts share: which tests load the same, and the lines of a
// test.
package calls

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/suite"
)

// ByPage are the tests that are calls of functions, those together whose documents load the same.
func ByPage(tests []suite.Test) (out [][]*suite.Test) {
	at := map[string]int{}
	for i := range tests {
		if len(tests[i].Steps) != 1 || tests[i].Steps[0].Unit == nil {
			continue
		}
		u := tests[i].Steps[0].Unit
		key := fmt.Sprintf("%q %q %q %q", u.Scripts, u.Styles, u.Body, u.Module)
		n, known := at[key]
		if !known {
			n = len(out)
			at[key], out = n, append(out, nil)
		}
		out[n] = append(out[n], &tests[i])
	}
	return out
}

// Imports are the names that tests use of their module.
func Imports(tests []*suite.Test) (out []string) {
	for _, t := range tests {
		out = append(out, t.Steps[0].Unit.Imports...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Lines are the lines of a test.
func Lines(u *suite.Unit) (out []string) {
	if u.Fixture != "" || u.Body != "" {
		out = append(out, "fixture(`"+Template(u.Fixture)+"`)")
	}
	if u.Receiver != "" {
		out = append(out, "const receiver = "+u.Receiver)
	}
	for _, v := range u.Variables {
		out = append(out, v.Name+" = "+v.Value)
	}
	isResult := func(c suite.UnitCheck) bool { return c.Of == suite.UnitResult }
	at := slices.IndexFunc(u.Expect, isResult)
	call := u.Call
	if u.Awaits {
		call = "await " + u.Call
	}
	switch {
	case u.Throws:
		out = append(out, throwing(u, at))
	case at < 0 && !slices.ContainsFunc(u.Expect, ofResult):
		out = append(out, call)
	case len(u.Expect) == 1 && at == 0 && !u.Awaits:
		return append(out, assertion(u.Call, &u.Expect[0]))
	default:
		out = append(out, "const "+suite.UnitResult+" = "+call)
	}
	for i, c := range u.Expect {
		if !u.Throws || !isResult(c) {
			out = append(out, assertion(c.Of, &u.Expect[i]))
		}
	}
	return out
}

// ofResult reports whether a check is about a member of what the call returned.
func ofResult(c suite.UnitCheck) bool { return strings.HasPrefix(c.Of, suite.UnitResult+".") }

// throwing is the assertion that a call throws: what the check at an index says, if it is not negative.
func throwing(u *suite.Unit, at int) string {
	is := ""
	if at >= 0 {
		is = ", error => String(error) === " + u.Expect[at].Is
	}
	if u.Awaits {
		return "await assert.rejects(" + u.Call + is + ")"
	}
	return "assert.throws(() => " + u.Call + is + ")"
}

// Template is HTML as it stands in a template literal: with its line breaks.
func Template(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = escape.JSTemplate(line)
	}
	return strings.Join(lines, "\n")
}

// assertion says that an expression has the value of a literal, or of one of several.
func assertion(of string, c *suite.UnitCheck) string {
	if len(c.Or) > 0 {
		return "assert.ok([" + strings.Join(append([]string{c.Is}, c.Or...), ", ") + "].includes(" + of + "))"
	}
	method := "strictEqual"
	if is := c.Is; is == "NaN" || strings.HasPrefix(is, "{") || strings.HasPrefix(is, "[") ||
		strings.HasPrefix(is, "new ") ||
		strings.HasPrefix(is, "/") {
		method = "deepEqual"
	}
	return "assert." + method + "(" + of + ", " + c.Is + ")"
}
