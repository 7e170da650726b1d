package effects

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

const schema = `openapi: 3.0.3
info: {title: Books, version: "1"}
paths:
  /books:
    get: {parameters: [{name: sort, in: query, schema: {type: string}}], responses: {"200": {description: ok}}}
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {id: {type: string}, title: {type: string}}}}}}
      responses: {"201": {description: ok}}
  /books/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {description: ok}}}
    put: {responses: {"201": {description: ok}}}
    delete: {responses: {"204": {description: ok}}}
  /book/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    delete: {responses: {"204": {description: ok}}}
  /trash/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    delete: {responses: {"204": {description: ok}}}
  /books/{id}/loan:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {description: ok}}}
    post: {responses: {"200": {description: ok}}}
  /books/{id}/loan/{who}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: string}}
      - {name: who, in: path, required: true, schema: {type: string}}
    post: {responses: {"201": {description: ok}}}
    delete: {responses: {"204": {description: ok}}}
  /login:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}
      responses: {"200": {description: ok}}
`

// world makes exchanges of the schema above.
type world struct {
	*Ground
	api  *api.API
	step int
	lost bool
	user int  // who calls, as the users follow nobody
	raw  bool // bodies are not known as values
	last Seen
}

func newWorld(t *testing.T) *world {
	t.Helper()
	doc, err := openapi.Read([]byte(schema), openapi.Options{})
	require.NoError(t, err)
	return &world{Ground: newGround(),
		api: api.New(doc.Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})}
}

// does executes lines such as "POST /books/7/loan?x=y {body} -> 200 {answer}". A path
// with "<7" takes the 7 from the answer of the call before. An empty line begins a test.
func (w *world) does(lines ...string) *world {
	for _, line := range lines {
		if line == "" {
			w.begin()
			w.step = 0
			continue
		}
		w.call(line)
	}
	return w
}

func (w *world) call(line string) {
	sent, got, _ := strings.Cut(line, " -> ")
	method, rest, _ := strings.Cut(sent, " ")
	target, body, _ := strings.Cut(rest, " ")
	path, query, _ := strings.Cut(target, "?")
	status, answer, _ := strings.Cut(got, " ")
	segments := strings.Split(path, "/")
	template := "/" + segments[1]
	if len(segments) > 2 {
		template += "/{id}"
	}
	if len(segments) > 3 {
		template += "/loan"
	}
	if len(segments) > 4 {
		template += "/{who}"
	}
	op := w.api.Named(method + " " + template)
	c := action.New(op, 0, 0)
	c.User.Index = auth.Anonymous + w.user
	e := &message.Request{}
	c.Genotype.Encode(op.Spec, e)
	x := &link.Exchange{Step: w.step, Call: c, Encoded: e, Lost: w.lost}
	for i := range e.Path {
		if e.Path[i].Param == "" {
			continue
		}
		id, used := strings.CutPrefix(segments[2], "<")
		if e.Path[i].Param == "who" {
			id, used = segments[4], false
		}
		e.Path[i].Set(id)
		if used {
			from := &link.Origin{Step: w.step - 1, Source: suite.FromBody}
			x.Uses = []link.Use{{In: openapi.InPath, Piece: i, Text: []link.Piece{{Origin: from}}}}
		}
	}
	if name, text, ok := strings.Cut(query, "="); ok {
		text, used := strings.CutPrefix(text, "<")
		if used {
			from := &link.Origin{Step: w.step - 1, Source: suite.FromBody}
			x.Uses = append(x.Uses, link.Use{In: openapi.InQuery, Text: []link.Piece{{Origin: from}}})
		}
		e.Query = []message.Pair{{Name: name, Value: text}}
	}
	if body != "" {
		e.Value, _ = value.ParseJSON([]byte(body))
		e.JSONBody, e.HasBody, e.Body = true, true, []byte(body)
		if w.raw {
			e.Value = nil
		}
	}
	x.Request = &sut.Request{Method: method, Target: target, Body: []byte(body)}
	code, _ := strconv.Atoi(status)
	outcome := sut.Answered
	if code == 0 {
		outcome = sut.Broken
	}
	x.Answer = &sut.Response{Outcome: outcome, Status: code, Header: http.Header{}, Body: []byte(answer)}
	w.last = w.called(x)
	w.step++
}

