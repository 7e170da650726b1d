package link

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/sut"
)

// TestKeys: elements that paths name by a key are referred to by that key, whatever else they have; an id comes first.
func TestKeys(t *testing.T) {
	op := &api.Operation{Spec: &openapi.Operation{Method: http.MethodPost, Path: "/orders"}}
	op.Keys = map[string]string{"/books": "isbn"}
	maker := &api.Operation{Spec: &openapi.Operation{Method: http.MethodPost, Path: "/books"}}
	for _, tt := range []struct {
		answer string
		number bool
		want   string
	}{
		{`{"isbn": "978-3", "name": "Emma", "pages": 3}`, false, "978-3"},
		{`{"isbn": 9783, "name": "Emma", "pages": 3}`, true, "9783"},
		{`{"isbn": "978-3", "name": "Emma", "id": 7}`, false, "7"},
		{`{"isbn": "978-3", "name": "Emma"}`, true, ""},
	} {
		var m Answers
		m.Learn(0, maker, &sut.Response{Status: 201, Header: http.Header{}, Body: []byte(tt.answer)})
		from, _ := m.refer(&api.Reference{Like: "bookid", Collection: "/books"}, op, 0, tt.number)
		assert.Equal(t, tt.want, from.value, tt.answer)
	}
}

// TestOtherElements: a second reference takes another element, never another member of the same one.
func TestOtherElements(t *testing.T) {
	op := &api.Operation{Spec: &openapi.Operation{Method: http.MethodPost, Path: "/orders"}}
	maker := &api.Operation{Spec: &openapi.Operation{Method: http.MethodPost, Path: "/books"}}
	ref := &api.Reference{Like: "bookid", Collection: "/books"}
	var m Answers
	for step, want := range []string{"b1", "b1", "b2"} {
		answer := []byte(`{"id": "b` + []string{"1", "2", "3"}[step] + `", "shelf_id": "s1"}`)
		m.Learn(step, maker, &sut.Response{Status: 201, Header: http.Header{}, Body: answer})
		from, ok := m.refer(ref, op, 1, false)
		assert.True(t, ok)
		assert.Equal(t, want, from.value)
	}
}
