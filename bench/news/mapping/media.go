package mapping

import (
	"mime"
	"net/http"
	"strings"
)

// Media are the media types of an operation.
type Media struct {
	// Consumes are those of a body that it reads, empty where it reads none.
	Consumes []string
	// Produces are those of its answer, the preferred one first.
	Produces []string
}

// negotiate returns the media type to answer with. The status is 415 where the
// operation cannot read the type of the body, whatever the request accepts, 406
// where it accepts nothing that the operation produces, and else 200.
func (m Media) negotiate(r *http.Request) (produced string, status int) {
	if len(m.Consumes) > 0 && !oneOf(m.Consumes, r.Header.Get("Content-Type")) {
		return "", http.StatusUnsupportedMediaType
	}
	accept := strings.Join(r.Header["Accept"], ",")
	if accept == "" {
		return m.Produces[0], http.StatusOK
	}
	for accepted := range strings.SplitSeq(accept, ",") {
		for _, p := range m.Produces {
			if matches(accepted, p) {
				return p, http.StatusOK
			}
		}
	}
	return "", http.StatusNotAcceptable
}

// oneOf says whether a type is one of some. A request without a type is none.
func oneOf(types []string, t string) bool {
	for _, each := range types {
		if matches(t, each) {
			return true
		}
	}
	return false
}

// matches says whether a type is of a range such as "application/*". Parameters
// and weights are not looked at.
func matches(pattern, t string) bool {
	pattern, _, err := mime.ParseMediaType(pattern)
	if err != nil {
		return false
	}
	t, _, _ = strings.Cut(t, ";")
	if pattern == t || pattern == "*/*" {
		return true
	}
	main, sub, _ := strings.Cut(pattern, "/")
	return sub == "*" && strings.HasPrefix(t, main+"/")
}