func TestLeaning(t *testing.T) {
	for name, tt := range map[string]struct {
		lines []string
		leans bool
	}{
		"what another test made": {[]string{"", "POST /books {} -> 201 {\"id\": 7}", "",
			"GET /books/7 -> 200"}, true},
		"refused for what another test did": {[]string{"", "POST /books {} -> 201 {\"id\": 7}", "",
			"POST /books/7/loan -> 400"}, true},
		"made under the plural": {[]string{"", "POST /books {} -> 201 {\"id\": 7}", "",
			"DELETE /book/7 -> 204"}, true},
		"under another noun": {[]string{"", "POST /books {} -> 201 {\"id\": 7}", "",
			"DELETE /trash/7 -> 204"}, false},
		"an id like no other": {[]string{
			"", "POST /books {} -> 201 {\"id\": \"0b2c11d7-4f0e-4a5e\"}", "", "DELETE /trash/0b2c11d7-4f0e-4a5e -> 204",
		}, true},
		"what the test made": {[]string{"", "POST /books {} -> 201 {\"id\": 7}",
			"GET /books/<7 -> 200"}, false},
		"what the test chose": {[]string{"", "PUT /books/x -> 201", "GET /books/x -> 200"}, false},
		"what another test chose": {
			[]string{"", "PUT /books/x -> 201", "", "DELETE /books/x -> 204"}, true,
		},
		"what is there from the beginning": {[]string{"", "GET /books/1 -> 200 {}", "", "PUT /books/1 -> 200",
			"", "GET /books/1 -> 200 {}"}, false},
		"an empty answer of what is not": {[]string{"", "GET /books/x -> 204", "", "PUT /books/x -> 200", "",
			"GET /books/x -> 200 {}"}, true},
		"created after an idle deletion": {[]string{"", "DELETE /books/x -> 204", "", "PUT /books/x -> 201",
			"", "GET /books/x -> 200 {}"}, true},
		"what a list showed first": {[]string{"", "GET /books -> 200 [{\"id\": 1}]", "",
			"POST /books {} -> 201 {\"id\": 2}", "", "GET /books/1 -> 200"}, false},
		"what is not there any more": {
			[]string{"", "PUT /books/x -> 201", "", "DELETE /books/x -> 404"}, true,
		},
		"what is not there yet": {[]string{"", "GET /books/1 -> 404", "",
			"POST /books {} -> 201 {\"id\": 1}", "DELETE /books/<1 -> 204", "", "GET /books/1 -> 404"}, true},
		"not there in a longer test": {[]string{"", "POST /books {} -> 201 {\"id\": 8}", "",
			"POST /books {} -> 201 {\"id\": 9}", "DELETE /books/8 -> 404"}, true},
		"another spelling of a number": {[]string{"", "POST /books {} -> 201 {\"id\": 8}", "",
			"DELETE /books/08 -> 404"}, true},
		"what was there at first": {[]string{"", "DELETE /books/1?x=y -> 204", "",
			"DELETE /books/1 -> 404"}, true},
		"what is never there": {[]string{"", "POST /books {} -> 201 {\"id\": 1}", "",
			"GET /books/none -> 404"}, false},
		"what the test deleted": {[]string{"", "PUT /books/x -> 201", "DELETE /books/x -> 204",
			"GET /books/x -> 404"}, false},
		"made without a name": {[]string{"", "POST /books {\"title\": \"a\"} -> 201", "",
			"GET /books/5 -> 200"}, true},
		"an id taken by another test": {[]string{"", "POST /books {\"id\": \"a\"} -> 201 {}", "",
			"POST /books {\"id\": \"a\"} -> 400"}, true},
		"an id taken by the test": {[]string{"", "POST /books {\"id\": \"a\"} -> 201 {}",
			"POST /books {\"id\": \"a\"} -> 400"}, false},
		"a conflict with something": {[]string{"", "POST /books/1/loan -> 409"}, true},
		"a conflict with the test itself": {[]string{"", "POST /books/1/loan -> 200",
			"POST /books/1/loan -> 409"}, false},
		"another answer the first time": {
			[]string{"", "GET /books/1 -> 403", "", "GET /books/1 -> 200"}, true,
		},
		"the first of a list is changed": {[]string{"", "GET /books -> 200 [{\"id\": 1}]",
			"POST /books/<1/loan -> 200"}, true},
		"a query that always fails": {[]string{"", "GET /books -> 200 []", "",
			"GET /books?sort=a -> 500"}, false},
		"a query that did not fail": {[]string{"", "GET /books?sort=a -> 200 []", "",
			"GET /books?sort=a -> 500"}, true},
		"a query of what is below them": {[]string{"", "GET /books -> 200 []", "POST /books/1/loan -> 200",
			"", "GET /books?sort=a -> 500"}, true},
		"a query that ends the connection": {[]string{"", "GET /books?sort=a -> 200 []", "",
			"GET /books?sort=a -> broken"}, true},
		"a query of what all added": {
			[]string{"", "GET /books -> 200 []", "POST /books {} -> 201 {\"id\": 7}", "",
				"POST /books {} -> 201 {\"id\": 8}", "GET /books?sort=a -> broken"}, true,
		},
		"a failure of what the test made": {[]string{"", "GET /books/1 -> 200 {}",
			"POST /books {} -> 201 {\"id\": 7}", "", "POST /books {} -> 201 {\"id\": 8}", "GET /books/<8 -> 500"},
			false},
		"named by a member": {[]string{"", "POST /books {} -> 201 {\"id\": 7}", "",
			"PUT /books/x {\"book\": 7} -> 422"}, true},
		"named by another member": {[]string{"", "POST /books {} -> 201 {\"id\": 7}", "",
			"PUT /books/x {\"pages\": 7} -> 422"}, false},
		"a refusal that may look up": {[]string{"", "POST /books {} -> 201 {\"id\": 7}", "",
			"PUT /books/x {\"book\": 7} -> 400"}, true},
		"a member that is wrong itself": {[]string{"", "POST /books {} -> 201 {\"id\": 7}", "",
			"PUT /books/x {\"book\": 999999999} -> 400"}, false},
		"a stock that runs out": {[]string{"", "GET /books/1 -> 200 {}",
			"POST /books {} -> 201 {\"id\": 7}", "PUT /books/1 -> 200", "", "PUT /books/x {\"book\": 1} -> 201"}, true},
		"what nobody makes": {[]string{"", "GET /books/1 -> 200 {}", "PUT /books/1 -> 200", "",
			"PUT /books/x {\"book\": 1} -> 201"}, false},
		"a name taken by another test": {[]string{"", "POST /books {\"name\": \"a\"} -> 201 {}", "",
			"POST /books {\"name\": \"a\"} -> 400"}, true},
		"below what the test made": {[]string{"", "POST /books/1/loan/x -> 201", "",
			"PUT /books/y -> 201", "DELETE /books/y/loan/x -> 204"}, false},
		"below what is there": {[]string{"", "POST /books/1/loan/x -> 201", "",
			"DELETE /books/1/loan/x -> 204"}, true},
		"a number below what the test made": {[]string{"", "POST /books/1/loan/7 -> 201", "",
			"PUT /books/y -> 201", "DELETE /books/y/loan/7 -> 204"}, true},
		"chosen with more path behind it": {[]string{"", "POST /books/oak/loan -> 200 {\"id\": \"oak\"}", "",
			"POST /books/oak/loan -> 400"}, true},
		"refused after it was chosen": {[]string{"", "POST /books/oak/loan -> 200 {\"id\": \"oak\"}", "",
			"POST /books/elm/loan -> 400", "", "GET /books/elm -> 200 {}"}, true},
		"answered below what is there": {[]string{"", "GET /books/oak -> 200 {}",
			"POST /books/oak/loan -> 200 {\"id\": \"oak\"}", "", "GET /books/oak -> 200 {}"}, false},
		"an id of its own in the body": {[]string{"", "POST /books {} -> 201 {\"id\": 6}", "",
			"POST /books {} -> 201 {\"id\": 7}", "PUT /books/<7 {\"id\": 6} -> 409"}, true},
		"an id that nobody minds": {[]string{"", "POST /books {} -> 201 {\"id\": 6}", "",
			"POST /books {} -> 201 {\"id\": 7}", "PUT /books/<7 {\"id\": 6} -> 201"}, false},
		"a number that comes next": {[]string{"", "POST /books {} -> 201 {\"id\": 7}", "",
			"GET /books/9 -> 404"}, true},
		"a number that never comes": {[]string{"", "POST /books {} -> 201 {\"id\": 7}", "",
			"GET /books/999999999 -> 404"}, false},
		"a number that nobody chooses": {[]string{"", "POST /books {\"id\": 7} -> 201 {\"id\": 7}", "",
			"GET /books/9 -> 404"}, false},
		"what was given to another test": {[]string{"", "POST /books {} -> 201 {\"id\": " +
			"\"0b2c11d7-4f0e-4a5e\"}", "", "POST /books {\"of\": \"0b2c11d7-4f0e-4a5e\"} -> 200"}, true},
		"what the test was given": {[]string{"", "POST /books {} -> 201 {\"id\": " +
			"\"0b2c11d7-4f0e-4a5e\"}", "POST /books {\"of\": \"0b2c11d7-4f0e-4a5e\"} -> 200"}, false},
		"what another test sent": {[]string{"", "POST /books {\"id\": \"0b2c11d7-4f0e-4a5e\"} -> " +
			"201 {\"id\": \"0b2c11d7-4f0e-4a5e\"}", "", "POST /books {\"of\": \"0b2c11d7-4f0e-4a5e\"} -> 200"}, false},
		"a conflict with another test": {[]string{"", "POST /books {\"title\": \"a\"} -> 201 {\"id\": 7}",
			"", "POST /books {\"title\": \"b\"} -> 201 {\"id\": 8}", "POST /books {\"title\": \"a\"} -> 409"}, true},
		"a conflict with its own claim": {[]string{"", "POST /books {\"title\": \"a\"} -> 201 {\"id\": 7}",
			"", "POST /books {\"title\": \"b\"} -> 201 {\"id\": 8}", "POST /books {\"title\": \"b\"} -> 409"}, false},
		"another test's claim, refused by 400": {
			[]string{"", "POST /books {\"title\": \"a\"} -> 201 {\"id\": 7}", "", "POST /books {\"title\": \"b\"} -> " +
				"201 {\"id\": 8}", "POST /books {\"title\": \"a\"} -> 400 {\"error\": \"the title is taken\"}"}, true,
		},
		"another test's claim, and another reason": {[]string{"", "POST /books {\"title\": \"a\"} -> 201 {\"id\": 7}",
			"", "POST /books {\"title\": \"a\", \"at\": 2} -> 400 {\"error\": \"the price is missing\"}"}, false},
		"an id that another test removed": {[]string{"", "POST /books {\"id\": \"x\"} -> 201 {\"id\": \"x\"}",
			"", "DELETE /books/x -> 204", "", "POST /books {\"id\": \"x\"} -> 201 {\"id\": \"x\"}"}, true},
		"an id that its test removed": {[]string{"", "POST /books {\"id\": \"x\"} -> 201 {\"id\": \"x\"}",
			"DELETE /books/x -> 204", "", "POST /books {\"id\": \"x\"} -> 201 {\"id\": \"x\"}"}, false},
		"an id that nobody removed": {[]string{"", "POST /books {\"id\": \"x\"} -> 201 {\"id\": \"x\"}",
			"", "POST /books {\"id\": \"x\"} -> 201 {\"id\": \"x\"}"}, false},
		"a claim that the system gives to others": {
			[]string{"", "POST /books {} -> 201 {\"id\": 1, \"code\": \"x1\"}", "POST /books {} -> 201 {\"id\": " +
				"2, \"code\": \"x2\"}", "POST /books {} -> 201 {\"id\": 3, \"code\": \"x3\"}", "",
				"POST /books {\"code\": \"x2\"} -> 201 {\"id\": 4, \"code\": \"x2\"}"}, true,
		},
		"a claim that has a default": {
			[]string{"", "POST /books {} -> 201 {\"id\": 1, \"code\": \"EUR\"}",
				"POST /books {} -> 201 {\"id\": 2, \"code\": \"EUR\"}", "",
				"POST /books {\"code\": \"EUR\"} -> 201 {\"id\": 4, \"code\": \"EUR\"}"}, false,
		},
		"a conflict over no claim": {[]string{"", "POST /books {\"title\": \"b\"} -> 201 {\"id\": 8}",
			"POST /books {\"title\": \"c\"} -> 409"}, false},
		"a conflict with what is elsewhere": {[]string{"", "DELETE /trash/1 -> 204",
			"POST /books/1/loan -> 409"}, true},
		"a conflict over a stock": {[]string{"", "POST /books {} -> 201 {\"id\": 7}", "",
			"GET /books/1 -> 200 {}", "PUT /books/1 -> 200", "POST /books/1/loan -> 409"}, true},
		"a conflict over what it made": {[]string{"", "POST /books {} -> 201 {\"id\": 7}",
			"PUT /books/7 -> 200", "POST /books/7/loan -> 409"}, false},
		"a conflict over what nobody makes": {[]string{"", "GET /books/1 -> 200 {}", "PUT /books/1 -> 200",
			"POST /books/1/loan -> 409"}, false},
		"refused for what others changed": {[]string{"", "GET /books/1 -> 200 {}",
			"POST /books {} -> 201 {\"id\": 7}", "PUT /books/1 -> 200", "", "GET /books/1/loan -> 422"}, true},
		"computed from what others changed": {[]string{"", "GET /books/1 -> 200 {}",
			"POST /books {} -> 201 {\"id\": 7}", "PUT /books/1 -> 200", "", "GET /books/1/loan?of=a -> 200 {}"}, true},
		"a wrong query of what they did": {[]string{"", "GET /books/1 -> 200 {}",
			"POST /books {} -> 201 {\"id\": 7}", "PUT /books/1 -> 200", "", "GET /books/1/loan?of=a -> 400"}, true},
		"refused for what the test changed": {
			[]string{"", "GET /books/1 -> 200 {}", "POST /books {} -> 201 {\"id\": 7}", "PUT /books/1 -> 200", "",
				"PUT /books/1 -> 200", "GET /books/1/loan -> 422"}, false,
		},
		"refused for what nobody changed": {[]string{"", "GET /books/1 -> 200 {}",
			"POST /books {} -> 201 {\"id\": 7}", "", "GET /books/1/loan -> 422"}, false},
		"a number that is another's today": {[]string{"", "POST /books {} -> 201 {\"id\": 7}", "",
			"POST /books {} -> 201 {\"id\": 8}", "PUT /books/<8 {\"id\": 12} -> 409"}, true},
		"a number by the name of the noun": {[]string{"", "POST /books {} -> 201 {\"id\": 7}", "",
			"POST /books {} -> 201 {\"id\": 8}", "PUT /books/<8 {\"bookId\": \"12\"} -> 409"}, true},
		"a number that none will have": {[]string{"", "POST /books {} -> 201 {\"id\": 7}", "",
			"POST /books {} -> 201 {\"id\": 8}", "PUT /books/<8 {\"id\": 999999999} -> 409"}, false},
		"the first that fit": {
			[]string{"", "POST /books {} -> 201 {\"id\": 7}", "", "POST /books {} -> 201 {\"id\": 8}",
				"GET /books/<8 -> 200 {}", "GET /books?of=<8 -> 200 [{\"id\": 7}]", "GET /books/<7 -> 500"}, true,
		},
		"a name that another test took": {[]string{"", "POST /books {\"name\": \"oak\"} -> 201 {\"id\": 7}",
			"", "POST /books {} -> 201 {\"id\": 8}", "PUT /books/<8 {\"name\": \"oak\"} -> 500"}, true},
		"a name that another test gave": {
			[]string{"", "POST /books {} -> 201 {\"id\": 7}", "PUT /books/<7 {\"name\": \"oak\"} -> 200", "",
				"POST /books {} -> 201 {\"id\": 8}", "PUT /books/<8 {\"name\": \"oak\"} -> 409"}, true,
		},
		"a name that the test gave": {
			[]string{"", "POST /books {} -> 201 {\"id\": 7}", "PUT /books/<7 {\"name\": \"oak\"} -> 200",
				"POST /books {} -> 201 {\"id\": 8}", "PUT /books/<8 {\"name\": \"oak\"} -> 409"}, false,
		},
		"what fails since another test": {[]string{"", "POST /books {\"title\": \"a\"} -> 201 {\"id\": 7}",
			"", "POST /books {\"title\": \"a\"} -> 500", "", "POST /books {\"title\": \"b\"} -> 500"}, true},
		"what did so and does not any more": {[]string{"", "POST /books {\"title\": \"a\"} -> 201 {\"id\": 7}",
			"", "POST /books {\"title\": \"a\"} -> 500", "", "POST /books {\"title\": \"c\"} -> 201 {\"id\": 8}", "",
			"POST /books {\"title\": \"b\"} -> 500"}, false},
		"what fails without a member": {[]string{
			"", "POST /books {\"title\": \"a\"} -> 201 {\"id\": 7}", "", "POST /books {\"title\": \"a\"} -> 500", "",
			"POST /books {\"title\": \"c\", \"at\": 2} -> 201 {\"id\": 8}", "", "POST /books {\"title\": \"b\"} -> 500",
		}, true},
		"what always fails": {[]string{"", "POST /books {\"title\": \"a\"} -> 201 {\"id\": 7}",
			"", "POST /books {\"title\": \"b\"} -> 500"}, false},
		"the id of something else": {[]string{"", "GET /books -> 200 [{\"id\": 1, \"ownerId\": 7}]", "",
			"POST /books {\"id\": 7} -> 201", "", "POST /books {\"id\": 7} -> 400"}, true},
		"a member that will be there soon": {[]string{"", "POST /books {} -> 201 {\"id\": 7}", "",
			"PUT /books/x {\"book\": 9} -> 404"}, true},
		"a conflict over what others used": {
			[]string{"", "GET /books/1 -> 200 {}", "POST /books {} -> 201 {\"id\": 7}", "PUT /books/1 -> 200", "",
				"PUT /books/x {\"book\": 3} -> 201", "PUT /books/x {\"book\": 1} -> 409"}, true,
		},
		"a list that others filled": {[]string{"", "POST /books {} -> 201 {\"id\": 7}", "",
			"GET /books -> 200 [{\"id\": 7}]", "POST /books/<7/loan -> 401"}, true},
		"a list that was full": {[]string{"", "GET /books -> 200 [{\"id\": 7}]",
			"POST /books/<7/loan -> 401"}, false},
		"put after an idle deletion": {[]string{"", "DELETE /books/x -> 204", "", "PUT /books/x -> 200",
			"", "GET /books/x -> 200 {}"}, true},
		"a query of what others added": {[]string{"", "GET /books -> 200 []",
			"POST /books {} -> 201 {\"id\": 7}", "", "GET /books?sort=a -> 500"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.leans, newWorld(t).does(tt.lines...).Leaning().Why != "")
		})
	}
}

