package labdesk

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

const maxValue = 10_000

// void takes a result out of account.
func (x *Result) void() {
	x.Status = "void"
	x.Version++
}

// shows reports whether a user sees a result. A clinic sees those of its own that are verified.
func (u user) shows(x *Result) bool {
	return u.sees(x.order) && (u.Role != "requester" || x.Status == "verified")
}

// result returns the result in the path, which the user must see.
func (s *server) result(r *http.Request, u user) (*Result, error) {
	for _, x := range s.results {
		if x.No == r.PathValue("result_no") && u.shows(x) {
			return x, nil
		}
	}
	return nil, notFound("result")
}

func (s *server) listResults(w http.ResponseWriter, r *http.Request, u user) error {
	q := input.NewQuery(r)
	order, _ := q.Text("order_no")
	code, flag := q.Word("test", testCodes...), q.Word("flag", "L", "N", "H")
	status := q.Word("status", "entered", "verified", "repeat", "void")
	from, to := q.Time("measured_from"), q.Time("measured_to")
	number, size := q.Int("page", 1, 1, 10_000), q.Int("page_size", 25, 1, 100)
	if err := q.Err(); err != nil {
		return err
	}
	list := []*Result{}
	for _, x := range s.results {
		mine := u.shows(x) || s.bug == 9 && order != "" && u.sees(x.order)
		if mine && (order == "" || x.OrderNo == order) && (code == "" || x.Test == code) &&
			(flag == "" || x.Flag == flag) && (x.Status == status || status == "" && x.Status != "void") &&
			!x.MeasuredAt.Before(from.Time) && (to.IsZero() || x.MeasuredAt.Before(to.Time)) {
			list = append(list, x)
		}
	}
	first := min((number-1)*size, len(list))
	last := min(first+size, len(list))
	return send(w, http.StatusOK, map[string]any{
		"data": list[first:last], "page": number, "page_size": size, "total": len(list),
	})
}

type resultInput struct {
	AliquotID  string     `json:"aliquot_id"`
	Test       string     `json:"test"`
	Value      float64    `json:"value"`
	MeasuredAt input.Time `json:"measured_at"`
	Comment    *string    `json:"comment"`
}

func (s *server) createResult(w http.ResponseWriter, r *http.Request, u user) error {
	var in resultInput
	if err := input.Body(r, &in); err != nil {
		return err
	}
	x := &Result{No: fmt.Sprintf("Q-%06d", len(s.results)+1), AliquotID: in.AliquotID, Test: in.Test, Value: in.Value,
		MeasuredAt: in.MeasuredAt, EnteredBy: u.Name, Status: "entered", Version: 1}
	if in.Comment != nil {
		x.Comment = *in.Comment
	}
	if err := x.check(); err != nil {
		return err
	}
	t := testOf(in.Test)
	x.Unit, x.Flag = t.Unit, t.flag(in.Value)
	if err := s.attach(x, t); err != nil {
		return err
	}
	x.aliquot.RemainingUL -= perResultUL
	s.results = append(s.results, x)
	return sendVersion(w, http.StatusCreated, x, x.Version)
}

// check checks what a technician writes.
func (x *Result) check() error {
	var c input.Checks
	c.OneOf(x.Test, "test", testCodes...)
	c.That(0 <= x.Value && x.Value <= maxValue, "value", "must be from 0 to 10000")
	c.Time(x.MeasuredAt, "measured_at")
	c.Length(x.Comment, "comment", 0, 200)
	return c.Err()
}

// attach finds the aliquot of a new result, which must be fit for the test.
func (s *server) attach(x *Result, t test) error {
	o, specimen, a := s.aliquot(x.AliquotID)
	switch {
	case a == nil:
		return unfit("aliquot_id", "no such aliquot")
	case !slices.Contains(o.Tests, t.Code):
		return unfit("test", "the order of the aliquot does not ask for it")
	case !slices.Contains(t.Materials, specimen.Material):
		return unfit("test", "cannot be measured in "+specimen.Material)
	case x.MeasuredAt.Before(specimen.CollectedAt.Time):
		return unfit("measured_at", "is before the specimen was collected")
	case o.report != nil:
		return conflict("order-reported", "the order was reported")
	case a.Status != "available":
		return conflict("aliquot-discarded", "the aliquot was discarded")
	case s.current(o, t.Code) != nil:
		return conflict("result-exists", "the order has a result of the test")
	case a.RemainingUL < perResultUL:
		return conflict("aliquot-used-up", "the aliquot is used up")
	}
	x.OrderNo, x.order, x.aliquot = o.No, o, a
	return nil
}

