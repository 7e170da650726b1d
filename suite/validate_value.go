package suite

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"unicode"

	"github.com/evoke-go/evoke/value"
)

// function reports errors of a call that no writer could write. The writers of Go check types and names further.
func (v *validator) function(f *Function) {
	if !nameWord(f.Name) || unicode.IsDigit([]rune(f.Name)[0]) {
		v.fail("the function %q is not an identifier", f.Name)
	}
	for i, a := range f.Args {
		if err := checkPlain(a.Value); err != nil {
			v.fail("argument %d: %w", i+1, err)
		}
	}
	for i, r := range f.Expect.Results {
		if f.Expect.Panics && r.Op != "" {
			v.fail("result %d of a function that panics is asserted", i+1)
		}
		if err := r.check(); err != nil {
			v.fail("result %d: %w", i+1, err)
		}
	}
}

func (r *Result) check() error {
	switch r.Op {
	case Equal:
		if _, ok := r.Value.(string); !ok && r.Type == errorType {
			return fmt.Errorf("the text of an error is a %T", r.Value)
		}
		return checkPlain(r.Value)
	case Length:
		if n, ok := r.Value.(int64); !ok || n < 0 {
			return fmt.Errorf("the length is %v", r.Value)
		}
	case Nil, NotNil, "":
	default:
		return fmt.Errorf("the comparison %q is not one of results", r.Op)
	}
	return nil
}

// checkPlain returns an error if a value is not plain data.
func checkPlain(given any) error {
	switch v := given.(type) {
	case nil, bool, int64, string:
		return nil
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("%v has no JSON form", v)
		}
		return nil
	case json.Number:
		var n json.Number
		if err := json.Unmarshal([]byte(v), &n); err != nil || n != v {
			return fmt.Errorf("%q is not a number", string(v))
		}
		return nil
	case []any:
		for _, e := range v {
			if err := checkPlain(e); err != nil {
				return err
			}
		}
		return nil
	case value.Object:
		for _, m := range v {
			if err := checkPlain(m.Value); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("%T is not plain data", given)
}

// nameWord reports whether s consists of letters, digits and underscores.
func nameWord(s string) bool {
	other := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }
	return s != "" && !strings.ContainsFunc(s, other)
}

// isToken reports whether s is a token of HTTP (RFC 9110, 5.6.2).
func isToken(s string) bool {
	other := func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) &&
			!strings.ContainsRune("!#$%&'*+-.^_`|~", r)
	}
	return s != "" && !strings.ContainsFunc(s, other)
}

// stems are the characters that a stem may have.
const stems = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"

// names checks the unique names that a call uses.
func (v *validator) names(s *Step) {
	for _, p := range Names([]Step{*s}) {
		switch {
		case !identifier(p.Var) || p.Literal != "":
			v.fail("the variable %q is not an identifier", p.Var)
		case strings.Trim(p.Stem, stems) != "":
			v.fail("the name %q begins with %q", p.Var, p.Stem)
		case v.captured[p.Var], v.stems[p.Var] != "" && v.stems[p.Var] != p.Stem:
			v.fail("the variable %q is a name and something else", p.Var)
		}
		v.stems[p.Var] = p.Stem
	}
	for _, c := range s.Call.Expect.Checks {
		if len(c.Text) > 0 && (c.Value != nil || c.Op != Equal && c.Op != Whole) {
			v.fail("the check %q at %q has a text", c.Op, c.Pointer)
		}
		for _, name := range c.Text.Vars() {
			if v.stems[name] == "" {
				v.fail("the check at %q uses the variable %q", c.Pointer, name)
			}
		}
	}
}
