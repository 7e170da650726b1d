package service

import (
	"slices"

	"github.com/evoke-go/evoke/bench/unseen/vinolog/internal/apperr"
	"github.com/evoke-go/evoke/bench/unseen/vinolog/internal/domain"
)

// ---- transfers ----

type NewTransfer struct {
	ToVesselID string  `json:"to_vessel_id"`
	LossL      float64 `json:"loss_l"`
}

func (s *Service) Transfer(lot string, in NewTransfer) (domain.Lot, error) {
	l, err := s.Lot(lot)
	if err != nil {
		return l, err
	}
	var f apperr.Fields
	f.Check(in.ToVesselID != "", "to_vessel_id", "is required")
	f.Check(in.LossL >= 0, "loss_l", "must not be negative")
	if err := f.Err(); err != nil {
		return l, err
	}
	resting := []string{domain.Must, domain.Dry, domain.Aging}
	if s.bug == 12 {
		resting = append(resting, domain.Emptied)
	}
	if !slices.Contains(resting, l.Stage) {
		return l, apperr.Conflict("wrong-stage", "the lot is %s", l.Stage)
	}
	if in.LossL > l.VolumeL*0.05+1e-9 {
		return l, apperr.Fields{{Field: "loss_l", Message: "must be at most 5 % of the volume"}}.Err()
	}
	v, err := s.fill("to_vessel_id", in.ToVesselID, l.VolumeL-in.LossL)
	if err != nil {
		return l, err
	}
	s.release(&l)
	s.occupy(&l, v)
	l.VolumeL = domain.Round(l.VolumeL-in.LossL, 2)
	if l.Stage == domain.Dry {
		l.Stage = domain.Aging
	}
	return s.save(l), nil
}

// ---- blends ----

type Component struct {
	LotID   string  `json:"lot_id"`
	VolumeL float64 `json:"volume_l"`
}

type NewBlend struct {
	Code       string      `json:"code"`
	VesselID   string      `json:"vessel_id"`
	Components []Component `json:"components"`
	Notes      *string     `json:"notes"`
}

func (s *Service) Blend(in NewBlend) (domain.Lot, error) {
	var f apperr.Fields
	vintage, grape, err := domain.ParseLotCode(in.Code)
	if err != nil {
		f.Check(false, "code", err.Error())
	}
	f.Check(len(in.Components) >= 2 && len(in.Components) <= 6, "components", "must be 2 to 6")
	total := 0.0
	for i, c := range in.Components {
		f.Check(c.VolumeL > 0, "components", "must have volumes above 0")
		f.Check(!slices.ContainsFunc(in.Components[:i], func(d Component) bool { return d.LotID == c.LotID }),
			"components", "must not repeat a lot")
		total += c.VolumeL
	}
	if err := f.Err(); err != nil {
		return domain.Lot{}, err
	}
	v, err := s.checkNew("vessel_id", in.VesselID, domain.Round(total, 2), in.Code)
	if err != nil {
		return domain.Lot{}, err
	}
	out := domain.Lot{ID: s.repo.NewID("lot"), Code: in.Code, Vineyard: "assemblage", Notes: in.Notes,
		VolumeL: domain.Round(total, 2), Stage: domain.Aging, Variety: "Blend", Parents: []string{}}
	share := map[string]float64{}
	var parts []domain.Lot
	for _, c := range in.Components {
		l, ok := s.repo.Lots.Get(c.LotID)
		if !ok {
			return out, apperr.Fields{{Field: "components", Message: "must name lots"}}.Err()
		}
		if l.Stage != domain.Aging {
			return out, apperr.Conflict("wrong-stage", "lot %s is %s", l.Code, l.Stage)
		}
		if c.VolumeL > l.VolumeL {
			return out, apperr.Conflict("not-enough", "lot %s has %g l", l.Code, l.VolumeL)
		}
		l.VolumeL = domain.Round(l.VolumeL-c.VolumeL, 2)
		if s.bug == 6 {
			s.repo.Lots.Put(l.ID, l)
		}
		parts = append(parts, l)
		share[l.Variety] += c.VolumeL / total
		out.Vintage = max(out.Vintage, l.Vintage)
		out.InitialBrix += l.InitialBrix * c.VolumeL / total
		out.CurrentBrix += l.CurrentBrix * c.VolumeL / total
		out.Parents = append(out.Parents, l.Code)
	}
	for variety, part := range share {
		if part >= 0.85-1e-9 {
			out.Variety = variety
		}
	}
	f.Check(domain.Grapes[grape] == out.Variety, "code", "must name the grape "+out.Variety)
	f.Check(vintage == out.Vintage, "code", "must be of the newest vintage of the components")
	if err := f.Err(); err != nil {
		return out, err
	}
	for _, l := range parts {
		if l.VolumeL == 0 {
			l.Stage = domain.Emptied
			s.release(&l)
		}
		s.save(l)
	}
	out.InitialBrix, out.CurrentBrix = domain.Round(out.InitialBrix, 2), domain.Round(out.CurrentBrix, 2)
	s.occupy(&out, v)
	return s.save(out), nil
}

// ---- bottling ----

type NewBottling struct {
	BottleML int `json:"bottle_ml"`
	Bottles  int `json:"bottles"`
}

func (s *Service) Bottle(lot string, in NewBottling) (domain.Lot, error) {
	l, err := s.Lot(lot)
	if err != nil {
		return l, err
	}
	var f apperr.Fields
	f.Check(slices.Contains([]int{375, 750, 1500}, in.BottleML), "bottle_ml", "must be 375, 750 or 1500")
	f.Check(in.Bottles >= 1 && in.Bottles <= 100000, "bottles", "must be from 1 to 100000")
	if err := f.Err(); err != nil {
		return l, err
	}
	if l.Stage != domain.Aging {
		return l, apperr.Conflict("wrong-stage", "the lot is %s", l.Stage)
	}
	if so2, _, _ := s.added(l.ID, "so2"); so2 < 3 {
		return l, apperr.Conflict("so2-missing", "the lot has %g of at least 3 g/hL", so2)
	}
	litres := float64(in.BottleML) * float64(in.Bottles) / 1000
	if litres > l.VolumeL {
		return l, apperr.Conflict("not-enough", "%g l for %g l of bottles", l.VolumeL, litres)
	}
	if l.VolumeL-litres > l.VolumeL*0.1+1e-9 {
		return l, apperr.Conflict("too-much-left", "more than a tenth of the lot would be left")
	}
	s.release(&l)
	l.Stage, l.Bottles, l.VolumeL = domain.Bottled, in.Bottles, 0
	return s.save(l), nil
}
