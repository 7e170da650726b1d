// Package oracle judges the answers of a system under test.
package oracle

import (
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/sut"
)

// Exchange is one call with its answer in the form for oracles. It is valid
// only during [Oracle.Judge].
type Exchange struct {
	Operation *openapi.Operation
	// User is the name of the user who made the call, or "" for an anonymous
	// call.
	User     string
	Request  *sut.Request
	Response *sut.Response
	// Place is the place in the program. For a server error or time-out it is
	// where the program was last, such as "api.(*Server).create (books.go:12)". If the program
	// answers while it recovers from a panic, it is where the panic began:
	// "api.(*book).rating (books.go:12)". It is "" if the place is not known.
	Place string
}

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
}

// Oracle judges answers.
type Oracle interface {
	// Judge returns the defects in an exchange, or nil for none. It is called for
	// every answered call, so it must be fast.
	Judge(x *Exchange) []Finding
}
