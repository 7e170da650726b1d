// Command customtool uses its own system under test, oracle and writer: it starts a service itself, adds a rule for its
// answers, and writes the tests as an HTTP file, which several editors can run.
package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/examples/bookshop/shop"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

// service is a controller: it starts and stops the system under test. Here the system is a server in this process; it
// could also be a container.
type service struct {
	server  *http.Server
	handler http.Handler
}

// Start listens on a free port and returns the URL.
func (s *service) Start(context.Context) (sut.Info, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return sut.Info{}, fmt.Errorf("start: %w", err)
	}
	s.handler = shop.New()
	s.server = &http.Server{
		ReadHeaderTimeout: time.Second,
		ErrorLog:          nil,
		Handler:           http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }),
	}
	go func() { _ = s.server.Serve(listener) }() // ends with Stop
	return sut.Info{BaseURL: "http://" + listener.Addr().String()}, nil
}

// Reset brings back the first state. No call is in progress at that time.
func (s *service) Reset(context.Context) error {
	s.handler = shop.New()
	return nil
}

// Stop ends the server.
func (s *service) Stop(context.Context) error { return s.server.Close() }

// noServerHeader is an oracle: answers must not reveal the software of the server.
type noServerHeader struct{}

// Judge reports an answer with a Server header.
func (noServerHeader) Judge(x *oracle.Exchange) []oracle.Finding {
	if x.Response.Header.Get("Server") == "" {
		return nil
	}
	return []oracle.Finding{{Code: 209, Category: "leaked detail", Reason: "the answer names the server's software"}}
}

// httpFile is a writer of the calls of each test, one after another.
type httpFile struct{}

// Files writes one file with all tests.
func (httpFile) Files(s *suite.Suite) ([]suite.File, error) {
	var b strings.Builder
	for _, t := range s.Tests {
		for _, step := range t.Steps {
			fmt.Fprintf(&b, "### %s\n%s {{base}}", t.Purpose, step.Call.Request.Method)
			text(&b, step.Call.Request.Path)
			b.WriteString("\n")
			for _, h := range step.Call.Request.Headers {
				b.WriteString(h.Name + ": ")
				text(&b, h.Value)
				b.WriteString("\n")
			}
			if step.Call.Request.Body != nil {
				b.WriteString("\n")
				text(&b, step.Call.Request.Body.Text)
				b.WriteString("\n")
			}
			b.WriteString("\n")
		}
	}
	return []suite.File{{Name: "tests.http", Content: []byte(b.String())}}, nil
}

func text(b *strings.Builder, t suite.Text) {
	for _, piece := range t {
		if piece.Var != "" {
			b.WriteString("{{" + piece.Var + "}}")
		}
		b.WriteString(piece.Literal)
	}
}

// generate is the tool without its command line.
func generate(ctx context.Context, dir string, calls int, progress io.Writer) (*evoke.Result, error) {
	return evoke.Run(ctx, evoke.Config{
		Schema: string(shop.Schema),
		System: evoke.System{Controller: &service{}},
		Budget: evoke.Budget{Calls: calls},
		Output: evoke.Output{Dir: dir, Writers: []output.Writer{httpFile{}}},

		REST:   rest.Options{Oracles: []oracle.Oracle{noServerHeader{}}},
		Search: evoke.Search{Observe: evoke.Progress(progress, false)},
	})
}

func main() {
	dir := "evoke-http"
	if len(os.Args) > 1 {
		dir = os.Args[1]
	}
	result, err := generate(context.Background(), dir, 3000, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "customtool:", err)
		os.Exit(1)
	}
	fmt.Printf("%d tests in %s/tests.http\n", len(result.Suite.Tests), dir)
}
