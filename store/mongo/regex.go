package mongo

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// regex translates that a text matches a regular expression. One without operators becomes LIKE. One that Go does not
// understand is left out.
func (t *translation) regex(path string, v any, options string, not bool) string {
	pattern, _ := v.(string)
	if re, is := v.(bson.Regex); is {
		pattern, options = re.Pattern, re.Options+options
	}
	flags := strings.Map(func(r rune) rune {
		if strings.ContainsRune("ims", r) {
			return r
		}
		return -1
	}, options)
	if flags != "" {
		pattern = "(?" + flags + ")" + pattern
	}
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return ""
	}
	if like, fold, ok := likeOf(parsed.Simplify()); ok {
		c, verb := t.at(path, words), "LIKE"
		if fold {
			verb = "ILIKE"
		}
		if not {
			return fmt.Sprintf("(%s NOT %s %s OR %s IS NULL)", c, verb, t.arg(like), c)
		}
		return fmt.Sprintf("%s %s %s", c, verb, t.arg(like))
	}
	re, example := regexp.MustCompile(pattern), exampleOf(parsed.Simplify())
	return t.property(column{path: path, shows: path + " matches ?",
		has: func(own any) bool {
			if s, is := own.(string); is {
				return re.MatchString(s)
			}
			for _, e := range list(own) {
				if s, is := e.(string); is && re.MatchString(s) {
					return true
				}
			}
			return false
		},
		give: func(any) any { return example }}, not)
}

// likeOf returns the pattern of LIKE for an expression that is a text, at the beginning, at the end or anywhere.
func likeOf(re *syntax.Regexp) (like string, fold, ok bool) {
	parts := []*syntax.Regexp{re}
	if re.Op == syntax.OpConcat {
		parts = re.Sub
	}
	before, after, text, done := "%", "%", "", false
	for i, p := range parts {
		switch {
		case (p.Op == syntax.OpBeginText || p.Op == syntax.OpBeginLine && p.Flags&syntax.OneLine != 0) && i == 0:
			before = ""
		case p.Op == syntax.OpEndText && i == len(parts)-1:
			after = ""
		case p.Op == syntax.OpLiteral && !done:
			done, text, fold = true, string(p.Rune), p.Flags&syntax.FoldCase != 0
		case p.Op == syntax.OpEmptyMatch:
		default:
			return "", false, false
		}
	}
	text = strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(text)
	return before + text + after, fold, true
}

// mostRepeated bounds how often a part is repeated in an example.
const mostRepeated = 20

// exampleOf returns a text that an expression matches, a short one.
func exampleOf(re *syntax.Regexp) string {
	switch re.Op {
	case syntax.OpLiteral:
		return string(re.Rune)
	case syntax.OpCharClass:
		return string(readable(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return "a"
	case syntax.OpCapture, syntax.OpPlus:
		return exampleOf(re.Sub[0])
	case syntax.OpRepeat:
		return strings.Repeat(exampleOf(re.Sub[0]), min(re.Min, mostRepeated))
	case syntax.OpAlternate:
		return exampleOf(re.Sub[0])
	case syntax.OpConcat:
		out := ""
		for _, sub := range re.Sub {
			out += exampleOf(sub)
		}
		return out
	}
	return ""
}

// readable returns a character of a class, given by its ranges: a letter or a digit if there is one.
func readable(ranges []rune) rune {
	for _, from := range []rune{'a', 'A', '0'} {
		for i := 0; i+1 < len(ranges); i += 2 {
			if ranges[i] <= from && from <= ranges[i+1] {
				return from
			}
		}
	}
	for i := 0; i+1 < len(ranges); i += 2 {
		if ranges[i+1] > ' ' && ranges[i] < 0x7f {
			return max(ranges[i], '!')
		}
	}
	if len(ranges) > 0 {
		return ranges[0]
	}
	return 'a'
}
