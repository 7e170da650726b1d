package recording_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/cmd/evoke/internal/recording"
	"github.com/evoke-go/evoke/openapi"
)

const schema = `
openapi: 3.0.3
info: {title: Notes, version: "1"}
servers: [{url: /v1}]
security: [{token: []}, {key: []}, {seat: []}]
paths:
  /login: {post: {security: [], responses: {"200": {description: in}}}}
  /notes: {get: {responses: {"200": {description: all}}}, post: {responses: {"201": {description: made}}}}
  /{kind}/{id}: {get: {responses: {"200": {description: one}}}, delete: {responses: {"204": {description: gone}}}}
components:
  securitySchemes:
    token: {type: http, scheme: bearer}
    key: {type: apiKey, in: header, name: X-Desk}
    seat: {type: apiKey, in: query, name: seat}
`

// entry is a call: "METHOD URL", with "NAME: VALUE" of headers, a body and an answer.
type entry struct {
	at, took int // in milliseconds
	call     string
	headers  string // "Name: value", with ", " between several
	body     string
	status   int // 200 if 0, none if -1
	answer   string
	answered string // headers of the answer
	cached   string
}

func fields(text string) []map[string]string {
	out := []map[string]string{{"name": ":scheme", "value": "https"}}
	for part := range strings.SplitSeq(text, ", ") {
		if name, v, ok := strings.Cut(part, ": "); ok {
			out = append(out, map[string]string{"name": name, "value": v})
		}
	}
	return out
}

func har(t *testing.T, entries []entry) []byte {
	t.Helper()
	var all []any
	for _, e := range entries {
		method, url, _ := strings.Cut(e.call, " ")
		if strings.HasPrefix(url, "/") {
			url = "https://notes.example/v1" + url
		}
		request := map[string]any{"method": method, "url": url, "headers": fields(e.headers)}
		if e.body != "" {
			request["postData"] = map[string]any{"mimeType": "application/json", "text": e.body}
		}
		if e.status == 0 {
			e.status = 200
		}
		response := map[string]any{"status": max(e.status, 0), "headers": fields(e.answered),
			"content": map[string]any{"size": len(e.answer), "text": e.answer}}
		began := time.Date(2026, 3, 2, 10, 0, 0, e.at*1e6, time.UTC)
		all = append(all, map[string]any{"startedDateTime": began.Format(time.RFC3339Nano), "time": e.took,
			"request": request, "response": response, "_fromCache": e.cached})
	}
	out, err := json.Marshal(map[string]any{"log": map[string]any{"entries": all}})
	require.NoError(t, err)
	return out
}

func read(t *testing.T, gap time.Duration, entries []entry) *recording.Recording {
	t.Helper()
	doc, err := openapi.Read([]byte(schema), openapi.Options{})
	require.NoError(t, err)
	out, err := recording.Read(har(t, entries), doc, gap)
	require.NoError(t, err)
	return out
}

// parts returns the numbers of the calls by part, such as "1 2|4".
func parts(r *recording.Recording) string {
	var out []string
	for _, p := range r.Parts {
		var numbers []string
		for _, c := range p {
			numbers = append(numbers, fmt.Sprint(c.Number))
		}
		out = append(out, strings.Join(numbers, " "))
	}
	return strings.Join(out, "|")
}

