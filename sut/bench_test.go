package sut_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/evoke-go/evoke/sut"
)

// books returns a small service: one route reads, one takes JSON.
func books() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /books/{id}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"id":` + r.PathValue("id") + `,"title":"Emma"}`))
	})
	mux.HandleFunc("POST /books", func(w http.ResponseWriter, r *http.Request) {
		var buf [256]byte
		n, _ := r.Body.Read(buf[:])
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		_, _ = w.Write(buf[:n])
	})
	return mux
}

const bookJSON = `{"title":"Emma","pages":474}`

func BenchmarkHandler(b *testing.B) {
	b.Run("GET", func(b *testing.B) {
		benchCaller(b, sut.NewHandler(books, sut.HandlerOptions{}), get)
	})
	b.Run("POST", func(b *testing.B) {
		benchCaller(b, sut.NewHandler(books, sut.HandlerOptions{}), post)
	})
	b.Run("GET without limit", func(b *testing.B) {
		benchCaller(b, sut.NewHandler(books, sut.HandlerOptions{Timeout: -1}), get)
	})
	b.Run("POST without limit", func(b *testing.B) {
		benchCaller(b, sut.NewHandler(books, sut.HandlerOptions{Timeout: -1}), post)
	})
}

// BenchmarkHTTPTest is the baseline for BenchmarkHandler.
func BenchmarkHTTPTest(b *testing.B) {
	handler := books()
	b.Run("GET", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			r := httptest.NewRequest("GET", "/books/12?full=true", nil)
			r.Header.Set("Accept", "application/json")
			handler.ServeHTTP(httptest.NewRecorder(), r)
		}
	})
	b.Run("POST", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			r := httptest.NewRequest("POST", "/books", strings.NewReader(bookJSON))
			r.Header.Set("Content-Type", "application/json")
			handler.ServeHTTP(httptest.NewRecorder(), r)
		}
	})
}

var (
	get = &sut.Request{Method: "GET", Target: "/books/12?full=true",
		Header: http.Header{"Accept": {"application/json"}}}
	post = &sut.Request{Method: "POST", Target: "/books", Header: http.Header{"Content-Type": {"application/json"}},
		Body: []byte(bookJSON)}
)

// system is a controller that can also be called.
type system interface {
	sut.Controller
	sut.Caller
}

func benchCaller(b *testing.B, s system, req *sut.Request) {
	b.Helper()
	ctx := context.Background()
	if _, err := s.Start(ctx); err != nil {
		b.Fatal(err)
	}
	defer func() { _ = s.Stop(ctx) }()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Call(ctx, req); err != nil {
			b.Fatal(err)
		}
	}
}
