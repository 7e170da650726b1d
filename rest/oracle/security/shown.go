package security

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/payload"
	"github.com/evoke-go/evoke/rest/oracle"
)

// effect recognizes the effect of a kind of payload.
type effect struct {
	// of returns the text that identifies the payload in a sent text, or "" if it has none.
	of func(text string) string
	// shows reports whether an answer shows the effect of the payload in a text.
	shows func(answer *oracle.Exchange, text string) bool
	// later says that the answer to a later call may show the effect.
	later  bool
	reason string
}

// found returns the inputs in which two different payloads had an effect, the second one in the answer to x.
func (e *effect) found(x *oracle.Exchange) (out []oracle.Finding) {
	senders := []*oracle.Exchange{x}
	if e.later {
		senders = append(slices.Clip(x.Before), x)
	}
	for _, sender := range senders {
		for _, in := range inputs(sender) {
			id := e.of(in.text)
			if id == "" || !e.shows(x, in.text) || !e.other(x, sender, in, id) {
				continue
			}
			f := oracle.Finding{Of: sender.Operation, Detail: in.place, Reason: in.place + " " + e.reason}
			if !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
	}
	return out
}

// other reports whether another payload in the same input of an earlier call had its effect.
func (e *effect) other(x, sender *oracle.Exchange, in input, id string) bool {
	for i, b := range x.Before {
		if b.Operation != sender.Operation || b == sender {
			continue
		}
		for _, at := range inputs(b) {
			if known := e.of(at.text); at.place == in.place && known != "" && known != id &&
				e.seen(b, x.Before[i+1:], at.text) {
				return true
			}
		}
	}
	return false
}

// seen reports whether the answer to a call, or to a later one, shows the effect of a text.
func (e *effect) seen(b *oracle.Exchange, after []*oracle.Exchange, text string) bool {
	if e.shows(b, text) {
		return true
	}
	return e.later && slices.ContainsFunc(after, func(a *oracle.Exchange) bool { return e.shows(a, text) })
}

// body returns the body of the answer, or "" if there was no proper answer.
func body(x *oracle.Exchange) string {
	if text, ok := x.Text(); ok {
		return string(text)
	}
	if x.Status() == 0 || x.Response.Encoded {
		return ""
	}
	return string(x.Response.Body)
}

// sentAnywhere reports whether a call sent a text.
func sentAnywhere(x *oracle.Exchange, text string) bool {
	return strings.Contains(x.Request.Target, text) || strings.Contains(string(x.Request.Body), text)
}

func unescaped(x *oracle.Exchange) []oracle.Finding {
	if !isPage(x) || payload.Markup(body(x)) == "" {
		return nil
	}
	e := effect{of: payload.Markup, later: true, reason: "stands in a page as it was sent, as a script",
		shows: func(a *oracle.Exchange, text string) bool {
			return isPage(a) && strings.Contains(body(a), payload.Markup(text))
		}}
	return e.found(x)
}

// isPage reports whether a browser shows an answer as a page.
func isPage(x *oracle.Exchange) bool {
	t := x.Response.Header.Get("Content-Type")
	return strings.HasPrefix(t, "text/html") || strings.HasPrefix(t, "application/xhtml+xml")
}

func executed(x *oracle.Exchange) []oracle.Finding {
	if body(x) == "" {
		return nil
	}
	e := effect{of: payload.Result, later: true, reason: "is executed as a template",
		shows: func(a *oracle.Exchange, text string) bool {
			result := payload.Result(text)
			return strings.Contains(body(a), result) && !sentAnywhere(a, result)
		}}
	return e.found(x)
}

func climbed(x *oracle.Exchange) []oracle.Finding {
	if !strings.Contains(body(x), ":0:") {
		return nil
	}
	e := effect{of: payload.File, reason: "leads to files of the system, such as /etc/passwd",
		shows: func(a *oracle.Exchange, text string) bool {
			return payload.Content(payload.File(text))().MatchString(body(a))
		}}
	return e.found(x)
}

func split(x *oracle.Exchange) []oracle.Finding {
	e := effect{of: func(text string) string { name, _ := payload.Header(text); return name },
		reason: "with a line break makes a header of its own",
		shows: func(a *oracle.Exchange, text string) bool {
			name, v := payload.Header(text)
			return a.Response.Header.Get(name) == v
		}}
	for name := range x.Response.Header {
		if strings.HasPrefix(name, "Evoke-") {
			return e.found(x)
		}
	}
	return nil
}

func redirected(x *oracle.Exchange) []oracle.Finding {
	if x.Status()/100 != 3 || x.Status() == http.StatusNotModified {
		return nil
	}
	e := effect{of: payload.Host, reason: "leads to a foreign host",
		shows: func(a *oracle.Exchange, text string) bool {
			to, err := url.Parse(a.Response.Header.Get("Location"))
			return err == nil && a.Status()/100 == 3 && to.Host == payload.Host(text)
		}}
	return e.found(x)
}
