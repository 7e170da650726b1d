package service

import (
	"slices"
	"time"

	"github.com/evoke-go/evoke/bench/unseen/vinolog/internal/apperr"
	"github.com/evoke-go/evoke/bench/unseen/vinolog/internal/domain"
)

// ---- readings ----

type NewReading struct {
	TakenAt string   `json:"taken_at"`
	Brix    *float64 `json:"brix"`
	TempC   *float64 `json:"temp_c"`
	PH      *float64 `json:"ph"`
}

func (s *Service) readings(lot string) []domain.Reading {
	return s.repo.Readings.Find(func(r domain.Reading) bool { return r.LotID == lot })
}

func (s *Service) AddReading(u domain.User, lot string, in NewReading) (domain.Reading, error) {
	var r domain.Reading
	l, err := s.Lot(lot)
	if err != nil {
		return r, err
	}
	var f apperr.Fields
	at, err := time.Parse(time.RFC3339, in.TakenAt)
	f.Check(err == nil, "taken_at", "must be an RFC 3339 time")
	f.Check(in.Brix != nil && *in.Brix >= -3 && *in.Brix <= 35, "brix", "must be from -3 to 35")
	f.Check(in.TempC != nil && *in.TempC >= 4 && *in.TempC <= 42, "temp_c", "must be from 4 to 42")
	f.Check(in.PH == nil || (*in.PH >= 2.8 && *in.PH <= 4.3), "ph", "must be from 2.8 to 4.3")
	if err := f.Err(); err != nil {
		return r, err
	}
	if l.Stage == domain.Bottled || l.Stage == domain.Emptied {
		return r, apperr.Conflict("wrong-stage", "the lot is %s", l.Stage)
	}
	r = domain.Reading{ID: s.repo.NewID("rdg"), LotID: l.ID, TakenAt: at.UTC(), Brix: *in.Brix, TempC: *in.TempC,
		PH: in.PH, By: u.Username, Alerts: []string{}, AfterSugar: l.SugarSince}
	if s.bug == 3 {
		r.TakenAt = at
	}
	earlier := s.readings(l.ID)
	if n := len(earlier); n > 0 {
		last := earlier[n-1]
		late := r.TakenAt.After(last.TakenAt)
		if s.bug == 3 {
			late = r.TakenAt.Format(time.RFC3339) > last.TakenAt.Format(time.RFC3339)
		}
		if !late {
			return r, apperr.Conflict("out-of-order", "the last reading is of %s", last.TakenAt.Format(time.RFC3339))
		}
		slow := last.Brix-r.Brix < 0.3-1e-9 && r.TakenAt.Sub(last.TakenAt) >= 48*time.Hour
		if l.Stage == domain.Fermenting && r.Brix > 2 && slow {
			r.Alerts = append(r.Alerts, "stuck")
		}
	}
	if r.Brix > l.CurrentBrix+0.5+1e-9 && !l.SugarSince {
		return r, apperr.Conflict("brix-rise", "brix was %g and no sugar was added", l.CurrentBrix)
	}
	if r.TempC > 32 {
		r.Alerts = append(r.Alerts, "too_hot")
	}
	s.repo.Readings.Put(r.ID, r)
	l.CurrentBrix, l.SugarSince = r.Brix, false
	if l.Stage == domain.Fermenting && s.isDry(append(earlier, r)) {
		l.Stage = domain.Dry
	}
	s.save(l)
	return r, nil
}

// isDry tells whether the last two readings are at 0 brix or below.
func (s *Service) isDry(rs []domain.Reading) bool {
	n := 0
	for _, r := range rs {
		if r.Brix <= 0 {
			n++
		} else if s.bug != 2 {
			n = 0
		}
	}
	return n >= 2
}

func (s *Service) ListReadings(lot string, since, until time.Time) ([]domain.Reading, error) {
	if _, err := s.Lot(lot); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(s.readings(lot), func(r domain.Reading) bool {
		return (!since.IsZero() && r.TakenAt.Before(since)) || (!until.IsZero() && r.TakenAt.After(until))
	}), nil
}

func (s *Service) VoidReading(u domain.User, lot, id string) error {
	l, err := s.Lot(lot)
	if err != nil {
		return err
	}
	rs := s.readings(l.ID)
	i := slices.IndexFunc(rs, func(r domain.Reading) bool { return r.ID == id })
	if i < 0 {
		return apperr.NotFound("reading")
	}
	if u.Role != domain.Winemaker && rs[i].By != u.Username && s.bug != 9 {
		return apperr.Forbidden("the reading is of " + rs[i].By)
	}
	if l.Stage != domain.Must && l.Stage != domain.Fermenting {
		return apperr.Conflict("wrong-stage", "the lot is %s", l.Stage)
	}
	if i != len(rs)-1 {
		return apperr.Conflict("not-the-last", "only the last reading can be voided")
	}
	s.repo.Readings.Delete(id)
	l.SugarSince = l.SugarSince || rs[i].AfterSugar
	if s.bug != 5 {
		l.CurrentBrix = l.InitialBrix
		if i > 0 {
			l.CurrentBrix = rs[i-1].Brix
		}
	}
	s.save(l)
	return nil
}

// ---- additions ----

type NewAddition struct {
	Kind string `json:"kind"`
	Dose string `json:"dose"`
}

