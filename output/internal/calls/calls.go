// Package calls has the common parts of the writers of tests of script functions: the grouping of tests that load the
// same scripts, and the lines of a test.
package calls

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/suite"
)

// ByPage returns the tests that call script functions, in groups whose documents load the same scripts and styles.
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

// Imports returns the names that tests use of their module.
func Imports(tests []*suite.Test) (out []string) {
	for _, t := range tests {
		out = append(out, t.Steps[0].Unit.Imports...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Lines returns the lines of a test.
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

// ofResult reports whether a check is about a member of the return value.
func ofResult(c suite.UnitCheck) bool { return strings.HasPrefix(c.Of, suite.UnitResult+".") }

// throwing returns the assertion that a call throws. If at is not negative, the error has to satisfy the check at that
// index.
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

// Template returns HTML for a template literal, including its line breaks.
func Template(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = escape.JSTemplate(line)
	}
	return strings.Join(lines, "\n")
}

// assertion returns the assertion that an expression has the value of a literal, or of one of several.
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
