// Package seeded lists the faults of package restfaults and tells which of them
// a run of Evoke found. It is apart from the service because it is no part of
// the program that is measured.
package seeded

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

// Kind is one of the ten kinds of faults.
type Kind struct {
	// Number is that of the paper, from 1.
	Number int
	Name   string
	// Operation is where it is seeded, "METHOD /path".
	Operation string

	// codes are the Web Fuzzing Commons categories that mean a fault of this
	// kind, among the faults of the operation.
	codes []int
	// detail is what the fault's key or reason has to name where the code
	// alone may mean something else, "" where it does not.
	detail string
}

// Codes of Web Fuzzing Commons. Evoke reports the first two today; the others
// are those that oracles of such faults report in other tools.
const (
	serverError      = 100
	schemaMismatch   = 101
	wrongInput       = 102
	deleteNotWorking = 103
	deleteCustom     = 900 // the same, as EvoMaster's own code
	partialUpdate    = 904
	notIdempotent    = 905
	invalidLocation  = 907
)

// Kinds returns the kinds in the order of their numbers.
func Kinds() []Kind {
	return []Kind{
		{1, "exception", "GET /api/report", []int{serverError}, ""},
		{2, "response field of wrong type", "POST /api/items", []int{schemaMismatch}, "/price"},
		{3, "undeclared 2xx", "POST /api/jobs", []int{schemaMismatch}, "202 undeclared status"},
		{4, "numeric maximum ignored", "GET /api/items", []int{wrongInput}, "limit"},
		{5, "enum ignored", "GET /api/items", []int{wrongInput}, "sort"},
		{6, "required boolean ignored", "GET /api/items", []int{wrongInput}, "descending"},
		{7, "Location that answers 404", "POST /api/items", []int{invalidLocation}, ""},
		{8, "DELETE that does not delete", "DELETE /api/items/{id}", []int{deleteNotWorking, deleteCustom}, ""},
		{9, "PUT that merges", "PUT /api/items/{id}", []int{partialUpdate}, ""},
		{10, "PUT that is not idempotent", "PUT /api/items/{id}/stock", []int{notIdempotent}, ""},
	}
}

// Found returns the numbers of the kinds that some faults reveal, in order. A
// kind counts only if a fault is reported on its operation that is of the
// category which means this kind, and names what is wrong where several kinds
// of faults have one category. A status of 500 on PUT /api/items/{id} is not
// the merging, and an undeclared 404 of POST /api/jobs not its 202.
func Found(faults []report.Fault) []int {
	var out []int
	for _, k := range Kinds() {
		if slices.ContainsFunc(faults, func(f report.Fault) bool { return k.revealedBy(&f.Fault) }) {
			out = append(out, k.Number)
		}
	}
	return out
}

func (k *Kind) revealedBy(f *suite.Fault) bool {
	return f.Operation == k.Operation && slices.Contains(k.codes, f.Code) &&
		(strings.Contains(f.Key, k.detail) || strings.Contains(f.Reason, k.detail))
}
