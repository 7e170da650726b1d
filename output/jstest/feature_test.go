package jstest_test

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

func lit(s string) suite.Text { return suite.Literal(s) }

func text(pieces ...string) suite.Text { // literal, variable, literal, ...
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

func fields(pairs ...string) []suite.Field {
	var out []suite.Field
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, suite.Field{Name: pairs[i], Value: lit(pairs[i+1])})
	}
	return out
}

func step(operation string, status int, checks ...suite.Check) suite.Step {
	method, path, _ := cut(operation)
	s := suite.Step{Operation: operation, Call: &suite.Call{Request: suite.Request{Method: method, Path: lit(path)}}}
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

func withJSON(s suite.Step, body suite.Text) suite.Step {
	s.Call.Request.Headers = append(s.Call.Request.Headers, fields("Content-Type", "application/json")...)
	s.Call.Request.Body = &suite.Body{Text: body, JSON: true}
	return s
}

func equal(pointer string, value any) suite.Check {
	return suite.Check{Pointer: pointer, Op: suite.Equal, Value: value}
}

const longBook = `{"title":"A ` + "`quoted`" + ` title","pages":[1,2,3],"meta":{"note":"a rather long note that does not fit","empty":{},"none":[]},"price":12.50}`

// createStep makes a book and captures everything a later step may use.
func createStep() suite.Step {
	s := withJSON(step("POST /books", 201, equal("/price", 12.5), suite.Check{Pointer: "/id", Op: suite.Exists}), lit(longBook))
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

func loginStep() suite.Step {
	s := step("POST /login", 0)
	s.Note = "log in as ann"
	s.Call.Captures = []suite.Capture{
		{Var: "token", Source: suite.FromBody, Name: "/token"},
		{Var: "header", Source: suite.FromHeader, Name: "X-Token"},
		{Var: "session", Source: suite.FromCookie, Name: "session"},
	}
	return s
}

// features is a suite that uses everything and passes on testdata/shop.
func features() *suite.Suite {
	return &suite.Suite{
		Title:  "Shop",
		Repeat: "evoke run --seed 1 --calls 1000",
		Tests: append([]suite.Test{
			chainTest(), bodyTest(), numbersTest(), newMembersTest(), shapeTest(), listTest(), textTest(), deleteTest(), untypedTest(), preparedTest(), onlyPreparedTest(), connectionTest(),
			{Name: "PostBooksReturns400", Purpose: "POST /books answers 400", Kind: suite.ClientError, Steps: []suite.Step{
				withJSON(step("POST /books", 400, equal("", value.Object{{Name: "error", Value: "no title"}})), lit(`{"title":null}`)),
			}},
			{Name: "main", Purpose: "+build ignore\nanother line */ \x00", Kind: suite.ClientError, Steps: []suite.Step{step("GET /books/%FF%2F..", 404)}},
			refusalTest("GetNone", "GET /none/{id}", "/none/1"), refusalTest("PostNone", "POST /none", "/none"), refusalTest("DeleteNone", "DELETE /none/{id}", "/none/2"),
			refusalTest("DeleteNoneByQ", "DELETE /none/{id}", "/none/3"),
			refusalTest("GetNoneAsAnn", "GET /none", "/none"), refusalTest("PutNoneAsAnn", "PUT /none", "/none"), refusalTest("PostNoneAsAnn", "POST /none", "/none"),
		}, append(setUpTests(), crashTest(), panicTest(), abortTest(), schemaTest())...),
	}
}

// setUpTests begin with the same calls, of which each reads something else, or
// nothing. Two of them have one more call in common.
func setUpTests() (out []suite.Test) {
	for _, name := range []string{"ByID", "ByNumber", "Twice", "TwiceAsAnn", "Without", "ByLater"} {
		login, create := loginStep(), createStep()
		create.Call.Captures, create.Call.Expect.Checks, create.Call.Expect.ContentType = nil, nil, ""
		create.User = "ann"
		create.Call.Request.Headers = append([]suite.Field{{Name: "Authorization", Value: text("Bearer ", "token")}}, create.Call.Request.Headers...)
		steps := []suite.Step{login, create}
		get := step("GET /books/{id}", 200)
		switch name {
		case "ByID":
			steps[1].Call.Captures = []suite.Capture{{Var: "bookID", Source: suite.FromBody, Name: "/id"}}
			get.Call.Request.Path = text("/books/", "bookID")
		case "ByNumber":
			steps[1].Call.Captures = []suite.Capture{{Var: "number", Source: suite.FromBody, Name: "/number"}}
			get = withJSON(step("POST /echo", 200), text("[", "number", "]"))
		case "Without":
			get = step("GET /numbers", 200)
		case "ByLater": // it calls bookID what another step answers
			later := steps[1]
			call := *later.Call
			call.Captures = []suite.Capture{{Var: "bookID", Source: suite.FromBody, Name: "/id"}}
			later.Call = &call
			steps = append(steps, later)
			get.Call.Request.Path = text("/books/", "bookID")
		default:
			steps[1].Call.Captures = []suite.Capture{{Var: "bookID", Source: suite.FromHeader, Name: "Location", LastSegment: true}}
			again := step("GET /books/{id}", 200)
			again.Call.Request.Path = text("/books/", "bookID")
			steps = append(steps, again)
			get.Call.Request.Path = text("/books/", "bookID")
		}
		if name == "TwiceAsAnn" {
			get.Call.Request.Headers = []suite.Field{{Name: "Authorization", Value: text("Bearer ", "token")}}
		}
		out = append(out, suite.Test{Name: "GetBooksAfterSetUp" + name, Kind: suite.Success, Steps: append(steps, get)})
	}
	return out
}

// keptFeatures are features whose set-ups are kept, without the test that needs a
// number of one and with a test that needs a title.
func keptFeatures() *suite.Suite {
	s := features()
	s.Arrange()
	at := slices.IndexFunc(s.Tests, func(t suite.Test) bool { return t.Name == "GetBooksAfterSetUpByNumber" })
	more := s.Tests[at].Clone()
	more.Name, more.Form = "GetBooksAfterSetUpByTitle", nil
	more.Steps[1].Call.Captures = []suite.Capture{{Var: "title", Source: suite.FromBody, Name: "/title"}}
	more.Steps[2] = withJSON(step("POST /echo", 200), text("[", "title", "]"))
	another := more.Clone()
	another.Name = "GetBooksAfterSetUpByTitleAgain"
	s.Tests = slices.Insert(slices.Delete(s.Tests, at, at+1), 0, more, another)
	return s
}

// refusalTest is one of those that become the rows of a table.
func refusalTest(name, operation, path string) suite.Test {
	s := step(operation, 404)
	s.Call.Request.Path, s.Call.Expect.ContentType = lit(path), "text/plain"
	s.Call.Expect.Checks = []suite.Check{{Op: suite.Whole, Value: "404 page not found\n"}}
	switch s.Call.Request.Method {
	case "POST", "PUT":
		s = withJSON(s, lit(`{"title":"A `+"`quoted`"+` title","pages":[1,2,3],"meta":{"note":"a rather long note that does not fit","none":[]}}`))
	case "DELETE":
		s.Call.Request.Query = fields("q", "a b&", "r", "")
	}
	t := suite.Test{Name: name + "Returns404", Kind: suite.ClientError, Steps: []suite.Step{s}}
	if strings.HasSuffix(name, "AsAnn") {
		s.User = "ann"
		s.Call.Request.Headers = append([]suite.Field{{Name: "Authorization", Value: text("Bearer ", "token")}}, s.Call.Request.Headers...)
		t.Steps = []suite.Step{loginStep(), s}
	} else {
		t.Ways = []suite.Way{{What: "name is \"\"", Place: "shop.find"}}
	}
	return t
}

func chainTest() suite.Test {
	get := step("GET /books/{id}", 200, equal("/meta/none", []any{}), equal("/title", "A `quoted` title"))
	get.Call.Request.Path = text("/books/", "bookID")
	again := step("GET /books/{id}", 200)
	again.Call.Request.Path = text("/books/", "location")
	return suite.Test{
		Name: "GetBooksByIDReturns200", Purpose: "GET /books/{id} answers 200 after POST /books", Kind: suite.Success,
		Ways:  []suite.Way{{What: "id == \"\\n\" is true", Place: "shop.(*Shop).book"}, {What: "two\nlines are entered", Place: "shop.(*Shop).list"}},
		Steps: []suite.Step{createStep(), get, again},
	}
}

func bodyTest() suite.Test {
	echo := withJSON(step("POST /echo", 200), text(`{"id":"<`, "bookID", `>","number":`, "number", `,"text":"`, "number", `","meta":`, "meta", `,"at":"`, "location", `"}`))
	echo.Call.Expect.Checks = []suite.Check{{Op: suite.Whole, Value: `{"id":"<b 1/1>","number":2,"text":"2","meta":{"empty":{},"none":[],"note":"a rather long note that does not fit"},"at":"n2"}`}}
	tokens := step("POST /echo", 200, suite.Check{Op: suite.Whole, Value: "{ \"t\": \"a\\\"b\\\\c\" } "})
	tokens.Call.Request.Headers = fields("Content-Type", "application/json")
	tokens.Call.Request.Body = &suite.Body{JSON: true, Text: text(`{ "t": "`, "token", `" } `)}
	return suite.Test{Name: "PostEchoReturns200", Kind: suite.Success, Steps: []suite.Step{loginStep(), createStep(), echo, tokens}}
}

func numbersTest() suite.Test {
	return suite.Test{Name: "GetNumbersReturns200", Kind: suite.Success, Steps: []suite.Step{step("GET /numbers", 200,
		equal("/big", json.Number("12345678901234567890123")), equal("/id", int64(9007199254740993)), equal("/half", 0.5),
		equal("/three", int64(3)), equal("/three", 3.0), equal("/e", int64(100)), equal("/huge", json.Number("1e400")),
		equal("/~0a~1b//0", true), equal("/~0a~1b//1", nil), equal("/~0a~1b//2", int64(0)), equal("/neg", int64(-7)),
		equal("/list", []any{int64(1), 2.0, json.Number("3")}), suite.Check{Pointer: "/list", Op: suite.Length, Value: int64(3)},
		equal("/nested", value.Object{{Name: "deep", Value: []any{value.Object{{Name: "x", Value: "a<b>&\u2028"}}}}}),
	)}}
}

// newMembersTest knows few of the members that there are.
func newMembersTest() suite.Test {
	return suite.Test{Name: "GetNumbersReturns200WithMore", Kind: suite.Success, Steps: []suite.Step{step("GET /numbers", 200,
		equal("/nested", object("deep", []any{value.Object{}})), suite.Check{Pointer: "/nested/deep", Op: suite.Length, Value: int64(1)},
	), step("GET /numbers", 200, equal("/half", 0.5), equal("/e", int64(100)),
		suite.Check{Pointer: "/nested/deep", Op: suite.Length, Value: int64(1)}, equal("/nested/deep/0/x", "a<b>&\u2028"),
	)}}
}

func typed(pointer, kind string) suite.Check {
	return suite.Check{Pointer: pointer, Op: suite.HasType, Value: kind}
}

// shapeTest asserts types, some together with values.
func shapeTest() suite.Test {
	return suite.Test{Name: "GetNumbersReturns200OfAShape", Kind: suite.Success, Steps: []suite.Step{step("GET /numbers", 200,
		equal("/neg", int64(-7)), typed("/half", suite.TypeNumber), typed("/list", suite.TypeArray), typed("/list/*", suite.TypeNumber),
		typed("/nested", suite.TypeObject), typed("/nested/deep", suite.TypeArray), typed("/nested/deep/*/x", suite.TypeString),
	), step("GET /numbers", 200, typed("/e", suite.TypeNumber)),
		step("GET /numbers", 200, typed("/list", suite.TypeArray), typed("/list/*", suite.TypeNumber)),
		step("GET /numbers", 200, typed("/list/*", suite.TypeNumber)),
		step("GET /numbers", 200, typed("/list/0", suite.TypeNumber), typed("/list/2", suite.TypeNumber), typed("/e", suite.TypeNumber)),
	}}
}

func listTest() suite.Test {
	list := step("GET /books", 200,
		equal("/query", value.Object{{Name: "q+ &", Value: []any{"t-1 =\x00\uFFFD"}}, {Name: "r", Value: []any{"1", "2"}}}),
		equal("/cookie", "session=s-1"), equal("/auth", `Bearer a"b\c`), equal("/tags", []any{"x", "y"}))
	list.Call.Request.Query = []suite.Field{{Name: "q+ &", Value: text("", "header", " =\x00\xff")}, {Name: "r", Value: lit("1")}, {Name: "r", Value: lit("2")}}
	list.Call.Request.Headers = []suite.Field{{Name: "Cookie", Value: text("session=", "session")}, {Name: "Authorization", Value: text("Bearer ", "token")}}
	list.Call.Request.Headers = append(list.Call.Request.Headers, fields("X-Tag", "x", "x-tag", "y")...)
	return suite.Test{Name: "GetBooksReturns200", Kind: suite.Success, Steps: []suite.Step{loginStep(), list}}
}

func textTest() suite.Test {
	odd := "a`b\x00\xff\r\n\t\u202e\ufeff\"\\"
	s := step("POST /echo", 200, suite.Check{Op: suite.Whole, Value: odd})
	s.Call.Request.Body = &suite.Body{Text: lit(odd)}
	s.Call.Expect.ContentType = "text/plain"
	lines := "--mark\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n`\x89\x00\n" + strings.Repeat("x", 60)
	long := step("POST /echo", 200, suite.Check{Op: suite.Whole, Value: lines})
	long.Call.Request.Body = &suite.Body{Text: lit(lines)}
	return suite.Test{Name: "PostEchoReturns200Text", Kind: suite.Success, Steps: []suite.Step{s, long}}
}

// connectionTest has answers that need more of a connection than others.
func connectionTest() suite.Test {
	zip, events := step("GET /zip", 200, equal("/zipped", true)), step("GET /events", 200)
	zip.Call.Expect.Gzip, events.Call.Expect.Stream, events.Call.Expect.ContentType = true, true, "text/event-stream"
	socket := step("GET /socket", 101)
	socket.Call.Request.Headers, socket.Call.Expect.ContentType = fields("Connection", "Upgrade", "Upgrade", "websocket"), ""
	return suite.Test{Name: "GetConnectionReturns200", Kind: suite.Success, Steps: []suite.Step{
		zip, events, socket, step("GET /connection", 200, suite.Check{Op: suite.Whole, Value: "ok"}),
	}}
}

// untypedTest has an answer whose type the server finds out.
func untypedTest() suite.Test {
	s := step("GET /untyped", 203, equal("/as", "text"))
	s.Call.Expect.ContentType = "text/plain"
	return suite.Test{Name: "GetUntypedReturns203", Kind: suite.Success, Steps: []suite.Step{s}}
}

func deleteTest() suite.Test {
	return suite.Test{Name: "DeleteBooksByIDReturns204", Kind: suite.Success, Steps: []suite.Step{
		step("DELETE /books/1", 204, suite.Check{Op: suite.Empty}), step("DELETE /books/1", 204),
	}}
}

// preparedTest has everything that comes before a test: a sign-up whose answer
// is used in both forms, a log-in that is not used, and one in the middle.
func preparedTest() suite.Test {
	signUp := withJSON(step("POST /echo", 200, equal("/name", "ann")), lit(`{"name":"ann"}`))
	signUp.Note, signUp.Call.Expect.ContentType = "sign up ann", "text/plain"
	signUp.Call.Captures = []suite.Capture{{Var: "name", Source: suite.FromBody, Name: "/name"}}
	echo := withJSON(step("POST /echo", 200, suite.Check{Op: suite.Whole, Value: `{"as":"<ann>","name":"ann"}`}), text(`{"as":"<`, "name", `>","name":`, "name", `}`))
	bob := step("POST /login", 200)
	bob.Note, bob.Call.Captures = "log in as bob", []suite.Capture{{Var: "tokenOfBob", Source: suite.FromBody, Name: "/token"}}
	list := step("GET /books", 200, equal("/auth", `a"b\c`))
	list.Call.Request.Headers = []suite.Field{{Name: "Authorization", Value: text("", "tokenOfBob")}}
	return suite.Test{
		Name: "GetBooksReturns200AsBob", Purpose: "GET /books answers 200 as bob after POST /echo", Kind: suite.Success,
		Steps: []suite.Step{signUp, loginStep(), echo, bob, list},
	}
}

// onlyPreparedTest logs in in another way than the others, and needs a value
// for that, which a function would not have.
func onlyPreparedTest() suite.Test {
	login := loginStep()
	login.Call.Expect.Status = 200
	again := withJSON(step("POST /echo", 200), text(`"`, "token", `"`))
	again.Note = "renew the token"
	return suite.Test{Name: "PostEchoReturns200Token", Kind: suite.Success, Steps: []suite.Step{login, again}}
}

func fault(code int, operation, reason string) suite.Fault {
	return suite.Fault{Code: code, Category: "HTTP status 500", Operation: operation, Reason: reason, Curl: "curl -i 'http://localhost" + operation + "'\n--next"}
}

func crashTest() suite.Test {
	s := step("GET /crash", 500, suite.Check{Op: suite.Whole, Value: "sorry\n"})
	s.Call.Expect.ContentType = "text/plain"
	return suite.Test{Name: "GetCrashReturns500", Purpose: "GET /crash answers 500", Kind: suite.FaultKind, Steps: []suite.Step{s},
		Faults: []suite.Fault{fault(100, "GET /crash", "status 500")}}
}

func panicTest() suite.Test {
	s := step("GET /panic", 0)
	s.Call.Expect = suite.Expect{Panics: true}
	f := fault(100, "GET /panic", "the handler panics: at the shop")
	f.Frame = "shop.NewShop.func3 (shop.go:56)"
	return suite.Test{Name: "GetPanicPanics", Purpose: "GET /panic panics", Kind: suite.FaultKind, Steps: []suite.Step{s}, Faults: []suite.Fault{f}}
}

func abortTest() suite.Test {
	s := step("GET /abort", 0)
	s.Call.Expect = suite.Expect{Broken: true}
	return suite.Test{Name: "GetAbortGetsNoAnswer", Kind: suite.FaultKind, Steps: []suite.Step{s}, Faults: []suite.Fault{{Code: 909, Operation: "GET /abort"}}}
}

func schemaTest() suite.Test {
	return suite.Test{Name: "GetNumbersReturns200AgainstTheSchema", Kind: suite.FaultKind, Steps: []suite.Step{step("GET /numbers", 200)},
		Faults: []suite.Fault{{Code: 101, Category: "response not as the schema says", Operation: "GET /numbers", Reason: "/big is no string"}}}
}

func object(pairs ...any) (out value.Object) {
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, value.Member{Name: pairs[i].(string), Value: pairs[i+1]})
	}
	return out
}