func TestTriedTestsMayFail(t *testing.T) {
	w := newWorld(t)
	w.Tried = true
	w.does("", "GET /books -> 200 []", "POST /books {} -> 201 {\"id\": 7}", "", "GET /books?sort=a -> 500")
	assert.Empty(t, w.Leaning().Why)
}

// A user who cannot log in any more could on a fresh system.
func TestLostUsersLean(t *testing.T) {
	w := newWorld(t)
	w.lost = true
	assert.NotEmpty(t, w.does("", "GET /books/1 -> 401").Leaning().Why)
	w.lost = false
	assert.Empty(t, w.does("", "GET /books/1 -> 401").Leaning().Why)
}

// A call that fails for somebody may do so on a fresh system too, though it succeeded for others.
func TestWhoCallsIsAReason(t *testing.T) {
	w := newWorld(t).does("", "GET /books -> 200 []", "POST /books {} -> 201 {\"id\": 7}")
	w.user = 1
	assert.Empty(t, w.does("", "GET /books -> broken").Leaning().Why)
	assert.NotEmpty(t, w.does("", "GET /books -> 200 []", "", "GET /books -> broken").Leaning().Why)
}

// What a log-in made is not there on a fresh system.
func TestLogInsLeaveSomethingBehind(t *testing.T) {
	w := newWorld(t)
	r := &sut.Request{Method: "POST", Body: []byte(`{"title": "a"}`)}
	w.loggedIn("/books", r, &sut.Response{Outcome: sut.Answered, Status: 200, Body: []byte(`{"id":7}`)})
	assert.NotEmpty(t, w.does("", "GET /books/7 -> 200").Leaning().Why)
	assert.NotEmpty(t, w.does("", "GET /books/8 -> 404").Leaning().Awaited, "the next one")
	assert.Empty(t, w.does("", "POST /books {\"title\": \"b\"} -> 500").Leaning().Why)
	w.loggedIn("/books", r, &sut.Response{Outcome: sut.Answered, Status: 500})
	assert.NotEmpty(t, w.does("", "POST /books {\"title\": \"b\"} -> 500").Leaning().Why,
		"a log-in fails there as well")
	w.loggedIn("/books", r, &sut.Response{Outcome: sut.Answered, Status: 200})
	assert.Empty(t, w.does("", "POST /books {\"title\": \"b\"} -> 500").Leaning().Why)
}

