package api

import (
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// Verb returns the method as which an operation is searched. Some services change an element by POST: Verb returns PUT
// or PATCH for such a POST, and the method of any other operation. The path of such a POST leads to an element, has a
// GET and neither PUT nor PATCH, and the body is an object. It is a PATCH if no member of the object is required.
func Verb(op *openapi.Operation, all []*openapi.Operation) string {
	if op.Method != "POST" || !strings.HasSuffix(op.Path, "}") {
		return op.Method
	}
	has := func(methods ...string) bool {
		return slices.ContainsFunc(all, func(o *openapi.Operation) bool {
			return o.Path == op.Path && slices.Contains(methods, o.Method)
		})
	}
	if !has("GET") || has("PUT", "PATCH") {
		return op.Method
	}
	for _, m := range op.Bodies {
		if s := m.Schema; s != nil && strings.Contains(m.Type, "json") {
			if flat := message.Flatten(s); len(flat.Properties) > 0 && len(flat.Required) > 0 {
				return "PUT"
			} else if len(flat.Properties) > 0 {
				return "PATCH"
			}
		}
	}
	return op.Method
}

// logOutWord matches the last words of paths and names of operations that end a session.
var logOutWord = lazyregexp.New(`(?i)^(log|sign)[_-]?(out|off)$`)

// LogsOut reports whether an operation ends the session of its caller: its path or its id says log-out or sign-out, or
// it is a DELETE of a path that ends in session or sessions.
func LogsOut(op *openapi.Operation) bool {
	word := path.Base(op.Path)
	return op.Method != "GET" && logOutWord().MatchString(word) || logOutWord().MatchString(op.ID) ||
		op.Method == "DELETE" && (word == "session" || word == "sessions")
}
