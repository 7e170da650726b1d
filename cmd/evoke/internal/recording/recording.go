// Package recording makes sessions of the calls in a HAR file, as oracles judge them.
//
// A rule that compares two calls takes for granted that no others came between. A recording need not have all calls
// that a service got, so it is cut into parts, which are judged apart from each other: at a pause, at a change without
// an answer, at two changes at the same time, and where a credential takes the place of another that has no known
// owner. A read at the same time as a change is judged alone, since nobody knows which of the two came first. What was
// there before the first call is unknown: rules take only what calls of the part show.
package recording

import (
	"cmp"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/samples"
	"github.com/evoke-go/evoke/sut"
)

// Call is a call of a recording.
type Call struct {
	*oracle.Exchange
	// Number is the place of the call in the order in which the calls of the file began, from 1.
	Number int
}

// Recording is the calls of a file that can be judged.
type Recording struct {
	// BasePath is the path below which the service serves its operations.
	BasePath string
	// Parts are the calls that are judged together.
	Parts [][]Call
	// Users is the number of users who make the calls.
	Users int
	// LeftOut says in lines how many calls are not judged, and why.
	LeftOut []string
}

// Read reads a HAR file with calls of a service. gap is the longest pause within a part; with 0 each call is judged
// alone.
func Read(data []byte, doc *openapi.Document, gap time.Duration) (*Recording, error) {
	calls, err := samples.ReadHAR(data)
	if err != nil {
		return nil, fmt.Errorf("recording: %w", err)
	}
	at, found := locate(calls, doc)
	if !found {
		return nil, fmt.Errorf("recording: none of its %d calls is one of the schema", len(calls))
	}
	r := reader{place: at, session: oracle.Session{Operations: doc.Operations, BasePath: at.base}, gap: gap,
		why: map[string]int{}}
	r.names, r.turns = identify(calls, doc)
	var kept []int
	for i := range calls {
		if r.judges(&calls[i]) {
			kept = append(kept, i)
		}
	}
	r.read(calls, kept)
	out := &Recording{BasePath: at.base, Parts: slices.DeleteFunc(r.parts, func(p []Call) bool { return len(p) == 0 })}
	out.Users, out.LeftOut = r.users(), r.leftOut()
	if len(out.Parts) == 0 {
		return nil, errors.New("recording: it has no answers of the service")
	}
	return out, nil
}

// reader makes the parts of a recording.
type reader struct {
	place
	session oracle.Session
	gap     time.Duration
	names   []string // of the users, by call
	turns   []bool   // whether a part ends before a call because of its user
	parts   [][]Call // the last is the present one
	why     map[string]int
}

// judges reports whether a call can be judged. A change that the schema lacks is kept all the same: what it changes,
// later calls may show.
func (r *reader) judges(c *samples.Call) bool {
	host, target := split(c.URL)
	switch {
	case host != r.host:
		r.why["of other hosts"]++
	case c.Cached:
		r.why["that a cache answered"]++
	case r.session.Find(c.Method, target) == nil && safe(c):
		r.why["that the schema lacks"]++
	default:
		return true
	}
	return false
}

// read makes the parts of the calls that are kept.
func (r *reader) read(calls []samples.Call, kept []int) {
	alone := overlapping(calls, kept)
	var end time.Time // of the calls so far
	for n, i := range kept {
		c := &calls[i]
		if paused := !end.IsZero() && c.Started.Sub(end) > r.gap; n == 0 || r.gap == 0 || paused || r.turns[i] {
			r.cut()
		}
		if e := c.Started.Add(c.Took); !c.Started.IsZero() && e.After(end) {
			end = e
		}
		switch {
		case c.Response == nil:
			r.why["without an answer"]++
			if !safe(c) {
				r.cut()
			}
		case !alone[i]:
			r.parts[len(r.parts)-1] = append(r.parts[len(r.parts)-1], r.call(c, i))
		case safe(c):
			r.parts = slices.Insert(r.parts, len(r.parts)-1, []Call{r.call(c, i)})
		default:
			r.parts = append(r.parts, []Call{r.call(c, i)})
			r.cut()
		}
	}
}

// cut begins a part.
func (r *reader) cut() { r.parts = append(r.parts, nil) }

// overlapping returns the calls during which a change was made by another call.
func overlapping(calls []samples.Call, kept []int) map[int]bool {
	out := map[int]bool{}
	for n, i := range kept {
		end := calls[i].Started.Add(calls[i].Took)
		for _, j := range kept[n+1:] {
			if !calls[j].Started.Before(end) {
				break
			}
			out[i] = out[i] || !safe(&calls[j])
			out[j] = out[j] || !safe(&calls[i])
		}
	}
	return out
}

