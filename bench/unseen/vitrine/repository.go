package vitrine

import (
	"cmp"
	"fmt"
	"slices"
)

// Repository keeps what the service knows. It gives and takes copies.
type Repository interface {
	Object(accession string) (Object, bool) // removed ones too
	Objects() []Object                      // by accession number, removed ones too
	SaveObject(Object)
	Borrower(code string) (Borrower, bool)
	Borrowers() []Borrower // by code
	SaveBorrower(Borrower)
	Loan(no string) (Loan, bool)
	Loans() []Loan // by number
	NextLoanNo() string
	SaveLoan(Loan)
}

// memory is a repository in memory.
type memory struct {
	objects   map[string]Object
	borrowers map[string]Borrower
	loans     []Loan
}

func newMemory() *memory {
	m := &memory{objects: map[string]Object{}, borrowers: map[string]Borrower{}}
	m.SaveBorrower(Borrower{Code: "CITY", Name: "City Museum", Country: "NO"})
	m.SaveBorrower(Borrower{Code: "HARB", Name: "Harbour Museum", Country: "PT"})
	return m
}

func (m *memory) Object(accession string) (Object, bool) {
	o, ok := m.objects[accession]
	o.Checks = slices.Clone(o.Checks)
	return o, ok
}

func (m *memory) Objects() []Object {
	out := make([]Object, 0, len(m.objects))
	for _, o := range m.objects {
		o.Checks = slices.Clone(o.Checks)
		out = append(out, o)
	}
	slices.SortFunc(out, byAccession)
	return out
}

func byAccession(a, b Object) int {
	return cmp.Or(cmp.Compare(a.order[0], b.order[0]), cmp.Compare(a.order[1], b.order[1]))
}

func (m *memory) SaveObject(o Object) {
	o.Checks = slices.Clone(o.Checks)
	m.objects[o.AccessionNo] = o
}

func (m *memory) Borrower(code string) (Borrower, bool) {
	b, ok := m.borrowers[code]
	return b, ok
}

func (m *memory) Borrowers() []Borrower {
	out := make([]Borrower, 0, len(m.borrowers))
	for _, b := range m.borrowers {
		out = append(out, b)
	}
	slices.SortFunc(out, func(a, b Borrower) int { return cmp.Compare(a.Code, b.Code) })
	return out
}

func (m *memory) SaveBorrower(b Borrower) { m.borrowers[b.Code] = b }

func (m *memory) Loan(no string) (Loan, bool) {
	for _, l := range m.loans {
		if l.No == no {
			return copyLoan(l), true
		}
	}
	return Loan{}, false
}

func (m *memory) Loans() []Loan {
	out := make([]Loan, 0, len(m.loans))
	for _, l := range m.loans {
		out = append(out, copyLoan(l))
	}
	return out
}

func (m *memory) NextLoanNo() string { return fmt.Sprintf("LN-%04d", len(m.loans)+1) }

func (m *memory) SaveLoan(l Loan) {
	l = copyLoan(l)
	for i := range m.loans {
		if m.loans[i].No == l.No {
			m.loans[i] = l
			return
		}
	}
	m.loans = append(m.loans, l)
}

func copyLoan(l Loan) Loan {
	l.Items = slices.Clone(l.Items)
	if l.Terms != nil {
		terms := *l.Terms
		l.Terms = &terms
	}
	return l
}
