package sut_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/sut"
)

func TestCleanTarget(t *testing.T) {
	tests := map[string]string{
		"/":              "/",
		"/a/b?c=d":       "/a/b?c=d",
		"/a%20b?c=%zz":   "/a%20b?c=%zz",
		"":               "/",
		"a":              "/a",
		"?x":             "/?x",
		"/a b":           "/a%20b",
		"/é":             "/%C3%A9",
		"/%":             "/%25",
		"/%zz?%":         "/%25zz?%",
		"/a#b":           "/a%23b",
		"/a\r\nX: y":     "/a%0D%0AX:%20y",
		"http://other/x": "/http://other/x",
		"//other/x":      "//other/x",
	}
	for target, want := range tests {
		assert.Equal(t, want, sut.CleanTarget(target), "target %q", target)
	}
}

// Every clean target parses, with the same result as in the standard library, and cleaning a second time changes
// nothing.
func FuzzTarget(f *testing.F) {
	for _, s := range []string{"/", "", "/a?b=c", "//h/p", "/%2F%", "/a?", "/?a?b", "*", "/\x00",
		"/a;b,c@d:e", "/..", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(checkTarget)
}

func checkTarget(t *testing.T, target string) {
	clean := sut.CleanTarget(target)
	require.Equal(t, clean, sut.CleanTarget(clean))
	want, err := url.ParseRequestURI(clean)
	require.NoError(t, err)
	got, err := sut.ParseTarget(clean)
	require.NoError(t, err)
	require.Equal(t, *want, got)
}

func TestTargetsThatAreFineStayAsTheyAre(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := url.URL{
			Path:     "/" + rapid.String().Draw(t, "path"),
			RawQuery: url.Values{rapid.String().Draw(t, "name"): {rapid.String().Draw(t, "value")}}.Encode(),
		}
		if got := sut.CleanTarget(u.RequestURI()); got != u.RequestURI() {
			t.Fatalf("%q became %q", u.RequestURI(), got)
		}
		parsed, err := sut.ParseTarget(u.RequestURI())
		if err != nil || parsed.Path != u.Path || parsed.RawQuery != u.RawQuery {
			t.Fatalf("%q was parsed as %+v: %v", u.RequestURI(), parsed, err)
		}
	})
}

// Whatever is sent, a call has an outcome, and the request that arrives is one that a server could have read.
func FuzzRequest(f *testing.F) {
	f.Add("/a?b", "X-Name", "value", "body")
	f.Add("\x00 \x7f", "Bad Name\r\n", "a\r\nb\x00", "")
	f.Add("//", "Host", "", "x")
	f.Add("/", "hOST", "a", "x")
	f.Fuzz(func(t *testing.T, target, name, value, body string) {
		h := start(t, sut.NewHandler(always(func(w http.ResponseWriter, r *http.Request) {
			got, err := io.ReadAll(r.Body)
			assert.NoError(t, err)
			assert.Equal(t, body, string(got))
			w.Header().Set(name, value)
			_, _ = io.WriteString(w, r.URL.Path)
			assert.NoError(t, checkWire(r))
		}), sut.HandlerOptions{Timeout: -1}))
		resp, err := h.Call(context.Background(), &sut.Request{
			Method: "POST", Target: target, Header: http.Header{name: {value}}, Body: []byte(body),
		})
		require.NoError(t, err)
		if resp.Outcome != sut.Answered && name != "Content-Length" &&
			http.CanonicalHeaderKey(name) != "Content-Length" {
			t.Fatalf("%s: %s", resp.Outcome, resp.Detail)
		}
	})
}

// checkWire checks that a request could have come over a connection.
func checkWire(r *http.Request) error {
	var wire bytes.Buffer
	fmt.Fprintf(&wire, "%s %s HTTP/1.1\r\nHost: localhost\r\n", r.Method, r.RequestURI)
	if err := r.Header.Write(&wire); err != nil {
		return err
	}
	wire.WriteString("\r\n")
	back, err := http.ReadRequest(bufio.NewReader(&wire))
	if err != nil {
		return err
	}
	if back.URL.Path != r.URL.Path || len(back.Header) != len(r.Header) {
		return fmt.Errorf("%v %v arrive as %v %v", r.URL, r.Header, back.URL, back.Header)
	}
	return nil
}

func FuzzRetryAfter(f *testing.F) {
	f.Add("1")
	f.Add("-1")
	f.Add("Wed, 21 Oct 2015 07:28:00 GMT")
	f.Add("99999999999999999999")
	f.Fuzz(func(t *testing.T, text string) {
		wait, ok := sut.ParseRetryAfter(text, time.Unix(0, 0))
		if wait < 0 || !ok && wait != 0 {
			t.Fatalf("%q: %v, %t", text, wait, ok)
		}
	})
}
