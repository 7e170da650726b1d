// Package inside has a service whose defects no answer shows, and the same service without them. Each defect is one
// that somebody sees who reads its log, or looks at what its functions return.
package inside

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// Schema is the OpenAPI document of the service.
//
//go:embed openapi.yaml
var Schema []byte

// Defect is a kind of defect.
type Defect string

// The defects.
const (
	Logged    Defect = "an error is logged, and the client is told that the parcel was made"
	Recovered Defect = "a label of a parcel without stops panics, and an empty one is shown"
	Dropped   Defect = "a parcel for nobody is not announced, and nobody looks at the error"
	LeftOpen  Defect = "the file that a label is printed from is closed for short labels only"
)

// The defects that only a program built with -race tells of.
const (
	Counted Defect = "calls are counted, and calls at the same time lose some of them"
	Told    Defect = "who is told of a parcel is noted by a goroutine that outlives the answer, while others read it"
)

// Forged is the defect of the log.
const Forged Defect = "who a parcel is for stands in the log as it was sent"

// All lists all defects but the races, that of the log, those of numbers and those of work.
func All() []Defect { return []Defect{Logged, Recovered, Dropped, LeftOpen} }

// Races lists the defects that are data races.
func Races() []Defect { return []Defect{Counted, Told} }

// Parcel is what is sent.
type Parcel struct {
	ID    int      `json:"id"`
	To    string   `json:"to"`
	Grams int      `json:"grams"`
	Stops []string `json:"stops,omitempty"`
}

// service keeps parcels.
type service struct {
	parcels []Parcel
	has     map[Defect]bool
	log     *slog.Logger
	journal *os.File // is opened with the first parcel and kept

	mu    sync.Mutex // guards the parcels and the journal
	calls int        // without a lock
	whole atomic.Int64
	told  string // without a lock
}

// New returns a service with defects.
func New(defects ...Defect) http.Handler {
	s := &service{has: map[Defect]bool{}, log: slog.New(slog.DiscardHandler)}
	for _, d := range defects {
		s.has[d] = true
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /parcels", s.list)
	mux.HandleFunc("POST /parcels", s.send)
	mux.HandleFunc("GET /parcels/{id}", s.get)
	mux.HandleFunc("GET /parcels/{id}/label", s.label)
	mux.HandleFunc("GET /parcels/{id}/price", s.price)
	mux.HandleFunc("POST /labels", s.printAll)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.count()
		s.mu.Lock()
		defer s.mu.Unlock()
		mux.ServeHTTP(w, r)
	})
}

// count counts a call.
func (s *service) count() {
	if s.has[Counted] {
		s.calls++
		return
	}
	s.whole.Add(1)
}

func (s *service) list(w http.ResponseWriter, _ *http.Request) {
	if s.has[Told] && s.told != "" {
		w.Header().Set("X-Told", "yes")
	}
	reply(w, http.StatusOK, append([]Parcel{}, s.parcels...))
}

// tell tells somebody of a parcel.
func (s *service) tell(p Parcel) {
	if !s.has[Told] {
		return
	}
	go func() { s.told = p.To }()
}

func reply(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

// firstID is the number of the first parcel.
const firstID = 70_001

// heaviest is the weight that a courier takes, in grams.
const heaviest = 30_000

var errHeavy = errors.New("no courier takes it")

// courier finds somebody who takes a parcel.
func courier(p Parcel) (string, error) {
	if p.Grams > heaviest {
		return "", fmt.Errorf("%s, %d g: %w", p.To, p.Grams, errHeavy)
	}
	return "van", nil
}

// announce tells whom a parcel is for that it comes.
func announce(p Parcel) error {
	if len(p.To) < 2 {
		return errors.New("nobody has such a short name")
	}
	return nil
}

func (s *service) send(w http.ResponseWriter, r *http.Request) {
	var p Parcel
	if err := json.NewDecoder(r.Body).Decode(&p); err != nil || p.To == "" || p.Grams < 1 {
		http.Error(w, "to and grams are wanted", http.StatusBadRequest)
		return
	}
	by, err := courier(p)
	if err != nil {
		s.log.Error("no courier", "error", err)
		if !s.has[Logged] {
			http.Error(w, "too heavy", http.StatusBadRequest)
			return
		}
	}
	if s.has[Dropped] {
		_ = announce(p)
	} else if err := announce(p); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if err := s.note(p); err != nil {
		http.Error(w, "out of order", http.StatusInternalServerError)
		return
	}
	s.log.Info("a parcel", "to", p.To, "by", by)
	if plain := log.New(io.Discard, "", 0); s.has[Forged] {
		plain.Printf("a parcel for %s", p.To)
	} else {
		plain.Printf("a parcel for %q", p.To)
	}
	p.ID = firstID + len(s.parcels)
	s.parcels = append(s.parcels, p)
	s.tell(p)
	reply(w, http.StatusCreated, p)
}

// note writes a parcel into the journal.
func (s *service) note(p Parcel) (err error) {
	if s.journal == nil {
		if s.journal, err = os.OpenFile(os.DevNull, os.O_WRONLY, 0); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintln(s.journal, p.To)
	return err
}

// find returns the parcel of a request, nil if there is none.
func (s *service) find(r *http.Request) *Parcel {
	id, err := strconv.Atoi(r.PathValue("id"))
	if err != nil || id < firstID || id >= firstID+len(s.parcels) {
		return nil
	}
	return &s.parcels[id-firstID]
}

func (s *service) get(w http.ResponseWriter, r *http.Request) {
	p := s.find(r)
	if p == nil {
		http.NotFound(w, r)
		return
	}
	reply(w, http.StatusOK, p)
}

func (s *service) label(w http.ResponseWriter, r *http.Request) {
	p := s.find(r)
	if p == nil {
		http.NotFound(w, r)
		return
	}
	text, err := s.print(s.route(p))
	if err != nil {
		http.Error(w, "out of paper", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/plain")
	_, _ = fmt.Fprintln(w, text)
}

// narrow is how wide a label is that needs one line.
const narrow = 16

// print returns a text as a printer would have it, which reads a file.
func (s *service) print(text string) (string, error) {
	f, err := os.CreateTemp("", "label")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.Remove(f.Name()) }()
	if _, err := f.WriteString(text); err != nil {
		return "", errors.Join(err, f.Close())
	}
	printed, err := os.ReadFile(f.Name())
	if len(text) > narrow && s.has[LeftOpen] {
		return string(printed), err
	}
	return string(printed), errors.Join(err, f.Close())
}

// route returns what a label has.
func (s *service) route(p *Parcel) (text string) {
	defer func() {
		if v := recover(); v != nil {
			s.log.Warn("no route", "panic", v)
		}
	}()
	if !s.has[Recovered] && len(p.Stops) == 0 {
		return p.To
	}
	return p.Stops[len(p.Stops)-1] + " > " + strings.ToUpper(p.To)
}
