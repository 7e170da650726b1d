// Package scs is rest-scs of the literature, "string case studies" behind a web
// API: eleven functions of texts. It is written from descriptions of what the
// original does; the decisions are the original's, one condition for each of
// its conditions, in the same chains.
package scs

import (
	_ "embed"
	"net/http"
	"strconv"

	"github.com/evoke-go/evoke/bench/web"
)

//go:embed swagger.json
var schema []byte

// Schema returns the Swagger 2.0 document. As the original's it says nothing
// of the texts that matter, nor that there is a status 400.
func Schema() []byte { return schema }

// New returns the handler, which has no state.
func New() http.Handler {
	s := web.NewStateless()
	text := web.String
	s.HandleFunc("GET /api/calc/{op}/{arg1}/{arg2}",
		web.Three("op", text, "arg1", web.Float64, "arg2", web.Float64, getCalc))
	s.HandleFunc("GET /api/cookie/{name}/{val}/{site}", web.Three("name", text, "val", text, "site", text, getCookie))
	s.HandleFunc("GET /api/costfuns/{i}/{s}", web.Two("i", web.Int32, "s", text, getCostfuns))
	s.HandleFunc("GET /api/dateparse/{dayname}/{monthname}", web.Two("dayname", text, "monthname", text, getDateparse))
	s.HandleFunc("GET /api/filesuffix/{directory}/{file}", web.Two("directory", text, "file", text, getFilesuffix))
	s.HandleFunc("GET /api/notypevar/{i}/{s}", web.Two("i", web.Int32, "s", text, getNotypevar))
	s.HandleFunc("GET /api/ordered4/{w}/{x}/{z}/{y}", web.Four("w", text, "x", text, "z", text, "y", text, getOrdered4))
	s.HandleFunc("GET /api/pat/{txt}", web.One("txt", text, getRegex))
	s.HandleFunc("GET /api/pat/{txt}/{pat}", web.Two("txt", text, "pat", text, getPat))
	s.HandleFunc("GET /api/text2txt/{word1}/{word2}/{word3}",
		web.Three("word1", text, "word2", text, "word3", text, getText2txt))
	s.HandleFunc("GET /api/title/{sex}/{title}", web.Two("sex", text, "title", text, getTitle))
	return s
}

// number answers with a whole number as a text.
func number(n int) web.Answer { return web.Text(strconv.Itoa(n)) }
