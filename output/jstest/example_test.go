package jstest_test

import (
	"fmt"
	"strings"

	"github.com/evoke-go/evoke/output/jstest"
	"github.com/evoke-go/evoke/suite"
)

func ExampleWriter() {
	s := &suite.Suite{Title: "Shop", Tests: []suite.Test{{
		Name: "GetBooksByIDReturns200", Purpose: "GET /books/{id} answers 200 after POST /books", Kind: suite.Success,
		Steps: []suite.Step{{
			Operation: "POST /books",
			Call: &suite.Call{Request: suite.Request{
				Method: "POST", Path: suite.Literal("/books"),
				Headers: []suite.Field{{Name: "Content-Type", Value: suite.Literal("application/json")}},
				Body:    &suite.Body{JSON: true, Text: suite.Literal(`{"title":"Dune"}`)},
			},
				Captures: []suite.Capture{{Var: "bookID", Source: suite.FromBody, Name: "/id"}},
				Expect:   suite.Expect{Status: 201}},
		}, {
			Operation: "GET /books/{id}",
			Call: &suite.Call{Request: suite.Request{Method: "GET",
				Path: suite.Text{{Literal: "/books/"}, {Var: "bookID"}}},
				Expect: suite.Expect{Status: 200, ContentType: "application/json", Checks: []suite.Check{
					{Pointer: "/title", Op: suite.Equal, Value: "Dune"},
				}}},
		}},
	}}}
	w := &jstest.Writer{Start: "node src/server.js"}
	files, err := w.Files(s)
	if err != nil {
		fmt.Println(err)
		return
	}
	at := files[0].Tests[0]
	lines := strings.Split(string(files[0].Content), "\n")
	fmt.Println(strings.Join(lines[at.Start-1:at.End], "\n"))
	// Output:
	// test('GET /books/{id} answers 200 after POST /books', async () => {
	//   const api = await start();
	//
	//   const posted = await api.call('POST', '/books').json({ title: 'Dune' }).want(201);
	//   const bookID = posted.read('/id');
	//
	//   const got = await api.call('GET', `/books/${encodeURIComponent(bookID)}`).want(200);
	//   got.contentType('application/json');
	//   got.equal('/title', 'Dune');
	// });
}
