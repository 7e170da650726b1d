package sut_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/sut"
)

// process is a controller of a service that is called by its URL.
type process struct {
	url             string
	started, resets int
	stops           int
	startErr        error
}

func (p *process) Start(context.Context) (sut.Info, error) {
	p.started++
	return sut.Info{BaseURL: p.url}, p.startErr
}
func (p *process) Reset(context.Context) error { p.resets++; return nil }
func (p *process) Stop(context.Context) error  { p.stops++; return nil }

func ExampleOpen() {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "hello")
	}))
	defer service.Close()
	ctx := context.Background()
	caller, info, err := sut.Open(ctx, sut.NewRemote(service.URL, sut.RemoteOptions{}), sut.RemoteOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	resp, err := caller.Call(ctx, &sut.Request{Method: "GET", Target: "/"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(info.BaseURL == service.URL, resp.Status, string(resp.Body))
	// Output: true 200 hello
}

func TestOpenReturnsACallerItself(t *testing.T) {
	h := sut.NewHandler(books, sut.HandlerOptions{})
	caller, _, err := sut.Open(context.Background(), h, sut.RemoteOptions{})
	require.NoError(t, err)
	assert.Same(t, h, caller)
	require.NoError(t, h.Stop(context.Background()))
}

func TestOpenCallsTheBaseURL(t *testing.T) {
	base, _ := serve(t, books())
	p := &process{url: base}
	caller, _, err := sut.Open(context.Background(), p, sut.RemoteOptions{})
	require.NoError(t, err)
	assert.Equal(t, 200, call(t, caller, "GET", "/books/1").Status)
	controller, ok := caller.(sut.Controller)
	require.True(t, ok)
	require.NoError(t, controller.Reset(context.Background()))
	assert.Equal(t, 1, p.started)
	assert.Equal(t, 1, p.resets, "its reset is that of the controller")
}

func TestOpenErrors(t *testing.T) {
	boom := errors.New("boom")
	tests := map[string]struct {
		process *process
		want    string
		stops   int
	}{
		"start fails":    {&process{startErr: boom}, "boom", 0},
		"no base URL":    {&process{}, "gave no base URL", 1},
		"nobody listens": {&process{url: "http://127.0.0.1:1"}, "connection refused", 1},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, _, err := sut.Open(context.Background(), test.process, sut.RemoteOptions{})
			require.ErrorContains(t, err, test.want)
			assert.NotContains(t, err.Error(), "\n")
			assert.Equal(t, test.stops, test.process.stops)
		})
	}
}
