// Package service has the rules of the cellar.
package service

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/evoke-go/evoke/bench/unseen/vinolog/internal/apperr"
	"github.com/evoke-go/evoke/bench/unseen/vinolog/internal/domain"
	"github.com/evoke-go/evoke/bench/unseen/vinolog/internal/repo"
)

// Service is used under its lock, which the web layer takes for each request.
type Service struct {
	sync.Mutex
	repo *repo.Repo
	bug  int
}

func New(r *repo.Repo, bug int) *Service { return &Service{repo: r, bug: bug} }

// ---- users ----

func (s *Service) Login(username, password string) (string, domain.User, error) {
	u, ok := s.repo.Users.Get(strings.ToLower(username))
	if !ok || u.Password != password {
		return "", u, apperr.Unauthorized("wrong username or password")
	}
	token := s.repo.NewToken()
	s.repo.Sessions.Put(token, u.Username)
	return token, u, nil
}

func (s *Service) Logout(token string) {
	if s.bug != 1 {
		s.repo.Sessions.Delete(token)
	}
}

func (s *Service) Authenticate(token string) (domain.User, error) {
	name, ok := s.repo.Sessions.Get(token)
	if !ok {
		return domain.User{}, apperr.Unauthorized("log in first")
	}
	u, _ := s.repo.Users.Get(name)
	return u, nil
}

// ---- vessels ----

type NewVessel struct {
	Label     string  `json:"label"`
	Kind      string  `json:"kind"`
	CapacityL float64 `json:"capacity_l"`
}

func (s *Service) CreateVessel(in NewVessel) (domain.Vessel, error) {
	var f apperr.Fields
	label := strings.TrimSpace(in.Label)
	f.Check(len(label) >= 1 && len(label) <= 20, "label", "must have 1 to 20 characters")
	switch in.Kind {
	case "tank":
		f.Check(in.CapacityL >= 500 && in.CapacityL <= 20000, "capacity_l", "of a tank is from 500 to 20000")
	case "amphora":
		f.Check(in.CapacityL >= 100 && in.CapacityL <= 1000, "capacity_l", "of an amphora is from 100 to 1000")
	case "barrel":
		barrels := []float64{225, 228, 300, 500}
		f.Check(slices.Contains(barrels, in.CapacityL), "capacity_l", "of a barrel is 225, 228, 300 or 500")
	default:
		f.Check(false, "kind", "must be tank, barrel or amphora")
	}
	if err := f.Err(); err != nil {
		return domain.Vessel{}, err
	}
	if len(s.repo.Vessels.Find(func(v domain.Vessel) bool { return strings.EqualFold(v.Label, label) })) > 0 {
		return domain.Vessel{}, apperr.Conflict("duplicate", "there is a vessel %s", label)
	}
	v := domain.Vessel{ID: s.repo.NewID("ves"), Label: label, Kind: in.Kind, CapacityL: in.CapacityL, State: "clean"}
	s.repo.Vessels.Put(v.ID, v)
	return v, nil
}

func (s *Service) ListVessels(state, kind string, minFree float64) []domain.Vessel {
	out := s.repo.Vessels.Find(func(v domain.Vessel) bool {
		return (state == "" || v.State == state) && (kind == "" || v.Kind == kind) &&
			(minFree == 0 || (v.State == "clean" && v.Usable() >= minFree))
	})
	slices.SortFunc(out, func(a, b domain.Vessel) int { return cmp.Compare(a.Label, b.Label) })
	return out
}

func (s *Service) Vessel(id string) (domain.Vessel, error) {
	v, ok := s.repo.Vessels.Get(id)
	if !ok {
		return v, apperr.NotFound("vessel")
	}
	return v, nil
}

func (s *Service) WashVessel(id, method string) (domain.Vessel, error) {
	v, err := s.Vessel(id)
	if err != nil {
		return v, err
	}
	var f apperr.Fields
	f.Check(slices.Contains([]string{"steam", "caustic", "ozone"}, method), "method", "must be steam, caustic or ozone")
	f.Check(v.Kind == "tank" || method != "caustic", "method", "caustic is for tanks only")
	if err := f.Err(); err != nil {
		return v, err
	}
	if v.State != "dirty" {
		return v, apperr.Conflict("wrong-state", "the vessel is %s", v.State)
	}
	v.State = "clean"
	s.repo.Vessels.Put(v.ID, v)
	return v, nil
}

// fill checks that a vessel named in a request can take a volume.
func (s *Service) fill(field, id string, volume float64) (domain.Vessel, error) {
	v, ok := s.repo.Vessels.Get(id)
	if !ok {
		return v, apperr.Fields{{Field: field, Message: "is not a vessel"}}.Err()
	}
	if v.State != "clean" {
		return v, apperr.Conflict("vessel-not-clean", "vessel %s is %s", v.Label, v.State)
	}
	if volume > v.Usable() {
		return v, apperr.Conflict("vessel-too-small", "vessel %s takes %g l", v.Label, v.Usable())
	}
	return v, nil
}

