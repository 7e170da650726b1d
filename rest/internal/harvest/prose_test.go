package harvest

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
		"a validator":             {`{"title":""}`, "Key: 'Todo.Title' Error:Field validation for 'Title' failed on the 'required' tag", true},
		"a decoder's field":       {`{"title":1}`, "json: cannot unmarshal number into Go struct field todo.title of type string", true},
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
	path := message.Request{Path: []message.PathPiece{{Param: "id", Raw: "abc7"}}, Query: []message.Pair{{Name: "q", Value: "long"}}}
	assert.True(t, newSaid(&path).prose("there is no abc7"))
	assert.True(t, newSaid(&path).prose("q is long"))
}