// safe reports whether the method of a call promises to change nothing.
func safe(c *samples.Call) bool {
	return (&oracle.Exchange{Request: &sut.Request{Method: c.Method}}).Safe()
}

// call returns a call as oracles see it.
func (r *reader) call(c *samples.Call, i int) Call {
	_, target := split(c.URL)
	request := sut.Request{Method: c.Method, Target: target, Header: header(c.Header)}
	if c.Body != "" {
		request.Body = []byte(c.Body)
		if c.Type != "" {
			request.Header.Set("Content-Type", c.Type)
		}
	}
	response := sut.Response{Outcome: sut.Answered, Status: c.Response.Status, Header: header(c.Response.Header),
		Body: c.Response.Body, Truncated: c.Response.Cut, Cost: sut.Cost{Elapsed: c.Took}}
	if c.Method == http.MethodHead || c.Response.Status == http.StatusNotModified {
		response.Body, response.Truncated = nil, false // a client that had the answer may have recorded that
	}
	if kind, params, err := mime.ParseMediaType(response.Header.Get("Content-Type")); err == nil && c.Response.Text {
		if _, named := params["charset"]; named { // the text is in UTF-8 by now
			params["charset"] = "utf-8"
			response.Header.Set("Content-Type", mime.FormatMediaType(kind, params))
		}
	}
	return Call{&oracle.Exchange{User: r.names[i], Request: &request, Response: &response}, i + 1}
}

func header(fields []samples.Field) http.Header {
	out := http.Header{}
	for _, f := range fields {
		out.Add(f.Name, f.Value)
	}
	return out
}

// users returns the number of users of the calls that are judged.
func (r *reader) users() int {
	names := map[string]bool{}
	for _, p := range r.parts {
		for _, c := range p {
			names[c.User] = true
		}
	}
	delete(names, "")
	return len(names)
}

// leftOut returns a line for each reason.
func (r *reader) leftOut() (out []string) {
	for why, n := range r.why {
		out = append(out, fmt.Sprintf("%d %s", n, why))
	}
	slices.Sort(out)
	return out
}

// place is where a service is: its host, and the base path of its operations.
type place struct{ host, base string }

// maxPrefix is the largest number of segments that may precede the paths of a schema, such as the prefix of a proxy.
const maxPrefix = 3

// locate returns the place that the most calls of a schema have. Where several have as many, a base path of the schema
// comes first.
func locate(calls []samples.Call, doc *openapi.Document) (best place, found bool) {
	bases := append(slices.Clone(doc.BasePaths), "")
	declared := len(bases)
	targets := map[string]samples.Call{}
	for _, c := range calls {
		host, target := split(c.URL)
		path, _, _ := strings.Cut(target, "?")
		targets[host+" "+c.Method+" "+path] = c
		for n, at := 0, 0; n < maxPrefix; n++ {
			next := strings.IndexByte(path[min(at+1, len(path)):], '/')
			if next < 0 {
				break
			}
			if at += 1 + next; !slices.Contains(bases, path[:at]) {
				bases = append(bases, path[:at])
			}
		}
	}
	most := 0
	session := oracle.Session{Operations: doc.Operations}
	for i, base := range bases[:min(len(bases), maxBases)] {
		session.BasePath = base
		count := map[string]int{}
		for _, c := range targets {
			host, target := split(c.URL)
			op := session.Find(c.Method, target)
			if op == nil || i >= declared && !literal(op.Path) {
				continue
			}
			count[host]++
		}
		for _, host := range hosts(calls) {
			if count[host] > most {
				best, most = place{host, base}, count[host]
			}
		}
	}
	return best, most > 0
}

// maxBases is how many base paths are tried.
const maxBases = 100

// literal reports whether a template begins with a text: one that begins with a parameter fits too many paths.
func literal(template string) bool { return !strings.HasPrefix(template, "/{") && template != "/" }

// hosts returns the hosts of calls, in the order of their first call.
func hosts(calls []samples.Call) (out []string) {
	for i := range calls {
		if host, _ := split(calls[i].URL); !slices.Contains(out, host) {
			out = append(out, host)
		}
	}
	return out
}

// split returns the host of a URL, and its path with the query.
func split(address string) (host, target string) {
	u, err := url.Parse(address)
	if err != nil {
		return "", ""
	}
	return u.Host, cmp.Or(u.RequestURI(), "/")
}