// Whom a test logs in it has made itself, unless no test has.
func TestLogInsOfOthersLean(t *testing.T) {
	w := newWorld(t).does("", "POST /books {\"name\": \"dan\"} -> 201")
	assert.Empty(t, w.does("", "POST /login {\"name\": \"dan\"} -> 200").Leaning().Why, "nobody logs in there")
	r := &sut.Request{Method: "POST", Body: []byte(`{"name": "ann"}`)}
	w.loggedIn("/login", r, &sut.Response{Outcome: sut.Answered, Status: 200})
	assert.NotEmpty(t, w.does("", "POST /login {\"name\": \"dan\"} -> 200").Leaning().Why)
	for range 2 {
		assert.Empty(t, w.does("", "POST /login {\"name\": \"ann\"} -> 200").Leaning().Why, "nobody made her")
	}
	assert.Empty(t,
		w.does("", "POST /books {\"name\": \"eve\"} -> 201", "POST /login {\"name\": \"eve\"} -> 200").Leaning().Why)
}

// What a call conflicts over can be made by the test, which is told what, and where the id
// is in the answer.
func TestWhatAConflictIsOver(t *testing.T) {
	w := newWorld(t).does("", "GET /books/1 -> 200 {}",
		"POST /books {} -> 201 {\"data\": {\"name\": \"a\", \"id\": 7}}")
	l := w.does("", "PUT /books/x {\"book\": 1} -> 409").Leaning()
	assert.Equal(t, []string{"/books", "1", "book"}, []string{l.Collection, l.Value, l.Member})
	at, ok := w.IDAt("/books")
	assert.True(t, ok)
	assert.Equal(t, "/data/id", at)
	_, ok = w.IDAt("/trash")
	assert.False(t, ok)
}

