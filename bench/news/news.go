// Package news is rest-news, a service that stores news of countries. The
// original is written in Kotlin, on Spring with a database; this one has its
// operations, rules and schema. The table is in memory here, and in SQLite in
// package sqlite.
//
// The country of a news has to be one of a list that the schema does not have.
// Two faults are the original's: the two PUT find out that an entity breaks its
// rules when the transaction ends, after their own handling of errors, and so
// answer 500 where they were meant to answer 400.
//
// Routing, media types and the reading of bodies are in the package mapping, as
// a framework did them in the original: the program to measure is this package.
package news

import (
	_ "embed"
	"net/http"

	"github.com/evoke-go/evoke/bench/news/mapping"
	"github.com/evoke-go/evoke/bench/news/store"
)

//go:embed testdata/swagger.json
var schema []byte

// Schema returns the Swagger 2.0 document of the service. As in the original it
// has no limits, and it declares the status codes that the framework assumes:
// neither 400 and 409, nor the 204 of the two PUT.
func Schema() []byte { return schema }

const (
	// newsV2 is the media type of version 2 of the news.
	newsV2   = "application/vnd.tsdes.news+json;charset=UTF-8;version=2"
	baseJSON = "application/json;charset=UTF-8"
)

// server is the service.
type server struct {
	*mapping.Router
	news repository
}

// New returns a service that has no news. It is a bench.Resetter.
func New() http.Handler { return Over(&store.Memory{}) }

// Over returns the service of New with its news in a store. Over
// deletes the news in the store, and so does each reset of the service.
func Over(over store.Store) http.Handler {
	s := &server{news: repository{over}}
	s.Router = mapping.NewRouter(over.Clear)
	produced := mapping.Media{Produces: []string{newsV2, baseJSON}}
	s.Handle("GET /countries", mapping.Media{Produces: []string{"application/json"}}, s.getCountries)
	s.Handle("GET /news", produced, s.getNews)
	s.Handle("GET /news/{id}", produced, s.getOne)
	s.Handle("DELETE /news/{id}", produced, s.delete)

	consumed := produced
	consumed.Consumes = []string{newsV2, baseJSON}
	mapping.HandleBody(s.Router, "POST /news", consumed, mapping.JSON[newsDTO], s.create)
	consumed.Consumes = []string{"application/json"}
	mapping.HandleBody(s.Router, "PUT /news/{id}", consumed, mapping.JSON[newsDTO], s.update)
	consumed.Consumes = []string{"text/plain"}
	mapping.HandleBody(s.Router, "PUT /news/{id}/text", consumed, mapping.Text, mapping.Int64("id", s.updateText))
	return s
}
