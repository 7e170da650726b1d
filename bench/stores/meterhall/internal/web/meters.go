package web

import (
	"net/http"
	"time"

	"github.com/evoke-go/evoke/bench/stores/meterhall/internal/model"
)

func (s *server) addMeter(r *http.Request) (int, any, error) {
	var in struct {
		Serial, Kind, District string
		Digits                 int
	}
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	m, err := s.desk.Add(r.Context(),
		model.Meter{Serial: in.Serial, Kind: in.Kind, District: in.District, Digits: in.Digits})
	return http.StatusCreated, viewMeter(m), err
}

func (s *server) meters(r *http.Request) (int, any, error) {
	q := r.URL.Query()
	found, err := s.desk.Meters(r.Context(), q.Get("kind"), q.Get("state"), q.Get("due") == "true")
	return http.StatusOK, each(found, viewMeter), err
}

func (s *server) meter(r *http.Request) (int, any, error) {
	m, err := s.desk.Meter(r.Context(), r.PathValue("serial"))
	return http.StatusOK, viewMeter(m), err
}

func (s *server) read(r *http.Request) (int, any, error) {
	var in struct {
		Value   int
		TakenOn string
	}
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	on, err := day(in.TakenOn, today())
	if err != nil {
		return 0, nil, err
	}
	made, err := s.desk.Read(r.Context(), r.PathValue("serial"), in.Value, on)
	return http.StatusCreated, viewReading(made), err
}

func (s *server) readings(r *http.Request) (int, any, error) {
	found, err := s.desk.Readings(r.Context(), r.PathValue("serial"), r.URL.Query().Get("source"))
	return http.StatusOK, each(found, viewReading), err
}

func (s *server) usage(r *http.Request) (int, any, error) {
	from, err := day(r.URL.Query().Get("from"), today().AddDate(-1, 0, 0))
	if err != nil {
		return 0, nil, err
	}
	to, err := day(r.URL.Query().Get("to"), today())
	if err != nil {
		return 0, nil, err
	}
	u, trust, err := s.desk.Usage(r.Context(), r.PathValue("serial"), from, to)
	return http.StatusOK, struct {
		Readings int    `json:"readings"`
		Used     int    `json:"used"`
		Trust    string `json:"trust"`
	}{u.Readings, u.Used, trust}, err
}

func (s *server) tariffs(r *http.Request) (int, any, error) {
	on, err := day(r.URL.Query().Get("on"), today())
	if err != nil {
		return 0, nil, err
	}
	found, err := s.desk.Tariffs(r.Context(), r.URL.Query().Get("kind"), on)
	return http.StatusOK, each(found, viewTariff), err
}

func (s *server) outages(r *http.Request) (int, any, error) {
	found, err := s.desk.Outages(r.Context(), r.URL.Query().Get("district"))
	return http.StatusOK, each(found, viewOutage), err
}

func (s *server) imports(r *http.Request) (int, any, error) {
	type failure struct {
		Source string `json:"source"`
		Errors int    `json:"errors"`
		Fatal  int    `json:"fatal"`
	}
	type stall struct {
		Source string `json:"source"`
		Since  string `json:"since"`
	}
	report, err := s.desk.Imports(r.Context())
	out := struct {
		State   string    `json:"state"`
		Clean   int64     `json:"clean"`
		Failed  []failure `json:"failed"`
		Stalled []stall   `json:"stalled"`
	}{report.State, report.Clean, []failure{}, []stall{}}
	for _, f := range report.Failed {
		out.Failed = append(out.Failed, failure{f.Source, f.Errors, f.Fatal})
	}
	for _, b := range report.Stalled {
		out.Stalled = append(out.Stalled, stall{b.Source, b.StartedAt.Format(time.RFC3339)})
	}
	return http.StatusOK, out, err
}
