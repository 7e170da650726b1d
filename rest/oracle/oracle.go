// Package oracle judges the answers of a system under test.
package oracle

import (
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/sut"
)

// Exchange is one call with its answer, as oracles see it. It is only valid
// during [Oracle.Judge].
type Exchange struct {
	Operation *openapi.Operation
	// User is the name of who made the call, "" for nobody.
	User     string
	Request  *sut.Request
	Response *sut.Response
	// Place is where the program was: at a server error or time-out where it was
	// last, such as "api/books.go:12", or, if it answers while it recovers from a
	// panic, where that began: "api.(*book).rating (books.go:12)". "" if that is
	// not known.
	Place string
}

// Finding is a fault that an oracle saw in one exchange.
type Finding struct {
	// Code is the Web Fuzzing Commons code of the category.
	Code int
	// Category names the code in a few words.
	Category string
	// Reason is one line without values that change between runs.
	Reason string
	// Detail tells findings of one code on one operation apart: the place in
	// the program or in the body, never the text of a response. May be "".
	Detail string
	// Frame is the place in the program, "" if unknown.
	Frame string
}

// Oracle judges answers.
type Oracle interface {
	// Judge returns what is wrong with an exchange, nil if nothing is. It is
	// called for every answered call, so it has to be cheap.
	Judge(x *Exchange) []Finding
}
