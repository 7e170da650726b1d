// Package ferry is a service with code that only a client runs which leaves before the answer.
package ferry

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
)

// statusGone is what proxies log for a client that closed its connection.
const statusGone = 499

// New makes a ferry without passengers.
func New() http.Handler {
	f := &ferry{}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /passengers", f.board)
	mux.HandleFunc("GET /passengers/{seat}", f.find)
	mux.HandleFunc("DELETE /passengers/{seat}", f.land)
	return mux
}

type ferry struct{ names []string } // "" for an empty seat

// board takes a passenger, unless they have left already.
func (f *ferry) board(w http.ResponseWriter, r *http.Request) {
	var in struct{ Name string }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.Name == "" {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if r.Context().Err() != nil {
		w.WriteHeader(statusGone)
		return
	}
	f.names = append(f.names, in.Name)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	_ = json.NewEncoder(w).Encode(map[string]int{"seat": len(f.names)})
}

// find answers 503 where nobody waits for the answer.
func (f *ferry) find(w http.ResponseWriter, r *http.Request) {
	name, err := f.look(r.Context(), r.PathValue("seat"))
	switch {
	case errors.Is(err, context.Canceled):
		w.WriteHeader(http.StatusServiceUnavailable)
	case err != nil:
		w.WriteHeader(http.StatusNotFound)
	default:
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]string{"name": name})
	}
}

func (f *ferry) look(ctx context.Context, seat string) (string, error) {
	n, err := strconv.Atoi(seat)
	if err != nil || n < 1 || n > len(f.names) || f.names[n-1] == "" {
		return "", errors.New("nobody sits there")
	}
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	default:
		return f.names[n-1], nil
	}
}

// land panics where nobody waits for the answer, which is a mistake.
func (f *ferry) land(w http.ResponseWriter, r *http.Request) {
	if _, err := f.look(context.WithoutCancel(r.Context()), r.PathValue("seat")); err != nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	if r.Context().Err() != nil {
		panic("the passenger is overboard")
	}
	n, _ := strconv.Atoi(r.PathValue("seat"))
	f.names[n-1] = ""
	w.WriteHeader(http.StatusNoContent)
}
