// Package oracle judges the answers of a system under test.
package oracle

import "github.com/evoke-go/evoke/openapi"

// Finding is a defect that an oracle saw in one exchange.
type Finding struct {
	// Code is the code of the category in Web Fuzzing Commons.
	Code int
	// Category describes the code in a few words.
	Category string
	// Reason is one line without values that change between runs.
	Reason string
	// Detail distinguishes findings with one code on one operation. It is the
	// place in the program or in the body, never text of a response. It may be
	// "".
	Detail string
	// Frame is the place in the program, or "" if unknown.
	Frame string
	// Of is the operation that has the defect, nil for that of the exchange which showed it.
	Of *openapi.Operation
	// Anywhere says that it is the same defect whichever operation shows it: the code and Detail alone tell it from
	// others.
	Anywhere bool
	// Severity says how much harm the defect does. Default: [Medium].
	Severity Severity
}

// Missing names what a finding lacks that it needs: "a code", "a reason", or "".
func (f *Finding) Missing() string {
	switch {
	case f.Code <= 0:
		return "a code"
	case f.Reason == "":
		return "a reason"
	}
	return ""
}

// On returns the operation that has the defect: that of the exchange, unless the finding names
// another one.
func (f *Finding) On(exchange *openapi.Operation) *openapi.Operation {
	if f.Of != nil {
		return f.Of
	}
	return exchange
}

// Oracle judges answers.
type Oracle interface {
	// Judge returns the defects that an exchange shows, alone or with those before it in
	// its test; nil for none. It is called for every answered call, so it must be fast.
	// The calls of a test are never concurrent, and neither are those of Judge. What it
	// returns must depend on nothing but the exchange: a test is executed several times,
	// also in other processes, before it is written.
	Judge(x *Exchange) []Finding
}
