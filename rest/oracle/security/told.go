package security

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/oracle"
)

func leakedStack(x *oracle.Exchange) []oracle.Finding {
	if x.Status() < 400 || !words.StackTrace().MatchString(lines(x)) {
		return nil
	}
	return said("the answer of %d has a stack trace", x.Status())
}

func leakedInternals(x *oracle.Exchange) []oracle.Finding {
	if x.Status() < 400 {
		return nil
	}
	text := lines(x)
	for _, form := range []lazyregexp.Regexp{words.Internals, driver} {
		if found := strings.TrimSpace(form().FindString(text)); found != "" && !mirrored(x, found) {
			return said("the answer of %d has SQL or a path of the server", x.Status())
		}
	}
	return nil
}

// lines returns the body of an answer with its line breaks, also if it is JSON.
func lines(x *oracle.Exchange) string {
	return strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(body(x))
}

// mirrored reports whether the internals that an answer shows are only a copy of the sent text.
func mirrored(x *oracle.Exchange, found string) bool {
	return slices.ContainsFunc(inputs(x), func(in input) bool { return strings.Contains(in.text, found) })
}

func said(format string, args ...any) []oracle.Finding {
	return []oracle.Finding{{Reason: fmt.Sprintf(format, args...)}}
}
