package rules

import (
	"net/http"
	"strings"

	"github.com/evoke-go/evoke/rest/oracle"
)

// CodeStaleTag is the code of entity tags that stay the same when what they are of changes.
const CodeStaleTag = 1015

// staleTag looks for two answers with the same strong entity tag that show different values, and for answers
// that what was changed meanwhile is not modified.
func staleTag(x *oracle.Exchange) []oracle.Finding {
	tag := x.Response.Header.Get("ETag")
	if x.Request.Method != http.MethodGet {
		return nil
	}
	if x.Status() == http.StatusNotModified {
		return unmodified(x)
	}
	if !reads(x) || len(tag) < 3 || tag[0] != '"' {
		return nil
	}
	for i := len(x.Before) - 1; i >= 0; i-- {
		b := x.Before[i]
		if !reads(b) || b.Request.Target != x.Request.Target || b.User != x.User || b.Response.Header.Get("ETag") != tag {
			continue
		}
		if what := differs(b, x, func(string) bool { return true }); what != "" {
			of := x.Operation
			if w, k := lastChange(x.Before); k > i && about(w.Path(), x.Path()) {
				of = w.Operation
			}
			return []oracle.Finding{{Of: of, Reason: "the ETag is the same as before, and what it is of is not"}}
		}
	}
	return nil
}

// unmodified looks for a resource that was seen with another entity tag than the one of the call, with no change since.
func unmodified(x *oracle.Exchange) []oracle.Finding {
	asked := x.Request.Header.Get("If-None-Match")
	for i := len(x.Before) - 1; i >= 0 && !changes(x.Before[i]); i-- {
		b := x.Before[i]
		if !reads(b) || b.Request.Target != x.Request.Target || b.User != x.User {
			continue
		}
		if now := b.Response.Header.Get("ETag"); len(asked) > 2 && asked[0] == '"' && len(now) > 2 && now[0] == '"' && !strings.Contains(asked, now) {
			return []oracle.Finding{{Detail: "304", Reason: "the answer is 304 to an If-None-Match that names another version"}}
		}
		return nil
	}
	return nil
}