// A body under another name is read as well.
func TestBodiesWithoutValues(t *testing.T) {
	w := newWorld(t).does("", "POST /books {} -> 201 {\"id\": 7}", "")
	w.raw = true
	assert.NotEmpty(t, w.does("PUT /books/x {\"book\": 7} -> 422").Leaning().Why)
}

// A name that nothing has is refused for nothing that others did.
func TestUniqueNamesLeanOnNothing(t *testing.T) {
	for _, unique := range []bool{false, true} {
		w := newWorld(t).does("", "GET /books/1 -> 200 {}")
		if unique {
			w.Mark([]string{"x123"})
		}
		w.does("", "GET /books/x123 -> 500")
		assert.Equal(t, !unique, w.Leaning().Why != "")
	}
}

func TestSeen(t *testing.T) {
	w := newWorld(t).does("", "GET /books -> 200 [1]")
	assert.Equal(t, Seen{Shared: true, Elements: Elements{}}, w.last)
	w.does("", "GET /books -> 200 [2]")
	assert.Equal(t, Seen{Shared: true, Elements: Elements{}, First: []byte("[1]")}, w.last)
	w.does("", "POST /books {} -> 201 {\"id\": 7}", "GET /books/<7 -> 200 {}")
	assert.Equal(t, Seen{}, w.last, "the test made it")
	w.does("", "GET /books/1 -> 200 {}", "", "POST /books/1/loan -> 200", "", "GET /books/1 -> 200 {}")
	assert.True(t, w.last.Altered)
}

