// Package features has suites for tests of writers. They contain every feature of suites.
package features

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// Lit returns a text without variables.
func Lit(s string) suite.Text { return suite.Literal(s) }

// Text returns a text of a literal, a variable, a literal and so on.
func Text(pieces ...string) suite.Text { // literal, variable, literal, ...
	var t suite.Text
	for i, p := range pieces {
		switch {
		case i%2 == 1:
			t = append(t, suite.Piece{Var: p})
		case p != "":
			t = append(t, suite.Piece{Literal: p})
		}
	}
	return t
}

// Fields returns fields from names and values in turn.
func Fields(pairs ...string) []suite.Field {
	var out []suite.Field
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, suite.Field{Name: pairs[i], Value: Lit(pairs[i+1])})
	}
	return out
}

// Step returns a call such as "GET /books", with the status of its answer.
func Step(operation string, status int, checks ...suite.Check) suite.Step {
	method, path, _ := cut(operation)
	s := suite.Step{Operation: operation, Call: &suite.Call{Request: suite.Request{Method: method, Path: Lit(path)}}}
	s.Call.Expect = suite.Expect{Status: status, Checks: checks}
	return s
}

func cut(operation string) (method, path string, ok bool) {
	for i := range operation {
		if operation[i] == ' ' {
			return operation[:i], operation[i+1:], true
		}
	}
	return operation, "", false
}

// WithJSON returns a call with a JSON body.
func WithJSON(s suite.Step, body suite.Text) suite.Step {
	s.Call.Request.Headers = append(s.Call.Request.Headers, Fields("Content-Type", "application/json")...)
	s.Call.Request.Body = &suite.Body{Text: body, JSON: true}
	return s
}

// Equal returns the check of a value.
func Equal(pointer string, value any) suite.Check {
	return suite.Check{Pointer: pointer, Op: suite.Equal, Value: value}
}

const longBook = `{"title":"A ` + "`quoted`" +
	` title","pages":[1,2,3],"meta":{"note":"a rather long note that does not fit","empty":{},"none":[]},"price":12.50}`

// createStep returns the call that makes a book. It captures every value that a later step may use.
func createStep() suite.Step {
	s := WithJSON(Step("POST /books", 201, Equal("/price", 12.5), suite.Check{Pointer: "/id", Op: suite.Exists}),
		Lit(longBook))
	s.Call.Expect.ContentType = "application/json"
	s.Call.Captures = []suite.Capture{
		{Var: "bookID", Source: suite.FromBody, Name: "/id"},
		{Var: "number", Source: suite.FromBody, Name: "/number"},
		{Var: "meta", Source: suite.FromBody, Name: "/meta"},
		{Var: "location", Source: suite.FromHeader, Name: "Location", LastSegment: true},
		{Var: "unused", Source: suite.FromBody, Name: "/title"},
	}
	return s
}

// LoginStep returns the log-in of ann.
func LoginStep() suite.Step {
	s := Step("POST /login", 0)
	s.Note = "log in as ann"
	s.Call.Captures = []suite.Capture{
		{Var: "token", Source: suite.FromBody, Name: "/token"},
		{Var: "header", Source: suite.FromHeader, Name: "X-Token"},
		{Var: "session", Source: suite.FromCookie, Name: "session"},
	}
	return s
}

// All returns a suite with every feature of HTTP tests. It passes on gotest/testdata/shop.
func All() *suite.Suite {
	return &suite.Suite{
		Title:  "Shop",
		Repeat: "evoke run --seed 1 --calls 1000",
		Tests: append([]suite.Test{
			ChainTest(), bodyTest(), numbersTest(), lawsTest(), newMembersTest(), shapeTest(), listTest(), textTest(),
			deleteTest(),
			untypedTest(), formTest(), preparedTest(), onlyPreparedTest(), connectionTest(),
			{Name: "PostBooksReturns400", Purpose: "POST /books answers 400",
				Kind: suite.ClientError, Steps: []suite.Step{
					WithJSON(Step("POST /books", 400, Equal("", value.Object{{Name: "error", Value: "no title"}})),
						Lit(`{"title":null}`)),
				}},
			{Name: "main", Purpose: "+build ignore\nanother line */ \x00", Kind: suite.ClientError,
				Steps: []suite.Step{Step("GET /books/%FF%2F..", 404)}},
			refusalTest("GetNone", "GET /none/{id}", "/none/1"), refusalTest("PostNone", "POST /none", "/none"),
			refusalTest("DeleteNone", "DELETE /none/{id}", "/none/2"),
			refusalTest("DeleteNoneByQ", "DELETE /none/{id}", "/none/3"),
			refusalTest("GetNoneAsAnn", "GET /none", "/none"), refusalTest("PutNoneAsAnn", "PUT /none", "/none"),
			refusalTest("PostNoneAsAnn", "POST /none", "/none"),
		}, append(setUpTests(), append(undeclaredTests(), crashTest(), panicTest(), abortTest(), schemaTest())...)...),
	}
}

