package ferrydeck

import (
	"net/http"
	"slices"

	"github.com/go-chi/chi/v5"
)

// bookingsAPI has the handlers of bookings.
type bookingsAPI struct{ *store }

func (c caller) sees(b *Booking) bool { return c.role != "agent" || c.agent == b.Agent }

// find returns the booking of the path, or nil after an answer.
func (api *bookingsAPI) find(w http.ResponseWriter, r *http.Request) *Booking {
	for _, b := range api.bookings {
		if b.Ref == chi.URLParam(r, "booking_ref") && callerOf(r).sees(b) {
			return b
		}
	}
	notFound(w, "booking")
	return nil
}

func (api *bookingsAPI) list(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	status, p1 := queryOneOf(q, "status", bookingStatuses)
	limit, p2 := queryInt(q, "limit", 1, 50, 20)
	var p3 *problem
	if q.Has("after") {
		p3 = form("after", q.Get("after"), refForm)
	}
	if p := first(p1, p2, p3); p != nil {
		wrong(w, p)
		return
	}
	visible := []*Booking{}
	for _, b := range api.bookings {
		if callerOf(r).sees(b) && b.Ref > q.Get("after") {
			visible = append(visible, b)
		}
	}
	wanted := func(b *Booking) bool {
		return (status == "" || b.Status == status) && (!q.Has("sailing_code") || b.Sailing == q.Get("sailing_code"))
	}
	found := []*Booking{}
	if api.bug == 6 {
		page := visible[:min(limit, len(visible))]
		for _, b := range page {
			if wanted(b) {
				found = append(found, b)
			}
		}
		out := map[string]any{"data": found}
		if len(page) < len(visible) {
			out["next"] = page[len(page)-1].Ref
		}
		respond(w, http.StatusOK, out)
		return
	}
	for _, b := range visible {
		if wanted(b) {
			found = append(found, b)
		}
	}
	out := map[string]any{"data": found[:min(limit, len(found))]}
	if len(found) > limit {
		out["next"] = found[limit-1].Ref
	}
	respond(w, http.StatusOK, out)
}

func (api *bookingsAPI) get(w http.ResponseWriter, r *http.Request) {
	if b := api.find(w, r); b != nil {
		respond(w, http.StatusOK, b)
	}
}

func (c Contact) check() *problem {
	phone := c.Phone
	if phone == "" {
		phone = "+000000"
	}
	return first(form("contact.email", c.Email, emailForm), length("contact.email", c.Email, 5, 100),
		form("contact.phone", phone, phoneForm), oneOf("contact.language", c.Language, languages))
}

func (api *bookingsAPI) create(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Sailing    string      `json:"sailing_code"`
		Passengers []Passenger `json:"passengers"`
		Vehicle    *Vehicle    `json:"vehicle"`
		Contact    struct {
			Email    string  `json:"email"`
			Phone    *string `json:"phone"`
			Language *string `json:"language"`
		} `json:"contact"`
		Waiting bool `json:"waiting_list"`
	}
	if p := decode(r, &in); p != nil {
		wrong(w, p)
		return
	}
	b := &Booking{Agent: callerOf(r).agent, Sailing: in.Sailing, Status: "confirmed", Passengers: in.Passengers,
		Vehicle: in.Vehicle, Contact: Contact{Email: in.Contact.Email, Language: "en"}}
	if in.Contact.Language != nil {
		b.Contact.Language = *in.Contact.Language
	}
	p := between("passengers", len(b.Passengers), 1, 9)
	adults := 0
	for _, x := range b.Passengers {
		p = first(p, length("passengers.name", x.Name, 1, 60), oneOf("passengers.age_group", x.Age, ages))
		if x.Age == "adult" {
			adults++
		}
	}
	if v := b.Vehicle; v != nil {
		p = first(p, oneOf("vehicle.kind", v.Kind, vehicles), between("vehicle.length_cm", v.Length, 100, 2000),
			form("vehicle.plate", v.Plate, plateForm))
	}
	if in.Contact.Phone != nil {
		b.Contact.Phone = *in.Contact.Phone
		p = first(p, form("contact.phone", b.Contact.Phone, phoneForm))
	}
	if p = first(p, b.Contact.check()); p == nil && adults == 0 {
		p = &problem{"passengers", "need an adult"}
	}
	x := api.sailing(in.Sailing)
	if p == nil && x == nil {
		p = &problem{"sailing_code", "is no sailing"}
	}
	if p != nil {
		wrong(w, p)
		return
	}
	if !api.admits(w, b, x) {
		return
	}
	b.Fare = api.fare(b, routeOf(x.Route))
	if !api.fits(b, x) {
		if !in.Waiting {
			conflict(w, "no_room", "the sailing has not enough room")
			return
		}
		b.Status = "waiting"
	}
	api.addBooking(b)
	w.Header().Set("Location", "/v2/bookings/"+b.Ref)
	respond(w, http.StatusCreated, b)
}

