package clinic

import (
	"fmt"
	"net/http"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// note is what a doctor writes about an appointment.
type note struct {
	ID     int    `json:"id"`
	Author string `json:"author"`
	Text   string `json:"text"`
}

const noteColumns = "id, author, text"

func scanNote(row kit.Row, n *note) error { return row.Scan(&n.ID, &n.Author, &n.Text) }

// noted returns the appointment whose notes a call is about.
func (s *service) noted(c *call) (appointment, error) {
	a, err := s.any(c)
	if err == nil && !c.user.sees(&a) && s.bugs.Has(NotesTold) {
		return a, kit.Refuse(http.StatusForbidden, "another doctor's appointment")
	}
	return s.appointment(c)
}

func (s *service) listNotes(c *call) error {
	a, err := s.noted(c)
	if err != nil {
		return err
	}
	q := kit.ReadQuery(c.Request)
	m := part(q)
	if err := q.Err(); err != nil {
		return err
	}
	found, err := find(s.db, scanNote, m, noteColumns, "notes WHERE appointment = ?", "id", []any{a.n})
	if err != nil {
		return err
	}
	return c.answer(http.StatusOK, found)
}

func (s *service) createNote(c *call) error {
	a, err := s.noted(c)
	if err != nil {
		return err
	}
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	n := note{Author: c.user.name}
	o.Need("text")
	o.Text(&n.Text, "text", 1, 500)
	if err := o.Err(); err != nil {
		return err
	}
	if n.ID, err = kit.Insert(s.db, "INSERT INTO notes (appointment, author, text) VALUES (?, ?, ?)", a.n,
		n.Author, n.Text); err != nil {
		return err
	}
	location := fmt.Sprintf("/appointments/%s/notes/%d", a.ID, n.ID)
	if s.bugs.Has(NoteLocation) {
		location = fmt.Sprintf("/notes/%d", n.ID)
	}
	return kit.Created(c.ResponseWriter, location, n)
}

// note returns the note of the path.
func (s *service) note(c *call) (note, error) {
	a, err := s.noted(c)
	if err != nil {
		return note{}, err
	}
	id, err := kit.ID(c.path("note"))
	if err != nil {
		return note{}, err
	}
	return kit.One(s.db, scanNote, "SELECT "+noteColumns+" FROM notes WHERE appointment = ? AND id = ?", a.n, id)
}

func (s *service) getNote(c *call) error {
	n, err := s.note(c)
	if err != nil {
		return err
	}
	return c.answer(http.StatusOK, n)
}

func (s *service) deleteNote(c *call) error {
	n, err := s.note(c)
	if err != nil {
		return err
	}
	if err := s.exec("DELETE FROM notes WHERE id = ?", n.ID); err != nil {
		return err
	}
	return kit.NoContent(c.ResponseWriter)
}

// sums counts the appointments of a day.
type sums struct {
	Date      string `json:"date"`
	Total     int    `json:"total"`
	Booked    int    `json:"booked"`
	CheckedIn int    `json:"checked_in"`
	Completed int    `json:"completed"`
	Cancelled int    `json:"cancelled"`
}

func (s *service) summary(c *call) error {
	q := kit.ReadQuery(c.Request)
	q.Need("date")
	out := sums{Date: q.Date("date")}
	if err := q.Err(); err != nil {
		return err
	}
	for status, into := range map[string]*int{booked: &out.Booked, checkedIn: &out.CheckedIn, completed: &out.Completed,
		cancelled: &out.Cancelled} {
		n, err := kit.Number(s.db, "SELECT count(*) FROM appointments WHERE date = ? AND status = ?", out.Date, status)
		if err != nil {
			return err
		}
		*into = n
		if status != cancelled || !s.bugs.Has(CancelledLeftOut) {
			out.Total += n
		}
	}
	return c.answer(http.StatusOK, out)
}
