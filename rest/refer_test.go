package rest_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

const loansSchema = `
openapi: 3.0.3
info: {title: Loans, version: "1"}
paths:
  /readers:
    post:
      responses: {"201": {description: made, content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}}
  /books:
    post:
      responses: {"201": {description: made, content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}}
  /loans:
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [readerId, items]
              properties:
                readerId: {type: string}
                items: {type: array, minItems: 1, items: {type: object, required: [bookId], properties: {bookId: {type: string}}}}
      responses: {"201": {description: made, content: {application/json: {schema: {type: object}}}}, "422": {description: unknown}}
  /loans/{loanId}/return:
    post:
      parameters: [{name: loanId, in: path, required: true, schema: {type: string}}]
      responses: {"204": {description: back}, "404": {description: none}}
`

// newLoans lends books to readers. All ids are random.
func newLoans() http.Handler {
	known := map[string]bool{}
	m := http.NewServeMux()
	add := func(w http.ResponseWriter, kind string) {
		id := kind + rand.Text()
		known[id] = true
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		_ = json.NewEncoder(w).Encode(map[string]string{"id": id})
	}
	m.HandleFunc("POST /readers", func(w http.ResponseWriter, _ *http.Request) { add(w, "reader") })
	m.HandleFunc("POST /books", func(w http.ResponseWriter, _ *http.Request) { add(w, "book") })
	m.HandleFunc("POST /loans", func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			ReaderID string `json:"readerId"`
			Items    []struct {
				BookID string `json:"bookId"`
			} `json:"items"`
		}
		if json.NewDecoder(r.Body).Decode(&in) != nil || len(in.Items) == 0 ||
			!known[in.ReaderID] || !strings.HasPrefix(in.ReaderID, "reader") || !known[in.Items[0].BookID] ||
			!strings.HasPrefix(in.Items[0].BookID, "book") {
			w.WriteHeader(http.StatusUnprocessableEntity)
			return
		}
		add(w, "loan")
	})
	m.HandleFunc("POST /loans/{id}/return", func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(map[bool]int{true: http.StatusNoContent, false: http.StatusNotFound}[known[r.PathValue("id")]])
	})
	return m
}

// TestBodiesNameWhatTheServerChose: what a body has to name cannot be guessed,
// and is a variable in the tests.
func TestBodiesNameWhatTheServerChose(t *testing.T) {
	doc, err := openapi.Read([]byte(loansSchema), openapi.Options{})
	require.NoError(t, err)
	system := sut.NewHandler(newLoans, sut.HandlerOptions{})
	_, err = system.Start(context.Background())
	require.NoError(t, err)
	registry := &fitness.Registry{}
	p, err := rest.New(doc, system, registry, rest.Options{})
	require.NoError(t, err)
	s := search.NewSession(p.Search(), registry, search.Options{Seed: 1, Budget: search.Cost(1000)})
	require.NoError(t, s.Run(context.Background(), &mio.MIO[*testcase.Case]{}))
	out, flaky, err := p.Suite(context.Background(), s.Archive(), problem.Harvest{})
	require.NoError(t, err)
	assert.Zero(t, flaky)
	require.NoError(t, out.Validate())

	test := testNamed(out, "PostLoansReturns201")
	require.NotNil(t, test)
	require.Len(t, test.Steps, 3)
	loan := test.Steps[2].Call.Request.Body
	assert.True(t, loan.JSON)
	assert.Equal(t, suite.Text{{Literal: `{"readerId":"`}, {Var: "readerID"}, {Literal: `","items":[{"bookId":"`},
		{Var: "bookID"}, {Literal: `"}]}`}}, loan.Text)
	back := testNamed(out, "PostLoansByLoanIDReturnReturns204")
	require.NotNil(t, back)
	assert.Equal(t, suite.Text{{Literal: "/loans/"}, {Var: "loanID"}, {Literal: "/return"}},
		back.Steps[3].Call.Request.Path)
}

func testNamed(s *suite.Suite, name string) *suite.Test {
	for i := range s.Tests {
		if s.Tests[i].Name == name {
			return &s.Tests[i]
		}
	}
	return nil
}
