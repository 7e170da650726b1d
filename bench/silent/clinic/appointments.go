package clinic

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// appointment is what is stored and shown of an appointment, which takes an hour.
type appointment struct {
	n       int
	patient int
	ID      string `json:"id"`
	Patient string `json:"patient_id"`
	Doctor  string `json:"doctor"`
	Date    string `json:"date"`
	Hour    int    `json:"hour"`
	Reason  string `json:"reason"`
	Status  string `json:"status"`
}

// The statuses of an appointment.
const (
	booked    = "booked"
	checkedIn = "checked_in"
	completed = "completed"
	cancelled = "cancelled"
)

func statuses() []string { return []string{booked, checkedIn, completed, cancelled} }

const (
	appointmentID      = "'A-' || (1000 + n)"
	appointmentColumns = "n, patient, " + appointmentID +
		", 'P-' || (1000 + patient), doctor, date, hour, reason, status"
	byTime = "date, hour, n"
)

func scanAppointment(row kit.Row, a *appointment) error {
	return row.Scan(&a.n, &a.patient, &a.ID, &a.Patient, &a.Doctor, &a.Date, &a.Hour, &a.Reason, &a.Status)
}

// sees reports whether a user sees an appointment: doctors see their own only.
func (u *user) sees(a *appointment) bool { return u.role != doctor || a.Doctor == u.name }

// any returns the appointment of the path, whose ever it is.
func (s *service) any(c *call) (appointment, error) {
	return kit.One(s.db, scanAppointment, "SELECT "+appointmentColumns+" FROM appointments WHERE "+appointmentID+" = ?",
		c.path("appointment"))
}

// appointment returns the appointment of the path if the user sees it.
func (s *service) appointment(c *call) (appointment, error) {
	a, err := s.any(c)
	if err == nil && !c.user.sees(&a) {
		return a, kit.Refuse(http.StatusNotFound, "there is none")
	}
	return a, err
}

func (s *service) listAppointments(c *call) error {
	q := kit.ReadQuery(c.Request)
	status, of := q.Choice("status", statuses()...), q.Choice("doctor", doctors()...)
	patient, from, until := q.Text("patient_id", 20), q.Date("from"), q.Date("until")
	m := part(q)
	if err := q.Err(); err != nil {
		return err
	}
	clause, args := "appointments WHERE TRUE", []any{}
	where := func(condition, value string) {
		if value != "" {
			clause, args = clause+" AND "+condition, append(args, value)
		}
	}
	if !s.bugs.Has(StatusIgnored) {
		where("status = ?", status)
	}
	where("doctor = ?", of)
	where("'P-' || (1000 + patient) = ?", patient)
	where("date >= ?", from)
	where("date <= ?", until)
	if c.user.role == doctor {
		where("doctor = ?", c.user.name)
	}
	found, err := find(s.db, scanAppointment, m, appointmentColumns, clause, byTime, args)
	if err != nil {
		return err
	}
	if s.bugs.Has(TotalOfPage) {
		found.Meta.Total = len(found.Data)
	}
	return c.answer(http.StatusOK, found)
}

// appointmentsOfPatient lists those appointments of a patient that the user sees.
func (s *service) appointmentsOfPatient(c *call) error {
	p, err := s.patient(c.path("patient"))
	if err != nil {
		return err
	}
	q := kit.ReadQuery(c.Request)
	m := part(q)
	if err := q.Err(); err != nil {
		return err
	}
	clause, args := "appointments WHERE patient = ?", []any{p.n}
	if c.user.role == doctor && !s.bugs.Has(OthersOfPatient) {
		clause, args = clause+" AND doctor = ?", append(args, c.user.name)
	}
	found, err := find(s.db, scanAppointment, m, appointmentColumns, clause, byTime, args)
	if err != nil {
		return err
	}
	return c.answer(http.StatusOK, found)
}

// when reads the members that may be changed later.
func (a *appointment) when(o *kit.Object) {
	o.Date(&a.Date, "date")
	o.Int(&a.Hour, "hour", 8, 17)
	o.Text(&a.Reason, "reason", 0, 200)
}

