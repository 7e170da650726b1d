package rooms

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// booking is what is stored and shown of a booking.
type booking struct {
	ID        int    `json:"id"`
	Room      int    `json:"room"`
	Owner     string `json:"owner"`
	Title     string `json:"title"`
	Day       string `json:"day"`
	Slot      string `json:"slot"`
	Attendees int    `json:"attendees"`
	State     string `json:"state"`
}

// The states of a booking.
const (
	active    = "active"
	cancelled = "cancelled"
)

// fill takes over what may be changed of a booking later.
func (b *booking) fill(body *kit.Object) error {
	body.Text(&b.Title, "title", 1, 60)
	body.Int(&b.Attendees, "attendees", 1, 200)
	return body.Err()
}

// fits refuses a booking of a room that is too small.
func (b *booking) fits(m *room) error {
	if b.Attendees > m.Seats {
		return kit.Refuse(http.StatusConflict, "the room has %d seats only", m.Seats)
	}
	return nil
}

// taken refuses a booking of a room that is booked then.
func (s *service) taken(b *booking) error {
	for _, o := range s.bookings {
		if o.State == active && o.Room == b.Room && o.Day == b.Day && o.Slot == b.Slot {
			return kit.Refuse(http.StatusConflict, "the room is taken by booking %d", o.ID)
		}
	}
	return nil
}

// bookingOf returns the booking of the path.
func (s *service) bookingOf(r *http.Request) (*booking, error) {
	id, err := kit.ID(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	return findBooking(s.bookings, id)
}

func findBooking(all []*booking, id int) (*booking, error) {
	for _, b := range all {
		if b.ID == id {
			return b, nil
		}
	}
	return nil, kit.Refuse(http.StatusNotFound, "there is no booking %d", id)
}

// ownBookingOf returns the booking of the path if a user may change it.
func (s *service) ownBookingOf(r *http.Request, u *user) (*booking, error) {
	b, err := s.bookingOf(r)
	if err == nil && !u.mayChange(b) {
		return nil, kit.Refuse(http.StatusForbidden, "the booking is %s's", b.Owner)
	}
	return b, err
}

func (s *service) listBookings(w http.ResponseWriter, r *http.Request, _ *user) error {
	q := kit.ReadQuery(r)
	room, day := q.Int("room", 0, 1, 1000000), q.Date("day")
	state := q.Choice("state", active, cancelled)
	offset, limit := q.Int("offset", 0, 0, 10000), q.Int("limit", 20, 1, 100)
	if err := q.Err(); err != nil {
		return err
	}
	found := []*booking{}
	for _, b := range s.bookings {
		if (room == 0 || b.Room == room) && (day == "" || b.Day == day) && (state == "" || b.State == state) {
			found = append(found, b)
		}
	}
	return kit.JSON(w, http.StatusOK, kit.Cut(found, offset, limit))
}

// of returns the bookings of a room.
func (s *service) of(m *room) []*booking {
	out := []*booking{}
	for _, b := range s.bookings {
		if b.Room == m.ID {
			out = append(out, b)
		}
	}
	return out
}

func (s *service) bookingsOfRoom(w http.ResponseWriter, r *http.Request, _ *user) error {
	m, err := s.roomOf(r)
	if err != nil {
		return err
	}
	all := s.of(m)
	return kit.JSON(w, http.StatusOK, kit.Cut(all, 0, len(all)))
}

// usage counts what a room is used for. Cancelled bookings are no use of it.
func (s *service) usage(w http.ResponseWriter, r *http.Request, _ *user) error {
	m, err := s.roomOf(r)
	if err != nil {
		return err
	}
	out := struct {
		Bookings  int `json:"bookings"`
		Attendees int `json:"attendees"`
	}{}
	for _, b := range s.of(m) {
		if b.State == active || s.bugs.Has(CancelledCounts) {
			out.Bookings++
			out.Attendees += b.Attendees
		}
	}
	return kit.JSON(w, http.StatusOK, out)
}

// readBooking reads a new booking.
func readBooking(r *http.Request) (booking, error) {
	b := booking{Attendees: 1, State: active}
	body, err := kit.Body(r)
	if err != nil {
		return b, err
	}
	body.Need("room", "title", "day", "slot")
	body.Int(&b.Room, "room", 1, 1000000)
	body.Date(&b.Day, "day")
	body.Choice(&b.Slot, "slot", "morning", "afternoon", "evening")
	return b, b.fill(body)
}

func (s *service) createBooking(w http.ResponseWriter, r *http.Request, u *user) error {
	made, err := readBooking(r)
	if err != nil {
		return err
	}
	m, err := s.room(made.Room)
	if err != nil {
		return err
	}
	if err := made.fits(m); err != nil {
		return err
	}
	taken := s.taken(&made)
	if taken != nil && !s.bugs.Has(RefusedIsKept) {
		return taken
	}
	s.lastBooking++
	made.ID, made.Owner = s.lastBooking, u.Name
	stored := made
	if title := []rune(made.Title); s.bugs.Has(TitleCut) && len(title) > 12 {
		stored.Title = string(title[:12])
	}
	s.bookings = append(s.bookings, &stored)
	if taken != nil {
		return taken
	}
	location := fmt.Sprintf("/bookings/%d", made.ID)
	if s.bugs.Has(WrongLocation) {
		location = fmt.Sprintf("/rooms/%d%s", made.Room, location)
	}
	return kit.Created(w, location, made)
}

func (s *service) getBooking(w http.ResponseWriter, r *http.Request, _ *user) error {
	b, err := s.bookingOf(r)
	if err != nil {
		return err
	}
	return kit.JSON(w, http.StatusOK, b)
}

func (s *service) patchBooking(w http.ResponseWriter, r *http.Request, u *user) error {
	b, err := s.ownBookingOf(r, u)
	if id, invalid := kit.ID(r.PathValue("id")); b == nil && invalid == nil && s.bugs.Has(UpdateAfterDelete) {
		if old, none := findBooking(s.withdrawn, id); none == nil && u.mayChange(old) {
			b, err = old, nil
		}
	}
	if err != nil {
		return err
	}
	body, err := kit.Body(r)
	if err != nil {
		return err
	}
	changed := *b
	if err := changed.fill(body); err != nil {
		return err
	}
	if m, err := s.room(b.Room); err == nil && body.Has("attendees") {
		if err := changed.fits(m); err != nil {
			return err
		}
	}
	*b = changed
	return kit.JSON(w, http.StatusOK, b)
}

func (s *service) deleteBooking(w http.ResponseWriter, r *http.Request, u *user) error {
	gone, err := s.ownBookingOf(r, u)
	if err != nil {
		return err
	}
	s.withdrawn = append(s.withdrawn, gone)
	s.bookings = slices.DeleteFunc(s.bookings, func(b *booking) bool { return b == gone })
	return kit.NoContent(w)
}

func (s *service) cancel(w http.ResponseWriter, r *http.Request, u *user) error {
	find := s.ownBookingOf
	if s.bugs.Has(ForeignCancel) {
		find = func(r *http.Request, _ *user) (*booking, error) { return s.bookingOf(r) }
	}
	b, err := find(r, u)
	if err != nil {
		return err
	}
	if b.State == cancelled && !s.bugs.Has(CancelledTwice) {
		return kit.Refuse(http.StatusConflict, "the booking is cancelled already")
	}
	b.State = cancelled
	return kit.JSON(w, http.StatusOK, b)
}