func TestParts(t *testing.T) {
	get, post, del := "GET /notes", "POST /notes", "DELETE /notes/1"
	for name, c := range map[string]struct {
		gap     time.Duration
		entries []entry
		want    string
		leftOut string
	}{
		"one": {time.Minute, []entry{{call: get}, {at: 9, call: post}, {at: 60_000, call: get}}, "1 2 3", ""},
		"a pause": {time.Minute, []entry{{call: get}, {at: 9, took: 50, call: post}, {at: 60_058, call: get},
			{at: 130_000, call: get}}, "1 2 3|4", ""},
		"each alone":   {0, []entry{{call: get}, {call: post}, {call: get}}, "1|2|3", ""},
		"out of order": {time.Minute, []entry{{at: 70_000, call: get}, {at: 1, call: post}}, "1|2", ""},
		"a change without an answer": {time.Minute, []entry{{call: get}, {at: 1, call: post, status: -1},
			{at: 2, call: get}}, "1|3", "1 without an answer"},
		"a read without an answer": {time.Minute, []entry{{call: get}, {at: 1, call: get, status: -1},
			{at: 2, call: get}}, "1 3", "1 without an answer"},
		"reads at the same time": {time.Minute, []entry{{took: 9, call: get}, {at: 1, call: get},
			{at: 10, call: post}}, "1 2 3", ""},
		"a read during a change": {time.Minute, []entry{{call: get}, {at: 1, took: 9, call: post},
			{at: 2, call: get}, {at: 20, call: get}}, "3|1 2 4", ""},
		"a change during a read": {time.Minute, []entry{{took: 5, call: get}, {at: 1, took: 9, call: post},
			{at: 20, call: get}}, "1|2 3", ""},
		"two changes at the same time": {time.Minute, []entry{{call: get}, {at: 1, took: 9, call: post},
			{at: 2, call: del}, {at: 20, call: get}}, "1|2|3|4", ""},
		"a cache": {time.Minute, []entry{{call: get}, {at: 1, call: get, cached: "disk"}}, "1",
			"1 that a cache answered"},
		"not in the schema": {time.Minute, []entry{{call: get}, {at: 1, call: "GET /a/b/c"},
			{at: 2, call: "PUT /a/b/c"}, {at: 3, call: "GET https://other.example/v1/notes"}}, "1 3",
			"1 of other hosts, 1 that the schema lacks"},
	} {
		t.Run(name, func(t *testing.T) {
			r := read(t, c.gap, c.entries)
			assert.Equal(t, c.want, parts(r))
			assert.Equal(t, c.leftOut, strings.Join(r.LeftOut, ", "))
		})
	}
}

// jwt is a token of a person, whose header and signature do not count.
func jwt(claims, signature string) string {
	return "Authorization: Bearer e30." + claims + "." + signature
}

func TestUsers(t *testing.T) {
	const get = "GET /notes"
	ann, ben := "Authorization: Bearer token-of-ann", "Authorization: Bearer token-of-ben"
	for name, c := range map[string]struct {
		entries []entry
		want    string // the users of the calls
		parts   string
	}{
		"a log-in": {[]entry{{call: "POST /login", body: `{"user": {"email": "ann", "password": "x"}}`,
			answer: `{"token": "token-of-ann"}`, answered: "Content-Type: application/json"},
			{call: get, headers: ann}, {call: get}, {call: get, headers: ben}}, "- ann - user 1", "1 2 3 4"},
		"a renewed token": {[]entry{{call: "POST /login", body: `{"name": "ann", "password": "x"}`,
			answer:   `{"token": "token-of-ann", "refreshToken": "for-later"}`,
			answered: "Content-Type: application/json"},
			{call: "POST /login", body: `{"refreshToken": "for-later"}`, answer: `{"token": "the-next-one"}`,
				answered: "Content-Type: application/json"},
			{call: get, headers: "Authorization: Bearer the-next-one"}}, "- - ann", "1 2 3"},
		"a log-in with a cookie": {[]entry{{call: "POST /login", body: `{"name": "ann", "password": "x"}`, status: 204,
			answered: "Set-Cookie: JSESSIONID=1234567890; Path=/"},
			{call: get, headers: "Cookie: theme=dark; JSESSIONID=1234567890"}}, "- ann", "1 2"},
		"a refused log-in": {[]entry{{call: "POST /login", body: `{"name": "ann", "password": "x"}`, status: 401,
			answer: `{"token": "token-of-ann"}`, answered: "Content-Type: application/json"},
			{call: get, headers: ann}}, "- user 1", "1 2"},
		"names in tokens": {[]entry{{call: get, headers: jwt("eyJzdWIiOiJhbm4ifQ", "one")},
			{call: get, headers: jwt("eyJzdWIiOiJiZW4ifQ", "two")},
			{call: get, headers: jwt("eyJzdWIiOiJhbm4ifQ", "three")},
			{call: get, headers: "Authorization: Basic Y2FyOnNlY3JldA=="}}, "ann ben ann car", "1 2 3 4"},
		"tokens in turns": {[]entry{{call: get, headers: ann}, {call: get, headers: ben}, {call: get, headers: ann}},
			"user 1 user 2 user 1", "1 2 3"},
		"a token in place of another": {[]entry{{call: get, headers: ann}, {call: get, headers: ann},
			{call: get, headers: ben}}, "user 1 user 1 user 2", "1 2|3"},
		"keys": {[]entry{{call: get, headers: "X-Desk: 7"}, {call: get, headers: "X-Desk: 8"},
			{call: get + "?seat=9"}, {call: get}}, "user 1 user 2 user 3 -", "1 2 3 4"},
		"a key beside a token": {[]entry{{call: get, headers: "X-Desk: 7"}, {call: get, headers: "X-Desk: 7, " + ann},
			{call: get, headers: "X-Desk: 7, " + ben}, {call: get, headers: "X-Desk: 7, " + ann}},
			"user 1 user 2 user 3 user 2", "1 2 3 4"},
		"no credentials at all": {[]entry{{call: get}, {call: "POST /notes", status: 201}}, "user user", "1 2"},
	} {
		t.Run(name, func(t *testing.T) {
			for i := range c.entries {
				c.entries[i].at = i
			}
			r := read(t, time.Minute, c.entries)
			var users []string
			for _, p := range r.Parts {
				for _, call := range p {
					users = append(users, map[bool]string{true: "-", false: call.User}[call.User == ""])
				}
			}
			assert.Equal(t, c.want, strings.Join(users, " "))
			assert.Equal(t, c.parts, parts(r))
		})
	}
}

