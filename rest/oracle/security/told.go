package security

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/rest/oracle"
)

// Forms of stack traces, of Go, the JVM, Python, JavaScript, .NET and PHP; and of SQL and paths of servers.
var (
	traces    = lazyregexp.New(`goroutine \d+ \[|\n\s+at [\w$.]+\([\w$]+\.(java|kt|scala):\d+\)|Traceback \(most recent call last\)|\n\s+at .+\(.+\.[jt]s:\d+:\d+\)|\n\s+at .+ in .+:line \d+|#\d+ /.+\.php\(\d+\)`)
	internals = lazyregexp.New(`\b(SELECT\s.+\sFROM\s|INSERT INTO\s+\S+\s*\(|UPDATE\s+\S+\s+SET\s|DELETE FROM\s)|SQLSTATE|syntax error at or near|sqlite3?[:.]|ORA-\d{5}|(^|[\s"'(])(/(home|usr|var|root|app|tmp|opt|srv)/|[A-Z]:\\\\)[\w./\\-]+\.\w+`)
)

func leakedStack(x *oracle.Exchange) []oracle.Finding {
	if x.Status() < 400 || !traces().MatchString(lines(x)) {
		return nil
	}
	return said("the answer of %d has a stack trace", x.Status())
}

func leakedInternals(x *oracle.Exchange) []oracle.Finding {
	if x.Status() < 400 {
		return nil
	}
	text := lines(x)
	for _, form := range []lazyregexp.Regexp{internals, driver} {
		if found := strings.TrimSpace(form().FindString(text)); found != "" && !mirrored(x, found) {
			return said("the answer of %d has SQL or a path of the server", x.Status())
		}
	}
	return nil
}

// lines is the body of an answer with its line breaks, also if it is JSON.
func lines(x *oracle.Exchange) string {
	return strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(body(x))
}

// mirrored reports whether what an answer shows of internals was sent.
func mirrored(x *oracle.Exchange, found string) bool {
	return slices.ContainsFunc(inputs(x), func(in input) bool { return strings.Contains(in.text, found) })
}

func said(format string, args ...any) []oracle.Finding {
	return []oracle.Finding{{Reason: fmt.Sprintf(format, args...)}}
}
