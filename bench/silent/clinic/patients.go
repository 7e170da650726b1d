package clinic

import (
	"net/http"
	"strings"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// patient is what is stored and shown of a patient.
type patient struct {
	n         int
	ID        string `json:"id"`
	FirstName string `json:"first_name"`
	LastName  string `json:"last_name"`
	Email     string `json:"email"` // no other patient has it
	Phone     string `json:"phone"`
	Born      string `json:"born"`
	City      string `json:"city"`
	Insured   bool   `json:"insured"`
}

const (
	patientID      = "'P-' || (1000 + n)"
	patientColumns = "n, " + patientID + ", first_name, last_name, email, phone, born, city, insured"
)

func scanPatient(row kit.Row, p *patient) error {
	return row.Scan(&p.n, &p.ID, &p.FirstName, &p.LastName, &p.Email, &p.Phone, &p.Born, &p.City, &p.Insured)
}

// read reads the members that are there.
func (p *patient) read(o *kit.Object, shortest int) error {
	o.Text(&p.FirstName, "first_name", 1, 40)
	o.Text(&p.LastName, "last_name", shortest, 40)
	o.Email(&p.Email, "email")
	o.Text(&p.Phone, "phone", 0, 20)
	o.Date(&p.Born, "born")
	o.Text(&p.City, "city", 0, 40)
	o.Bool(&p.Insured, "insured")
	return o.Err()
}

// patient returns a patient by the id.
func (s *service) patient(id string) (patient, error) {
	return kit.One(s.db, scanPatient,
		"SELECT "+patientColumns+" FROM patients WHERE gone = 0 AND "+patientID+" = ?", id)
}

func (s *service) listPatients(c *call) error {
	q := kit.ReadQuery(c.Request)
	name, city := q.Text("last_name", 40), q.Text("city", 40)
	insured := q.Choice("insured", "true", "false")
	sort := q.Choice("sort", "last_name", "-last_name", "born", "-born")
	m := part(q)
	if err := q.Err(); err != nil {
		return err
	}
	clause, args := "patients WHERE gone = 0", []any{}
	if name != "" {
		clause, args = clause+" AND instr(last_name, ?) = 1", append(args, name)
	}
	if city != "" {
		clause, args = clause+" AND city = ?", append(args, city)
	}
	if insured != "" {
		clause, args = clause+" AND insured = ?", append(args, insured == "true")
	}
	order := "n"
	if column, down := strings.CutPrefix(sort, "-"); down {
		order = column + " DESC, n"
	} else if sort != "" {
		order = column + ", n"
	}
	from := m
	if s.bugs.Has(OffsetByPages) {
		from.Offset *= m.Limit
	}
	found, err := find(s.db, scanPatient, from, patientColumns, clause, order, args)
	if err != nil {
		return err
	}
	found.Meta.Offset = m.Offset
	return c.answer(http.StatusOK, found)
}

// alone refuses an address that another patient has.
func (s *service) alone(p *patient) error {
	n, err := kit.Number(s.db, "SELECT count(*) FROM patients WHERE gone = 0 AND email = ? AND n <> ?", p.Email, p.n)
	if err == nil && n > 0 {
		return kit.Refuse(http.StatusConflict, "another patient has this email address")
	}
	return err
}

func (s *service) createPatient(c *call) error {
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	p := patient{}
	o.Need("first_name", "last_name", "email", "born")
	if err := p.read(o, 1); err != nil {
		return err
	}
	if err := s.alone(&p); err != nil {
		return err
	}
	n, err := kit.Insert(s.db,
		"INSERT INTO patients (first_name, last_name, email, phone, born, city, insured) VALUES (?, ?, ?, ?, ?, ?, ?)",
		p.FirstName, p.LastName, p.Email, p.Phone, p.Born, p.City, p.Insured)
	if err != nil {
		return err
	}
	p, err = kit.One(s.db, scanPatient, "SELECT "+patientColumns+" FROM patients WHERE n = ?", n)
	if err != nil {
		return err
	}
	return kit.Created(c.ResponseWriter, "/patients/"+p.ID, p)
}

func (s *service) getPatient(c *call) error {
	p, err := s.patient(c.path("patient"))
	if err != nil {
		return err
	}
	return c.answer(http.StatusOK, p)
}

func (s *service) patchPatient(c *call) error {
	p, err := s.patient(c.path("patient"))
	if err != nil {
		return err
	}
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	phone, shortest := p.Phone, 1
	if s.bugs.Has(InsuredCleared) {
		p.Insured = false
	}
	if s.bugs.Has(EmptyName) {
		shortest = 0
	}
	if err := p.read(o, shortest); err != nil {
		return err
	}
	if err := s.alone(&p); err != nil && !s.bugs.Has(EmailTwice) {
		return err
	}
	if !s.bugs.Has(PhoneNotStored) {
		phone = p.Phone
	}
	err = s.exec("UPDATE patients SET first_name = ?, last_name = ?, email = ?, phone = ?, born = ?, city "+
		"= ?, insured = ? WHERE n = ?",
		p.FirstName, p.LastName, p.Email, phone, p.Born, p.City, p.Insured, p.n)
	if err != nil {
		return err
	}
	return c.answer(http.StatusOK, p)
}

// deletePatient deletes a patient with what belongs to the patient.
func (s *service) deletePatient(c *call) error {
	p, err := s.patient(c.path("patient"))
	if err != nil {
		return err
	}
	n, err := kit.Number(s.db,
		"SELECT count(*) FROM appointments WHERE patient = ? AND status IN ('booked', 'checked_in')", p.n)
	if err != nil {
		return err
	}
	if n > 0 {
		return kit.Refuse(http.StatusConflict, "the patient has an appointment")
	}
	if err := s.exec("UPDATE patients SET gone = 1 WHERE n = ?", p.n); err != nil {
		return err
	}
	if s.bugs.Has(AppointmentsLeft) {
		return kit.NoContent(c.ResponseWriter)
	}
	if err := s.exec("DELETE FROM notes WHERE appointment IN (SELECT n FROM appointments WHERE patient = ?)",
		p.n); err != nil {
		return err
	}
	if err := s.exec("DELETE FROM appointments WHERE patient = ?", p.n); err != nil {
		return err
	}
	return kit.NoContent(c.ResponseWriter)
}
