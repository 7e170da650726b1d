package rest_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
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

const mixedSchema = `
openapi: 3.0.3
info: {title: Mixed, version: "1"}
paths:
  /words: {get: {responses: {"200": {description: ok}}}}
`

// TestListsAreReadOftenInOneProcess: where each execution takes a process, a list is read several times in one until it
// is known whether it comes in one order.
func TestListsAreReadOftenInOneProcess(t *testing.T) {
	doc, err := openapi.Read([]byte(mixedSchema), openapi.Options{})
	require.NoError(t, err)
	starts := 0
	handler := func() http.Handler {
		starts++
		calls := 0
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			words := []string{"one", "two"}
			if calls++; calls%8 == 0 {
				slices.Reverse(words)
			}
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(words)
		})
	}
	system := sut.NewHandler(handler, sut.HandlerOptions{})
	_, err = system.Start(t.Context())
	require.NoError(t, err)
	registry := &fitness.Registry{}
	p, err := rest.New(doc, system, registry, rest.Options{})
	require.NoError(t, err)
	s := search.NewSession(p.Search(), registry, search.Options{Budget: search.Cost(50)})
	require.NoError(t, s.Run(t.Context(), &mio.MIO[*testcase.Case]{}))
	starts = 0
	out, _, err := p.Suite(context.Background(), s.Archive(), problem.Harvest{Costly: true})
	require.NoError(t, err)
	require.NotEmpty(t, out.Tests)
	for i := range out.Tests {
		for _, c := range out.Tests[i].Last().Call.Expect.Checks {
			assert.NotEqual(t, suite.Equal, c.Op, "%v", c)
		}
	}
	assert.Less(t, starts, 30)
}
