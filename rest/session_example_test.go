package rest_test

import (
	"fmt"
	"net/http"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
)

func ExampleNewSession() {
	doc, err := openapi.Read([]byte(`{"openapi": "3.0.3", "info": {"title": "Notes", "version": "1"}, "paths": {
		"/notes/{id}": {
			"get": {"responses": {"200": {"description": "a note"}}},
			"delete": {"responses": {"204": {"description": "gone"}}}}}}`), openapi.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	session := rest.NewSession(doc, rest.Options{})
	for _, c := range []struct {
		method string
		status int
		body   string
	}{{"GET", 200, `{"id": 7}`}, {"DELETE", 204, ""}, {"GET", 200, `{"id": 7}`}} {
		x := oracle.Exchange{
			Request: &sut.Request{Method: c.method, Target: "/notes/7"},
			Response: &sut.Response{Status: c.status, Body: []byte(c.body),
				Header: http.Header{"Content-Type": {"application/json"}}},
		}
		for _, f := range session.Judge(&x) {
			fmt.Println(f.Code, f.On(x.Operation).Name(), f.Reason)
		}
	}
	// Output: 103 DELETE /notes/{id} GET /notes/{id} still shows what DELETE /notes/{id} deleted
}
