package vitrine

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Object is a thing of the collection.
type Object struct {
	AccessionNo string  `json:"accession_no"`
	Title       string  `json:"title"`
	Department  string  `json:"department"`
	ValueCents  int     `json:"insured_value_cents"`
	AcquiredOn  string  `json:"acquired_on"`
	Fragile     bool    `json:"fragile"`
	Status      string  `json:"status"`
	Condition   string  `json:"condition"`
	Checks      []Check `json:"-"`
	Removed     bool    `json:"-"`
	order       [2]int  // year and number of the accession number
}

// Check is a report on the condition of an object.
type Check struct {
	No        int    `json:"check_no"`
	Grade     string `json:"grade"`
	CheckedOn string `json:"checked_on"`
	Note      string `json:"note"`
	CheckedBy string `json:"checked_by"`
}

// Borrower is a museum that borrows.
type Borrower struct {
	Code      string `json:"borrower_code"`
	Name      string `json:"name"`
	Country   string `json:"country"`
	Suspended bool   `json:"suspended"`
}

// Loan lends objects to a borrower. Both days belong to it.
type Loan struct {
	No           string  `json:"loan_no"`
	BorrowerCode string  `json:"borrower_code"`
	Purpose      string  `json:"purpose"`
	From         string  `json:"from_date"`
	To           string  `json:"to_date"`
	Status       string  `json:"status"`
	Items        []Item  `json:"items"`
	Terms        *Terms  `json:"terms,omitempty"`
	DispatchedAt *moment `json:"dispatched_at,omitempty"`
	DaysLate     int     `json:"days_late"`
}

// Item is an object of a loan.
type Item struct {
	AccessionNo string  `json:"accession_no"`
	ReturnedAt  *moment `json:"returned_at,omitempty"`
}

// Terms are what was agreed at the approval.
type Terms struct {
	InsuredTotal int `json:"insured_total_cents"`
	HandlingFee  int `json:"handling_fee_cents"`
}

// Summary describes a department.
type Summary struct {
	Department   string `json:"department"`
	Objects      int    `json:"objects"`
	OnLoan       int    `json:"on_loan"`
	InsuredTotal int    `json:"insured_total_cents"`
}

// moment is a time, which is written in UTC, to the second.
type moment struct{ time.Time }

func (m moment) MarshalJSON() ([]byte, error) {
	return []byte(`"` + m.UTC().Format(time.RFC3339) + `"`), nil
}

var (
	departments      = []string{"PNT", "PRT", "TEX"}
	objectStatuses   = []string{"in_store", "on_loan"}
	loanStatuses     = []string{"requested", "approved", "out", "returned", "cancelled"}
	grades           = []string{"good", "fair", "poor"}
	accessionPattern = regexp.MustCompile(`^(19|20)[0-9]{2}\.[1-9][0-9]{0,3}$`)
	codePattern      = regexp.MustCompile(`^[A-Z]{3,8}$`)
	countryPattern   = regexp.MustCompile(`^[A-Z]{2}$`)
)

// orderOf splits an accession number.
func orderOf(accession string) [2]int {
	year, number, _ := strings.Cut(accession, ".")
	y, _ := strconv.Atoi(year) // the pattern has digits alone
	n, _ := strconv.Atoi(number)
	return [2]int{y, n}
}

// has says whether an object is part of the loan.
func (l Loan) has(accession string) bool {
	for _, i := range l.Items {
		if i.AccessionNo == accession {
			return true
		}
	}
	return false
}

// open says whether a loan is not over.
func (l Loan) open() bool { return l.Status == "requested" || l.firm() }

// firm says whether a loan takes its objects from others.
func (l Loan) firm() bool { return l.Status == "approved" || l.Status == "out" }

const day = "2006-01-02"

// isDay says whether a text is a date from 2000 to 2099.
func isDay(s string) bool {
	t, err := time.Parse(day, s)
	return err == nil && t.Year() >= 2000 && t.Year() <= 2099
}

// daysBetween counts the days from one date to another.
func daysBetween(from, to string) int {
	a, _ := time.Parse(day, from)
	b, _ := time.Parse(day, to)
	return int(b.Sub(a).Hours() / 24)
}
