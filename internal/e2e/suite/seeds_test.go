package suite_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/samples"
)

const freightSchema = `
openapi: 3.0.3
info: {title: Freight, version: "1"}
paths:
  /v1/shipments:
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [sender, parcels]
              properties:
                sender: {type: string}
                note: {type: string}
                parcels: {type: array, items: {type: object, required: [weight, tariff], properties: {weight: {type: number}, tariff: {type: string}}}}
      responses: {"201": {description: made}, "422": {description: no}}
  /v1/shipments/{shipmentId}:
    parameters: [{name: shipmentId, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {description: one}, "404": {description: none}}}
  /v1/shipments/{shipmentId}/labels:
    parameters: [{name: shipmentId, in: path, required: true, schema: {type: string}}]
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {voucher: {type: string}, copies: {type: integer}}}}}}
      responses: {"200": {description: printed}, "403": {description: no}, "404": {description: none}}
`

// freight takes shipments with a code that nobody can guess and a member that its schema
// does not declare, and prints labels for who has the voucher of the shipment.
func freight() http.Handler {
	var mu sync.Mutex
	vouchers := map[string]string{}
	mux := http.NewServeMux()
	answer := func(w http.ResponseWriter, status int, v any) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(v)
	}
	mux.HandleFunc("POST /v1/shipments", func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Customs struct{ Procedure string }
			Parcels []struct{ Tariff string }
		}
		if json.NewDecoder(r.Body).Decode(&in) != nil || in.Customs.Procedure != "10-00-C07" || len(in.Parcels) == 0 ||
			in.Parcels[0].Tariff != "8517.62.00/CH-3" {
			answer(w, 422, map[string]string{"error": "refused"})
			return
		}
		mu.Lock()
		defer mu.Unlock()
		id := fmt.Sprintf("shp_%04d", 7000+len(vouchers))
		vouchers[id] = fmt.Sprintf("vch-%d-%s", 8000+len(vouchers), "omega")
		w.Header().Set("Location", "/v1/shipments/"+id)
		answer(w, 201, map[string]string{"id": id, "voucher": vouchers[id]})
	})
	mux.HandleFunc("GET /v1/shipments/{id}", func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if vouchers[r.PathValue("id")] == "" {
			answer(w, 404, map[string]string{})
			return
		}
		answer(w, 200, map[string]string{"id": r.PathValue("id"), "state": "new"})
	})
	mux.HandleFunc("POST /v1/shipments/{id}/labels", func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Voucher string
			Copies  int
		}
		mu.Lock()
		defer mu.Unlock()
		known := vouchers[r.PathValue("id")]
		switch err := json.NewDecoder(r.Body).Decode(&in); {
		case known == "":
			answer(w, 404, map[string]string{})
		case err != nil || in.Voucher != known:
			answer(w, 403, map[string]string{})
		default:
			answer(w, 200, map[string]int{"printed": in.Copies})
		}
	})
	return mux
}

// recordedFreight are the samples of such a service, which gave other ids.
func recordedFreight(t *testing.T) samples.Set {
	t.Helper()
	set, err := samples.Read("../../../rest/samples/testdata/freight.har")
	require.NoError(t, err)
	return set
}

// freightConfig is a search that sees answers only.
func freightConfig(dir string, set samples.Set, calls int) evoke.Config {
	return evoke.Config{
		Schema: freightSchema, Budget: evoke.Budget{Calls: calls},
		REST:     rest.Options{Users: []auth.User{}, Samples: set},
		WhiteBox: evoke.WhiteBox{Cover: []string{"none"}},
		Output:   evoke.Output{Dir: dir, Archive: filepath.Join(dir, "archive"), Mutants: -1},
	}
}

func successes(r *report.Report) (out []bool) {
	for i := range r.Operations {
		out = append(out, r.Operations[i].Succeeded())
	}
	return out
}

// credentialsOfFreight are those in the recording.
var credentialsOfFreight = [...]string{"tidal-Wrench-71", "frt-9f8e7d6c5b4a", "ck-5511aabbcc", "key-0a1b2c3d4e"}

// assertSampled runs a search of a few tests. What nobody can guess succeeds in it, the
// written tests have ids of answers in the place of those that were recorded, and
// nothing that is written has a credential of the recording.
func assertSampled(t *testing.T, cfg evoke.Config) {
	t.Helper()
	result, err := evoke.Run(context.Background(), cfg)
	require.NoError(t, err)
	assert.Equal(t, []bool{true, true, true}, successes(result.Report), "%v", result.Report.Warnings)
	assert.Contains(t, strings.Join(result.Report.Warnings, "\n"),
		"samples: 3 of 6 requests fit no operation of the schema")
	all := ""
	require.NoError(t, filepath.WalkDir(cfg.Output.Dir, func(path string, d fs.DirEntry, err error) error {
		data, _ := os.ReadFile(path) // nothing in a folder
		all += string(data)
		return err
	}))
	var shown bytes.Buffer
	require.NoError(t, report.Summary(&shown, result.Report))
	all += shown.String()
	tests, succeeding := "", ""
	for _, f := range result.Files {
		tests += string(f.Content)
		if strings.Contains(f.Name, "success") {
			succeeding = string(f.Content)
		}
	}
	assert.Contains(t, tests, "8517.62.00/CH-3")
	assert.Contains(t, all, `"sampled"`, "the archive says what the schema lacks")
	for _, credential := range credentialsOfFreight {
		assert.NotContains(t, all+tests, credential)
	}
	assert.Contains(t, succeeding, "\"voucher\": \"` + api.inString(", "the voucher is that of the answer")
	assert.NotContains(t, succeeding, "vch-4411-77-zeta")
	assert.NotContains(t, succeeding, "shp_91ab77/labels")
}

func TestSamplesSucceedInProcess(t *testing.T) {
	cfg := freightConfig(t.TempDir(), recordedFreight(t), 8) // what the tests of the samples need
	cfg.Handler = freight
	assertSampled(t, cfg)
}

func TestSamplesSucceedByURL(t *testing.T) {
	server := httptest.NewServer(freight())
	defer server.Close()
	cfg := freightConfig(t.TempDir(), recordedFreight(t), 120) // which execute the tests again, too
	cfg.System.URL = server.URL
	assertSampled(t, cfg)

	cfg = freightConfig(t.TempDir(), samples.Set{}, 300)
	cfg.System.URL = server.URL
	result, err := evoke.Run(context.Background(), cfg)
	require.NoError(t, err)
	assert.False(t, result.Report.Operations[0].Succeeded(), "nobody can guess it")
}
