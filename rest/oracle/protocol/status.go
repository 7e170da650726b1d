package protocol

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
)

func unchallenged(x *oracle.Exchange) []oracle.Finding {
	if x.Status() != http.StatusUnauthorized || x.Response.Header.Get("WWW-Authenticate") != "" {
		return nil
	}
	return one("", "the answer is 401 without WWW-Authenticate")
}

func notAllowed(x *oracle.Exchange) []oracle.Finding {
	if x.Status() != http.StatusMethodNotAllowed {
		return nil
	}
	allow := strings.Join(x.Response.Header.Values("Allow"), ",")
	if allow == "" && len(x.Response.Header.Values("Allow")) == 0 {
		return one("", "the answer is 405 without Allow")
	}
	for m := range strings.SplitSeq(allow, ",") {
		if strings.EqualFold(strings.TrimSpace(m), x.Request.Method) {
			return one("allowed", "the answer is 405, and Allow has %s", x.Request.Method)
		}
	}
	return nil
}

// headUnlikeGet compares the answer to HEAD with that to the GET before it, with no change between: the status and the
// type of the body.
func headUnlikeGet(x *oracle.Exchange) []oracle.Finding {
	if x.Request.Method != http.MethodHead || x.Status() == 0 {
		return nil
	}
	for _, b := range earlier(x) {
		if b.Request.Method != http.MethodGet || b.Request.Target != x.Request.Target {
			continue
		}
		if b.Status() != x.Status() {
			return one("", "the answer is %d, and that to GET %d", x.Status(), b.Status())
		}
		is, was := x.Response.Header.Get("Content-Type"), b.Response.Header.Get("Content-Type")
		if x.Succeeded() && is != "" && was != "" && message.Essence(is) != message.Essence(was) {
			return one("type", "the answer has the type %s, and that to GET %s",
				message.Essence(is), message.Essence(was))
		}
	}
	return nil
}

func noPayload(x *oracle.Exchange) []oracle.Finding {
	if len(x.Request.Body) > 0 || x.Status() != http.StatusUnsupportedMediaType &&
		x.Status() != http.StatusRequestEntityTooLarge {
		return nil
	}
	return one("", "the answer is %d, and the call has no body", x.Status())
}

func notUpgraded(x *oracle.Exchange) []oracle.Finding {
	if x.Status() != http.StatusUpgradeRequired || x.Response.Header.Get("Upgrade") != "" {
		return nil
	}
	return one("", "the answer is 426 without Upgrade")
}

func misleading(x *oracle.Exchange) []oracle.Finding {
	if x.Status() != http.StatusCreated || !slices.Contains([]string{"GET", "HEAD", "DELETE"}, x.Request.Method) {
		return nil
	}
	return one("", "%s answers 201", x.Request.Method)
}

// content looks for bodies in answers whose status allows none. Servers of package net/http drop such bodies
// themselves.
func content(x *oracle.Exchange) []oracle.Finding {
	switch x.Status() {
	case http.StatusNoContent, http.StatusResetContent, http.StatusNotModified:
		if len(x.Response.Body) > 0 {
			return one("", "the answer is %d, and has a body", x.Status())
		}
	}
	return nil
}

// passing are statuses that depend on the present load of the service, or on the headers of the call. It is read-only.
var passing = []int{http.StatusNotModified, http.StatusPartialContent, http.StatusPreconditionFailed,
	http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusTooEarly}

// unsteady looks for a read that had another status before, with nothing but reads between. No user may make a first
// call between: the log-in may change the answers to others.
func unsteady(x *oracle.Exchange) []oracle.Finding {
	if x.Request.Method != http.MethodGet || !lasting(x) {
		return nil
	}
	for i, b := range slices.Backward(x.Before) {
		if !b.Safe() {
			return nil
		}
		if b.User != x.User || b.Request.Method != x.Request.Method || b.Request.Target != x.Request.Target ||
			!sameHeaders(b, x) {
			continue
		}
		if !lasting(b) || b.Status() == x.Status() || comes(x.Before[i+1:], x.Before[:i+1]) {
			return nil
		}
		return one("", "the answer is %d, and was %d to the same call, with nothing but reads between",
			x.Status(), b.Status())
	}
	return nil
}

// lasting reports whether an answer should stay the same until the system changes.
func lasting(x *oracle.Exchange) bool {
	return x.Status() != 0 && x.Status() < 500 && !slices.Contains(passing, x.Status())
}

// sameHeaders reports whether two calls have the same headers, apart from credentials.
func sameHeaders(a, b *oracle.Exchange) bool {
	plain := func(h http.Header) http.Header {
		h = h.Clone()
		h.Del("Authorization")
		h.Del("Cookie")
		return h
	}
	return maps.EqualFunc(plain(a.Request.Header), plain(b.Request.Header), slices.Equal)
}

// comes reports whether a user makes their first call in the exchanges of among, and may have logged in for it.
func comes(among, before []*oracle.Exchange) bool {
	return slices.ContainsFunc(among, func(x *oracle.Exchange) bool {
		return x.User != "" && !slices.ContainsFunc(before, func(b *oracle.Exchange) bool { return b.User == x.User })
	})
}

// deletedAgain looks for a second DELETE that succeeds, with nothing but reads since the first one.
func deletedAgain(x *oracle.Exchange) []oracle.Finding {
	if x.Request.Method != http.MethodDelete || !deletes(x) || api.LastParam(x.Operation.Path) == "" ||
		!declares(x, "404", "410", "4XX") {
		return nil
	}
	for _, b := range slices.Backward(x.Before) {
		if b.Safe() {
			continue
		}
		if b.Operation == x.Operation && b.Request.Target == x.Request.Target && b.User == x.User && deletes(b) {
			return one("", "the answer is %d where the same call deleted it before, and the schema has a 404",
				x.Status())
		}
		return nil
	}
	return nil
}

// deletes reports whether a call succeeds, and not only later (202).
func deletes(x *oracle.Exchange) bool { return x.Succeeded() && x.Status() != http.StatusAccepted }

// declares reports whether the schema has a response with one of some statuses.
func declares(x *oracle.Exchange, statuses ...string) bool {
	return slices.ContainsFunc(x.Operation.Responses, func(r *response) bool {
		return slices.Contains(statuses, strings.ToUpper(r.Status))
	})
}
