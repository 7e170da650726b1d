// Package permits is a service of our own, in the style of those of the industry: an
// office that issues permits for heavy transports. It has one operation, and
// fifteen checks of its input stand before what the office decides. The schema
// declares types only, and neither the headers that every caller is told to send
// nor the consent in the body.
package permits

import (
	_ "embed"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/evoke-go/evoke/bench/web"
)

//go:embed openapi.json
var schema []byte

// Schema returns the OpenAPI document of the service.
func Schema() []byte { return schema }

// New returns the service. It has no state.
func New() http.Handler {
	s := web.NewStateless()
	s.HandleFunc("POST /permits", apply)
	return s
}

// application is what a haulier asks for.
type application struct {
	Reference string   `json:"reference"`
	Kind      string   `json:"kind"`
	Filed     string   `json:"filed"`
	Departure string   `json:"departure"`
	Arrival   string   `json:"arrival"`
	Plate     string   `json:"plate"`
	Carrier   string   `json:"carrier"`
	Recorder  string   `json:"recorder"`
	Contact   string   `json:"contact"`
	Gross     int      `json:"gross"` // kg
	Axles     int      `json:"axles"`
	Loads     []int    `json:"loads"` // kg on each axle
	Width     int      `json:"width"` // cm
	Manifest  string   `json:"manifest"`
	Consent   *consent `json:"consent"`
}

// consent is that of the person who answers for the transport.
type consent struct {
	Version string `json:"version"`
	GivenBy string `json:"givenBy"`
}

// manifest is what a transport carries. It comes as JSON in base64.
type manifest struct {
	Reference string `json:"reference"`
	Class     string `json:"class"`
	Pieces    int    `json:"pieces"`
}

// rejection says which part of a request is wrong.
type rejection struct {
	Field  string `json:"field"`
	Reason string `json:"reason"`
}

// Error implements error.
func (r *rejection) Error() string { return r.Field + ": " + r.Reason }

func reject(field, reason string) error { return &rejection{field, reason} }

// apply answers an application with a permit, or with what is wrong.
func apply(w http.ResponseWriter, r *http.Request) {
	office, err := sender(r)
	if err != nil {
		refuse(w, err)
		return
	}
	var a application
	if err := json.NewDecoder(r.Body).Decode(&a); err != nil {
		refuse(w, reject("body", "is no application"))
		return
	}
	trip, err := check(&a)
	if err != nil {
		refuse(w, err)
		return
	}
	p := decide(&a, trip, office, r.URL.Query().Get("channel"))
	web.JSON(w, http.StatusOK, p)
}

// refuse answers with what is wrong.
func refuse(w http.ResponseWriter, err error) {
	var r *rejection
	errors.As(err, &r)
	web.JSON(w, http.StatusBadRequest, r)
}
