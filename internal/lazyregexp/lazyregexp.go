// Package lazyregexp has regular expressions that are compiled at their first use. A program that imports Evoke then
// spends no time on expressions that its run does not need.
package lazyregexp

import (
	"regexp"
	"sync"
)

// Regexp returns the compiled regular expression. It panics if the text is not valid; TestPatterns of the root package
// compiles all constant ones.
type Regexp func() *regexp.Regexp

// New returns a regular expression that is compiled at the first call.
func New(text string) Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
