package features

import "github.com/evoke-go/evoke/suite"

// Names returns a suite with unique names in all places of calls and assertions. Two tests begin with the same call.
func Names() *suite.Suite {
	name := suite.Piece{Var: "title", Stem: "Emma"}
	post := func() suite.Step {
		return WithJSON(Step("POST /books", 201), suite.Text{{Literal: `{"title":"`}, name, {Literal: `"}`}})
	}
	create := post()
	create.Call.Captures = []suite.Capture{{Var: "bookID", Source: suite.FromBody, Name: "/id"}}
	get := Step("GET /books/{id}", 200, suite.Check{Pointer: "/title", Op: suite.Equal, Text: suite.Text{name}})
	get.Call.Request.Path = Text("/books/", "bookID")
	whole := suite.Check{Op: suite.Whole, Text: suite.Text{{Literal: "a "}, name, {Literal: "@example.com"}}}
	echo := Step("POST /echo", 200, whole)
	echo.Call.Request.Body = &suite.Body{Text: suite.Text{{Literal: "a "}, name, {Literal: "@example.com"}}}
	none := Step("GET /books/{id}", 404)
	none.Call.Request.Path = suite.Text{{Literal: "/books/"}, name}
	none.Call.Request.Query = []suite.Field{{Name: "q", Value: suite.Text{name}}}
	return &suite.Suite{Tests: []suite.Test{
		{Name: "GetBooksReturns200", Kind: suite.Success, Steps: []suite.Step{create, get}},
		{Name: "PostEchoReturns200", Kind: suite.Success, Steps: []suite.Step{echo}},
		{Name: "GetBooksReturns404", Kind: suite.ClientError, Steps: []suite.Step{post(), none}},
	}}
}
