package vitrine

import (
	"cmp"

	"slices"
	"strings"
	"time"
)

// Actor is who calls.
type Actor struct {
	Name       string
	Role       string // registrar, curator or borrower
	Department string // of a curator
	Borrower   string // code, of a borrower
}

// Fault is why something is refused.
type Fault struct {
	Kind    string // bad_json, unauthorized, forbidden, not_found, conflict, invalid
	Code    string
	Message string
	Field   string
}

func (f *Fault) Error() string { return f.Code + ": " + f.Message }

func absent(what string) error      { return &Fault{"not_found", "not_found", "no such " + what, ""} }
func forbidden(why string) error    { return &Fault{"forbidden", "forbidden", why, ""} }
func clash(code, why string) error  { return &Fault{"conflict", code, why, ""} }
func unfit(field, why string) error { return &Fault{"invalid", "invalid", why, field} }

func (a Actor) must(roles ...string) error {
	if !slices.Contains(roles, a.Role) {
		return forbidden("only for: " + strings.Join(roles, ", "))
	}
	return nil
}

// keeps says whether the actor may change objects of a department.
func (a Actor) keeps(department string) error {
	if a.Role == "registrar" || a.Role == "curator" && a.Department == department {
		return nil
	}
	return forbidden("not your department")
}

// Service has the rules of the house.
type Service struct {
	repo Repository
	bug  int
}

// Page is a part of a list.
type Page struct{ Offset, Limit int }

func cut[T any](list []T, p Page) []T {
	from := min(p.Offset, len(list))
	return list[from:min(from+p.Limit, len(list))]
}

// ObjectFilter says which objects are listed, and how.
type ObjectFilter struct {
	Department, Status, Sort string
	MinValue                 int
}

// ListObjects returns a page and how many objects there are on all pages.
func (s *Service) ListObjects(f ObjectFilter, p Page) ([]Object, int) {
	found := []Object{}
	for _, o := range s.repo.Objects() {
		if !o.Removed && (f.Department == "" || o.Department == f.Department) &&
			(f.Status == "" || o.Status == f.Status) &&
			o.ValueCents >= f.MinValue {
			found = append(found, o)
		}
	}
	if s.bug == 8 {
		page := cut(found, p)
		sortObjects(page, f.Sort)
		return page, len(found)
	}
	sortObjects(found, f.Sort)
	return cut(found, p), len(found)
}

func sortObjects(list []Object, by string) {
	slices.SortStableFunc(list, func(a, b Object) int {
		switch by {
		case "title":
			return cmp.Compare(a.Title, b.Title)
		case "value":
			return cmp.Compare(a.ValueCents, b.ValueCents)
		case "-value":
			return cmp.Compare(b.ValueCents, a.ValueCents)
		}
		return 0
	})
}

// object returns an object of the collection.
func (s *Service) object(accession string) (Object, error) {
	o, ok := s.repo.Object(accession)
	if !ok || o.Removed {
		return Object{}, absent("object")
	}
	return o, nil
}

// AddObject takes an object into the collection.
func (s *Service) AddObject(a Actor, o Object) (Object, error) {
	if err := a.keeps(o.Department); err != nil {
		return o, err
	}
	if _, used := s.repo.Object(o.AccessionNo); used {
		return o, clash("number_used", "the accession number is or was that of another object")
	}
	o.Status, o.Condition, o.order = "in_store", "unchecked", orderOf(o.AccessionNo)
	s.repo.SaveObject(o)
	return o, nil
}

// ObjectChange has what is to be changed.
type ObjectChange struct {
	Title      *string `json:"title"`
	ValueCents *int    `json:"insured_value_cents"`
	Fragile    *bool   `json:"fragile"`
}

// ChangeObject changes an object.
func (s *Service) ChangeObject(a Actor, accession string, c ObjectChange) (Object, error) {
	o, err := s.object(accession)
	if err != nil {
		return o, err
	}
	if err := a.keeps(o.Department); err != nil {
		return o, err
	}
	if c.Title != nil {
		o.Title = *c.Title
	}
	if c.ValueCents != nil {
		o.ValueCents = *c.ValueCents
	}
	if c.Fragile != nil {
		o.Fragile = *c.Fragile
	}
	s.repo.SaveObject(o)
	return o, nil
}

// RemoveObject takes an object out of the collection.
func (s *Service) RemoveObject(accession string) error {
	o, err := s.object(accession)
	if err != nil {
		return err
	}
	for _, l := range s.repo.Loans() {
		needed := l.open()
		if s.bug == 3 {
			needed = l.Status == "out"
		}
		if needed && l.has(accession) {
			return clash("object_in_loan", "the object is part of loan "+l.No)
		}
	}
	o.Removed = true
	s.repo.SaveObject(o)
	return nil
}

