package calls

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

// The parts of HAR 1.2 that this package writes.
type (
	har struct {
		Log harLog `json:"log"`
	}
	harLog struct {
		Version string     `json:"version"`
		Creator harCreator `json:"creator"`
		Pages   []harPage  `json:"pages"`
		Entries []harEntry `json:"entries"`
	}
	harCreator struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	}
	harPage struct {
		Started string   `json:"startedDateTime"`
		ID      string   `json:"id"`
		Title   string   `json:"title"`
		Timings struct{} `json:"pageTimings"`
		Comment string   `json:"comment,omitempty"`
	}
	harEntry struct {
		Page     string      `json:"pageref"`
		Started  string      `json:"startedDateTime"`
		Time     int         `json:"time"`
		Request  harRequest  `json:"request"`
		Response harResponse `json:"response"`
		Cache    struct{}    `json:"cache"`
		Timings  harTimings  `json:"timings"`
		Comment  string      `json:"comment,omitempty"`
	}
	harTimings struct {
		Send    int `json:"send"`
		Wait    int `json:"wait"`
		Receive int `json:"receive"`
	}
	harField struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	harRequest struct {
		Method      string     `json:"method"`
		URL         string     `json:"url"`
		HTTPVersion string     `json:"httpVersion"`
		Cookies     []harField `json:"cookies"`
		Headers     []harField `json:"headers"`
		Query       []harField `json:"queryString"`
		PostData    *harPost   `json:"postData,omitempty"`
		HeadersSize int        `json:"headersSize"`
		BodySize    int        `json:"bodySize"`
	}
	harPost struct {
		MimeType string `json:"mimeType"`
		Text     string `json:"text"`
	}
	harResponse struct {
		Status      int        `json:"status"`
		StatusText  string     `json:"statusText"`
		HTTPVersion string     `json:"httpVersion"`
		Cookies     []harField `json:"cookies"`
		Headers     []harField `json:"headers"`
		Content     harContent `json:"content"`
		RedirectURL string     `json:"redirectURL"`
		HeadersSize int        `json:"headersSize"`
		BodySize    int        `json:"bodySize"`
	}
	harContent struct {
		Size     int    `json:"size"`
		MimeType string `json:"mimeType"`
		Text     string `json:"text,omitempty"`
	}
)

// HAR writes the calls of the tests as HAR 1.2: a page for each test, and an entry for each call. A captured value and
// a credential stand as {{variable}}. The answer of an entry has only what the test asserts: the status, the content
// type, and a body that is asserted as a whole. Sizes and times are unknown.
func HAR(r *report.Report) ([]byte, error) {
	log := harLog{Version: "1.2", Creator: harCreator{"Evoke", r.Version}, Pages: []harPage{}, Entries: []harEntry{}}
	started := r.Created.UTC().Format(time.RFC3339)
	base := strings.TrimSuffix(base(r), "/")
	if r.Suite != nil {
		for i := range r.Suite.Tests {
			t := &r.Suite.Tests[i]
			page := harPage{Started: started, ID: t.Name, Title: t.Name, Comment: t.Purpose}
			log.Pages = append(log.Pages, page)
			for n := range t.Steps {
				if t.Steps[n].Call != nil {
					e := harEntry{Page: t.Name, Started: started, Comment: t.Steps[n].Operation}
					if t.Steps[n].Call.Request.Gone {
						e.Comment += " (the client leaves before the answer)"
					}
					e.Request, e.Response = request(base, &t.Steps[n].Call.Request), response(&t.Steps[n].Call.Expect)
					log.Entries = append(log.Entries, e)
				}
			}
		}
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(har{log}); err != nil {
		return nil, fmt.Errorf("write HAR: %w", err)
	}
	return escape.JSON(out.Bytes()), nil
}

func request(base string, r *suite.Request) harRequest {
	out := harRequest{Method: r.Method, HTTPVersion: "HTTP/1.1", Cookies: []harField{}, Headers: []harField{},
		Query: []harField{}, HeadersSize: -1}
	target := base + braced(r.Path)
	for n, q := range r.Query {
		target += map[bool]string{true: "?", false: "&"}[n == 0] + url.QueryEscape(q.Name) + "="
		for _, piece := range q.Value {
			if piece.Var == "" {
				target += url.QueryEscape(piece.Literal)
			} else {
				target += braced(suite.Text{piece})
			}
		}
		out.Query = append(out.Query, harField{q.Name, braced(q.Value)})
	}
	out.URL = target
	kind := "application/octet-stream"
	for _, h := range r.Headers {
		value := braced(h.Value)
		out.Headers = append(out.Headers, harField{h.Name, value})
		switch http.CanonicalHeaderKey(h.Name) {
		case "Content-Type":
			kind = value
		case "Cookie":
			for pair := range strings.SplitSeq(value, ";") {
				if name, value, ok := strings.Cut(strings.TrimSpace(pair), "="); ok {
					out.Cookies = append(out.Cookies, harField{name, value})
				}
			}
		}
	}
	if r.Body != nil {
		out.PostData = &harPost{kind, braced(r.Body.Text)}
		out.BodySize = -1
		if text, fixed := r.Body.Text.Literal(); fixed {
			out.BodySize = len(text)
		}
	}
	return out
}

func response(e *suite.Expect) harResponse {
	out := harResponse{
		Status: e.Status, StatusText: http.StatusText(e.Status), HTTPVersion: "HTTP/1.1",
		Cookies: []harField{}, Headers: []harField{},
		Content: harContent{MimeType: e.ContentType}, HeadersSize: -1, BodySize: -1,
	}
	if e.ContentType != "" {
		out.Headers = append(out.Headers, harField{"Content-Type", e.ContentType})
	}
	for _, c := range e.Checks {
		if text, ok := c.Value.(string); ok && c.Op == suite.Whole {
			out.Content.Text, out.Content.Size = text, len(text)
		}
	}
	return out
}

// braced returns a text with its variables in double braces.
func braced(t suite.Text) string {
	var b strings.Builder
	for _, piece := range t {
		if piece.Var != "" {
			b.WriteString("{{" + piece.Var + "}}")
			continue
		}
		b.WriteString(piece.Literal)
	}
	return b.String()
}