func TestNoGround(t *testing.T) {
	var g *Ground
	g.begin()
	assert.Zero(t, g.called(&link.Exchange{}))
	assert.Zero(t, g.Leaning())
}

// What the elements of a list that all tests share have is known from all answers so far.
func TestElements(t *testing.T) {
	w := newWorld(t).does("", `GET /books -> 200 {"all":[{"id":1,"by":{"a":1}},{"id":2,"by":{"a":1,"b":2}}]}`)
	e := w.last.Elements
	assert.True(t, e.Has("/all/*", "id") && e.Has("/all/*", "by") && e.Has("/all/*/by", "a"))
	assert.False(t, e.Has("/all/*/by", "b"))
	w.does("", `GET /books -> 200 {"all":[{"id":3}]}`, "", `GET /books -> 404 {"all":[{}]}`)
	assert.True(t, e.Has("/all/*", "id"))
	assert.False(t, e.Has("/all/*", "by"), "one has none")
	assert.True(t, e.Has("", "all") && e.Has("/elsewhere/*", "x"), "of which nothing is known")
	w.does("", `GET /books -> 200 {"all":[{"id":3}],"next":"x"}`)
	assert.False(t, e.Has("", "next"), "a page more was seen once")
	assert.Nil(t, w.does("", "PUT /books/x -> 201", "GET /books/x -> 200 {}").last.Elements, "its own")
}

