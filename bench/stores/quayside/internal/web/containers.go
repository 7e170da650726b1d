package web

import (
	"net/http"
	"time"

	"github.com/evoke-go/evoke/bench/stores/quayside/internal/db"
	"github.com/evoke-go/evoke/bench/stores/quayside/internal/yard"
)

type containerView struct {
	Number    string     `json:"number"`
	Size      string     `json:"size"`
	Reefer    bool       `json:"reefer"`
	GrossKg   int32      `json:"grossKg"`
	Carrier   string     `json:"carrier"`
	State     string     `json:"state"`
	Block     *string    `json:"block,omitempty"`
	Vessel    *int32     `json:"vessel,omitempty"`
	ArrivedAt *time.Time `json:"arrivedAt,omitempty"`
}

func viewContainer(c db.ContainerByNumberRow) containerView {
	return containerView{c.Number, c.Size, c.Reefer, c.GrossKg, c.CarrierCode, string(c.State), c.BlockCode,
		c.VesselImo, c.ArrivedAt}
}

func (s *server) announce(r *http.Request) (any, error) {
	var in struct {
		Number, Size, Carrier string
		Reefer                bool
		GrossKg               int
	}
	if err := decode(r, &in); err != nil {
		return nil, err
	}
	c, err := s.yard.Announce(r.Context(), yard.Announcement{
		Number: in.Number, Size: in.Size, Carrier: in.Carrier, Reefer: in.Reefer, GrossKg: in.GrossKg,
	})
	return containerView{Number: c.Number, Size: c.Size, Reefer: c.Reefer, GrossKg: c.GrossKg, Carrier: in.Carrier,
		State: string(c.State)}, err
}

func (s *server) containers(r *http.Request) (any, error) {
	var arg db.ListContainersParams
	if text := r.URL.Query().Get("state"); text != "" {
		state := db.ContainerState(text)
		switch state {
		case db.ContainerStateAnnounced, db.ContainerStateInYard, db.ContainerStateReleased, db.ContainerStateLoaded,
			db.ContainerStateDeparted:
			arg.State = &state
		default:
			return nil, bad("there is no such state")
		}
	}
	if carrier := r.URL.Query().Get("carrier"); carrier != "" {
		arg.Carrier = &carrier
	}
	found, err := s.yard.ListContainers(r.Context(), arg)
	return each(found, err, func(c db.ListContainersRow) containerView {
		return containerView{c.Number, c.Size, c.Reefer, c.GrossKg, c.CarrierCode, string(c.State), c.BlockCode,
			c.VesselImo, c.ArrivedAt}
	})
}

func (s *server) container(r *http.Request) (any, error) {
	c, err := s.yard.Container(r.Context(), r.PathValue("number"))
	return viewContainer(c), err
}

func (s *server) remove(r *http.Request) (any, error) {
	return nil, s.yard.Remove(r.Context(), r.PathValue("number"))
}

func (s *server) store(r *http.Request) (any, error) {
	var in struct{ Block string }
	if err := decode(r, &in); err != nil {
		return nil, err
	}
	for _, c := range in.Block {
		if c < '0' || c > 'Z' {
			return nil, bad("a block has capital letters and digits")
		}
	}
	c, err := s.yard.Store(r.Context(), r.PathValue("number"), in.Block)
	return viewContainer(c), err
}

func (s *server) release(r *http.Request) (any, error) {
	c, err := s.yard.Release(r.Context(), r.PathValue("number"))
	return viewContainer(c), err
}

func (s *server) load(r *http.Request) (any, error) {
	var in struct{ Vessel int32 }
	if err := decode(r, &in); err != nil {
		return nil, err
	}
	c, err := s.yard.Load(r.Context(), r.PathValue("number"), in.Vessel)
	return viewContainer(c), err
}

func (s *server) depart(r *http.Request) (any, error) {
	c, err := s.yard.Depart(r.Context(), r.PathValue("number"))
	return viewContainer(c), err
}

type holdView struct {
	Authority string     `json:"authority"`
	Reason    string     `json:"reason"`
	PlacedAt  time.Time  `json:"placedAt"`
	LiftedAt  *time.Time `json:"liftedAt,omitempty"`
}

func (s *server) holds(r *http.Request) (any, error) {
	c, err := s.yard.Container(r.Context(), r.PathValue("number"))
	if err != nil {
		return nil, err
	}
	found, err := s.yard.Holds(r.Context(), c.ID)
	return each(found, err, func(h db.Hold) holdView { return holdView{h.Authority, h.Reason, h.PlacedAt, h.LiftedAt} })
}

type chargeView struct {
	Text   string `json:"text"`
	Cents  int32  `json:"cents"`
	Waived bool   `json:"waived"`
}

type billView struct {
	Rated        bool         `json:"rated"`
	Days         int          `json:"days"`
	StorageCents int64        `json:"storageCents"`
	PowerCents   int64        `json:"powerCents"`
	OpenCents    int64        `json:"openCents"`
	Charges      []chargeView `json:"charges"`
}

func (s *server) bill(r *http.Request) (any, error) {
	b, err := s.yard.Bill(r.Context(), r.PathValue("number"))
	if err != nil {
		return nil, err
	}
	charges, err := each(b.Charges, nil, func(c db.Charge) chargeView { return chargeView{c.Text, c.Cents, c.Waived} })
	return billView{b.Rated, b.Days, b.StorageCents, b.PowerCents, b.OpenCents, charges}, err
}
