// Package lazyregexp has patterns that are compiled when they are first used: a program that imports Evoke pays for
// those alone that a run of it needs.
package lazyregexp

import (
	"regexp"
	"sync"
)

// Regexp returns a pattern. It panics if its text is none; TestPatterns of the root compiles each that is constant.
type Regexp func() *regexp.Regexp

// New returns a pattern that is compiled when it is first asked for.
func New(text string) Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
