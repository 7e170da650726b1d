package seeded

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/bench/restfaults"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

// All operations of the list are of the schema, which has eight.
func TestKinds(t *testing.T) {
	doc, err := openapi.Read(restfaults.Schema(), openapi.Options{})
	require.NoError(t, err)
	var operations []string
	for _, o := range doc.Operations {
		operations = append(operations, o.Name())
	}
	assert.Len(t, operations, 8)
	for i, k := range Kinds() {
		assert.Equal(t, i+1, k.Number)
		assert.Contains(t, operations, k.Operation)
		assert.NotEmpty(t, k.Name)
	}
	assert.Len(t, Kinds(), 10)
}

func fault(operation string, code int, detail, reason string) report.Fault {
	return report.Fault{Fault: suite.Fault{
		Code: code, Operation: operation, Reason: reason, Key: fmt.Sprintf("%s %d %s", operation, code, detail),
	}}
}

// What reveals a kind, and what looks like it but does not.
func TestFound(t *testing.T) {
	for name, c := range map[string]struct {
		fault report.Fault
		want  []int
	}{
		"status 500":                {fault("GET /api/report", 100, "500 restfaults/operations.go:20", ""), []int{1}},
		"panic":                     {fault("GET /api/report", 100, "panic restfaults/operations.go:20", ""), []int{1}},
		"500 elsewhere":             {fault("GET /api/items", 100, "500", ""), nil},
		"time-out":                  {fault("GET /api/report", 909, "", ""), nil},
		"price of the wrong type":   {fault("POST /api/items", 101, "201 schema /price", ""), []int{2}},
		"another field":             {fault("POST /api/items", 101, "201 schema /name", ""), nil},
		"price, but where it is ok": {fault("GET /api/items/{id}", 101, "200 schema /price", ""), nil},
		"undeclared 202":            {fault("POST /api/jobs", 101, "202 undeclared status", ""), []int{3}},
		"undeclared 404":            {fault("POST /api/jobs", 101, "404 undeclared status", ""), nil},
		"maximum":                   {fault("GET /api/items", 102, "limit", ""), []int{4}},
		"enum": {fault("GET /api/items", 102, "",
			"answers 200 to a sort that is none of its values"), []int{5}},
		"required":            {fault("GET /api/items", 102, "descending", ""), []int{6}},
		"some input":          {fault("GET /api/items", 102, "", ""), nil},
		"Location":            {fault("POST /api/items", 907, "", ""), []int{7}},
		"DELETE":              {fault("DELETE /api/items/{id}", 103, "", ""), []int{8}},
		"DELETE by EvoMaster": {fault("DELETE /api/items/{id}", 900, "", ""), []int{8}},
		"merge":               {fault("PUT /api/items/{id}", 904, "", ""), []int{9}},
		"adding":              {fault("PUT /api/items/{id}/stock", 905, "", ""), []int{10}},
		"adding, another PUT": {fault("PUT /api/items/{id}", 905, "", ""), nil},
	} {
		assert.Equal(t, c.want, Found([]report.Fault{c.fault}), name)
	}
	assert.Empty(t, Found(nil))
	both := []report.Fault{fault("PUT /api/items/{id}", 904, "", ""), fault("GET /api/report", 100, "500", "")}
	assert.Equal(t, []int{1, 9}, Found(append(both, both...)), "in order, each once")
}

// A short run finds the kinds that Evoke has oracles for, and nothing that was
// not seeded.
func TestRun(t *testing.T) {
	result, err := evoke.Run(t.Context(), evoke.Config{
		Schema:   string(restfaults.Schema()),
		System:   evoke.System{Controller: sut.NewHandler(restfaults.New, sut.HandlerOptions{})},
		WhiteBox: evoke.WhiteBox{Cover: []string{"none"}}, Budget: evoke.Budget{Calls: 1000},
		Search: evoke.Search{Seed: 1},
	})
	require.NoError(t, err)
	faults := result.Report.Faults()
	assert.Subset(t, Found(faults), []int{1, 2, 3})
	for _, f := range faults {
		assert.NotEmpty(t, Found([]report.Fault{f}), "%s: %s", f.Key, f.Reason)
	}
	for _, o := range result.Report.Operations {
		assert.True(t, o.Succeeded(), o.Name)
	}
}
