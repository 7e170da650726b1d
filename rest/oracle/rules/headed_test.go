package rules_test

import (
	"fmt"
	"net/http"
	"strconv"
	"testing"

	"github.com/evoke-go/evoke/rest/oracle/oracletest"
	"github.com/evoke-go/evoke/rest/oracle/rules"
)

// pagedSchema has a list whose answers say in their headers how many elements there are, and where the next page is.
const pagedSchema = `{"openapi": "3.0.0", "info": {"title": "lists", "version": "1"}, "paths": {"/lines": {"get": {"parameters": [
	{"name": "offset", "in": "query", "schema": {"type": "integer"}}, {"name": "limit", "in": "query", "schema": {"type": "integer"}}],
	"responses": {"200": {"description": "lines"}}}}}}`

// lines returns a constructor of a service with three elements, and with a defect or none, "".
func lines(defect string) func() http.Handler {
	return func() http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			all := []string{`{"id": 1}`, `{"id": 2}`, `{"id": 3}`}
			offset, _ := strconv.Atoi(r.URL.Query().Get("offset"))
			limit, err := strconv.Atoi(r.URL.Query().Get("limit"))
			if err != nil {
				limit = len(all)
			}
			end := min(len(all), offset+limit)
			total := len(all)
			if defect == "total of the page" {
				total = end - offset
			}
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("X-Total-Count", strconv.Itoa(total))
			if end < len(all) && !(defect == "last page unlinked" && end == len(all)-1) {
				w.Header().Set("Link", fmt.Sprintf(`</lines?offset=%d&limit=%d>; rel="next"`, end, limit))
			}
			body := ""
			for i, e := range all[offset:end] {
				body += map[bool]string{true: ","}[i > 0] + e
			}
			_, _ = w.Write([]byte("[" + body + "]"))
		})
	}
}

// TestHeadersOfLists: totals and addresses of pages stand in headers as well.
func TestHeadersOfLists(t *testing.T) {
	get := func(query string) oracletest.Call { return ann("GET", "/lines"+query, "") }
	for _, tt := range []struct {
		defect string
		code   int
		calls  []oracletest.Call
	}{
		{"total of the page", rules.CodeTotal, []oracletest.Call{get(""), get("?limit=1")}},
		{"last page unlinked", rules.CodePages, []oracletest.Call{get(""), get("?limit=1"), get("?limit=1&offset=1")}},
	} {
		t.Run(tt.defect, func(t *testing.T) {
			oracletest.Test(t, ruleOf(t, tt.code), oracletest.Kit{Schema: pagedSchema, Faulty: lines(tt.defect),
				Healthy: lines(""), Calls: tt.calls})
		})
	}
}
