package chargenet

import (
	"net/http"
	"regexp"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

const vatPercent = 20

var monthForm = regexp.MustCompile(`^20[2-9][0-9]-(0[1-9]|1[0-2])$`)

// locationEver returns a location, withdrawn or not.
func (s *server) locationEver(ref string) *Location {
	for _, l := range s.locations {
		if l.Ref == ref {
			return l
		}
	}
	return nil
}

func (s *server) listRecords(w http.ResponseWriter, r *http.Request, p party) error {
	q := input.NewQuery(r)
	month, given := q.Text("month")
	q.That(!given || monthForm.MatchString(month), "month", "must look like 2031-03")
	ref, _ := q.Text("location_ref")
	billed := q.Bool("billed")
	limit, offset := window(q)
	if err := q.Err(); err != nil {
		return err
	}
	list, net := []*Record{}, 0
	for _, x := range s.records {
		if p.sees(x.Operator, x.Provider) && (month == "" || x.Month == month) &&
			(ref == "" || x.LocationRef == ref) && (billed == nil || *billed == (x.StatementNo != "")) {
			list = append(list, x)
			net += x.NetCents
		}
	}
	return send(w, http.StatusOK, struct {
		page[*Record]
		NetCents int `json:"net_cents"`
	}{cut(list, limit, offset), net})
}

type statementInput struct {
	Provider string `json:"provider"`
	Month    string `json:"month"`
}

// reply is an answer to a request with an idempotency key.
type reply struct {
	in  statementInput
	out Statement
}

func (s *server) createStatement(w http.ResponseWriter, r *http.Request, p party) error {
	var in statementInput
	if err := input.Body(r, &in); err != nil {
		return err
	}
	var c input.Checks
	c.OneOf(in.Provider, "provider", providers...)
	c.That(monthForm.MatchString(in.Month), "month", "must look like 2031-03")
	key := r.Header.Get("Idempotency-Key")
	if _, given := r.Header["Idempotency-Key"]; given {
		c.Length(key, "Idempotency-Key", 1, 64)
	}
	if err := c.Err(); err != nil {
		return err
	}
	if old, ok := s.replies[p.Code+" "+key]; ok && key != "" {
		if old.in != in {
			return conflict("key_reused", "the idempotency key was used for another request")
		}
		w.Header().Set("Idempotency-Replayed", "true")
		return send(w, http.StatusCreated, old.out)
	}
	x := s.bill(in, p)
	if len(x.Lines) == 0 {
		return conflict("nothing_to_bill", "there is no record of the month that is not billed")
	}
	s.statements = append(s.statements, x)
	if key != "" {
		s.replies[p.Code+" "+key] = reply{in, *x}
	}
	return send(w, http.StatusCreated, x)
}

// bill puts the records of a month that are not billed on a statement.
func (s *server) bill(in statementInput, p party) *Statement {
	x := &Statement{No: number("ST", len(s.statements)+1), Operator: p.Code, Provider: in.Provider, Month: in.Month,
		Status: "open"}
	for _, rec := range s.records {
		if rec.Operator != p.Code || rec.Provider != in.Provider || rec.Month != in.Month || rec.StatementNo != "" {
			continue
		}
		l := s.locationEver(rec.LocationRef)
		if s.bug == 12 {
			l = s.location(rec.LocationRef)
		}
		x.Lines = append(x.Lines, Line{rec.No, l.Name, rec.EnergyWh, rec.NetCents})
		x.NetCents += rec.NetCents
		rec.StatementNo = x.No
	}
	x.VATCents = (x.NetCents*vatPercent + 50) / 100
	x.GrossCents = x.NetCents + x.VATCents
	return x
}

// statement returns the statement in the path, which the party must see.
func (s *server) statement(r *http.Request, p party) (*Statement, error) {
	for _, x := range s.statements {
		if x.No == r.PathValue("statement_no") && p.sees(x.Operator, x.Provider) {
			return x, nil
		}
	}
	return nil, notFound("statement")
}

func (s *server) getStatement(w http.ResponseWriter, r *http.Request, p party) error {
	x, err := s.statement(r, p)
	if err != nil {
		return err
	}
	return send(w, http.StatusOK, x)
}

func (s *server) decideStatement(w http.ResponseWriter, r *http.Request, p party) error {
	x, err := s.statement(r, p)
	if err != nil {
		return err
	}
	var in struct {
		Decision string  `json:"decision"`
		Reason   *string `json:"reason"`
	}
	if err := input.Body(r, &in); err != nil {
		return err
	}
	var c input.Checks
	c.OneOf(in.Decision, "decision", "approve", "reject")
	c.That(in.Decision != "reject" || in.Reason != nil, "reason", "is missing")
	c.That(in.Decision != "approve" || in.Reason == nil, "reason", "is for rejections only")
	if in.Reason != nil {
		c.Length(*in.Reason, "reason", 3, 200)
	}
	if err := c.Err(); err != nil {
		return err
	}
	if x.Status != "open" {
		return conflict("statement_decided", "the statement is "+x.Status)
	}
	if in.Decision == "approve" {
		s.approve(x)
	} else {
		s.reject(x, *in.Reason)
	}
	return send(w, http.StatusOK, x)
}

func (s *server) approve(x *Statement) {
	x.Status = "approved"
	for _, y := range s.statements {
		if s.bug == 5 && y.Operator == x.Operator && y.Provider == x.Provider && y.Status == "open" {
			y.Status = "approved"
		}
	}
}

// reject sets the records free.
func (s *server) reject(x *Statement, reason string) {
	x.Status, x.Reason = "rejected", reason
	for _, rec := range s.records {
		if rec.StatementNo == x.No {
			rec.StatementNo = ""
		}
	}
	for key, old := range s.replies {
		if s.bug == 1 && old.out.No == x.No {
			delete(s.replies, key)
		}
	}
}
