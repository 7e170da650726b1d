package web

import (
	"net/http"
	"time"

	"github.com/evoke-go/evoke/bench/stores/quayside/internal/db"
	"github.com/evoke-go/evoke/bench/stores/quayside/internal/yard"
)

type appointmentView struct {
	ID     int64     `json:"id"`
	Number string    `json:"number"`
	Gate   string    `json:"gate"`
	Slot   time.Time `json:"slot"`
	Plate  string    `json:"plate"`
	Status string    `json:"status"`
}

func viewAppointment(a db.AppointmentRow) appointmentView {
	return appointmentView{a.ID, a.Number, a.Gate, a.Slot, a.Plate, string(a.Status)}
}

func (s *server) book(r *http.Request) (any, error) {
	var in struct {
		Number, Gate, Plate string
		Slot                *time.Time
	}
	if err := decode(r, &in); err != nil {
		return nil, err
	}
	for _, c := range in.Number {
		if c < '0' || c > 'Z' {
			return nil, bad("a number has capital letters and digits")
		}
	}
	a, err := s.yard.Book(r.Context(), yard.Booking{Number: in.Number, Gate: in.Gate, Plate: in.Plate, Slot: in.Slot})
	return appointmentView{a.ID, in.Number, a.Gate, a.Slot, a.Plate, string(a.Status)}, err
}

func (s *server) appointment(r *http.Request) (any, error) {
	n, err := id(r)
	if err != nil {
		return nil, err
	}
	a, err := s.yard.Appointment(r.Context(), n)
	return viewAppointment(a), err
}

func (s *server) cancel(r *http.Request) (any, error) {
	n, err := id(r)
	if err != nil {
		return nil, err
	}
	return nil, s.yard.Cancel(r.Context(), n)
}

func (s *server) arrive(r *http.Request) (any, error) {
	n, err := id(r)
	if err != nil {
		return nil, err
	}
	a, err := s.yard.Arrive(r.Context(), n)
	return viewAppointment(a), err
}

type vesselView struct {
	IMO       int32     `json:"imo"`
	Name      string    `json:"name"`
	Berth     string    `json:"berth"`
	ArrivesAt time.Time `json:"arrivesAt"`
	Loaded    int64     `json:"loaded"`
}

func (s *server) vessels(r *http.Request) (any, error) {
	since, err := moment(r, "since", time.Now().AddDate(0, 0, -1))
	if err != nil {
		return nil, err
	}
	until, err := moment(r, "until", time.Now().AddDate(0, 0, 7))
	if err != nil {
		return nil, err
	}
	found, err := s.yard.VesselsBetween(r.Context(), db.VesselsBetweenParams{Since: since, Until: until})
	return each(found, err, func(v db.VesselsBetweenRow) vesselView {
		berth := "roads"
		if v.Berth != nil {
			berth = *v.Berth
		}
		return vesselView{v.Imo, v.Name, berth, v.ArrivesAt, v.Loaded}
	})
}

type placeView struct {
	Block     string `json:"block"`
	Capacity  int32  `json:"capacity"`
	Used      int64  `json:"used"`
	Reefer    bool   `json:"reefer"`
	Condition string `json:"condition"`
}

func (s *server) places(r *http.Request) (any, error) {
	found, err := s.yard.Places(r.Context())
	return each(found, err, func(p yard.Place) placeView {
		return placeView{p.Code, p.Capacity, p.Used, p.Reefer, p.Condition}
	})
}
