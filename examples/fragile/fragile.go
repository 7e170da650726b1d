// Package fragile is a service that fails: each of its operations ends the process, hangs, or panics in its own way for
// certain numbers. It shows how Evoke handles that, as its tests check.
package fragile

import (
	_ "embed" // the schema
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"slices"
	"strconv"
	"sync"
)

// Schema is the OpenAPI document of the service.
//
//go:embed openapi.yaml
var Schema string

const (
	// fatal is a number that makes operations fail; the search approaches it by other numbers.
	fatal = 7
	// other is a second such number, for operations that fail in two ways.
	other = 9
)

// New returns the service.
func New() http.Handler {
	mux := http.NewServeMux()
	for path, die := range map[string]func(n int){
		"/panic":    panicInGoroutine,
		"/exit":     func(int) { os.Exit(3) },
		"/log":      func(n int) { log.Fatalf("cannot go on with %d", n) },
		"/maps":     writeMap,
		"/deadlock": func(int) { select {} },
		"/stack":    func(n int) { _, _ = fmt.Fprint(io.Discard, recurse(n)) },
		"/memory":   grow,
		"/spin":     spin,
		"/leak":     leak,
	} {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) { serve(w, r, die, fatal) })
	}
	for path, fail := range map[string]func(n int){
		"/exits":     exit,
		"/recovered": misplace,
	} {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) { safely(w, r, fail) })
	}
	return mux
}

// safely answers 500 if a handler panics, as many services do.
func safely(w http.ResponseWriter, r *http.Request, fail func(int)) {
	defer func() {
		if recover() != nil {
			http.Error(w, "something went wrong", http.StatusInternalServerError)
		}
	}()
	serve(w, r, fail, fatal, other)
}

// serve fails for some numbers and answers the others.
func serve(w http.ResponseWriter, r *http.Request, fail func(int), wrong ...int) {
	n, err := strconv.Atoi(r.URL.Query().Get("n"))
	if err != nil {
		http.Error(w, "n has to be a number", http.StatusBadRequest)
		return
	}
	if slices.Contains(wrong, n) {
		fail(n)
	}
	if n > 100 {
		fmt.Fprintln(w, "large")
		return
	}
	fmt.Fprintln(w, "small")
}

func panicInGoroutine(n int) {
	done := make(chan bool)
	go func() {
		if n > 0 {
			panic("nobody catches this")
		}
		done <- true
	}()
	<-done
}

// exit ends the program at one of two places.
func exit(n int) {
	if n == other {
		log.Fatalln("cannot go on with", n)
	}
	os.Exit(1)
}

// shelf has few books and nobody who owns it.
type shelf struct {
	books []string
	owner *string
}

func (s *shelf) book(n int) string { return s.books[n] }

func (s *shelf) name() string { return *s.owner }

// misplace panics at one of two places.
func misplace(n int) {
	s := &shelf{books: []string{"Emma"}}
	if n == other {
		_, _ = io.WriteString(io.Discard, s.name())
	}
	_, _ = io.WriteString(io.Discard, s.book(n))
}

// writeMap writes a map from several goroutines until the runtime notices. All keys exist before, because a growing map
// could fail in other ways.
func writeMap(int) {
	m := map[int]int{}
	for i := range 10 {
		m[i] = 0
	}
	var group sync.WaitGroup
	for g := range 4 {
		group.Go(func() {
			for i := 0; ; i++ {
				m[i%10] = g
			}
		})
	}
	group.Wait()
}

func recurse(n int) int {
	if n < 0 {
		return 0
	}
	return recurse(n+1) + 1
}

// block is a piece of memory with a reference to the previous one.
type block struct {
	before *block
	bytes  [16 << 20]byte
}

// grow allocates memory without end.
func grow(int) {
	var last *block
	for {
		last = &block{before: last}
		for i := 0; i < len(last.bytes); i += 4096 {
			last.bytes[i] = 1
		}
	}
}

// spin never ends.
func spin(n int) {
	for i := 0; ; i++ {
		if i > n {
			i = 0
		}
	}
}

// leak leaves a goroutine behind.
func leak(int) {
	never := make(chan bool)
	go func() { <-never }()
}
