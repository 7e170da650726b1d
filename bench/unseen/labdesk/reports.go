package labdesk

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

func (s *server) getReport(w http.ResponseWriter, r *http.Request, u user) error {
	o, err := s.order(r, u)
	if err != nil {
		return err
	}
	if o.report == nil {
		return notFound("report yet")
	}
	return send(w, http.StatusOK, o.report)
}

func (s *server) signReport(w http.ResponseWriter, r *http.Request, u user) error {
	o, err := s.order(r, u)
	if err != nil {
		return err
	}
	var in struct {
		Conclusion string `json:"conclusion"`
	}
	if err := input.Body(r, &in); err != nil {
		return err
	}
	var c input.Checks
	c.Length(in.Conclusion, "conclusion", 5, 500)
	if err := c.Err(); err != nil {
		return err
	}
	if o.report != nil {
		return conflict("order-reported", "the order was reported")
	}
	for _, code := range o.Tests {
		if !s.isVerified(o, code) {
			return conflict("order-incomplete", "there is no verified result of "+code)
		}
	}
	report := &Report{OrderNo: o.No, Clinic: o.Clinic, PatientRef: o.PatientRef, Conclusion: in.Conclusion,
		Lines: s.lines(o), SignedBy: u.Name}
	for _, l := range report.Lines {
		if l.Flag != "N" {
			report.AbnormalCount++
		}
	}
	s.reports++
	report.No = fmt.Sprintf("B-%06d", s.reports)
	o.report = report
	o.update()
	return send(w, http.StatusCreated, report)
}

// isVerified reports whether a test of an order has a result that is verified.
func (s *server) isVerified(o *Order, code string) bool {
	return slices.ContainsFunc(s.results, func(x *Result) bool {
		return x.order == o && x.Test == code && (x.Status == "verified" || s.bug == 11 && x.VerifiedBy != "")
	})
}

// lines are the results of an order, in the order of its tests.
func (s *server) lines(o *Order) (out []Line) {
	for _, code := range o.Tests {
		x := s.current(o, code)
		out = append(out, Line{code, x.No, x.Value, x.Unit, x.Flag})
	}
	if s.bug == 7 {
		slices.SortFunc(out, func(a, b Line) int { return slices.Compare([]byte(a.ResultNo), []byte(b.ResultNo)) })
	}
	return out
}

// day is the day of the measurement, in UTC.
func (x *Result) day() string { return x.MeasuredAt.Format(time.DateOnly) }

// tally is what was measured of a test.
type tally struct {
	Test   string  `json:"test"`
	Count  int     `json:"count"`
	High   int     `json:"high"`
	Median float64 `json:"median"`
}

func (s *server) workload(w http.ResponseWriter, r *http.Request, _ user) error {
	q := input.NewQuery(r)
	day, _ := q.Text("day")
	_, err := time.Parse(time.DateOnly, day)
	q.That(err == nil, "day", "must be a day such as 2031-03-02")
	if err := q.Err(); err != nil {
		return err
	}
	out := struct {
		Day      string  `json:"day"`
		Measured int     `json:"measured"`
		Verified int     `json:"verified"`
		ByTest   []tally `json:"by_test"`
	}{Day: day, ByTest: []tally{}}
	for _, code := range testCodes {
		if t, ok := s.tally(day, code); ok {
			out.ByTest = append(out.ByTest, t)
			out.Measured += t.Count
		}
	}
	for _, x := range s.results {
		if x.day() == day && x.Status == "verified" {
			out.Verified++
		}
	}
	if s.bug == 8 {
		out.Verified = s.verified[day]
	}
	return send(w, http.StatusOK, out)
}

// tally counts the results of a test on a day, if there are any.
func (s *server) tally(day, code string) (out tally, ok bool) {
	var values []float64
	for _, x := range s.results {
		if x.day() != day || x.Test != code {
			continue
		}
		ok = ok || x.counts() || s.bug == 12
		if x.counts() {
			values = append(values, x.Value)
		}
		if x.counts() && x.Flag == "H" {
			out.High++
		}
	}
	if !ok {
		return out, false
	}
	slices.Sort(values)
	out.Test, out.Count, out.Median = code, len(values), values[(len(values)-1)/2]
	return out, true
}
