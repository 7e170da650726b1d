package neighbour

import (
	"net"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
)

// arranged is an answer with the parts of its URL.
type arranged struct {
	Answer
	at     parts
	broken bool        // the URL has an error: the answer fits nothing
	spent  atomic.Bool // the answer is for a single request, which was made
}

// parts are the parts of a URL by which answers are chosen, "" for those that it does not have.
type parts struct{ scheme, host, path, query string }

func arrange(a *Answer) *arranged {
	u, err := url.Parse(a.URL)
	if err != nil {
		return &arranged{Answer: *a, broken: true}
	}
	return &arranged{Answer: *a, at: partsOf(u)}
}

// usualPorts are the ports of URLs without one.
var usualPorts = [...]struct{ scheme, port string }{{"http", "80"}, {"https", "443"}}

// partsOf returns the parts of a URL. The host has a port only if it is not the usual one.
func partsOf(u *url.URL) parts {
	p := parts{strings.ToLower(u.Scheme), strings.ToLower(u.Host), u.EscapedPath(), u.RawQuery}
	for _, usual := range usualPorts {
		if p.scheme == usual.scheme {
			p.host = strings.TrimSuffix(p.host, ":"+usual.port)
		}
	}
	return p
}

// spend marks the answers that were given before in another arrangement, and are not given again.
func spend(answers, before []*arranged) {
	var given []*arranged
	for _, a := range before {
		if a.spent.Load() {
			given = append(given, a)
		}
	}
	for _, a := range slices.Backward(answers) {
		i := slices.IndexFunc(given, func(b *arranged) bool { return reflect.DeepEqual(a.Answer, b.Answer) })
		if i >= 0 {
			a.spent.Store(true)
			given = slices.Delete(given, i, i+1)
		}
	}
}

// take returns the answer that fits a request best, nil for none. The answer is given.
func take(answers []*arranged, r *http.Request) *arranged {
	for {
		a := best(answers, r)
		if a == nil || !a.Once || a.spent.CompareAndSwap(false, true) {
			return a
		}
	}
}

// best returns the answer that fits a request best, nil for none.
func best(answers []*arranged, r *http.Request) (found *arranged) {
	asked, most := partsOf(r.URL), 0
	if asked.path == "" {
		asked.path = "/"
	}
	for _, a := range answers {
		if f := a.fit(r, asked); f > most {
			found, most = a, f
		}
	}
	return found
}

// onceFit is more than the fit of any answer to several requests.
const onceFit = 16

// fit tells how well an answer fits a request, 0 if it does not.
func (a *arranged) fit(r *http.Request, asked parts) int {
	at := a.at
	if a.broken || a.spent.Load() || a.Method != "" && !strings.EqualFold(a.Method, methodOf(r)) ||
		at.scheme != "" && at.scheme != asked.scheme || at.host != "" && at.host != asked.host ||
		at.path != "" && !fits(at.path, asked.path) || at.query != "" && at.query != asked.query {
		return 0
	}
	fit := 1
	for i, part := range []string{at.host, at.path, at.query} {
		if part != "" {
			fit += 1 << i
		}
	}
	if a.Once {
		fit += onceFit
	}
	return fit
}

// fits reports whether a path is the wanted one. A segment "*" of the wanted path stands for each segment.
func fits(wanted, path string) bool {
	if !strings.Contains(wanted, "*") {
		return wanted == path
	}
	a, b := strings.Split(wanted, "/"), strings.Split(path, "/")
	return slices.EqualFunc(a, b, func(a, b string) bool { return a == "*" || a == b })
}

func methodOf(r *http.Request) string {
	if r.Method == "" {
		return http.MethodGet
	}
	return r.Method
}

// urlOf returns the URL of a request for [Asked].
func urlOf(u *url.URL) string {
	plain := *u
	plain.User, plain.Fragment, plain.RawFragment = nil, "", ""
	return plain.String()
}

// port returns the port of a URL.
func port(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	for _, usual := range usualPorts {
		if strings.EqualFold(u.Scheme, usual.scheme) {
			return usual.port
		}
	}
	return ""
}

// allows reports whether one of the allowed hosts is that of a URL.
func allows(hosts []string, u *url.URL) bool {
	return slices.ContainsFunc(hosts, func(host string) bool {
		return host == "*" || strings.EqualFold(host, u.Hostname()) ||
			strings.EqualFold(host, net.JoinHostPort(u.Hostname(), port(u)))
	})
}
