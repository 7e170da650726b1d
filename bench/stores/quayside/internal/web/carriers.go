package web

import (
	"net/http"
	"strconv"

	"github.com/evoke-go/evoke/bench/stores/quayside/internal/db"
)

type carrierView struct {
	Code   string `json:"code"`
	Name   string `json:"name"`
	Status string `json:"status"`
	Tier   string `json:"tier"`
	Quota  *int32 `json:"quota,omitempty"`
}

func viewCarrier(c db.Carrier) carrierView {
	return carrierView{c.Code, c.Name, string(c.Status), c.Tier, c.Quota}
}

func (s *server) openCarrier(r *http.Request) (any, error) {
	var in struct{ Code, Name string }
	if err := decode(r, &in); err != nil {
		return nil, err
	}
	c, err := s.yard.Open(r.Context(), in.Code, in.Name)
	return viewCarrier(c), err
}

func (s *server) searchCarriers(r *http.Request) (any, error) {
	found, err := s.yard.SearchCarriers(r.Context(), r.URL.Query().Get("search"))
	return each(found, err, viewCarrier)
}

func (s *server) carrier(r *http.Request) (any, error) {
	c, err := s.yard.Carrier(r.Context(), r.PathValue("code"))
	return viewCarrier(c), err
}

func (s *server) renameCarrier(r *http.Request) (any, error) {
	var in struct{ Name string }
	if err := decode(r, &in); err != nil {
		return nil, err
	}
	c, err := s.yard.Rename(r.Context(), r.PathValue("code"), in.Name)
	return viewCarrier(c), err
}

type debtorView struct {
	Code  string `json:"code"`
	Name  string `json:"name"`
	Cents int64  `json:"cents"`
}

func (s *server) debtors(r *http.Request) (any, error) {
	found, err := s.yard.Debtors(r.Context())
	return each(found, err, func(d db.DebtorsRow) debtorView { return debtorView{d.Code, d.Name, d.Cents} })
}

type problemView struct {
	Vessel   string `json:"vessel"`
	Status   string `json:"status"`
	Problems int64  `json:"problems"`
}

type manifestsView struct {
	Problems []problemView `json:"problems"`
	Unknown  int64         `json:"unknown"`
	Alarm    bool          `json:"alarm"`
}

func (s *server) manifests(r *http.Request) (any, error) {
	least := int64(1)
	if text := r.URL.Query().Get("least"); text != "" {
		n, err := strconv.ParseInt(text, 10, 32)
		if err != nil {
			return nil, bad("least is a number")
		}
		least = n
	}
	m, err := s.yard.Manifests(r.Context(), int32(least))
	if err != nil {
		return nil, err
	}
	problems, err := each(m.Problems, nil, func(p db.ManifestProblemsRow) problemView {
		return problemView{p.Vessel, p.Status, p.Problems}
	})
	return manifestsView{problems, m.Unknown, m.Alarm}, err
}
