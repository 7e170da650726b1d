// Package vault is an API with doors that only certain values open, and with ways to end.
package vault

import (
	"fmt"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// New returns the API.
func New() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /doors/{pin}", door)
	mux.HandleFunc("GET /words/{word}", word)
	mux.HandleFunc("GET /long/{n}", long)
	mux.HandleFunc("GET /hidden", hidden)
	var count atomic.Int64
	mux.HandleFunc("GET /count", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, count.Add(1)) })
	mux.HandleFunc("GET /env", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, os.Getenv("EVOKE_DRIVER"), os.Getenv("EVOKE_PROGRAM"), ",", os.Getenv("GREETING"))
	})
	ends(mux)
	return mux
}

func door(w http.ResponseWriter, r *http.Request) {
	pin, err := strconv.Atoi(r.PathValue("pin"))
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if pin == 48151623 {
		w.WriteHeader(http.StatusCreated)
		return
	}
	w.WriteHeader(http.StatusForbidden)
}

func word(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.PathValue("word"), strings.Repeat("sesam", 2)) {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	w.WriteHeader(http.StatusForbidden)
}

func long(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.ParseInt(r.PathValue("n"), 10, 64)
	if err == nil && n == 1234567890123456789 {
		w.WriteHeader(http.StatusNonAuthoritativeInfo)
		return
	}
	w.WriteHeader(http.StatusForbidden)
}

func hidden(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Get("mode") == "deep" {
		w.WriteHeader(http.StatusPartialContent)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// ends adds the ways to end.
func ends(mux *http.ServeMux) {
	mux.HandleFunc("GET /panic", func(http.ResponseWriter, *http.Request) { panic("in a handler") })
	mux.HandleFunc("GET /crash", func(http.ResponseWriter, *http.Request) { go crash(); time.Sleep(time.Second) })
	mux.HandleFunc("GET /exit", func(http.ResponseWriter, *http.Request) { os.Exit(3) })
	mux.HandleFunc("GET /fatal", func(http.ResponseWriter, *http.Request) { log.Fatal("no disk") })
	mux.HandleFunc("GET /loop", func(http.ResponseWriter, *http.Request) {
		for n := 0; ; n++ {
			if n < 0 {
				return
			}
		}
	})
	mux.HandleFunc("GET /memory", func(http.ResponseWriter, *http.Request) {
		var list [][]byte
		for {
			list = append(list, make([]byte, 1<<20))
			clear(list[len(list)-1])
		}
	})
	mux.HandleFunc("GET /share", guarded)
}

func crash() { panic("nobody recovers it") }