// setUpTests returns tests that begin with the same calls and read different values of the answers, or none. Two of
// them have one more call in common.
func setUpTests() (out []suite.Test) {
	for _, name := range []string{"ByID", "ByNumber", "Twice", "TwiceAsAnn", "Without", "ByLater"} {
		login, create := LoginStep(), createStep()
		create.Call.Captures, create.Call.Expect.Checks, create.Call.Expect.ContentType = nil, nil, ""
		create.User = "ann"
		create.Call.Request.Headers = append([]suite.Field{{Name: "Authorization", Value: Text("Bearer ", "token")}},
			create.Call.Request.Headers...)
		steps := []suite.Step{login, create}
		get := Step("GET /books/{id}", 200)
		switch name {
		case "ByID":
			steps[1].Call.Captures = []suite.Capture{{Var: "bookID", Source: suite.FromBody, Name: "/id"}}
			get.Call.Request.Path = Text("/books/", "bookID")
		case "ByNumber":
			steps[1].Call.Captures = []suite.Capture{{Var: "number", Source: suite.FromBody, Name: "/number"}}
			get = WithJSON(Step("POST /echo", 200), Text("[", "number", "]"))
		case "Without":
			get = Step("GET /numbers", 200)
		case "ByLater": // bookID is a value of another step here
			later := steps[1]
			call := *later.Call
			call.Captures = []suite.Capture{{Var: "bookID", Source: suite.FromBody, Name: "/id"}}
			later.Call = &call
			steps = append(steps, later)
			get.Call.Request.Path = Text("/books/", "bookID")
		default:
			steps[1].Call.Captures = []suite.Capture{{Var: "bookID", Source: suite.FromHeader,
				Name: "Location", LastSegment: true}}
			again := Step("GET /books/{id}", 200)
			again.Call.Request.Path = Text("/books/", "bookID")
			steps = append(steps, again)
			get.Call.Request.Path = Text("/books/", "bookID")
		}
		if name == "TwiceAsAnn" {
			get.Call.Request.Headers = []suite.Field{{Name: "Authorization", Value: Text("Bearer ", "token")}}
		}
		out = append(out, suite.Test{Name: "GetBooksAfterSetUp" + name, Kind: suite.Success, Steps: append(steps, get)})
	}
	return out
}

// Kept returns the suite of All with existing set-ups, without the test that needs one value, and with a test that
// needs another.
func Kept() *suite.Suite {
	s := All()
	s.Arrange()
	at := slices.IndexFunc(s.Tests, func(t suite.Test) bool { return t.Name == "GetBooksAfterSetUpByNumber" })
	more := s.Tests[at].Clone()
	more.Name, more.Form = "GetBooksAfterSetUpByTitle", nil
	more.Steps[1].Call.Captures = []suite.Capture{{Var: "title", Source: suite.FromBody, Name: "/title"}}
	more.Steps[2] = WithJSON(Step("POST /echo", 200), Text("[", "title", "]"))
	another := more.Clone()
	another.Name = "GetBooksAfterSetUpByTitleAgain"
	s.Tests = slices.Insert(slices.Delete(s.Tests, at, at+1), 0, more, another)
	return s
}