func TestBasePath(t *testing.T) {
	for want, url := range map[string]string{
		"/v1": "https://a/v1/", "": "https://a/", "/proxy/v1": "http://b:80/proxy/v1/",
	} {
		r := read(t, time.Minute, []entry{{call: "GET " + url + "notes?all=true"}, {call: "GET " + url + "notes/7"}})
		assert.Equal(t, want, r.BasePath)
		assert.Equal(t, want+"/notes?all=true", r.Parts[0][0].Request.Target)
	}
}

func TestAnswers(t *testing.T) {
	r := read(t, time.Minute, []entry{
		{call: "GET /notes", answer: `["é"]`, answered: "content-type: application/json; charset=iso-8859-1"},
		{call: "GET /notes", status: 304, answer: "[]"},
		{call: "POST /notes", body: `{"a": 1}`, status: 201},
	})
	all, ok := r.Parts[0][0].Got()
	assert.True(t, ok)
	assert.Equal(t, []any{"é"}, all)
	assert.Empty(t, r.Parts[0][1].Response.Body)
	_, ok = r.Parts[0][2].Sent()
	assert.True(t, ok)
}

func TestUnreadable(t *testing.T) {
	doc, err := openapi.Read([]byte(schema), openapi.Options{})
	require.NoError(t, err)
	for want, data := range map[string]string{
		"recording: samples: it is no HAR file: it has no log":  `{}`,
		"recording: samples: invalid character 'x' looking for": `x`,
		"recording: none of its 1 calls is one of the schema": `{"log": {"entries": [{"request": {"method": "GET",
			"url": "https://a/b/c/d/e"}}]}}`,
		"recording: it has no answers of the service": `{"log": {"entries": [{"request": {"method": "GET",
			"url": "https://a/notes"}}]}}`,
	} {
		_, err := recording.Read([]byte(data), doc, time.Minute)
		assert.ErrorContains(t, err, want)
	}
}

func FuzzRead(f *testing.F) {
	doc, err := openapi.Read([]byte(schema), openapi.Options{})
	require.NoError(f, err)
	f.Add([]byte(`{"log": {"entries": [{"startedDateTime": "2026-03-02T10:00:00Z", "time": -1, "request": {
		"method": "GET", "url": "https://a/v1/notes", "headers": [{"name": "Authorization", "value": "Bearer e30.e30.x"}]},
		"response": {"status": 200, "content": {"size": 2, "text": "e30=", "encoding": "base64"}}}]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := recording.Read(data, doc, time.Minute)
		if err == nil && len(r.Parts) == 0 {
			t.Error("neither calls nor an error")
		}
	})
}