// A test that sends what a log-in was given leans on that.
func TestLogInsTakeNames(t *testing.T) {
	w := newWorld(t)
	w.loggedIn("/books", &sut.Request{Method: "POST"}, &sut.Response{Outcome: sut.Answered, Status: 200,
		Body: []byte(`{"id":7,"sortKey":"a7"}`)})
	assert.NotEmpty(t, w.does("", `POST /books {"sortKey": "a7"} -> 400`).Leaning().Why)
	assert.Empty(t, w.does("", `POST /books {"sortKey": "a8"} -> 400`).Leaning().Why)
}

func TestDeeds(t *testing.T) {
	paths := func(w *world, collection, value string) (out []string) {
		for _, d := range Deeds(w.Ground, collection, value) {
			out = append(out, d.Call.Op.Spec.Name())
		}
		return out
	}
	w := newWorld(t).does("", `POST /books {"title": "Emma"} -> 201 {"id": "oak"}`, "POST /books/oak/loan -> 200",
		"GET /books/oak -> 200", "POST /books/oak/loan/ann -> 409")
	assert.Equal(t, []string{"POST /books", "POST /books/{id}/loan"}, paths(w, "/books", "oak"))
	assert.Equal(t, map[int]string{0: "oak"}, Deeds(w.Ground, "/books", "oak")[1].Names)
	w.does("", `POST /books {"title": "Emma"} -> 201 {"id": "oak"}`, "POST /books/oak/loan/ann -> 201")
	assert.Equal(t, []string{"POST /books", "POST /books/{id}/loan", "POST /books/{id}/loan/{who}"},
		paths(w, "/books", "oak"), "what made it stays the first")
	w.does("", "POST /books/oak/loan -> 200", "POST /books/oak/loan -> 200", "POST /books/oak/loan -> 200")
	assert.Len(t, paths(w, "/books", "oak"), 4, "two of an operation")
	assert.Empty(t, paths(w.does("", "DELETE /books/oak -> 204"), "/books", "oak"))
	assert.Nil(t, Deeds(nil, "/books", "oak"))
}

