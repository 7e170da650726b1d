package rest

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/sut"
)

// mailbox has an operation that makes letters and is not called like them, parts of letters that
// only the letter lists, and drawers that nothing makes.
const mailbox = `
openapi: 3.0.3
info: {title: Mailbox, version: "1"}
paths:
  /dispatch: {post: {responses: {"200": {description: sent}}}}
  /clock: {get: {responses: {"200": {description: now}}}}
  /letter/{ID}:
    parameters: [{name: ID, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {description: it}}}
  /letter/{ID}/raw:
    parameters: [{name: ID, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {description: it}}}
  /letter/{ID}/sheet/{sheet}:
    parameters: [{name: ID, in: path, required: true, schema: {type: string}}, {name: sheet, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {description: it}}}
  /drawers: {get: {responses: {"200": {description: all}}}}
  /cabinet/{tray}:
    parameters: [{name: tray, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {description: it}}}
`

func newMailbox() http.Handler {
	made, mux := map[string]bool{}, http.NewServeMux()
	answer := func(pattern string, body func(r *http.Request) string) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			if text := body(r); text != "" {
				fmt.Fprint(w, text)
				return
			}
			w.WriteHeader(http.StatusNotFound)
		})
	}
	letter := func(text string) func(r *http.Request) string {
		return func(r *http.Request) string {
			if !made[r.PathValue("ID")] {
				return ""
			}
			return text
		}
	}
	answer("POST /dispatch", func(*http.Request) string {
		id := fmt.Sprintf("m-%d-%d", len(made), 7919*(len(made)+1))
		made[id] = true
		return `{"status": "sent", "result": {"ID": "` + id + `"}}`
	})
	answer("GET /clock", func(*http.Request) string { return `{"id": "now", "hour": 3}` })
	answer("GET /letter/{ID}", letter(`{"from": "ann", "sheets": [{"sheetNumber": "s-31"}]}`))
	answer("GET /letter/{ID}/raw", letter(`"raw"`))
	answer("GET /letter/{ID}/sheet/{sheet}", func(r *http.Request) string {
		if !made[r.PathValue("ID")] || r.PathValue("sheet") != "s-31" {
			return ""
		}
		return `"sheet"`
	})
	answer("GET /drawers", func(*http.Request) string {
		return `{"drawers": [{"label": "top", "id": "d-77"}, {"id": "d-78"}]}`
	})
	answer("GET /cabinet/{tray}", func(r *http.Request) string {
		if r.PathValue("tray") != "d-77" {
			return ""
		}
		return `"empty"`
	})
	return mux
}

// What one operation answers is tried in the paths of others where no name says which makes what they name. Once it led
// to a success, all paths through there have it, in other processes too.
func TestIdsThatNoNameTells(t *testing.T) {
	p, _ := opened(t, mailbox, Options{}, newMailbox)
	r := rand.New(rand.NewPCG(3, 4))
	for range 150 {
		_, err := p.Evaluate(context.Background(), p.Sample(r))
		require.NoError(t, err)
	}
	assert.ElementsMatch(t, []string{
		"POST /dispatch", "GET /clock", "GET /letter/{ID}", "GET /letter/{ID}/raw", "GET /letter/{ID}/sheet/{sheet}",
		"GET /drawers", "GET /cabinet/{tray}",
	}, succeeded(p))

	news, err := p.Learned()
	require.NoError(t, err)
	other, err := New(resttest.Read(t, mailbox), sut.NewHandler(newMailbox, sut.HandlerOptions{}),
		&fitness.Registry{}, Options{})
	require.NoError(t, err)
	require.NoError(t, other.Learn(news))
	raw := other.api.Named("GET /letter/{ID}/raw")
	assert.Contains(t, raw.Creators, other.api.Named("POST /dispatch"))
	assert.True(t, other.api.IsGiven("/letter"))

	var told learned
	require.NoError(t, json.Unmarshal(news, &told))
	assert.Contains(t, told.Gifts, gift{"POST /dispatch", "/result/ID", "/letter"})
	assert.NotContains(t, told.Gifts, gift{"GET /clock", "/id", "/letter"})
}

// Where nothing is remembered, nothing is presumed.
func TestNothingIsPresumedWithoutMemory(t *testing.T) {
	p, _ := opened(t, mailbox, Options{NoMemory: true}, newMailbox)
	r := rand.New(rand.NewPCG(3, 4))
	for range 150 {
		_, err := p.Evaluate(context.Background(), p.Sample(r))
		require.NoError(t, err)
	}
	assert.NotContains(t, succeeded(p), "GET /letter/{ID}")
}
