package gotest_test

import (
	"fmt"
	"strings"

	"github.com/evoke-go/evoke/output/gotest"
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
	w := &gotest.Writer{Constructor: gotest.Func{ImportPath: "example.com/shop", Name: "New"}}
	files, err := w.Files(s)
	if err != nil {
		fmt.Println(err)
		return
	}
	at := files[0].Tests[0]
	lines := strings.Split(string(files[0].Content), "\n")
	fmt.Println(strings.Join(lines[at.Start-1:at.End], "\n"))
	// Output:
	// // GET /books/{id} answers 200 after POST /books
	// func TestGetBooksByIDReturns200(t *testing.T) {
	// 	api := evokeStart(t)
	//
	// 	posted := api.call("POST", "/books").json(`{"title": "Dune"}`).want(201)
	// 	bookID := posted.read("/id")
	//
	// 	got := api.call("GET", "/books/"+url.PathEscape(bookID)).want(200)
	// 	got.contentType("application/json")
	// 	got.equal("/title", "Dune")
	// }
}

// The test of a function looks like one that a person would write.
func ExampleWriter_function() {
	s := &suite.Suite{Tests: []suite.Test{{
		Name: "AtoiReturns12", Purpose: "strconv.Atoi returns 12", Kind: suite.Success,
		Steps: []suite.Step{{
			Operation: "strconv.Atoi",
			Function: &suite.Function{
				ImportPath: "strconv", Name: "Atoi",
				Args: []suite.Argument{{Name: "s", Type: "string", Value: "12"}},
				Expect: suite.Return{Results: []suite.Result{
					{Type: "int", Op: suite.Equal, Value: int64(12)}, {Type: "error", Op: suite.Nil},
				}},
			},
		}},
	}}}
	files, err := (&gotest.Writer{}).Files(s)
	if err != nil {
		fmt.Println(err)
		return
	}
	at := files[0].Tests[0]
	fmt.Println(strings.Join(strings.Split(string(files[0].Content), "\n")[at.Start-1:at.End], "\n"))
	// Output:
	// // strconv.Atoi returns 12
	// func TestAtoiReturns12(t *testing.T) {
	// 	got, err := strconv.Atoi("12")
	// 	if err != nil {
	// 		t.Fatalf("strconv.Atoi: %v", err)
	// 	}
	// 	if want := 12; got != want {
	// 		t.Errorf("strconv.Atoi: got %v, want %v", got, want)
	// 	}
	// }
}
