package message

import (
	"maps"
	"slices"

	"github.com/evoke-go/evoke/internal/curl"
	"github.com/evoke-go/evoke/internal/secret"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

// Curl returns a command line that makes a call to the system at a base URL. The
// call may be the copy of one with credentials, see [secret.Set.Copy].
func Curl(base string, r *sut.Request) string {
	out := suite.Request{Method: r.Method, Path: secret.Pieces(r.Target), Gone: r.Gone}
	for _, name := range slices.Sorted(maps.Keys(r.Header)) {
		for _, value := range r.Header[name] {
			out.Headers = append(out.Headers, suite.Field{Name: name, Value: secret.Pieces(value)})
		}
	}
	if r.Body != nil {
		out.Body = &suite.Body{Text: secret.Pieces(string(r.Body))}
	}
	return curl.Line(base, &out)
}