// aliquot finds an aliquot of an order that is not cancelled.
func (s *server) aliquot(id string) (*Order, *Specimen, *Aliquot) {
	for _, o := range s.orders {
		if o.Status == "cancelled" {
			continue
		}
		for _, x := range o.specimens {
			for _, a := range x.aliquots {
				if a.ID == id {
					return o, x, a
				}
			}
		}
	}
	return nil, nil, nil
}

// current returns the result of a test that counts, or nil.
func (s *server) current(o *Order, code string) *Result {
	for _, x := range s.results {
		if x.order == o && x.Test == code && x.counts() {
			return x
		}
	}
	return nil
}

func (s *server) getResult(w http.ResponseWriter, r *http.Request, u user) error {
	x, err := s.result(r, u)
	if err != nil {
		return err
	}
	return sendVersion(w, http.StatusOK, x, x.Version)
}

func (s *server) patchResult(w http.ResponseWriter, r *http.Request, u user) error {
	x, err := s.result(r, u)
	if err != nil {
		return err
	}
	var in struct {
		Value      *float64    `json:"value"`
		MeasuredAt *input.Time `json:"measured_at"`
		Comment    *string     `json:"comment"`
	}
	if err := input.Body(r, &in); err != nil {
		return err
	}
	changed := *x
	if in.Comment != nil {
		changed.Comment = *in.Comment
	}
	if in.MeasuredAt != nil {
		changed.MeasuredAt = *in.MeasuredAt
	}
	if in.Value != nil {
		changed.Value = *in.Value
	}
	if err := changed.check(); err != nil {
		return err
	}
	_, specimen, _ := s.aliquot(x.AliquotID)
	if specimen != nil && changed.MeasuredAt.Before(specimen.CollectedAt.Time) {
		return unfit("measured_at", "is before the specimen was collected")
	}
	if err := matches(r, x.Version); err != nil {
		return err
	}
	if x.order.report != nil || !x.counts() {
		return conflict("result-closed", "the result is reported, void or to be repeated")
	}
	if in.Value != nil || in.MeasuredAt != nil {
		s.reopen(&changed, u)
	}
	changed.Version++
	*x = changed
	return sendVersion(w, http.StatusOK, x, x.Version)
}

// reopen makes a changed result one that was entered by the user.
func (s *server) reopen(x *Result, u user) {
	x.Status, x.VerifiedBy = "entered", ""
	if s.bug != 3 {
		x.Flag = testOf(x.Test).flag(x.Value)
	}
	if s.bug != 6 {
		x.EnteredBy = u.Name
	}
}

func (s *server) verifyResult(w http.ResponseWriter, r *http.Request, u user) error {
	x, err := s.result(r, u)
	if err != nil {
		return err
	}
	var in struct {
		Outcome string  `json:"outcome"`
		Reason  *string `json:"reason"`
	}
	if err := input.Body(r, &in); err != nil {
		return err
	}
	var c input.Checks
	c.OneOf(in.Outcome, "outcome", "confirm", "repeat")
	c.That((in.Outcome == "repeat") == (in.Reason != nil), "reason", "is for repetitions, and needed there")
	if in.Reason != nil {
		c.Length(*in.Reason, "reason", 3, 200)
	}
	switch {
	case c.Err() != nil:
		return c.Err()
	case x.Status != "entered":
		return conflict("result-not-entered", "the result is "+x.Status)
	case x.EnteredBy == u.Name:
		return forbidden("four-eyes", "somebody else must verify the result")
	}
	if in.Outcome == "repeat" {
		s.sendBack(x, *in.Reason)
	} else {
		s.confirm(x, u)
	}
	return sendVersion(w, http.StatusOK, x, x.Version)
}

func (s *server) sendBack(x *Result, reason string) {
	x.Status, x.Reason = "repeat", reason
	x.Version++
	if s.bug == 2 {
		x.aliquot.RemainingUL += perResultUL
	}
}

func (s *server) confirm(x *Result, u user) {
	for _, y := range s.results {
		if y == x || s.bug == 5 && y.aliquot == x.aliquot && y.Status == "entered" {
			y.Status, y.VerifiedBy = "verified", u.Name
			y.Version++
			s.verified[y.day()]++
		}
	}
}
