package pool

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/sut"
)

// TestListed: of the lists in the answers to a read the first elements are known, each place with the first value
// there.
func TestListed(t *testing.T) {
	list := &api.Operation{Spec: &openapi.Operation{Method: "GET", Path: "/kites"}}
	other := &api.Operation{Spec: &openapi.Operation{Method: "POST", Path: "/kites"}}
	l := newValues([]*api.Operation{list, other}, nil)
	for _, body := range []string{
		`{"total": 0, "kites": []}`,
		`{"total": 2, "kites": [
			{"id": 7, "open": true, "owner": {"name": "ann", "note": ""}, "tags": ["red", "blue"]}, {"id": 8, "late": 1}
		]}`,
		`{"total": 1, "kites": [{"id": 9, "colour": "green"}]}`,
	} {
		for _, op := range []*api.Operation{list, other} {
			header := http.Header{"Content-Type": {"application/json"}}
			l.Answered(op, &sut.Response{Status: 200, Header: header, Body: []byte(body)})
		}
	}
	assert.Equal(t, []action.Given{
		{Name: "/kites/0/id", Value: int64(7)}, {Name: "/kites/0/owner/name", Value: "ann"},
		{Name: "/kites/0/tags/0", Value: "red"}, {Name: "/kites/0/colour", Value: "green"},
	}, l.Listed(list))
	assert.Empty(t, l.Listed(other))
	assert.Empty(t, (*Values)(nil).Listed(list))
}
