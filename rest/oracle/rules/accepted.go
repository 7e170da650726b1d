package rules

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/payload"
	"github.com/evoke-go/evoke/rest/oracle"
)

// CodeInvalidAccepted is the code of Web Fuzzing Commons for data that the schema does not allow and a
// service accepts.
const CodeInvalidAccepted = 102

// lenient is what most services take, and that harms nobody: null for nothing, members that nobody knows, parameters
// of which they read the first value or none.
var lenient = regexp.MustCompile(`null$|unknown$|clients to write$|comes twice$|comes as an object$`)

// accepted looks for calls that succeed with a value in their query or body that the schema does not
// allow. A text in the place of a number in a query does not count either: it is mostly taken for none.
func accepted(x *oracle.Exchange) []oracle.Finding {
	f := x.Invalid
	if f == nil || !x.Succeeded() || payload.Is(f.What) || len(f.At) == 0 || f.In != "query" && f.In != "body" || lenient.MatchString(f.What) || f.In == "query" && strings.HasSuffix(f.What, "wrong type") {
		return nil
	}
	at := f.In
	for _, name := range f.At {
		if _, err := strconv.Atoi(name); err != nil {
			at += " " + name
		}
	}
	return []oracle.Finding{{Detail: at, Reason: f.String() + ", and the call succeeds"}}
}
