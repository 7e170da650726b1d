package lowering

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

func TestProseOfLibraries(t *testing.T) {
	for name, tt := range map[string]struct {
		body, text string
		want       bool
	}{
		"a validator": {`{"title":""}`,
			"Key: 'Todo.Title' Error:Field validation for 'Title' failed on the 'required' tag", true},
		"a decoder's field": {`{"title":1}`,
			"json: cannot unmarshal number into Go struct field todo.title of type string", true},
		"a type":                  {`[]`, "cannot unmarshal array into Go value of type shop", true},
		"strconv":                 {``, `strconv.Atoi: parsing "x": invalid syntax`, true},
		"a character of the body": {`{x`, "invalid character 'x' looking for beginning of object key string", true},
		"a character elsewhere":   {`{y`, "expected 'x' here", false},
		"sql":                     {``, "sql: no rows in result set", true},
		"a constraint":            {`{"email":"a@b.c"}`, "UNIQUE constraint failed: users.email", true},
		"a driver":                {``, `pq: duplicate key value violates unique constraint "users_email_key"`, true},
		"a sent value in quotes":  {`{"id":"7"}`, "there is no user '7'", true},
		"a sent word":             {`{"name":"dora"}`, "user dora exists", true},
		"a part of a word":        {`{"name":"user"}`, "no such users", false},
		"a number by accident":    {`{"stars":1}`, "stars must be from 1 to 5", false},
		"a name in quotes":        {`{"title":"title"}`, "the member 'title' is too short", false},
		"a name at the beginning": {`{"title":""}`, "title: must not be empty", false},
		"own words":               {`{"title":""}`, "title must have 1 to 100 characters", false},
		"the end of the body":     {``, "EOF", true},
		"an early end":            {`{"title":""}`, "cannot read: unexpected EOF", true},
		"one word":                {`{"a":"EOF!"}`, "EOF!", false},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := value.ParseJSON([]byte(tt.body))
			s := execute.TraceStep{Encoded: message.Request{Body: []byte(tt.body), HasBody: true, JSONBody: err == nil}}
			s.Answer = sut.Response{Status: http.StatusBadRequest}
			assert.Equal(t, tt.want, proseOf(&s)(tt.text))
			s.Answer.Status = http.StatusOK
			assert.False(t, proseOf(&s)(tt.text), "an answer that refuses nothing is the service's own")
		})
	}
	path := message.Request{Path: []message.PathPiece{{Param: "id", Raw: "abc7"}},
		Query: []message.Pair{{Name: "q", Value: "long"}}}
	assert.True(t, newSaid(&path).prose("there is no abc7"))
	assert.True(t, newSaid(&path).prose("q is long"))
}

// Of a malformed body only a decoder can say anything.
func TestProseOfDecoders(t *testing.T) {
	for name, c := range map[string]struct {
		kind, body string
		status     int
		want       bool
	}{
		"malformed":          {"application/json", `{"a":`, 400, true},
		"a relative of JSON": {"application/merge-patch+json; charset=utf-8", `{"a":`, 422, true},
		"well-formed":        {"application/json", `{"a":1}`, 400, false},
		"no JSON":            {"text/plain", `{"a":`, 400, false},
		"about the user":     {"application/json", `{"a":`, 401, false},
		"about the resource": {"application/json", `{"a":`, 404, false},
		"fine":               {"application/json", `{"a":`, 200, false},
	} {
		_, err := value.ParseJSON([]byte(c.body))
		s := execute.TraceStep{Encoded: message.Request{Body: []byte(c.body), HasBody: true,
			ContentType: c.kind, JSONBody: err == nil}}
		s.Answer.Status = c.status
		assert.Equal(t, c.want, proseOf(&s)("what stands here ends early"), name)
	}
}
