package rooms

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// room is what is stored and shown of a room.
type room struct {
	ID       int    `json:"id"`
	Name     string `json:"name"` // no other room has it
	Building string `json:"building"`
	Seats    int    `json:"seats"`
	Notes    string `json:"notes"`
	Open     bool   `json:"open"`
}

// fill takes over what a client says about the room.
func (m *room) fill(body *kit.Object) error {
	body.Text(&m.Name, "name", 1, 40)
	body.Choice(&m.Building, "building", "north", "south", "west")
	body.Int(&m.Seats, "seats", 1, 200)
	body.Text(&m.Notes, "notes", 0, 200)
	body.Bool(&m.Open, "open")
	return body.Err()
}

// readRoom reads a whole room. What may be left out has its default.
func readRoom(r *http.Request) (room, error) {
	m := room{Open: true}
	body, err := kit.Body(r)
	if err != nil {
		return m, err
	}
	body.Need("name", "building", "seats")
	return m, m.fill(body)
}

// sameName refuses a name that another room has.
func (s *service) sameName(m room) error {
	if slices.ContainsFunc(s.rooms, func(o *room) bool { return o.ID != m.ID && o.Name == m.Name }) {
		return kit.Refuse(http.StatusConflict, "another room has the name %q", m.Name)
	}
	return nil
}

// roomOf returns the room of the path.
func (s *service) roomOf(r *http.Request) (*room, error) {
	id, err := kit.ID(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	return s.room(id)
}

func (s *service) room(id int) (*room, error) {
	for _, m := range s.rooms {
		if m.ID == id {
			return m, nil
		}
	}
	return nil, kit.Refuse(http.StatusNotFound, "there is no room %d", id)
}

// show answers with a room and its entity tag.
func show(w http.ResponseWriter, m *room) error {
	tag, err := kit.ETag(m)
	if err != nil {
		return err
	}
	w.Header().Set("ETag", tag)
	return kit.JSON(w, http.StatusOK, m)
}

func (s *service) listRooms(w http.ResponseWriter, r *http.Request, _ *user) error {
	q := kit.ReadQuery(r)
	least, most := q.Int("minSeats", 1, 1, 200), q.Int("maxSeats", 200, 1, 200)
	building := q.Choice("building", "north", "south", "west")
	sort := q.Choice("sort", "name", "seats", "-seats")
	offset, limit := q.Int("offset", 0, 0, 10000), q.Int("limit", 20, 1, 100)
	if err := q.Err(); err != nil {
		return err
	}
	if s.bugs.Has(MinSeatsExclusive) && q.Has("minSeats") {
		least++
	}
	found := []*room{}
	for _, m := range s.rooms {
		if m.Seats >= least && m.Seats <= most && (building == "" || m.Building == building) {
			found = append(found, m)
		}
	}
	slices.SortStableFunc(found, func(a, b *room) int { return compare(sort, a, b) })
	page := kit.Cut(found, offset, limit)
	if s.bugs.Has(TotalOfPage) {
		page.Total = len(page.Items)
	}
	return kit.JSON(w, http.StatusOK, page)
}

// compare compares rooms by what a list is sorted by, "" for their ids.
func compare(sort string, a, b *room) int {
	switch sort {
	case "name":
		return strings.Compare(a.Name, b.Name)
	case "seats":
		return cmp.Compare(a.Seats, b.Seats)
	case "-seats":
		return cmp.Compare(b.Seats, a.Seats)
	}
	return cmp.Compare(a.ID, b.ID)
}

func (s *service) createRoom(w http.ResponseWriter, r *http.Request, u *user) error {
	if !u.isAdmin() {
		return onlyAdmins()
	}
	made, err := readRoom(r)
	if err != nil {
		return err
	}
	if err := s.sameName(made); err != nil && !s.bugs.Has(DuplicateName) {
		return err
	}
	s.lastRoom++
	made.ID = s.lastRoom
	s.rooms = append(s.rooms, &made)
	return kit.Created(w, fmt.Sprintf("/rooms/%d", made.ID), made)
}

func onlyAdmins() error { return kit.Refuse(http.StatusForbidden, "only admins keep the rooms") }

func (s *service) getRoom(w http.ResponseWriter, r *http.Request, _ *user) error {
	m, err := s.roomOf(r)
	if err != nil {
		return err
	}
	return show(w, m)
}

func (s *service) putRoom(w http.ResponseWriter, r *http.Request, u *user) error {
	if !u.isAdmin() {
		return onlyAdmins()
	}
	old, err := s.roomOf(r)
	if err != nil {
		return err
	}
	changed, err := readRoom(r)
	if err != nil {
		return err
	}
	changed.ID = old.ID
	return s.change(w, r, old, changed, !s.bugs.Has(IfMatchIgnored))
}

func (s *service) patchRoom(w http.ResponseWriter, r *http.Request, u *user) error {
	if !u.isAdmin() && !s.bugs.Has(RoleUnchecked) {
		return onlyAdmins()
	}
	old, err := s.roomOf(r)
	if err != nil {
		return err
	}
	body, err := kit.Body(r)
	if err != nil {
		return err
	}
	changed, before := *old, old.Notes
	if err := changed.fill(body); err != nil {
		return err
	}
	if err := s.change(w, r, old, changed, true); err != nil {
		return err
	}
	if s.bugs.Has(PatchDropsNotes) {
		old.Notes = before
	}
	return nil
}

// change puts a room in the place of an old one. It asks for the old one's
// entity tag where the client has named some, unless tagged is false.
func (s *service) change(w http.ResponseWriter, r *http.Request, old *room, changed room, tagged bool) error {
	tag, err := kit.ETag(old)
	if err != nil {
		return err
	}
	if err := kit.Match(r, tag); err != nil && tagged {
		return err
	}
	if err := s.sameName(changed); err != nil {
		return err
	}
	*old = changed
	return show(w, old)
}

func (s *service) deleteRoom(w http.ResponseWriter, r *http.Request, u *user) error {
	if !u.isAdmin() {
		return onlyAdmins()
	}
	gone, err := s.roomOf(r)
	if err != nil {
		return err
	}
	s.rooms = slices.DeleteFunc(s.rooms, func(m *room) bool { return m == gone })
	if !s.bugs.Has(DeleteKeepsBookings) {
		s.bookings = slices.DeleteFunc(s.bookings, func(b *booking) bool { return b.Room == gone.ID })
	}
	return kit.NoContent(w)
}
