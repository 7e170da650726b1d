package auth

import (
	"bytes"
	"context"
	"crypto/tls"
	"io"
	"net/http"
	"time"

	"github.com/evoke-go/evoke/probe/neighbour"
	"github.com/evoke-go/evoke/sut"
)

const (
	externalTimeout = 10 * time.Second
	maxLoginBody    = 1 << 20
)

// otherServers makes log-ins on servers other than the system under test.
type otherServers struct{ client *http.Client }

// call makes a log-in. If the server cannot be reached, it returns neither an answer nor an error, and the user cannot
// log in. It returns an error only if ctx ends.
func (o *otherServers) call(ctx context.Context, l *Login) (*sut.Response, error) {
	if o.client == nil {
		// Without connections that are kept alive, net/http does not repeat a call silently: it repeats calls only on
		// these, and on those of HTTP/2.
		o.client = &http.Client{
			Transport: &http.Transport{
				Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true, TLSHandshakeTimeout: externalTimeout,
				TLSNextProto: map[string]func(string, *tls.Conn) http.RoundTripper{},
			},
			Timeout:       externalTimeout,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}
	}
	r := l.loginRequest()
	req, err := http.NewRequestWithContext(neighbour.Pass(ctx), r.Method, r.Target, bytes.NewReader(r.Body))
	if err != nil {
		return broken(err), nil
	}
	req.Header = r.Header
	resp, err := o.client.Do(req)
	if err != nil {
		return broken(err), ctx.Err()
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxLoginBody))
	if err != nil {
		return broken(err), ctx.Err()
	}
	return &sut.Response{Status: resp.StatusCode, Header: resp.Header, Body: body}, nil
}

func broken(err error) *sut.Response {
	return &sut.Response{Outcome: sut.Broken, Detail: err.Error()}
}
