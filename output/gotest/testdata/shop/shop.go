// Package shop is the system that the written tests are tried on.
package shop

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"
)

// Shop is a handler with state.
type Shop struct {
	mux    *http.ServeMux
	mu     sync.Mutex
	books  map[string]map[string]any
	next   int
	Closed bool
}

// New returns a fresh shop.
func New() http.Handler { return NewShop() }

// shared is the shop that ResetOrError empties.
var shared = NewShop()

// Shared returns the shop that ResetOrError empties.
func Shared() *Shop { return shared }

// ResetRemote empties the shop that runs at $SHOP_URL.
func ResetRemote() {
	if resp, err := http.Post(strings.TrimSuffix(os.Getenv("SHOP_URL"), "/")+"/reset", "", nil); err == nil {
		resp.Body.Close()
	}
}

// ResetOrError empties the shared shop.
func ResetOrError() error { shared.clear(); return nil }

// NewShop returns a fresh shop.
func NewShop() *Shop {
	s := &Shop{mux: http.NewServeMux()}
	s.clear()
	s.mux.HandleFunc("POST /login", s.login)
	s.mux.HandleFunc("POST /reset", func(http.ResponseWriter, *http.Request) { s.clear() })
	s.mux.HandleFunc("POST /books", s.create)
	s.mux.HandleFunc("GET /books", s.list)
	s.mux.HandleFunc("GET /books/{id}", s.get)
	s.mux.HandleFunc("DELETE /books/{id}", s.remove)
	s.mux.HandleFunc("POST /echo", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		io.Copy(w, r.Body)
	})
	s.mux.HandleFunc("GET /untyped", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(203)
		io.WriteString(w, `{"as": "text"}`)
	})
	s.mux.HandleFunc("GET /crash", func(w http.ResponseWriter, r *http.Request) { http.Error(w, "sorry", 500) })
	s.mux.HandleFunc("GET /panic", func(http.ResponseWriter, *http.Request) { panic("at the shop") })
	s.mux.HandleFunc("GET /hang", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	s.mux.HandleFunc("GET /abort", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	asked := 0
	s.mux.HandleFunc("GET /ticket", func(w http.ResponseWriter, r *http.Request) {
		if asked++; asked < 3 {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"ticket": "a+b&c=d %41"}`)
	})
	s.mux.HandleFunc("POST /ticket", func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("ticket") != "a+b&c=d %41" {
			http.Error(w, r.FormValue("ticket"), 400)
			return
		}
		w.WriteHeader(204)
	})
	s.mux.HandleFunc("GET /latin", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=iso-8859-1")
		io.WriteString(w, "{\"name\": \"J\xf6rg\"}")
	})
	s.mux.HandleFunc("GET /zip", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Encoding", "gzip")
		zip := gzip.NewWriter(w)
		io.WriteString(zip, `{"zipped": true}`)
		zip.Close()
	})
	s.mux.HandleFunc("GET /events", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	s.mux.HandleFunc("GET /socket", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Connection") != "Upgrade" || r.Header.Get("Upgrade") != "websocket" {
			http.Error(w, "not a handshake", 426)
			return
		}
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			panic(err)
		}
		defer conn.Close()
		io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
	})
	s.mux.HandleFunc("GET /connection", func(w http.ResponseWriter, r *http.Request) {
		c := http.NewResponseController(w)
		soon := time.Now().Add(time.Minute)
		_ = w.(http.CloseNotifier).CloseNotify() //nolint:staticcheck // frameworks still ask for it
		if err := errors.Join(c.SetReadDeadline(soon), c.SetWriteDeadline(soon), c.EnableFullDuplex(), c.Flush()); err != nil {
			panic(err)
		}
		io.WriteString(w, "ok")
	})
	s.mux.HandleFunc("GET /numbers", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"big": 12345678901234567890123, "id": 9007199254740993, "half": 0.5, "three": 3.0, "e": 1e2, "huge": 1e400, "~a/b": {"": [true, null, -0]}, "neg": -7, "list": [1, 2, 3], "nested": {"deep": [{"x": "a<b>&\u2028"}]}}`)
	})
	s.mux.HandleFunc("GET /rates/{country}", s.rate)
	s.mux.HandleFunc("GET /stock", s.stock)
	return s
}

