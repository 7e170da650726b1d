// Command slips is an API that answers 200 whatever happens. What it does beneath /careful goes well.
package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net/http"
	"os"
	"strconv"
)

func main() {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /slips/{n}/logs", logs)
	mux.HandleFunc("GET /slips/{n}/recovers", recovers)
	mux.HandleFunc("GET /slips/{n}/drops", drops)
	mux.HandleFunc("GET /slips/{n}/opens", opens)
	mux.HandleFunc("GET /slips/{n}/counts", counts)
	mux.HandleFunc("GET /slips/{n}/loops", loops)
	mux.HandleFunc("POST /slips/{n}/writes", writes)
	mux.HandleFunc("POST /careful/{n}", careful)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), mux))
}

var journal, lines = slog.New(slog.DiscardHandler), log.New(io.Discard, "", 0)

var errNegative = errors.New("it is negative")

// number is that of the path, 0 for none.
func number(r *http.Request) int {
	n, err := strconv.Atoi(r.PathValue("n"))
	if err != nil {
		return 0
	}
	return n
}

func positive(n int) error {
	if n < 0 {
		return errNegative
	}
	return nil
}

// complain is where all that is logged comes by.
func complain(err error) { journal.Error("trouble", "error", err) }

func logs(w http.ResponseWriter, r *http.Request) {
	if err := positive(number(r)); err != nil {
		complain(err)
	}
	fmt.Fprint(w, "well")
}

func recovers(w http.ResponseWriter, r *http.Request) {
	fmt.Fprint(w, third(number(r)))
}

func third(n int) (out int) {
	defer func() { _ = recover() }()
	list := []int{1, 2, 3}
	return list[max(n, 0)]
}

func drops(w http.ResponseWriter, r *http.Request) {
	_ = positive(number(r))
	fmt.Fprint(w, "well")
}

func opens(w http.ResponseWriter, r *http.Request) {
	f, err := os.Open(os.DevNull)
	if err != nil {
		http.Error(w, "out of order", http.StatusServiceUnavailable)
		return
	}
	if number(r) >= 0 {
		_ = f.Close()
	}
	fmt.Fprint(w, "well")
}

func counts(w http.ResponseWriter, r *http.Request) {
	fmt.Fprint(w, int16(number(r)))
}

func loops(w http.ResponseWriter, r *http.Request) {
	sum := 0
	for i := range min(number(r), 5_000_000) {
		sum ^= i
	}
	fmt.Fprint(w, sum)
}

func writes(w http.ResponseWriter, r *http.Request) {
	lines.Printf("a slip for %s", r.FormValue("name"))
	fmt.Fprint(w, "well")
}

func careful(w http.ResponseWriter, r *http.Request) {
	n := number(r)
	if err := positive(n); err != nil || n > 1000 {
		http.Error(w, "too many", http.StatusUnprocessableEntity)
		return
	}
	f, err := os.Open(os.DevNull)
	if err != nil {
		http.Error(w, "out of order", http.StatusServiceUnavailable)
		return
	}
	defer f.Close()
	for range n {
		n--
	}
	lines.Printf("a slip for %q", r.FormValue("name"))
	fmt.Fprint(w, int16(n))
}
