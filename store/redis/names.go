package redis

import (
	"slices"
	"strings"
)

// names are the parts of keys, by what stands before them, that may have a name of their own.
type names map[string]map[string]*part

// part is a part of keys.
type part struct {
	in    []string // keys that have it, each once
	times int
}

const (
	// evident is in how many keys a part has to be before it counts as a name, and how often a key without parts is.
	evident = 3
	// mostNames bounds the names behind the same part: a part that takes more has values. mostParts bounds those that
	// may become names.
	mostNames, mostParts = 8, 200
)

// pattern returns a key with "*" for its parts that are values: "user:*:cart". Which are is learned: the first of
// several parts is a name, and so is a word that is in several keys. Values at the end become one.
func (n names) pattern(key string) string {
	separator := separatorOf(key)
	if separator == "" {
		return n.named("", key, key)
	}
	parts := strings.Split(key, separator)
	for i := 1; i < len(parts); i++ {
		parts[i] = n.named(strings.Join(parts[:i], separator), parts[i], key)
	}
	for last := len(parts) - 1; last > 1 && parts[last] == "*" && parts[last-1] == "*"; last-- {
		parts = parts[:last]
	}
	return strings.Join(parts, separator)
}

// separatorOf returns what separates the parts of a key, "" if it has one part.
func separatorOf(key string) string {
	for _, s := range []string{":", "/", "|", "."} {
		if strings.Contains(key, s) {
			return s
		}
	}
	return ""
}

// named returns a part that is a name, and "*" for a value.
func (n names) named(before, word, key string) string {
	if !isWord(word) {
		return "*"
	}
	known := n[before]
	if known == nil {
		known = map[string]*part{}
		n[before] = known
	}
	p := known[word]
	if p == nil {
		if len(known) >= mostParts {
			return "*"
		}
		p = &part{}
		known[word] = p
	}
	if p.isName(before == "") {
		return word
	}
	p.times++
	if !slices.Contains(p.in, key) {
		p.in = append(p.in, key)
	}
	if !p.isName(before == "") {
		return "*"
	}
	count := 0
	for _, other := range known {
		if other.isName(before == "") {
			count++
		}
	}
	if count > mostNames {
		p.times, p.in = 0, nil
		return "*"
	}
	return word
}

// isName reports whether a part is a name. alone says that it is all of a key.
func (p *part) isName(alone bool) bool { return alone && p.times >= evident || len(p.in) >= evident }

// isWord reports whether a part of a key consists of small letters, and of marks between them.
func isWord(part string) bool {
	for i, c := range part {
		letter := c >= 'a' && c <= 'z'
		if !letter && (i == 0 || c != '_' && c != '-') {
			return false
		}
	}
	return len(part) > 1
}
