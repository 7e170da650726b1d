// Package oracle judges the answers of a system under test.
package oracle

import (
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/suite"
)

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
	// Frame is the place in the program where the finding was made, or "" if it is unknown.
	Frame string
	// Of is the operation that has the defect. It is nil if that is the operation of the exchange.
	Of *openapi.Operation
	// Anywhere says that findings of different operations are the same defect if they have the same Code and Detail.
	Anywhere bool
	// About names the part of the answer that shows the defect. A written test asserts that part. Default: the whole
	// answer.
	About suite.About
	// Severity says how much harm the defect does. Default: [Medium].
	Severity Severity
	// Doubt says why a healthy service may show the same. The finding is a hint then, which fails nothing. Default: the
	// finding is a fault.
	Doubt string
}

// Silenced returns the reason why a hint fails nothing, or "" for a fault.
func (f *Finding) Silenced() string {
	if f.Doubt == "" {
		return ""
	}
	return "it is a hint: " + f.Doubt
}

// Missing names the required field that a finding lacks: "a code" or "a reason". It returns "" if none is missing.
func (f *Finding) Missing() string {
	switch {
	case f.Code <= 0:
		return "a code"
	case f.Reason == "":
		return "a reason"
	}
	return ""
}

// On returns the operation that has the defect: Of, or the operation of the exchange if Of is nil.
func (f *Finding) On(exchange *openapi.Operation) *openapi.Operation {
	if f.Of != nil {
		return f.Of
	}
	return exchange
}

// Oracle judges answers.
type Oracle interface {
	// Judge returns the defects that an exchange shows, alone or together with the earlier exchanges of its test. It
	// returns nil if there are none. It is called for every answered call, so it must be fast. Neither the calls of a
	// test nor those of Judge are concurrent. The findings must depend on nothing but the exchange: a test is executed
	// several times, also in other processes, before it is written.
	Judge(x *Exchange) []Finding
}
