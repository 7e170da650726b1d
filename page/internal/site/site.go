// Package site answers the requests of a page instead of the network: from a handler in this process, or from the URL
// of a site. It puts probes into the scripts.
package site

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"

	"golang.org/x/text/encoding"

	"github.com/evoke-go/evoke/js"
)

// Kinds of requests, as the browser names them.
const (
	Document = "Document"
	Script   = "Script"
)

// Request is a request of a page.
type Request struct {
	Method, URL string
	// Kind is the kind of the resource: [Document], [Script], or another kind of the browser's.
	Kind   string
	Header http.Header
	Body   []byte
}

// Response is the answer to a request.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
}

// Site answers requests. It is safe for concurrent use.
type Site struct {
	// Sources are the scripts of the site.
	Sources *Sources
	// Documents are documents by path, in place of those of the site.
	Documents map[string]string

	base    *url.URL
	client  *http.Client
	handler http.Handler // nil if the site is at a URL

	mu      sync.Mutex
	charset encoding.Encoding    // charset of the last document
	kept    map[string]*Response // answers of other sites, and answers that do not change
	size    int                  // in bytes
}

// maxKept is the maximum size of the kept answers in bytes.
const maxKept = 256 << 20

// Local is the address of a site that is a handler.
const Local = "http://site.localhost/"

// Serve returns the site that a handler serves, at the URL [Local].
func Serve(h http.Handler) *Site {
	s := At(&url.URL{Scheme: "http", Host: "site.localhost", Path: "/"})
	s.handler = h
	return s
}

// At returns the site at a URL.
func At(base *url.URL) *Site {
	plain := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return &Site{Sources: &Sources{}, base: base, client: plain, kept: map[string]*Response{}}
}

// With returns a site with the same answers, whose scripts get the probes and changes of a kit.
func (s *Site) With(k Kit) *Site {
	out := At(s.base)
	out.Sources.Kit, out.client, out.handler = k, s.client, s.handler
	return out
}

// Answer answers a request. It fetches each address of another site once, and also scripts, styles, images and fonts of
// the site itself. Documents of other sites are empty, because a test ends when the page leaves its site.
func (s *Site) Answer(ctx context.Context, r *Request) (*Response, error) {
	at, err := url.Parse(r.URL)
	if err != nil {
		return nil, fmt.Errorf("the address of a request: %w", err)
	}
	own := at.Scheme == s.base.Scheme && at.Host == s.base.Host
	if !own && r.Kind == Document {
		return &Response{Status: http.StatusOK, Header: http.Header{"Content-Type": {"text/html"}}}, nil
	}
	if text, there := s.Documents[at.Path]; own && there {
		html := http.Header{"Content-Type": {"text/html; charset=utf-8"}}
		return &Response{Status: http.StatusOK, Header: html, Body: []byte(text)}, nil
	}
	keeps := r.Method == http.MethodGet && (!own || isSteady(r.Kind)) && (s.handler == nil || !own)
	if kept := s.keptFor(r.URL); keeps && kept != nil {
		return kept, nil
	}
	out, err := s.ask(ctx, r, own)
	if stands := standIn(r.Kind); err != nil && !own && ctx.Err() == nil && stands != nil {
		s.Sources.warn(at.Host + " cannot be reached: the page was tested without what it has from there")
		return stands, nil
	}
	if err != nil {
		return nil, err
	}
	if own {
		s.probe(ctx, at, r.Kind, out)
	}
	if keeps && out.Status < http.StatusInternalServerError {
		s.keep(r.URL, out)
	}
	return out, nil
}

// standIn returns an empty resource in place of one from an unreachable site, which is no fault of the page. It returns
// nil for kinds that pages request while they run.
func standIn(kind string) *Response {
	media, body := "", ""
	switch kind {
	case Script:
		media = "text/javascript"
	case "Stylesheet":
		media = "text/css"
	case "Image":
		media, body = "image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>`
	default:
		return nil
	}
	header := http.Header{"Content-Type": {media}, "Access-Control-Allow-Origin": {"*"}}
	return &Response{Status: http.StatusOK, Header: header, Body: []byte(body)}
}

// isSteady reports whether a kind of resource is assumed to be the same each time.
func isSteady(kind string) bool {
	switch kind {
	case Script, "Stylesheet", "Image", "Font", "Media":
		return true
	}
	return false
}

func (s *Site) keptFor(address string) *Response {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.kept[address]
}

func (s *Site) keep(address string, r *Response) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.size+len(r.Body) <= maxKept && s.kept[address] == nil {
		s.kept[address] = r
		s.size += len(r.Body)
	}
}

// ask gets the answer from the handler or the network.
func (s *Site) ask(ctx context.Context, r *Request, own bool) (*Response, error) {
	req, err := http.NewRequestWithContext(ctx, r.Method, r.URL, bytes.NewReader(r.Body))
	if err != nil {
		return nil, fmt.Errorf("the request %s %s: %w", r.Method, r.URL, err)
	}
	req.Header = r.Header.Clone()
	req.Header.Del("Accept-Encoding") // the client sets it itself and decompresses the answer
	if own && s.handler != nil {
		req.RequestURI = req.URL.RequestURI()
		recorder := httptest.NewRecorder()
		s.handler.ServeHTTP(recorder, req)
		return &Response{Status: recorder.Code, Header: recorder.Result().Header, Body: recorder.Body.Bytes()}, nil
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("ask %s: %w", r.URL, err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxKept))
	if err != nil {
		return nil, fmt.Errorf("read the answer of %s: %w", r.URL, err)
	}
	return &Response{Status: resp.StatusCode, Header: resp.Header, Body: body}, nil
}

// probe puts probes into a script or a document.
func (s *Site) probe(ctx context.Context, at *url.URL, kind string, r *Response) {
	media := r.Header.Get("Content-Type")
	if r.Status != http.StatusOK || len(r.Body) == 0 {
		return
	}
	switch {
	case kind == Script && isJavaScript(media):
		b, err := s.script(media, r.Body)
		if err != nil || isPackaged(at.Path) {
			return
		}
		text := string(b)
		switch made := s.sourceMap(ctx, at, text, r); {
		case made != "":
			text = s.Sources.Bundle(at.Path, text, made)
		case isMinified(text):
			s.Sources.stays(at.Path)
			return
		default:
			text = s.Sources.Code(at.Path, 0, text, js.ByName)
		}
		r.change([]byte(text), "text/javascript; charset=utf-8")
	case kind == Document && strings.HasPrefix(strings.TrimSpace(media), "text/html"):
		charset, plain, err := s.document(media, r.Body)
		if err != nil {
			return
		}
		text, changed := document(s.Sources, at.Path, plain)
		probed, err := charset.NewEncoder().String(allowed(string(text), changed))
		if len(changed) == 0 || err != nil {
			return
		}
		r.change([]byte(probed), media)
		for i, policy := range r.Header["Content-Security-Policy"] {
			r.Header["Content-Security-Policy"][i] = allowed(policy, changed)
		}
	}
}

// change replaces the body of an answer.
func (r *Response) change(body []byte, media string) {
	r.Body = body
	r.Header.Set("Content-Type", media)
	for _, name := range []string{"Content-Length", "Content-Encoding", "Etag", "Last-Modified"} {
		r.Header.Del(name)
	}
}
