// Package fragile is a service that dies: each of its operations ends the
// process, or keeps it from answering, in a way of its own when it is given the
// wrong number. It shows what Evoke makes of that, and its tests pin it.
package fragile

import (
	"crypto/rand"
	_ "embed" // the schema
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"sync"
)

// Schema is the OpenAPI document of the service.
//
//go:embed openapi.yaml
var Schema string

// fatal is a number that kills; numbers around it are looked at on the way.
const fatal = 7

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
		"/copy":     func(int) { _, _ = io.Copy(io.Discard, rand.Reader) },
		"/leak":     leak,
	} {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) { serve(w, r, die) })
	}
	return mux
}

// serve dies of the one number and answers the others.
func serve(w http.ResponseWriter, r *http.Request, die func(int)) {
	n, err := strconv.Atoi(r.URL.Query().Get("n"))
	if err != nil {
		http.Error(w, "n has to be a number", http.StatusBadRequest)
		return
	}
	if n == fatal {
		die(n)
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

// writeMap writes a map from several goroutines until the runtime notices.
func writeMap(int) {
	m := map[int]int{}
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

// block is a piece of memory that keeps the one before it.
type block struct {
	before *block
	bytes  [16 << 20]byte
}

// grow keeps what it allocates.
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
