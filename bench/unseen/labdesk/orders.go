package labdesk

import (
	"cmp"
	"fmt"
	"net/http"
	"regexp"
	"slices"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

var (
	patientForm = regexp.MustCompile(`^P[0-9]{6}$`)
	cursorForm  = regexp.MustCompile(`^[0-2]\.L-[0-9]{6}$`)
)

// order returns the order in the path, which the user must see and which must not be cancelled.
func (s *server) order(r *http.Request, u user) (*Order, error) {
	for _, o := range s.orders {
		if o.No != r.PathValue("order_no") || !u.sees(o) {
			continue
		}
		if o.Status == "cancelled" {
			return nil, problem(410, "order-cancelled", "the order was cancelled", "")
		}
		return o, nil
	}
	return nil, notFound("order")
}

// sees reports whether the order is of the clinic of the user; the laboratory sees all.
func (u user) sees(o *Order) bool { return u.Role != "requester" || u.Clinic == o.Clinic }

// place is where an order stands in lists.
func (o *Order) place() string {
	return fmt.Sprintf("%d.%s", slices.Index(priorities, o.Priority), o.No)
}

// update raises the version and sets the status of an order that is neither cancelled nor reported.
func (o *Order) update() {
	o.Version++
	o.Status = "ordered"
	for _, x := range o.specimens {
		if x.Status == "accepted" {
			o.Status = "in_progress"
		}
	}
	if o.report != nil {
		o.Status = "reported"
	}
}

func (s *server) listOrders(w http.ResponseWriter, r *http.Request, u user) error {
	q := input.NewQuery(r)
	priority := q.Word("priority", priorities...)
	status := q.Word("status", "ordered", "in_progress", "reported", "cancelled")
	code := q.Word("test", testCodes...)
	patient, given := q.Text("patient_ref")
	q.That(!given || patientForm.MatchString(patient), "patient_ref", "must look like P004711")
	cursor, given := q.Text("cursor")
	q.That(!given || cursorForm.MatchString(cursor), "cursor", "is none that a list gave")
	limit := q.Int("limit", 20, 1, 50)
	if err := q.Err(); err != nil {
		return err
	}
	list := []*Order{}
	for _, o := range s.orders {
		if u.sees(o) && (o.Status != "cancelled" && status == "" || o.Status == status) &&
			(priority == "" || o.Priority == priority) && (code == "" || slices.Contains(o.Tests, code)) &&
			(patient == "" || o.PatientRef == patient) && s.follows(o, cursor) {
			list = append(list, o)
		}
	}
	slices.SortFunc(list, func(a, b *Order) int { return cmp.Compare(a.place(), b.place()) })
	out := struct {
		Data []*Order `json:"data"`
		Next string   `json:"next_cursor,omitempty"`
	}{Data: list}
	if len(list) > limit {
		out.Data, out.Next = list[:limit], list[limit-1].place()
	}
	return send(w, http.StatusOK, out)
}

// follows reports whether an order stands after a cursor.
func (s *server) follows(o *Order, cursor string) bool {
	if s.bug == 4 && cursor != "" {
		return o.No > cursor[2:]
	}
	return o.place() > cursor
}

func (s *server) createOrder(w http.ResponseWriter, r *http.Request, u user) error {
	var in struct {
		PatientRef string   `json:"patient_ref"`
		Priority   *string  `json:"priority"`
		Tests      []string `json:"tests"`
		Note       *string  `json:"note"`
	}
	if err := input.Body(r, &in); err != nil {
		return err
	}
	o := &Order{No: fmt.Sprintf("L-%06d", len(s.orders)+1), Clinic: u.Clinic, RequestedBy: u.Name,
		PatientRef: in.PatientRef, Priority: "routine"}
	if in.Priority != nil {
		o.Priority = *in.Priority
	}
	if in.Note != nil {
		o.Note = *in.Note
	}
	var c input.Checks
	c.That(patientForm.MatchString(in.PatientRef), "patient_ref", "must look like P004711")
	c.OneOf(o.Priority, "priority", priorities...)
	c.Set(in.Tests, "tests", testCodes...)
	c.Length(o.Note, "note", 0, 200)
	if err := c.Err(); err != nil {
		return err
	}
	o.addTests(in.Tests)
	o.update()
	s.orders = append(s.orders, o)
	return sendVersion(w, http.StatusCreated, o, o.Version)
}

// addTests keeps the tests in the order of the catalogue.
func (o *Order) addTests(codes []string) {
	all := slices.Concat(o.Tests, codes)
	slices.SortFunc(all, func(a, b string) int {
		return cmp.Compare(slices.Index(testCodes, a), slices.Index(testCodes, b))
	})
	o.Tests = all
}

func (s *server) getOrder(w http.ResponseWriter, r *http.Request, u user) error {
	o, err := s.order(r, u)
	if err != nil {
		return err
	}
	return sendVersion(w, http.StatusOK, o, o.Version)
}

type orderPatch struct {
	Priority *string   `json:"priority"`
	Note     *string   `json:"note"`
	AddTests *[]string `json:"add_tests"`
}

func (p *orderPatch) check() error {
	var c input.Checks
	if p.Priority != nil {
		c.OneOf(*p.Priority, "priority", priorities...)
	}
	if p.Note != nil {
		c.Length(*p.Note, "note", 0, 200)
	}
	if p.AddTests != nil {
		c.Set(*p.AddTests, "add_tests", testCodes...)
	}
	return c.Err()
}

func (s *server) patchOrder(w http.ResponseWriter, r *http.Request, u user) error {
	o, err := s.order(r, u)
	if err != nil {
		return err
	}
	var in orderPatch
	if err := input.Body(r, &in); err != nil {
		return err
	}
	if err := in.check(); err != nil {
		return err
	}
	if err := matches(r, o.Version); err != nil {
		return err
	}
	if o.report != nil {
		return conflict("order-reported", "the order was reported")
	}
	if in.AddTests != nil {
		for _, code := range *in.AddTests {
			if slices.Contains(o.Tests, code) {
				return conflict("test-ordered", code+" was ordered already")
			}
		}
		o.addTests(*in.AddTests)
	}
	if in.Priority != nil {
		o.Priority = *in.Priority
	}
	if in.Note != nil {
		o.Note = *in.Note
	}
	if s.bug != 1 || in.Priority != nil || in.AddTests != nil {
		o.update()
	}
	return sendVersion(w, http.StatusOK, o, o.Version)
}

func (s *server) cancelOrder(w http.ResponseWriter, r *http.Request, u user) error {
	o, err := s.order(r, u)
	if err != nil {
		return err
	}
	if o.report != nil {
		return conflict("order-reported", "the order was reported")
	}
	for _, x := range s.results {
		if x.order == o && x.Status == "verified" {
			return conflict("results-verified", "a result of the order is verified")
		}
	}
	o.Status = "cancelled"
	o.Version++
	for _, x := range s.results {
		if x.order == o && s.bug != 10 {
			x.void()
		}
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