// refusalTest returns a test that becomes a row of a table.
func refusalTest(name, operation, path string) suite.Test {
	s := Step(operation, 404)
	s.Call.Request.Path, s.Call.Expect.ContentType = Lit(path), "text/plain"
	s.Call.Expect.Checks = []suite.Check{{Op: suite.Whole, Value: "404 page not found\n"}}
	switch s.Call.Request.Method {
	case "POST", "PUT":
		s = WithJSON(s, Lit(`{"title":"A `+"`quoted`"+
			` title","pages":[1,2,3],"meta":{"note":"a rather long note that does not fit","none":[]}}`))
	case "DELETE":
		s.Call.Request.Query = Fields("q", "a b&", "r", "")
	}
	t := suite.Test{Name: name + "Returns404", Kind: suite.ClientError, Steps: []suite.Step{s}}
	if strings.HasSuffix(name, "AsAnn") {
		s.User = "ann"
		s.Call.Request.Headers = append([]suite.Field{{Name: "Authorization", Value: Text("Bearer ", "token")}},
			s.Call.Request.Headers...)
		t.Steps = []suite.Step{LoginStep(), s}
	} else {
		t.Ways = []suite.Way{{What: "name is \"\"", Place: "shop.find"}}
	}
	return t
}

// undeclaredTests return tests of a fault that three operations share.
func undeclaredTests() (out []suite.Test) {
	for _, op := range [][3]string{
		{"GetGone", "GET /gone/{id}", "/gone/1"}, {"PostGone", "POST /gone", "/gone"},
		{"DeleteGone", "DELETE /gone/{id}", "/gone/2"},
	} {
		t := refusalTest(op[0], op[1], op[2])
		t.Name, t.Kind, t.Ways = t.Name+"AgainstTheSchema", suite.FaultKind, nil
		t.Faults = []suite.Fault{{
			Code: 101, Category: "answer against the schema", Operation: op[1],
			Reason: "status 404 is not declared", Curl: "curl -i http://localhost" + op[2],
		}}
		out = append(out, t)
	}
	return out
}

// ChainTest returns a test that makes a book and reads it by its id.
func ChainTest() suite.Test {
	get := Step("GET /books/{id}", 200, Equal("/meta/none", []any{}), Equal("/title", "A `quoted` title"))
	get.Call.Request.Path = Text("/books/", "bookID")
	again := Step("GET /books/{id}", 200)
	again.Call.Request.Path = Text("/books/", "location")
	return suite.Test{
		Name: "GetBooksByIDReturns200", Purpose: "GET /books/{id} answers 200 after POST /books", Kind: suite.Success,
		Ways: []suite.Way{{What: "id == \"\\n\" is true", Place: "shop.(*Shop).book"},
			{What: "two\nlines are entered", Place: "shop.(*Shop).list"}},
		Steps: []suite.Step{createStep(), get, again},
	}
}

func bodyTest() suite.Test {
	echo := WithJSON(Step("POST /echo", 200), Text(`{"id":"<`, "bookID", `>","number":`, "number", `,"text":"`,
		"number", `","meta":`, "meta", `,"at":"`, "location", `"}`))
	echo.Call.Expect.Checks = []suite.Check{{Op: suite.Whole, Value: `{"id":"<b 1/1>","number":2,"text":"2","meta":{"empty":{},"none":[],"note":"a rather long note that does not fit"},"at":"n2"}`}}
	tokens := Step("POST /echo", 200, suite.Check{Op: suite.Whole, Value: "{ \"t\": \"a\\\"b\\\\c\" } "})
	tokens.Call.Request.Headers = Fields("Content-Type", "application/json")
	tokens.Call.Request.Body = &suite.Body{JSON: true, Text: Text(`{ "t": "`, "token", `" } `)}
	return suite.Test{Name: "PostEchoReturns200", Kind: suite.Success,
		Steps: []suite.Step{LoginStep(), createStep(), echo, tokens}}
}

func numbersTest() suite.Test {
	return suite.Test{Name: "GetNumbersReturns200", Kind: suite.Success, Steps: []suite.Step{Step("GET /numbers", 200,
		Equal("/big", json.Number("12345678901234567890123")), Equal("/id", int64(9007199254740993)),
		Equal("/half", 0.5), Equal("/three", int64(3)), Equal("/three", 3.0), Equal("/e", int64(100)),
		Equal("/huge", json.Number("1e400")), Equal("/~0a~1b//0", true), Equal("/~0a~1b//1", nil),
		Equal("/~0a~1b//2", int64(0)), Equal("/neg", int64(-7)), Equal("/list", []any{int64(1), 2.0, json.Number("3")}),
		suite.Check{Pointer: "/list", Op: suite.Length, Value: int64(3)},
		Equal("/nested", value.Object{{Name: "deep", Value: []any{value.Object{{Name: "x", Value: "a<b>&\u2028"}}}}}),
	)}}
}