// AddCheck notes the condition of an object.
func (s *Service) AddCheck(a Actor, accession string, c Check) (Check, error) {
	o, err := s.object(accession)
	if err != nil {
		return c, err
	}
	if err := a.keeps(o.Department); err != nil {
		return c, err
	}
	c.No, c.CheckedBy = len(o.Checks)+1, a.Name
	o.Checks = append(o.Checks, c)
	latest := ""
	for _, c := range o.Checks {
		if c.CheckedOn >= latest {
			latest, o.Condition = c.CheckedOn, c.Grade
		}
	}
	s.repo.SaveObject(o)
	return c, nil
}

// Summary adds up a department.
func (s *Service) Summary(department string) (Summary, error) {
	if !slices.Contains(departments, department) {
		return Summary{}, absent("department")
	}
	out := Summary{Department: department}
	for _, o := range s.repo.Objects() {
		if o.Removed || o.Department != department {
			continue
		}
		out.Objects++
		out.InsuredTotal += o.ValueCents
		if o.Status == "on_loan" {
			out.OnLoan++
		}
	}
	return out, nil
}

// AddBorrower takes down a borrower.
func (s *Service) AddBorrower(b Borrower) error {
	if _, used := s.repo.Borrower(b.Code); used {
		return clash("code_used", "there is a borrower with this code")
	}
	s.repo.SaveBorrower(b)
	return nil
}

// BorrowerChange has what is to be changed.
type BorrowerChange struct {
	Name      *string `json:"name"`
	Suspended *bool   `json:"suspended"`
}

// ChangeBorrower changes a borrower.
func (s *Service) ChangeBorrower(code string, c BorrowerChange) (Borrower, error) {
	b, ok := s.repo.Borrower(code)
	if !ok {
		return b, absent("borrower")
	}
	if c.Name != nil {
		b.Name = *c.Name
	}
	if c.Suspended != nil {
		b.Suspended = *c.Suspended
	}
	s.repo.SaveBorrower(b)
	return b, nil
}

// LoanFilter says which loans are listed.
type LoanFilter struct{ Status, Borrower, Object, ActiveOn string }

// ListLoans returns a page and how many loans there are on all pages.
func (s *Service) ListLoans(a Actor, f LoanFilter, p Page) ([]Loan, int) {
	found := []Loan{}
	for _, l := range s.repo.Loans() {
		if !a.sees(l) && (s.bug != 5 || f.Object == "") {
			continue
		}
		if (f.Status == "" || l.Status == f.Status) && (f.Borrower == "" || l.BorrowerCode == f.Borrower) &&
			(f.Object == "" || l.has(f.Object)) &&
			(f.ActiveOn == "" || l.firm() && l.From <= f.ActiveOn && f.ActiveOn <= l.To) {
			found = append(found, s.view(l))
		}
	}
	return cut(found, p), len(found)
}

func (a Actor) sees(l Loan) bool { return a.Role != "borrower" || a.Borrower == l.BorrowerCode }

// view returns a loan as it is answered.
func (s *Service) view(l Loan) Loan {
	if s.bug == 4 && l.Terms != nil {
		l.Terms = s.terms(l)
	}
	return l
}

// Loan returns a loan that the actor sees.
func (s *Service) Loan(a Actor, no string) (Loan, error) {
	l, ok := s.repo.Loan(no)
	if !ok || !a.sees(l) {
		return Loan{}, absent("loan")
	}
	return s.view(l), nil
}

// LoanRequest has what a borrower asks for.
type LoanRequest struct {
	Purpose *string   `json:"purpose"`
	From    *string   `json:"from_date"`
	To      *string   `json:"to_date"`
	Objects *[]string `json:"objects"`
}

// RequestLoan asks for objects.
func (s *Service) RequestLoan(a Actor, r LoanRequest) (Loan, error) {
	if b, _ := s.repo.Borrower(a.Borrower); b.Suspended {
		return Loan{}, clash("borrower_suspended", "the borrower is suspended")
	}
	l := Loan{BorrowerCode: a.Borrower, Status: "requested"}
	if err := s.ask(&l, r); err != nil {
		return l, err
	}
	l.No = s.repo.NextLoanNo()
	s.repo.SaveLoan(l)
	return l, nil
}

// ask sets what is asked for.
func (s *Service) ask(l *Loan, r LoanRequest) error {
	if r.Purpose != nil {
		l.Purpose = *r.Purpose
	}
	if r.From != nil {
		l.From = *r.From
	}
	if r.To != nil {
		l.To = *r.To
	}
	if n := daysBetween(l.From, l.To); n < 0 || n > 365 {
		return unfit("to_date", "must be from 0 to 365 days after from_date")
	}
	if r.Objects != nil {
		l.Items = []Item{}
		for _, accession := range *r.Objects {
			if _, err := s.object(accession); err != nil {
				return unfit("objects", accession+" is not in the collection")
			}
			l.Items = append(l.Items, Item{AccessionNo: accession})
		}
	}
	return nil
}

