package protocol

import (
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
)

// methods returns the methods that the header Allow of an answer lists, in upper case. It returns false if there is no
// such header.
func methods(x *oracle.Exchange) (out []string, listed bool) {
	values := x.Response.Header.Values("Allow")
	for m := range strings.SplitSeq(strings.Join(values, ","), ",") {
		if m = strings.ToUpper(strings.TrimSpace(m)); m != "" {
			out = append(out, m)
		}
	}
	return out, len(values) > 0
}

// misallowed looks for an Allow in an answer to OPTIONS that contradicts other calls of the test on the same path: it
// lists a method that the resource lacks, or lacks a method that the resource has.
func misallowed(x *oracle.Exchange) []oracle.Finding {
	for _, b := range x.Before {
		if b.Path() != x.Path() {
			continue
		}
		for _, pair := range [][2]*oracle.Exchange{{x, b}, {b, x}} {
			if f := contradicts(pair[0], pair[1]); f != nil {
				return f
			}
		}
	}
	return nil
}

// contradicts compares an answer to OPTIONS with the answer to another call.
func contradicts(options, other *oracle.Exchange) []oracle.Finding {
	allowed, listed := methods(options)
	m := other.Request.Method
	if options.Request.Method != http.MethodOptions || !options.Succeeded() || !listed || m == http.MethodOptions {
		return nil
	}
	found := func(detail, said string) []oracle.Finding {
		f := one(detail, "Allow of OPTIONS %s", said)
		f[0].Of = other.Operation
		return f
	}
	lists := slices.Contains(allowed, m)
	switch s := other.Status(); {
	case lists && (s == http.StatusMethodNotAllowed || s == http.StatusNotImplemented):
		return found("refused", "lists "+m+", which is answered with "+http.StatusText(s))
	case !lists && other.Succeeded() && (m != http.MethodHead || !slices.Contains(allowed, http.MethodGet)):
		return found("missing", "lacks "+m+", which succeeds")
	}
	return nil
}

// credentials are the headers that identify the user of a call. It is read-only.
var credentials = []string{"Authorization", "Cookie"}

// traced looks for answers to TRACE that repeat a credential.
func traced(x *oracle.Exchange) []oracle.Finding {
	if x.Request.Method != http.MethodTrace || !x.Succeeded() {
		return nil
	}
	for _, name := range credentials {
		if v := x.Request.Header.Get(name); v != "" && strings.Contains(string(x.Response.Body), v) {
			return one(name, "the answer repeats the header %s of the call", name)
		}
	}
	return nil
}

// directives returns the directives of Cache-Control in lower case.
func directives(h http.Header) (out []string) {
	for d := range strings.SplitSeq(strings.ToLower(strings.Join(h.Values("Cache-Control"), ",")), ",") {
		out = append(out, strings.ReplaceAll(strings.TrimSpace(d), " ", ""))
	}
	return out
}

// fresh reports whether a directive with a number is present and not zero.
func fresh(all []string, name string) bool {
	return slices.ContainsFunc(all, func(d string) bool {
		n, ok := strings.CutPrefix(d, name+"=")
		return ok && strings.Trim(n, `"0`) != ""
	})
}

// shared looks for answers that a shared cache may keep and show to others, of an operation that needs a credential:
// Cache-Control allows it, or it sets a lifetime and the credential is in a header that caches ignore.
func shared(x *oracle.Exchange) []oracle.Finding {
	h := x.Response.Header
	if x.Request.Method != http.MethodGet || x.Status() != http.StatusOK || x.User == "" ||
		!api.NeedsCredential(x.Operation) || len(h.Values("Vary")) > 0 {
		return nil
	}
	all := directives(h)
	if slices.ContainsFunc(all, func(d string) bool {
		return d == "no-store" || d == "no-cache" || d == "private" || strings.HasPrefix(d, "private=")
	}) {
		return nil
	}
	switch {
	case slices.Contains(all, "public"), fresh(all, "s-maxage"):
		return one("", "Cache-Control lets shared caches keep the answer, and the operation needs a credential")
	case x.Request.Header.Get("Authorization") == "" && fresh(all, "max-age"):
		return one("", "Cache-Control says how long to keep the answer, and not that it is private; the credential "+
			"is not in Authorization, so caches share it")
	}
	return nil
}

// conditions are the headers that make a call conditional. It is read-only.
var conditions = []string{"If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range"}

// unasked looks for 304 to calls without a condition.
func unasked(x *oracle.Exchange) []oracle.Finding {
	if x.Status() != http.StatusNotModified ||
		slices.ContainsFunc(conditions, func(name string) bool { return x.Request.Header.Get(name) != "" }) {
		return nil
	}
	return one("", "the answer is 304, and the call has no condition")
}
