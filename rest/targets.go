package rest

import (
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/facet"
)

// These are the kinds of targets of the REST problem. Their names begin with
// the operation. A system that is a sut.Tracer adds targets of other kinds:
// statements, branches, lines and files.
const (
	// StatusTarget is one status code of an operation: "GET /books 200".
	StatusTarget = api.StatusTarget
	// ClassTarget is a class of status codes: "GET /books 2xx". It has a
	// gradient: a server error is closer to success than a refusal.
	ClassTarget = api.ClassTarget
	// ResponseTarget is a declared response in one media type:
	// "GET /books 200 application/json".
	ResponseTarget = api.ResponseTarget
	// FaultTarget is a fault: "GET /books 100 detail". The detail of a server
	// error or a time-out ends with the place in the program, if it is known.
	FaultTarget = api.FaultTarget
	// RefusalTarget is what a refusal says, without numbers, ids and what was sent:
	// "POST /books 400 title is required". This kind and the next ones are those of
	// systems that no tracer sees into.
	RefusalTarget = facet.Refusal
	// ShapeTarget is which members a JSON answer has: "GET /books 200 [{id title}]".
	ShapeTarget = facet.Shape
	// ValueTarget is a value of a member that has few, or how large a number is:
	// "GET /books/{id} 200 /state open".
	ValueTarget = facet.Value
	// InputTarget is what two inputs are like in a call that succeeded, or that was
	// refused without a word: "GET /books 200 page like x, sort absent".
	InputTarget = facet.Input
)

// ErrForeignCase means that a case was not written for the schema and the users
// of this problem.
var ErrForeignCase = action.ErrForeignCase