// patient is the client of the shop for a service that it does not have.
var patient = &http.Client{Timeout: time.Minute}

// rate asks another service for a rate.
func (s *Shop) rate(w http.ResponseWriter, r *http.Request) {
	resp, err := patient.Get("https://rates.example/v1/" + r.PathValue("country") + "?in=EUR")
	var rate struct{ Rate float64 }
	if err == nil {
		defer resp.Body.Close()
		if resp.StatusCode != 200 {
			w.Header().Set("Retry-After", resp.Header.Get("Retry-After"))
			http.Error(w, "the rates are not there", 503)
			return
		}
		err = json.NewDecoder(resp.Body).Decode(&rate)
	}
	if os.IsTimeout(err) && errors.Is(err, context.DeadlineExceeded) {
		http.Error(w, err.Error(), 504)
		return
	}
	if err != nil {
		http.Error(w, err.Error(), 502)
		return
	}
	answer(w, 200, map[string]any{"rate": rate.Rate})
}

// stock asks another service by a transport that http.DefaultTransport has no part in.
func (s *Shop) stock(w http.ResponseWriter, _ *http.Request) {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	var found []string
	for _, of := range []string{"A", "B"} {
		resp, err := client.Get("http://localhost:28471/stock?of=" + of)
		if err != nil {
			http.Error(w, err.Error(), 502)
			return
		}
		resp.Body.Close()
		found = append(found, fmt.Sprint(resp.StatusCode))
	}
	w.Header().Set("Content-Type", "text/plain")
	fmt.Fprintln(w, strings.Join(found, " then "))
}

// Close ends the shop.
func (s *Shop) Close() error { s.Closed = true; return nil }

func (s *Shop) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.books, s.next = map[string]map[string]any{}, 1
}

func (s *Shop) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

func (s *Shop) login(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{Name: "session", Value: "s-1"})
	w.Header().Set("X-Token", "t-1")
	answer(w, 200, map[string]any{"token": `a"b\c`})
}

func (s *Shop) create(w http.ResponseWriter, r *http.Request) {
	var book map[string]any
	if err := json.NewDecoder(r.Body).Decode(&book); err != nil || book["title"] == nil {
		answer(w, 400, map[string]any{"error": "no title"})
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	id := fmt.Sprintf("b %d/%d", s.next, s.next)
	s.next++
	book["id"], book["number"] = id, s.next
	s.books[id] = book
	w.Header().Set("Location", "/books/"+url.PathEscape("n"+fmt.Sprint(s.next)))
	s.books["n"+fmt.Sprint(s.next)] = book
	answer(w, 201, book)
}

func (s *Shop) list(w http.ResponseWriter, r *http.Request) {
	answer(w, 200, map[string]any{"query": r.URL.Query(), "cookie": r.Header.Get("Cookie"), "auth": r.Header.Get("Authorization"), "tags": r.Header.Values("X-Tag")})
}

func (s *Shop) get(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if book := s.books[r.PathValue("id")]; book != nil {
		answer(w, 200, book)
		return
	}
	answer(w, 404, map[string]any{"error": "no such book"})
}

// remove writes what no server sends.
func (s *Shop) remove(w http.ResponseWriter, r *http.Request) {
	w.WriteHeader(204)
	_, _ = w.Write([]byte("null"))
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(body)
}

// Process is a shop that listens on an address of its own.
type Process struct{ server *http.Server }

// NewProcess returns a process that does not run.
func NewProcess() *Process { return &Process{} }

// Info tells where a process listens.
type Info struct{ BaseURL string }

// Start begins to listen, unless $SHOP_BROKEN says why it cannot.
func (p *Process) Start(ctx context.Context) (Info, error) {
	if why := os.Getenv("SHOP_BROKEN"); why != "" {
		return Info{}, errors.New(why)
	}
	var listen net.ListenConfig
	l, err := listen.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return Info{}, err
	}
	p.server = &http.Server{Handler: New(), ErrorLog: log.New(io.Discard, "", 0)}
	go p.server.Serve(l)
	return Info{BaseURL: "http://" + l.Addr().String()}, nil
}

// Stop ends the process, and says $SHOP_STUCK if that is set.
func (p *Process) Stop(context.Context) error {
	if why := os.Getenv("SHOP_STUCK"); why != "" {
		return errors.New(why)
	}
	return p.server.Close()
}
