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
	// RefusalTarget is the text of a refusal, without numbers, ids and values that the call sent: "POST /books 400
	// title is required". This kind and the following kinds exist only for systems without a tracer.
	RefusalTarget = facet.Refusal
	// ShapeTarget is the set of members in a JSON answer: "GET /books 200 [{id title}]".
	ShapeTarget = facet.Shape
	// ValueTarget is a value of a member with few values, or the size class of a number: "GET /books/{id} 200 /state
	// open".
	ValueTarget = facet.Value
	// InputTarget is a combination of the kinds of two inputs, in a call that succeeded or that was refused without a
	// text: "GET /books 200 page like x, sort absent".
	InputTarget = facet.Input
)

// ErrForeignCase means that a case was not written for the schema and the users
// of this problem.
var ErrForeignCase = action.ErrForeignCase