func TestBorrowed(t *testing.T) {
	w := newWorld(t).does("", `GET /books -> 200 []`)
	assert.Empty(t, Borrowed(w.Ground).Why)
	w.does("", `POST /books {"title": "Emma"} -> 201 {"id": "oak"}`, `GET /books -> 200 [{"id": "oak"}]`)
	assert.Empty(t, Borrowed(w.Ground).Why, "its own")
	w.does("", `GET /books -> 200 [{"id": "oak"}]`)
	assert.Equal(t, "/books", Borrowed(w.Ground).Collection)
	assert.Empty(t, w.Leaning().Why, "no reason to leave it out")
	assert.Empty(t, Borrowed(w.does("", `GET /books -> 200 []`).Ground).Why)
	w = newWorld(t).does("", `GET /books -> 200 [{"id": "elm"}]`, "", `POST /books {} -> 201 {"id": "oak"}`, "",
		`GET /books -> 200 [{"id": "elm"}, {"id": "oak"}]`)
	assert.Empty(t, Borrowed(w.Ground).Why, "one was there before")
}

// TestAnswersAreParsedOnce: what reads an answer shares its value.
func TestAnswersAreParsedOnce(t *testing.T) {
	x := &link.Exchange{Answer: &sut.Response{Body: []byte(`[{"id": 7}]`)}}
	first, ok := x.Body()
	require.True(t, ok)
	x.Answer.Body = []byte(`{`)
	again, ok := x.Body()
	assert.True(t, ok)
	assert.Equal(t, first, again)
	for name, r := range map[string]*sut.Response{"none": {}, "a part": {Body: []byte("{}"), Truncated: true},
		"no JSON": {Body: []byte("{")}} {
		_, ok = (&link.Exchange{Answer: r}).Body()
		assert.False(t, ok, name)
	}
}

// A list that others add to and that is asked for by a number depends on how many they made.
func TestCountedLists(t *testing.T) {
	for line, want := range map[string]bool{
		"GET /books?sort=27 -> 200 []":    true,
		"GET /books?sort=title -> 200 []": false,
		"GET /books -> 200 []":            false,
	} {
		w := newWorld(t).does(line)
		assert.False(t, w.last.Counted, "nobody adds to it")
		w.does("", "POST /books {} -> 201 {\"id\": 7}", "", line)
		assert.Equal(t, want, w.last.Counted, line)
	}
}

// What has a number that the system chose since the search began was made by some call, though no
// answer said so.
func TestNumbersSinceTheBeginning(t *testing.T) {
	made := []string{"", "POST /books {} -> 201 {\"id\": 7}", "POST /books {} -> 201 {\"id\": 9}", ""}
	assert.NotEmpty(t, newWorld(t).does(append(made, "GET /books/8 -> 200 {}")...).Leaning().Why)
	assert.Empty(t, newWorld(t).does(append(made, "GET /books/6 -> 200 {}")...).Leaning().Why)
	fallen := append(made, "POST /books {} -> 201 {\"id\": 3}", "")
	assert.Empty(t, newWorld(t).does(append(fallen, "GET /books/8 -> 200 {}")...).Leaning().Why,
		"numbers do not only rise")
}

// TestCookiesTellRequestsApart: with another cookie that its operation declares a request is another one, and with a
// credential in a cookie it is another than without.
func TestCookiesTellRequestsApart(t *testing.T) {
	op := &openapi.Operation{Method: "GET", Path: "/x", Parameters: []*openapi.Parameter{{Name: "a",
		In: openapi.InCookie, Required: true, Style: "form"}}}
	template := genotype.NewBuilder(genotype.Options{}).Call(op)
	key := func(cookies string) uint64 {
		known := &api.Operation{Spec: op, Template: template}
		known.Cookies = []string{"a", "sid"}
		x := &link.Exchange{Call: action.New(known, 0, 0)}
		x.Request = &sut.Request{Method: "GET", Target: "/x", Header: http.Header{"Cookie": {cookies}}}
		return keyOf(x)
	}
	assert.NotEqual(t, key("a=1"), key("a=2"))
	assert.NotEqual(t, key("a=1"), key("a=1; sid=1"))
	assert.Equal(t, key("a=1; sid=1"), key("a=1; sid=2"))
	assert.Equal(t, key("a=1; other=1"), key("a=1; other=2"))
}
