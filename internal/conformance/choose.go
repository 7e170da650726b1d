package conformance

import (
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/openapi"
)

// selectResponse returns the description of a status: the exact one, else that of
// its range, else the default.
func selectResponse(all []*openapi.Response, status int) *openapi.Response {
	exact := statusText(status)
	byRange := exact[:1] + "XX"
	var found *openapi.Response
	rank := 0
	for _, r := range all {
		switch {
		case r.Status == exact:
			return r
		case r.Status == byRange:
			found, rank = r, 2
		case r.Status == "default" && rank == 0:
			found, rank = r, 1
		}
	}
	return found
}

func statusText(status int) string { return strconv.Itoa(status) }

// bodyAllowed follows RFC 9110, section 6.4.1.
func bodyAllowed(status int) bool {
	return status >= 200 && status != http.StatusNoContent && status != http.StatusResetContent &&
		status != http.StatusNotModified
}

// judgeEmpty reports an empty body only if the document declares JSON for exactly this status, because no JSON is
// empty. Text may be empty, a redirect needs no body, and a default response is too vague.
func judgeEmpty(res *openapi.Response, status int) []Violation {
	if res.Status == "default" || status/100 == 3 {
		return nil
	}
	for _, m := range res.Content {
		if !isJSON(m.Type) || acceptsAll(m.Schema) {
			return nil
		}
	}
	return []Violation{{Kind: MalformedBody, Message: "the body is empty, but " + res.Content[0].Type + " is declared"}}
}

func acceptsAll(s *openapi.Schema) bool {
	return s.Always || s.Ref == "" && len(s.Types) == 0 && len(s.Properties)+len(s.AllOf)+len(s.AnyOf)+len(s.OneOf) == 0
}

// selectContent returns the most specific description of a content type. A response without a type is taken for the
// type of the only description.
func selectContent(all []*openapi.MediaType, contentType string) *openapi.MediaType {
	if contentType == "" {
		if len(all) == 1 {
			return all[0]
		}
		return &openapi.MediaType{}
	}
	var found *openapi.MediaType
	best := 0
	for _, m := range all {
		if n := match(m.Type, contentType); n > best {
			found, best = m, n
		}
	}
	return found
}

// match ranks how well a declared media type, perhaps with wildcards, fits one
// that was sent. 0 means that it does not fit.
func match(declared, sent string) int {
	d, dParams := mediaType(declared)
	s, sParams := mediaType(sent)
	if d == s {
		for k, v := range dParams {
			if !strings.EqualFold(sParams[k], v) {
				// The difference is mostly the charset: no reason to call the type undeclared.
				return 4
			}
		}
		return 5 + len(dParams)
	}
	prefix, isRange := strings.CutSuffix(d, "*")
	switch {
	case d == "*/*" || d == "*":
		return 1
	case isRange && strings.HasSuffix(prefix, "/") && strings.HasPrefix(s, prefix):
		return 2
	case strings.Contains(d, "*+") && wildSuffix(d, s):
		return 3
	}
	return 0
}

// wildSuffix matches "application/*+json".
func wildSuffix(declared, sent string) bool {
	before, after, _ := strings.Cut(declared, "*")
	return strings.HasPrefix(sent, before) && strings.HasSuffix(sent, after)
}

// mediaType splits off the parameters. It leaves out malformed ones.
func mediaType(text string) (string, map[string]string) {
	if t, params, err := mime.ParseMediaType(text); err == nil {
		return t, params
	}
	t, _, _ := strings.Cut(text, ";")
	return strings.ToLower(strings.TrimSpace(t)), nil
}

func undeclared(contentType string) string {
	t, _ := mediaType(contentType)
	return "the content type " + strconv.Quote(t) + " is not declared"
}

// isJSON reports whether a body of the type is one JSON value.
func isJSON(contentType string) bool {
	t, _ := mediaType(contentType)
	switch t {
	case "application/json", "text/json":
		return true
	case "application/stream+json", "application/json+stream":
		return false // many values
	}
	return strings.HasSuffix(t, "+json")
}