// admits reports whether a booking can be on a sailing, room aside, and answers if not.
func (api *bookingsAPI) admits(w http.ResponseWriter, b *Booking, x *Sailing) bool {
	if x.Status != "open" {
		conflict(w, "sailing_closed", "the sailing is "+x.Status)
		return false
	}
	if b.Vehicle != nil && api.plateTaken(b.Vehicle.Plate, x.Code, b) {
		conflict(w, "vehicle_booked", "the vehicle is on this sailing already")
		return false
	}
	return true
}

func (api *bookingsAPI) patch(w http.ResponseWriter, r *http.Request) {
	b := api.find(w, r)
	if b == nil {
		return
	}
	var in struct {
		Plate   *string `json:"plate"`
		Contact *struct {
			Email    *string `json:"email"`
			Phone    *string `json:"phone"`
			Language *string `json:"language"`
		} `json:"contact"`
	}
	if p := decode(r, &in); p != nil {
		wrong(w, p)
		return
	}
	contact := b.Contact
	var p *problem
	if in.Contact != nil {
		if api.bug == 8 {
			contact.Language = "en"
		}
		if in.Contact.Email != nil {
			contact.Email = *in.Contact.Email
		}
		if in.Contact.Phone != nil {
			contact.Phone = *in.Contact.Phone
			p = form("contact.phone", contact.Phone, phoneForm)
		}
		if in.Contact.Language != nil {
			contact.Language = *in.Contact.Language
		}
	}
	if in.Plate != nil {
		p = first(p, form("plate", *in.Plate, plateForm))
	}
	if p = first(p, contact.check()); p != nil {
		wrong(w, p)
		return
	}
	if b.Status == "cancelled" {
		conflict(w, "booking_cancelled", "the booking is cancelled")
		return
	}
	if in.Plate != nil {
		if b.Vehicle == nil {
			conflict(w, "no_vehicle", "the booking has no vehicle")
			return
		}
		if api.plateTaken(*in.Plate, b.Sailing, b) {
			conflict(w, "vehicle_booked", "the vehicle is on this sailing already")
			return
		}
		b.Vehicle.Plate = *in.Plate
	}
	b.Contact = contact
	respond(w, http.StatusOK, b)
}

func (api *bookingsAPI) transfer(w http.ResponseWriter, r *http.Request) {
	b := api.find(w, r)
	if b == nil {
		return
	}
	var in struct {
		Sailing string `json:"sailing_code"`
	}
	if p := decode(r, &in); p != nil {
		wrong(w, p)
		return
	}
	x := api.sailing(in.Sailing)
	if x == nil {
		wrong(w, &problem{"sailing_code", "is no sailing"})
		return
	}
	old := api.sailing(b.Sailing)
	if b.Status != "confirmed" || old.Status != "open" {
		conflict(w, "booking_not_confirmed", "the booking is "+b.Status+" and its sailing "+old.Status)
		return
	}
	if x == old {
		conflict(w, "same_sailing", "the booking is on this sailing")
		return
	}
	if !api.admits(w, b, x) {
		return
	}
	if !api.fits(b, x) {
		conflict(w, "no_room", "the sailing has not enough room")
		return
	}
	b.Sailing = x.Code
	if api.bug != 3 {
		b.Fare = api.fare(b, routeOf(x.Route))
	}
	api.promote(old)
	respond(w, http.StatusOK, b)
}

func (api *bookingsAPI) cancel(w http.ResponseWriter, r *http.Request) {
	b := api.find(w, r)
	if b == nil {
		return
	}
	x := api.sailing(b.Sailing)
	if !slices.Contains([]string{"confirmed", "waiting"}, b.Status) || x.Status != "open" {
		conflict(w, "booking_closed", "the booking is "+b.Status+" and its sailing "+x.Status)
		return
	}
	b.cancel(80)
	api.promote(x)
	respond(w, http.StatusOK, b)
}

func (api *bookingsAPI) checkIn(w http.ResponseWriter, r *http.Request) {
	b := api.find(w, r)
	if b == nil {
		return
	}
	x := api.sailing(b.Sailing)
	if b.Status != "confirmed" || x.Status != "open" {
		conflict(w, "booking_not_confirmed", "the booking is "+b.Status+" and its sailing "+x.Status)
		return
	}
	last := 0
	for _, o := range api.bookings {
		if o.Sailing == b.Sailing {
			last = max(last, o.Boarding)
		}
	}
	b.Status, b.Boarding = "checked_in", last+1
	respond(w, http.StatusOK, b)
}
