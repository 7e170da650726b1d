package pool

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/internal/action"
)

// What speaks most for the id of an element comes first: the same name, an answer to what makes something, the noun of
// the collection around it. Each is tried twice, and never what an operation answers itself, or what is no id.
func TestPresumed(t *testing.T) {
	ops, _, _ := boatsAPI(t)
	l := newIDs()
	post, put, get := named(ops, "POST /boats"), named(ops, "PUT /boats/{boatId}"), named(ops, "GET /boats")
	boat := Input{Name: "boatId", Place: "0/boatId", InPath: true}
	_, _, ok := l.Presumed(put, boat)
	assert.False(t, ok, "nothing was answered")
	before := action.New(post, 0, 0)
	short := []*action.Call{action.New(get, 0, 0)}
	l.Identified([]*action.Call{before, action.New(get, 0, 0)}, []action.Given{
		{Name: "/boats/0/length", Value: int64(4)}, {Name: "/boats/1/id", Value: "b2"},
		{Name: "/boats/0/id", Value: "b1"}, {Name: "/boats/0/ownerId", Value: "o"},
		{Name: "/ports/0/label", Value: "Kiel"}, {Name: "/ports/0/id", Value: "p 1"},
		{Name: "Boat-Id", Header: true, Value: "b"},
	})
	l.Identified([]*action.Call{before}, []action.Given{{Name: "/result/uuid", Value: "u"},
		{Name: "/code", Value: int64(7)}})
	l.Identified(short, []action.Given{{Name: "/boats/0/id", Value: "b1"}})
	l.Identified([]*action.Call{action.New(put, 0, 0)}, []action.Given{{Name: "/boatId", Value: "own"}})
	var tried []string
	for {
		from, source, ok := l.Presumed(put, boat)
		if !ok {
			break
		}
		tried = append(tried, source.Operation+" "+source.Name)
		assert.Equal(t, source.Name == "/boats/0/id", from[0] == short[0])
	}
	assert.Equal(t, []string{
		"POST /boats /result/uuid", "POST /boats /result/uuid", "POST /boats /code", "POST /boats /code",
		"GET /boats /boats/0/id", "GET /boats /boats/0/id", "GET /boats /boats/0/ownerId",
		"GET /boats /boats/0/ownerId",
	}, tried)
	l.Identified([]*action.Call{before}, []action.Given{{Name: "/result/boatId", Value: "b"}})
	_, source, ok := l.Presumed(put, boat)
	assert.True(t, ok)
	assert.Equal(t, "/result/boatId", source.Name, "a new place is tried, before all others")
	tried = nil
	for {
		_, source, ok := l.Presumed(get, Input{Name: "zip", Place: "-1//zip"})
		if !ok {
			break
		}
		tried = append(tried, source.Name)
	}
	assert.Equal(t, []string{"/result/uuid", "/result/uuid", "/code", "/code", "/result/boatId", "/result/boatId",
		"/boatId", "/boatId"}, tried, "an input outside of the path may be what anything is called that was made")
	l.Identified([]*action.Call{before}, []action.Given{{Name: "/proofCode", Value: "p"}})
	_, source, ok = l.Presumed(get, Input{Name: "code", Place: "-1//code"})
	assert.True(t, ok)
	assert.Equal(t, "/code", source.Name)
	_, _, ok = (*IDs)(nil).Presumed(put, boat)
	assert.False(t, ok)
}
