package api

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/resttest"
)

func TestReferencesOfNames(t *testing.T) {
	a := New(resttest.Read(t, resttest.Shop).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	want := map[string][]string{
		"POST /v1/customers":      nil,
		"POST /v1/categories":     {"parentid is id of /v1/categories"},
		"PUT /v1/categories/{id}": {"ifmatch is etag of "},
		"GET /v1/orders":          {"cursor is cursor of ", "customerid is customerid of /v1/customers"},
		"POST /v1/orders": {"billingcustomerid is customerid of /v1/customers",
			"customeruuid is customerid of /v1/customers", "categoryid is categoryid of /v1/categories"},
	}
	for _, op := range a.Ops {
		var got []string
		for _, ref := range op.References {
			got = append(got, fmt.Sprintf("%s is %s of %s", ref.name, ref.Like, ref.Collection))
			assert.NotZero(t, op.Following&ref.Bit)
		}
		assert.ElementsMatch(t, want[op.Spec.Name()], got, op.Spec.Name())
	}
}

// TestReferencesOfKeys: a key that is no id by its name refers to the collection that its path parameter begins with,
// and that a client chooses it is no reason against that.
func TestReferencesOfKeys(t *testing.T) {
	a := New(resttest.Read(t, `openapi: 3.0.3
info: {title: t, version: "1"}
paths:
  /docks: {post: {responses: {"201": {description: made}}}}
  /docks/{dock_no}/slots/{slot_no}:
    parameters:
      - {name: dock_no, in: path, required: true, schema: {type: string}}
      - {name: slot_no, in: path, required: true, schema: {type: integer}}
    put: {responses: {"200": {description: there}}}
  /visits:
    get: {parameters: [{name: page_no, in: query, schema: {type: integer}}], responses: {"200": {description: all}}}
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {
        dock_no: {type: string}, slot_no: {type: integer}, no: {type: string}}}}}}
      responses: {"201": {description: made}}
`).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	visit := a.Named("POST /visits")
	var got []string
	for _, ref := range visit.References {
		got = append(got, fmt.Sprintf("%s is %s of %s", ref.name, ref.Like, ref.Collection))
	}
	assert.ElementsMatch(t,
		[]string{"dockno is dockno of /docks", "slotno is slotno of /docks/{dock_no}/slots"}, got)
	assert.Contains(t, visit.Creators, a.Named("PUT /docks/{dock_no}/slots/{slot_no}"))
	assert.Empty(t, a.Named("GET /visits").References)
}

// TestReferencesOfNouns: an input that is called as an element of a collection refers to it, if its type is that of the
// keys of the collection and it is no enum.
func TestReferencesOfNouns(t *testing.T) {
	a := New(resttest.Read(t, `openapi: 3.0.3
info: {title: t, version: "1"}
paths:
  /docks: {post: {responses: {"201": {description: made}}}}
  /docks/{code}: {get: {parameters: [{name: code, in: path, required: true, schema: {type: string}}],
    responses: {"200": {description: one}}}}
  /boats: {post: {responses: {"201": {description: made}}}}
  /boats/{number}: {get: {parameters: [{name: number, in: path, required: true, schema: {type: integer}}],
    responses: {"200": {description: one}}}}
  /visits:
    get: {parameters: [{name: dock, in: query, schema: {type: string}}], responses: {"200": {description: all}}}
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {
        dock: {type: string}, boat: {type: string}, visit: {type: string}}}}}}
      responses: {"201": {description: made}}
  /trips:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {
        dock: {type: string, enum: [a, b]}, boat: {type: integer}}}}}}
      responses: {"201": {description: made}}
`).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	for name, want := range map[string][]string{
		"GET /visits": {"dock of /docks"}, "POST /visits": {"dock of /docks"}, "POST /trips": {"boat of /boats"},
	} {
		var got []string
		for _, ref := range a.Named(name).References {
			got = append(got, ref.name+" of "+ref.Collection)
		}
		assert.Equal(t, want, got, name)
	}
	assert.Contains(t, a.Named("POST /trips").Creators, a.Named("POST /boats"))
}

// TestReferencesByDescriptions: what is said to be the id of something refers to it, whatever its name is; what a call
// that makes it says of its own id does not.
func TestReferencesByDescriptions(t *testing.T) {
	a := New(resttest.Read(t, `{"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": {
		"/wallets": {"post": {"requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {
			"handle": {"type": "string", "description": "the id of the wallet"}, "id": {"type": "string", "description": "the wallet's id"}}}}}}, "responses": {"201": {"description": "made"}}}},
		"/credit-cards": {"post": {"responses": {"201": {"description": "made"}}}},
		"/transfers": {"get": {"parameters": [{"name": "account", "in": "query", "description": "Only those of this account. Wallet ID.", "schema": {"type": "string"}}], "responses": {"200": {"description": "all"}}},
			"post": {"requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {
			"from": {"type": "string", "description": "the id of a wallet"}, "to": {"type": "array", "items": {"type": "string"}, "description": "The ids of other wallets"},
			"paid": {"type": "string", "description": "UUID of an existing credit card that pays"}, "note": {"type": "string", "description": "a unique id of the sender"}}}}}}, "responses": {"201": {"description": "made"}}}}}}`).Operations,
		genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	want := map[string][]string{
		"GET /transfers": {"account is walletid of /wallets"},
		"POST /transfers": {"from is walletid of /wallets", "to is walletid of /wallets",
			"paid is creditcardid of /credit-cards"},
	}
	for _, op := range a.Ops {
		var got []string
		for _, ref := range op.References {
			got = append(got, fmt.Sprintf("%s is %s of %s", ref.name, ref.Like, ref.Collection))
		}
		assert.ElementsMatch(t, want[op.Spec.Name()], got, op.Spec.Name())
	}
}

// TestReferencesByNothingButIDs: an id that does not say of what is that of an element of the collection that the path
// leads to, or is done something with, unless the call makes one.
func TestReferencesByNothingButIDs(t *testing.T) {
	body := func(name string) string {
		return `{"requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {"` +
			name +
			`": {"type": "string"}, "text": {"type": "string"}}}}}}, "responses": {"200": {"description": "ok"}}}`
	}
	a := New(resttest.Read(t, `{"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": {
		"/pets": {"post": `+body("id")+`, "put": `+body("id")+
		`, "get": {"parameters": [{"name": "uuid", "in": "query", "schema": {"type": "string"}}], "responses": {"200": {"description": "all"}}}},
		"/pets/{id}": {"put": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}], "responses": {"200": {"description": "ok"}}}},
		"/pets/feed": {"post": `+body("IDs")+`}, "/pets/wash": {"post": `+body("id")+`}, "/mail": {"delete": `+
		body("ids")+`}, "/ping": {"post": `+body("ids")+`}}}`).Operations,
		genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	want := map[string][]string{
		"PUT /pets": {"id of /pets"}, "GET /pets": {"id of /pets"}, "POST /pets/feed": {"id of /pets"},
		"DELETE /mail": {"id of /mail"},
	}
	for _, op := range a.Ops {
		var got []string
		for _, ref := range op.References {
			got = append(got, fmt.Sprintf("%s of %s", ref.Like, ref.Collection))
		}
		assert.ElementsMatch(t, want[op.Spec.Name()], got, op.Spec.Name())
	}
}

// TestForeign: a parameter is one of another collection only where its name says so, and something makes the elements
// of that.
func TestForeign(t *testing.T) {
	doc := resttest.Read(t, `openapi: 3.0.3
info: {title: Paths, version: "1"}
paths:
  /users: {post: {responses: {"201": {description: ok}}}}
  /users/{userId}: {get: {parameters: [{name: userId, in: path, required: true, schema: {type: string}}], responses: {"200": {description: ok}}}}
  /groups: {post: {responses: {"201": {description: ok}}}}
  /groups/{groupId}/members/{userId}: {put: {parameters: [{name: groupId, in: path, required: true, schema: {type: string}}, {name: userId, in: path, required: true, schema: {type: string}}], responses: {"204": {description: ok}}}}
  /groups/{groupId}/owners/{user}: {put: {parameters: [{name: groupId, in: path, required: true, schema: {type: string}}, {name: user, in: path, required: true, schema: {type: string}}], responses: {"204": {description: ok}}}}
  /groups/{groupId}/badges/{badgeId}: {put: {parameters: [{name: groupId, in: path, required: true, schema: {type: string}}, {name: badgeId, in: path, required: true, schema: {type: string}}], responses: {"204": {description: ok}}}}
  /badges/{badgeId}: {get: {parameters: [{name: badgeId, in: path, required: true, schema: {type: string}}], responses: {"200": {description: ok}}}}
  /members/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {"200": {description: ok}}}}
  /tags/{badgeId}: {get: {parameters: [{name: badgeId, in: path, required: true, schema: {type: string}}], responses: {"200": {description: ok}}}}
  /notes: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {userId: {type: string}}}}}}, responses: {"201": {description: ok}}}}
`)
	a := New(doc.Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	foreign := map[string]map[string]string{}
	for _, o := range a.Ops {
		if len(o.Foreign) > 0 {
			foreign[o.Spec.Name()] = o.Foreign
		}
	}
	assert.Equal(t, map[string]map[string]string{
		"PUT /groups/{groupId}/members/{userId}": {"userId": "/users"},
		"PUT /groups/{groupId}/owners/{user}":    {"user": "/users"},
		"GET /tags/{badgeId}":                    {"badgeId": "/groups/{groupId}/badges"},
	}, foreign)
	join, groups, users := a.Named("PUT /groups/{groupId}/members/{userId}"), a.Named("POST /groups"),
		a.Named("POST /users")
	assert.Equal(t, [][]*Operation{{groups}, {users}}, join.Needs)
	assert.False(t, join.Chooses, "the id of a user is given")
	assert.True(t, a.Named("PUT /groups/{groupId}/badges/{badgeId}").Chooses)
	assert.Equal(t, "/users", a.Named("POST /notes").References[0].Collection)
	assert.Equal(t, "/users", ElementsOf(join, "userId"))
	assert.Equal(t, "/groups", ElementsOf(join, "groupId"))
}