// added is how much of a kind the lot got so far, in g/hL.
func (s *Service) added(lot, kind string) (gPerHL, totalG float64, count int) {
	for _, a := range s.repo.Additions.Find(func(a domain.Addition) bool { return a.LotID == lot && a.Kind == kind }) {
		gPerHL, totalG, count = gPerHL+a.GPerHL, totalG+a.TotalG, count+1
	}
	return domain.Round(gPerHL, 3), domain.Round(totalG, 1), count
}

func (s *Service) AddAddition(u domain.User, lot string, in NewAddition) (domain.Addition, error) {
	var a domain.Addition
	l, err := s.Lot(lot)
	if err != nil {
		return a, err
	}
	var f apperr.Fields
	kinds := []string{"yeast", "nutrient", "sugar", "so2"}
	f.Check(slices.Contains(kinds, in.Kind), "kind", "must be yeast, nutrient, sugar or so2")
	g, err := domain.ParseDose(in.Dose, s.bug)
	if err != nil {
		f.Check(false, "dose", err.Error())
	} else {
		f.Check(g > 0, "dose", "must be above 0")
		f.Check(in.Kind != "yeast" || (g >= 10 && g <= 40), "dose", "of yeast is from 10 to 40 g/hL")
		f.Check(in.Kind != "nutrient" || g <= 40, "dose", "of nutrient is at most 40 g/hL")
	}
	if err := f.Err(); err != nil {
		return a, err
	}
	limit := map[string]float64{"nutrient": 60, "sugar": 3000, "so2": 15}[in.Kind]
	stages := map[string][]string{"yeast": {domain.Must}, "nutrient": {domain.Fermenting}, "sugar": {domain.Fermenting},
		"so2": {domain.Must, domain.Dry, domain.Aging}}[in.Kind]
	if !slices.Contains(stages, l.Stage) {
		return a, apperr.Conflict("wrong-stage", "no %s while the lot is %s", in.Kind, l.Stage)
	}
	if in.Kind == "sugar" {
		if u.Role != domain.Winemaker {
			return a, apperr.Forbidden("sugar is added by winemakers")
		}
		if l.CurrentBrix <= 5 {
			return a, apperr.Conflict("too-late", "no sugar at 5 brix or below")
		}
	}
	before, _, _ := s.added(l.ID, in.Kind)
	if s.bug == 4 && in.Kind == "so2" {
		before = 0
	}
	if limit > 0 && before+g > limit+1e-9 {
		return a, apperr.Conflict(
			"over-limit", "the lot would have %g of at most %g g/hL", domain.Round(before+g, 2), limit)
	}
	a = domain.Addition{ID: s.repo.NewID("add"), LotID: l.ID, Kind: in.Kind, Dose: in.Dose, GPerHL: domain.Round(g, 3),
		TotalG: domain.Round(g*l.VolumeL/100, 1), By: u.Username, StageAt: l.Stage}
	s.repo.Additions.Put(a.ID, a)
	switch in.Kind {
	case "yeast":
		l.Stage = domain.Fermenting
	case "sugar":
		l.SugarSince = true
	}
	s.save(l)
	return a, nil
}

// ---- summary ----

type AdditionSum struct {
	Count  int     `json:"count"`
	GPerHL float64 `json:"g_per_hl"`
	TotalG float64 `json:"total_g"`
}

type Summary struct {
	LotID       string                 `json:"lot_id"`
	Code        string                 `json:"code"`
	Stage       string                 `json:"stage"`
	Readings    int                    `json:"readings"`
	Hours       float64                `json:"hours"`
	AvgTempC    *float64               `json:"avg_temp_c"`
	MaxTempC    *float64               `json:"max_temp_c"`
	Attenuation float64                `json:"attenuation_percent"`
	ABV         float64                `json:"abv_percent"`
	Additions   map[string]AdditionSum `json:"additions"`
}

func (s *Service) Summary(lot string) (*Summary, error) {
	l, err := s.Lot(lot)
	if err != nil {
		return nil, err
	}
	out := &Summary{LotID: l.ID, Code: l.Code, Stage: l.Stage, Additions: map[string]AdditionSum{}}
	rs := s.readings(l.ID)
	if out.Readings = len(rs); len(rs) > 0 {
		sum, top := 0.0, rs[0].TempC
		for _, r := range rs {
			sum, top = sum+r.TempC, max(top, r.TempC)
		}
		avg := domain.Round(sum/float64(len(rs)), 1)
		out.AvgTempC, out.MaxTempC = &avg, &top
		out.Hours = domain.Round(rs[len(rs)-1].TakenAt.Sub(rs[0].TakenAt).Hours(), 1)
	}
	for _, kind := range []string{"yeast", "nutrient", "sugar", "so2"} {
		if g, total, n := s.added(l.ID, kind); n > 0 {
			out.Additions[kind] = AdditionSum{n, g, total}
		}
	}
	// 1 kg of sugar in a hectolitre is about 1 brix
	start := l.InitialBrix + out.Additions["sugar"].GPerHL/1000
	out.Attenuation = domain.Round((start-l.CurrentBrix)/start*100, 1)
	if l.Stage != domain.Must {
		out.ABV = domain.Round(max(0, start-l.CurrentBrix)*0.55, 1)
	}
	return out, nil
}
