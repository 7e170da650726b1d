package rest

import (
	"context"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// TestFaultsAreToldWithTheirCauses: who watches a search counts faults as the report does.
func TestFaultsAreToldWithTheirCauses(t *testing.T) {
	const schema = `
openapi: 3.0.3
info: {title: Mute, version: "1"}
paths:
  /a: {get: {responses: {"200": {description: ok, content: {application/json: {schema: {type: object}}}}}}}
  /b: {get: {responses: {"200": {description: ok, content: {application/json: {schema: {type: object}}}}}}}
`
	system := sut.NewHandler(func() http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(`[]`))
		})
	}, sut.HandlerOptions{})
	_, err := system.Start(context.Background())
	require.NoError(t, err)
	registry := &fitness.Registry{}
	p, err := New(resttest.Read(t, schema), system, registry, Options{})
	require.NoError(t, err)
	told := map[string]int{}
	s := search.NewSession(p.Search(), registry, search.Options{Seed: 1, Budget: search.Cost(50),
		Observe: func(e search.Event) {
			if c, ok := e.(search.Covered); ok && c.Target.Kind == FaultTarget {
				told[c.Cause]++
			} else if ok {
				assert.Empty(t, c.Cause)
			}
		}})
	require.NoError(t, s.Run(context.Background(), &mio.MIO[*testcase.Case]{}))
	reported := map[string]int{}
	for _, f := range p.Faults() {
		reported[f.Cause]++
	}
	assert.Equal(t, reported, told)
	assert.Len(t, told, 1, "one form of answers that is wrong in two operations")
}