// release leaves the vessel of a lot dirty.
func (s *Service) release(l *domain.Lot) {
	v, _ := s.repo.Vessels.Get(*l.VesselID)
	v.State, v.LotID = "dirty", nil
	s.repo.Vessels.Put(v.ID, v)
	l.VesselID = nil
}

func (s *Service) occupy(l *domain.Lot, v domain.Vessel) {
	v.State, v.LotID = "in_use", &l.ID
	s.repo.Vessels.Put(v.ID, v)
	l.VesselID = &v.ID
}

// ---- lots ----

type NewLot struct {
	Code        string  `json:"code"`
	Vineyard    string  `json:"vineyard"`
	VesselID    string  `json:"vessel_id"`
	VolumeL     float64 `json:"volume_l"`
	InitialBrix float64 `json:"initial_brix"`
	Notes       *string `json:"notes"`
}

func (s *Service) CreateLot(in NewLot) (domain.Lot, error) {
	var f apperr.Fields
	vintage, grape, err := domain.ParseLotCode(in.Code)
	if err != nil {
		f.Check(false, "code", err.Error())
	}
	f.Check(grape != "CUV", "code", "CUV is for blends")
	f.Check(len(strings.TrimSpace(in.Vineyard)) >= 2, "vineyard", "must have 2 characters or more")
	f.Check(in.VolumeL >= 50, "volume_l", "must be 50 or more")
	f.Check(in.InitialBrix >= 14 && in.InitialBrix <= 32, "initial_brix", "must be from 14 to 32")
	f.Check(in.Notes == nil || len(*in.Notes) <= 500, "notes", "must have at most 500 characters")
	if err := f.Err(); err != nil {
		return domain.Lot{}, err
	}
	v, err := s.checkNew("vessel_id", in.VesselID, in.VolumeL, in.Code)
	if err != nil {
		return domain.Lot{}, err
	}
	l := domain.Lot{ID: s.repo.NewID("lot"), Code: in.Code, Vineyard: in.Vineyard, Variety: domain.Grapes[grape],
		Vintage: vintage, Notes: in.Notes, VolumeL: in.VolumeL, Stage: domain.Must, InitialBrix: in.InitialBrix,
		CurrentBrix: in.InitialBrix, Parents: []string{}}
	s.occupy(&l, v)
	return s.save(l), nil
}

func (s *Service) checkNew(field, vessel string, volume float64, code string) (domain.Vessel, error) {
	if len(s.repo.Lots.Find(func(l domain.Lot) bool { return l.Code == code })) > 0 {
		return domain.Vessel{}, apperr.Conflict("duplicate", "there is a lot %s", code)
	}
	return s.fill(field, vessel, volume)
}

// save stores a lot with its next revision.
func (s *Service) save(l domain.Lot) domain.Lot {
	l.Revision++
	s.repo.Lots.Put(l.ID, l)
	return l
}

func (s *Service) Lot(id string) (domain.Lot, error) {
	l, ok := s.repo.Lots.Get(id)
	if !ok {
		return l, apperr.NotFound("lot")
	}
	return l, nil
}

type LotQuery struct {
	Stage, Variety, Sort   string
	Vintage, Page, PerPage int
}

func (s *Service) ListLots(q LotQuery) ([]domain.Lot, int) {
	all := s.repo.Lots.Find(func(l domain.Lot) bool {
		return (q.Stage == "" || l.Stage == q.Stage) && (q.Variety == "" || strings.EqualFold(l.Variety, q.Variety)) &&
			(q.Vintage == 0 || l.Vintage == q.Vintage)
	})
	slices.SortStableFunc(all, func(a, b domain.Lot) int {
		switch q.Sort {
		case "volume":
			return cmp.Compare(a.VolumeL, b.VolumeL)
		case "-volume":
			return cmp.Compare(b.VolumeL, a.VolumeL)
		}
		return cmp.Compare(a.Code, b.Code)
	})
	lo := min((q.Page-1)*q.PerPage, len(all))
	hi := min(lo+q.PerPage, len(all))
	if s.bug == 7 {
		return all[lo:hi], hi - lo
	}
	return all[lo:hi], len(all)
}

type LotPatch struct {
	Revision int
	Vineyard *string
	SetNotes bool
	Notes    *string
}

func (s *Service) PatchLot(id string, in LotPatch) (domain.Lot, error) {
	l, err := s.Lot(id)
	if err != nil {
		return l, err
	}
	var f apperr.Fields
	named := in.Vineyard == nil || len(strings.TrimSpace(*in.Vineyard)) >= 2
	f.Check(named, "vineyard", "must have 2 characters or more")
	f.Check(in.Notes == nil || len(*in.Notes) <= 500, "notes", "must have at most 500 characters")
	if err := f.Err(); err != nil {
		return l, err
	}
	if in.Revision != l.Revision {
		return l, apperr.Conflict("stale-revision", "the lot is at revision %d", l.Revision)
	}
	if in.Vineyard != nil {
		l.Vineyard = *in.Vineyard
	}
	if in.SetNotes {
		l.Notes = in.Notes
	}
	if s.bug == 8 {
		s.repo.Lots.Put(l.ID, l)
		return l, nil
	}
	return s.save(l), nil
}
