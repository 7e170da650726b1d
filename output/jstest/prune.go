package jstest

import (
	"regexp"
	"strings"
)

// block is a part of the shared file. A block without a name is always written.
type block struct {
	name string // the name of a function, or of a method with a dot in front
	text string
	kept bool
}

// blocks splits a source at the lines that begin with "//:" and a name, or with "//." for a block without a name.
func blocks(source string) (out []*block) {
	out = append(out, &block{})
	for _, line := range strings.SplitAfter(source, "\n") {
		if name, ok := strings.CutPrefix(line, "//: "); ok {
			out = append(out, &block{name: strings.TrimSpace(name)})
		} else if strings.TrimSpace(line) == "//." {
			out = append(out, &block{})
		} else {
			out[len(out)-1].text += line
		}
	}
	return out
}

// word matches a name, with a dot in front if it is the name of a member.
var word = regexp.MustCompile(`\.?[A-Za-z_$][\w$]*`)

// uses adds the names in code to known.
func uses(code string, known map[string]bool) {
	for _, name := range word.FindAllString(comments.ReplaceAllString(code, ""), -1) {
		known[name] = true
	}
}

// comments matches the lines that are comments.
var comments = regexp.MustCompile(`(?m)^ *//.*$`)

var emptyLines = regexp.MustCompile(`\n{3,}`)

// prune removes the named blocks of a source that neither the code nor the remaining blocks use.
func prune(source, code string) string {
	all := blocks(source)
	known := map[string]bool{}
	uses(code, known)
	for _, b := range all {
		if b.name == "" {
			b.kept = true
			uses(b.text, known)
		}
	}
	for changed := true; changed; {
		changed = false
		for _, b := range all {
			if !b.kept && known[b.name] {
				b.kept, changed = true, true
				uses(b.text, known)
			}
		}
	}
	var out strings.Builder
	for _, b := range all {
		if b.kept {
			out.WriteString(b.text)
		}
	}
	text := emptyLines.ReplaceAllString(out.String(), "\n\n")
	return strings.ReplaceAll(strings.TrimRight(strings.ReplaceAll(text, "\n\n  }\n}", "\n  }\n}"), "\n"),
		"\n\n}\n", "\n}\n") + "\n"
}