// newMembersTest returns a test that knows only few members of the answer.
func newMembersTest() suite.Test {
	return suite.Test{Name: "GetNumbersReturns200WithMore", Kind: suite.Success,
		Steps: []suite.Step{Step("GET /numbers", 200,
			Equal("/nested", Object("deep", []any{value.Object{}})),
			suite.Check{Pointer: "/nested/deep", Op: suite.Length, Value: int64(1)},
		), Step("GET /numbers", 200, Equal("/half", 0.5), Equal("/e", int64(100)),
			suite.Check{Pointer: "/nested/deep", Op: suite.Length, Value: int64(1)},
			Equal("/nested/deep/0/x", "a<b>&\u2028"),
		)}}
}

// Typed returns the check of a type.
func Typed(pointer, kind string) suite.Check {
	return suite.Check{Pointer: pointer, Op: suite.HasType, Value: kind}
}

// shapeTest returns a test that asserts types, some of them together with values.
func shapeTest() suite.Test {
	return suite.Test{Name: "GetNumbersReturns200OfAShape", Kind: suite.Success,
		Steps: []suite.Step{Step("GET /numbers", 200,
			Equal("/neg", int64(-7)), Typed("/half", suite.TypeNumber), Typed("/list", suite.TypeArray),
			Typed("/list/*", suite.TypeNumber),
			Typed("/nested", suite.TypeObject), Typed("/nested/deep", suite.TypeArray),
			Typed("/nested/deep/*/x", suite.TypeString),
		), Step("GET /numbers", 200, Typed("/e", suite.TypeNumber)),
			Step("GET /numbers", 200, Typed("/list", suite.TypeArray), Typed("/list/*", suite.TypeNumber)),
			Step("GET /numbers", 200, Typed("/list/*", suite.TypeNumber)),
			Step("GET /numbers", 200, Typed("/list/0", suite.TypeNumber), Typed("/list/2", suite.TypeNumber),
				Typed("/e", suite.TypeNumber)),
		}}
}

func listTest() suite.Test {
	list := Step("GET /books", 200,
		Equal("/query", value.Object{{Name: "q+ &", Value: []any{"t-1 =\x00\uFFFD"}},
			{Name: "r", Value: []any{"1", "2"}}}),
		Equal("/cookie", "session=s-1"), Equal("/auth", `Bearer a"b\c`), Equal("/tags", []any{"x", "y"}))
	list.Call.Request.Query = []suite.Field{{Name: "q+ &", Value: Text("", "header", " =\x00\xff")},
		{Name: "r", Value: Lit("1")}, {Name: "r", Value: Lit("2")}}
	list.Call.Request.Headers = []suite.Field{{Name: "Cookie", Value: Text("session=", "session")},
		{Name: "Authorization", Value: Text("Bearer ", "token")}}
	list.Call.Request.Headers = append(list.Call.Request.Headers, Fields("X-Tag", "x", "x-tag", "y")...)
	return suite.Test{Name: "GetBooksReturns200", Kind: suite.Success, Steps: []suite.Step{LoginStep(), list}}
}

func textTest() suite.Test {
	odd := "a`b\x00\xff\r\n\t\u202e\ufeff\"\\"
	s := Step("POST /echo", 200, suite.Check{Op: suite.Whole, Value: odd})
	s.Call.Request.Body = &suite.Body{Text: Lit(odd)}
	s.Call.Expect.ContentType = "text/plain"
	lines := "--mark\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n`\x89\x00\n" + strings.Repeat("x", 60)
	long := Step("POST /echo", 200, suite.Check{Op: suite.Whole, Value: lines})
	long.Call.Request.Body = &suite.Body{Text: Lit(lines)}
	return suite.Test{Name: "PostEchoReturns200Text", Kind: suite.Success, Steps: []suite.Step{s, long}}
}