// free refuses a time that the doctor has an appointment at.
func (s *service) free(a *appointment) error {
	clause := " AND status <> 'cancelled'"
	if s.bugs.Has(SlotStaysTaken) {
		clause = ""
	}
	n, err := kit.Number(s.db,
		"SELECT count(*) FROM appointments WHERE doctor = ? AND date = ? AND hour = ? AND n <> ?"+clause,
		a.Doctor, a.Date, a.Hour, a.n)
	if err == nil && n > 0 {
		return kit.Refuse(http.StatusConflict, "the doctor has another appointment then")
	}
	return err
}

// known gives an appointment the patient that it is for.
func (s *service) known(a *appointment) error {
	p, err := s.patient(a.Patient)
	if s.bugs.Has(BookedAfterDelete) {
		p, err = kit.One(s.db, scanPatient, "SELECT "+patientColumns+" FROM patients WHERE "+patientID+" = ?",
			a.Patient)
	}
	if err != nil {
		return kit.Refuse(http.StatusUnprocessableEntity, "there is no such patient")
	}
	a.patient = p.n
	return nil
}

func (s *service) createAppointment(c *call) error {
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	a := appointment{Status: booked}
	o.Need("patient_id", "doctor", "date", "hour")
	o.Text(&a.Patient, "patient_id", 1, 20)
	o.Choice(&a.Doctor, "doctor", doctors()...)
	a.when(o)
	if err := o.Err(); err != nil {
		return err
	}
	if !c.user.sees(&a) {
		return kit.Refuse(http.StatusForbidden, "doctors book for themselves")
	}
	if err := s.known(&a); err != nil {
		return err
	}
	if err := s.free(&a); err != nil {
		return err
	}
	a.n, err = kit.Insert(s.db,
		"INSERT INTO appointments (patient, doctor, date, hour, reason, status) VALUES (?, ?, ?, ?, ?, ?)",
		a.patient, a.Doctor, a.Date, a.Hour, a.Reason, a.Status)
	if err != nil {
		return err
	}
	a.ID = fmt.Sprintf("A-%d", 1000+a.n)
	return kit.Created(c.ResponseWriter, "/appointments/"+a.ID, a)
}

func (s *service) getAppointment(c *call) error {
	a, err := s.appointment(c)
	if err != nil {
		return err
	}
	return c.answer(http.StatusOK, a)
}

// patchAppointment moves a booked appointment or changes its reason.
func (s *service) patchAppointment(c *call) error {
	a, err := s.appointment(c)
	if err != nil {
		return err
	}
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	if a.when(o); o.Err() != nil {
		return o.Err()
	}
	if a.Status != booked {
		return kit.Refuse(http.StatusConflict, "the appointment is %s", a.Status)
	}
	if s.bugs.Has(RefusedStored) {
		if err := s.exec("UPDATE appointments SET reason = ? WHERE n = ?", a.Reason, a.n); err != nil {
			return err
		}
	}
	if err := s.free(&a); err != nil {
		return err
	}
	if err := s.exec("UPDATE appointments SET date = ?, hour = ?, reason = ? WHERE n = ?", a.Date, a.Hour,
		a.Reason, a.n); err != nil {
		return err
	}
	return c.answer(http.StatusOK, a)
}

// step brings an appointment from one of some statuses into another one.
func (s *service) step(c *call, a appointment, to string, from ...string) error {
	if !slices.Contains(from, a.Status) {
		return kit.Refuse(http.StatusConflict, "the appointment is %s", a.Status)
	}
	a.Status = to
	if err := s.exec("UPDATE appointments SET status = ? WHERE n = ?", to, a.n); err != nil {
		return err
	}
	return c.answer(http.StatusOK, a)
}

func (s *service) checkIn(c *call) error {
	a, err := s.appointment(c)
	if err != nil {
		return err
	}
	return s.step(c, a, checkedIn, booked)
}

func (s *service) complete(c *call) error {
	a, err := s.appointment(c)
	if err != nil {
		return err
	}
	return s.step(c, a, completed, checkedIn)
}

func (s *service) cancel(c *call) error {
	a, err := s.appointment(c)
	if s.bugs.Has(ForeignCancel) {
		a, err = s.any(c)
	}
	if err != nil {
		return err
	}
	from := []string{booked, checkedIn}
	if s.bugs.Has(CancelledTwice) {
		from = append(from, cancelled)
	}
	return s.step(c, a, cancelled, from...)
}