// ChangeLoan changes what was asked for.
func (s *Service) ChangeLoan(a Actor, no string, r LoanRequest) (Loan, error) {
	l, err := s.Loan(a, no)
	if err != nil {
		return l, err
	}
	if l.Status != "requested" {
		return l, clash("wrong_status", "the loan is "+l.Status)
	}
	if err := s.ask(&l, r); err != nil {
		return l, err
	}
	s.repo.SaveLoan(l)
	return l, nil
}

// Approve promises the objects to the borrower.
func (s *Service) Approve(a Actor, no string) (Loan, error) {
	l, err := s.Loan(a, no)
	if err != nil {
		return l, err
	}
	if l.Status != "requested" {
		return l, clash("wrong_status", "the loan is "+l.Status)
	}
	if b, _ := s.repo.Borrower(l.BorrowerCode); b.Suspended {
		return l, clash("borrower_suspended", "the borrower is suspended")
	}
	for _, other := range s.repo.Loans() {
		if !other.firm() || !s.overlap(l, other) {
			continue
		}
		for _, i := range other.Items {
			if l.has(i.AccessionNo) && i.ReturnedAt == nil {
				return l, clash("object_taken", i.AccessionNo+" is part of loan "+other.No)
			}
		}
	}
	l.Status = "approved"
	l.Terms = s.terms(l)
	s.repo.SaveLoan(l)
	return l, nil
}

// overlap says whether two loans have a day in common.
func (s *Service) overlap(a, b Loan) bool {
	if s.bug == 1 {
		return a.From < b.To && b.From < a.To
	}
	return a.From <= b.To && b.From <= a.To
}

// terms are those of the values of today: the fee is one per cent, rounded half up.
func (s *Service) terms(l Loan) *Terms {
	t := &Terms{}
	for _, i := range l.Items {
		o, _ := s.repo.Object(i.AccessionNo)
		t.InsuredTotal += o.ValueCents
	}
	t.HandlingFee = (t.InsuredTotal + 50) / 100
	if s.bug == 6 {
		t.HandlingFee = t.InsuredTotal / 100
	}
	return t
}

// Cancel calls a loan off.
func (s *Service) Cancel(a Actor, no string) (Loan, error) {
	l, err := s.Loan(a, no)
	if err != nil {
		return l, err
	}
	if l.Status != "requested" && l.Status != "approved" {
		return l, clash("wrong_status", "the loan is "+l.Status)
	}
	l.Status = "cancelled"
	s.repo.SaveLoan(l)
	return l, nil
}

// Dispatch sends the objects off.
func (s *Service) Dispatch(a Actor, no string, at time.Time) (Loan, error) {
	l, err := s.Loan(a, no)
	if err != nil {
		return l, err
	}
	if l.Status != "approved" {
		return l, clash("wrong_status", "the loan is "+l.Status)
	}
	if d := at.UTC().Format(day); d < l.From || d > l.To {
		return l, unfit("dispatched_at", "must be on a day of the loan")
	}
	for _, i := range l.Items {
		if o, _ := s.repo.Object(i.AccessionNo); o.Status == "on_loan" {
			return l, clash("object_away", i.AccessionNo+" is not back from another loan")
		}
	}
	for _, i := range l.Items {
		s.place(i.AccessionNo, "on_loan")
	}
	l.Status, l.DispatchedAt = "out", &moment{at}
	s.repo.SaveLoan(l)
	return l, nil
}

func (s *Service) place(accession, status string) {
	o, ok := s.repo.Object(accession)
	if ok {
		o.Status = status
		s.repo.SaveObject(o)
	}
}

// Return takes objects back. The loan is over once all are back.
func (s *Service) Return(a Actor, no string, at time.Time, objects []string) (Loan, error) {
	l, err := s.Loan(a, no)
	if err != nil {
		return l, err
	}
	if l.Status != "out" {
		return l, clash("wrong_status", "the loan is "+l.Status)
	}
	if at.Before(l.DispatchedAt.Time) {
		return l, unfit("returned_at", "must not be before the dispatch")
	}
	for _, accession := range objects {
		i := slices.IndexFunc(l.Items, func(i Item) bool { return i.AccessionNo == accession })
		if i < 0 {
			return l, unfit("objects", accession+" is not part of the loan")
		}
		if l.Items[i].ReturnedAt != nil {
			return l, clash("object_back", accession+" is back already")
		}
		l.Items[i].ReturnedAt = &moment{at}
	}
	back := at.UTC()
	if s.bug == 7 {
		back = at
	}
	l.DaysLate = max(l.DaysLate, daysBetween(l.To, back.Format(day)))
	if s.bug == 2 || !slices.ContainsFunc(l.Items, func(i Item) bool { return i.ReturnedAt == nil }) {
		l.Status = "returned"
	}
	for _, accession := range objects {
		s.place(accession, "in_store")
	}
	s.repo.SaveLoan(l)
	return l, nil
}