// connectionTest returns a test of answers with special demands on the connection, such as streams.
func connectionTest() suite.Test {
	zip, events := Step("GET /zip", 200, Equal("/zipped", true)), Step("GET /events", 200)
	zip.Call.Expect.Gzip, events.Call.Expect.Stream, events.Call.Expect.ContentType = true, true, "text/event-stream"
	socket := Step("GET /socket", 101)
	socket.Call.Request.Headers, socket.Call.Expect.ContentType = Fields("Connection", "Upgrade",
		"Upgrade", "websocket"), ""
	latin := Step("GET /latin", 200, Equal("/name", "Jörg"))
	latin.Call.Expect.Latin1 = true
	return suite.Test{Name: "GetConnectionReturns200", Kind: suite.Success, Steps: []suite.Step{
		zip, events, latin, socket, Step("GET /connection", 200, suite.Check{Op: suite.Whole, Value: "ok"}),
	}}
}

// formTest returns a test that sends a captured value in a form, in which some characters of the value have to be
// escaped. The answer with the value comes with a delay.
func formTest() suite.Test {
	ticket, use := Step("GET /ticket", 200), Step("POST /ticket", 204)
	ticket.Call.Expect.Soon = true
	ticket.Call.Captures = []suite.Capture{{Var: "ticket", Source: suite.FromBody, Name: "/ticket"}}
	use.Call.Request.Headers = Fields("Content-Type", "application/x-www-form-urlencoded")
	use.Call.Request.Body = &suite.Body{Text: Text("seats=2&ticket=", "ticket")}
	return suite.Test{Name: "PostTicketReturns204", Kind: suite.Success, Steps: []suite.Step{ticket, use}}
}

// untypedTest returns a test of an answer whose content type the server detects.
func untypedTest() suite.Test {
	s := Step("GET /untyped", 203, Equal("/as", "text"))
	s.Call.Expect.ContentType = "text/plain"
	return suite.Test{Name: "GetUntypedReturns203", Kind: suite.Success, Steps: []suite.Step{s}}
}

func deleteTest() suite.Test {
	return suite.Test{Name: "DeleteBooksByIDReturns204", Kind: suite.Success, Steps: []suite.Step{
		Step("DELETE /books/1", 204, suite.Check{Op: suite.Empty}), Step("DELETE /books/1", 204),
	}}
}

// preparedTest returns a test with all kinds of set-up steps: a sign-up whose answer is used as text and as JSON, a
// log-in that is not used, and a log-in in the middle.
func preparedTest() suite.Test {
	signUp := WithJSON(Step("POST /echo", 200, Equal("/name", "ann")), Lit(`{"name":"ann"}`))
	signUp.Note, signUp.Call.Expect.ContentType = "sign up ann", "text/plain"
	signUp.Call.Captures = []suite.Capture{{Var: "name", Source: suite.FromBody, Name: "/name"}}
	echo := WithJSON(Step("POST /echo", 200, suite.Check{Op: suite.Whole, Value: `{"as":"<ann>","name":"ann"}`}),
		Text(`{"as":"<`, "name", `>","name":`, "name", `}`))
	bob := Step("POST /login", 200)
	bob.Note, bob.Call.Captures = "log in as bob",
		[]suite.Capture{{Var: "tokenOfBob", Source: suite.FromBody, Name: "/token"}}
	list := Step("GET /books", 200, Equal("/auth", `a"b\c`))
	list.Call.Request.Headers = []suite.Field{{Name: "Authorization", Value: Text("", "tokenOfBob")}}
	return suite.Test{
		Name: "GetBooksReturns200AsBob", Purpose: "GET /books answers 200 as bob after POST /echo", Kind: suite.Success,
		Steps: []suite.Step{signUp, LoginStep(), echo, bob, list},
	}
}

// onlyPreparedTest returns a test with a log-in that differs from the others: it needs a captured value, so it cannot
// be a function.
func onlyPreparedTest() suite.Test {
	login := LoginStep()
	login.Call.Expect.Status = 200
	again := WithJSON(Step("POST /echo", 200), Text(`"`, "token", `"`))
	again.Note = "renew the token"
	return suite.Test{Name: "PostEchoReturns200Token", Kind: suite.Success, Steps: []suite.Step{login, again}}
}

// Object returns an object from names and values in turn.
func Object(pairs ...any) (out value.Object) {
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, value.Member{Name: pairs[i].(string), Value: pairs[i+1]})
	}
	return out
}
