package web

import (
	"database/sql"
	"net/http"
	"time"

	"github.com/evoke-go/evoke/bench/stores/boxoffice/internal/office"
	"github.com/evoke-go/evoke/bench/stores/boxoffice/internal/store"
)

type showView struct {
	ID         int64  `json:"id"`
	Title      string `json:"title"`
	Genre      string `json:"genre"`
	AgeMin     int    `json:"ageMin"`
	PromoterID *int64 `json:"promoterId,omitempty"`
}

func viewShow(w store.Show) showView {
	v := showView{ID: w.ID, Title: w.Title, Genre: w.Genre, AgeMin: w.AgeMin}
	if w.PromoterID.Valid {
		v.PromoterID = &w.PromoterID.Int64
	}
	return v
}

type performanceView struct {
	ID        int64     `json:"id"`
	ShowID    int64     `json:"showId"`
	StartsAt  time.Time `json:"startsAt"`
	Capacity  int       `json:"capacity"`
	Free      int       `json:"free"`
	BaseCents int       `json:"baseCents"`
	State     string    `json:"state"`
}

func viewPerformance(p store.Performance) performanceView {
	return performanceView{p.ID, p.ShowID, p.StartsAt, p.Capacity, p.Capacity - p.Sold, p.BaseCents, p.State}
}

func (s *server) announce(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Title, Genre string
		AgeMin       int
		PromoterID   *int64
	}
	if !decode(w, r, &in) {
		return
	}
	show := store.Show{Title: in.Title, Genre: in.Genre, AgeMin: in.AgeMin}
	if in.PromoterID != nil {
		show.PromoterID = sql.NullInt64{Int64: *in.PromoterID, Valid: true}
	}
	show, err := s.office.Announce(r.Context(), show)
	write(w, http.StatusCreated, viewShow(show), err)
}

func (s *server) shows(w http.ResponseWriter, r *http.Request) {
	found, err := s.office.Shows(r.Context(), r.URL.Query().Get("genre"), r.URL.Query().Get("title"))
	write(w, http.StatusOK, each(found, viewShow), err)
}

func (s *server) show(w http.ResponseWriter, r *http.Request) {
	n, ok := id(w, r)
	if !ok {
		return
	}
	show, err := s.office.Show(r.Context(), n)
	write(w, http.StatusOK, viewShow(show), err)
}

func (s *server) plan(w http.ResponseWriter, r *http.Request) {
	n, ok := id(w, r)
	if !ok {
		return
	}
	var in struct {
		StartsAt            time.Time
		Capacity, BaseCents int
	}
	if !decode(w, r, &in) {
		return
	}
	p, err := s.office.Plan(r.Context(), store.Performance{ShowID: n, StartsAt: in.StartsAt.UTC().Truncate(time.Second),
		Capacity: in.Capacity, BaseCents: in.BaseCents})
	write(w, http.StatusCreated, viewPerformance(p), err)
}

func (s *server) performances(w http.ResponseWriter, r *http.Request) {
	n, ok := id(w, r)
	if !ok {
		return
	}
	found, err := s.office.Performances(r.Context(), n)
	write(w, http.StatusOK, each(found, viewPerformance), err)
}

func (s *server) performance(w http.ResponseWriter, r *http.Request) {
	n, ok := id(w, r)
	if !ok {
		return
	}
	p, err := s.office.Performance(r.Context(), n)
	write(w, http.StatusOK, viewPerformance(p), err)
}

func (s *server) startSale(w http.ResponseWriter, r *http.Request) {
	n, ok := id(w, r)
	if !ok {
		return
	}
	in := struct{ From time.Time }{time.Now()}
	if !decode(w, r, &in) {
		return
	}
	if year := in.From.Year(); year < 2000 || year > 2100 {
		refused(w, "a sale begins from 2000 to 2100")
		return
	}
	p, err := s.office.StartSale(r.Context(), n, in.From.UTC().Truncate(time.Second))
	write(w, http.StatusOK, viewPerformance(p), err)
}

func (s *server) cancel(w http.ResponseWriter, r *http.Request) {
	n, ok := id(w, r)
	if !ok {
		return
	}
	p, err := s.office.Cancel(r.Context(), n)
	write(w, http.StatusOK, viewPerformance(p), err)
}

type lineView struct {
	Title string `json:"title"`
	Seats int64  `json:"seats"`
	Cents int64  `json:"cents"`
}

type statementView struct {
	Promoter string     `json:"promoter"`
	Lines    []lineView `json:"lines"`
	Cents    int64      `json:"cents"`
	Fee      int64      `json:"fee"`
	Final    bool       `json:"final"`
}

func (s *server) statement(w http.ResponseWriter, r *http.Request) {
	n, ok := id(w, r)
	if !ok {
		return
	}
	t, err := s.office.Statement(r.Context(), n, r.PathValue("month"))
	lines := each(t.Lines, func(l store.Line) lineView { return lineView(l) })
	write(w, http.StatusOK, statementView{t.Promoter.Name, lines, t.Cents, t.Fee, t.Final}, err)
}

type batchView struct {
	ID       int64  `json:"id"`
	State    string `json:"state"`
	Lines    int64  `json:"lines"`
	Problems int64  `json:"problems"`
	Lost     int64  `json:"lost"`
	Urgency  string `json:"urgency"`
}

func (s *server) batches(w http.ResponseWriter, r *http.Request) {
	found, err := s.office.Batches(r.Context())
	write(w, http.StatusOK, each(found, func(b office.Batch) batchView {
		return batchView{b.ID, b.State, b.Lines, b.Problems, b.Lost, b.Urgency}
	}), err)
}
