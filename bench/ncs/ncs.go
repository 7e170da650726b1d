// Package ncs is rest-ncs of the literature, "numerical case studies" behind a
// web API: six functions of numbers. It is written from descriptions of what
// the original does and from the mathematics; the decisions and thresholds are
// the original's, one condition for each of its conditions.
package ncs

import (
	_ "embed"
	"net/http"
	"strconv"

	"github.com/evoke-go/evoke/bench/web"
)

//go:embed swagger.json
var schema []byte

// Schema returns the Swagger 2.0 document. As the original's it says nothing
// of the limits of parameters, nor that there is a status 400.
func Schema() []byte { return schema }

// New returns the handler, which has no state.
func New() http.Handler {
	s := web.NewStateless()
	s.HandleFunc("GET /api/triangle/{a}/{b}/{c}",
		web.Three("a", web.Int32, "b", web.Int32, "c", web.Int32, getTriangle))
	s.HandleFunc("GET /api/bessj/{n}/{x}", web.Two("n", web.Int32, "x", web.Float64, getBessj))
	s.HandleFunc("GET /api/expint/{n}/{x}", web.Two("n", web.Int32, "x", web.Float64, getExpint))
	s.HandleFunc("GET /api/fisher/{m}/{n}/{x}", web.Three("m", web.Int32, "n", web.Int32, "x", web.Float64, getFisher))
	s.HandleFunc("GET /api/gammq/{a}/{x}", web.Two("a", web.Float64, "x", web.Float64, getGammq))
	s.HandleFunc("GET /api/remainder/{a}/{b}", web.Two("a", web.Int32, "b", web.Int32, getRemainder))
	return s
}

// integer answers with a result that is a whole number.
func integer(n int32) web.Answer {
	b := append(make([]byte, 0, 64), `{"resultAsInt":`...)
	b = append(strconv.AppendInt(b, int64(n), 10), `,"resultAsDouble":null}`...)
	return web.Answer{Status: http.StatusOK, Type: "application/json", Body: b}
}

// double answers with a result that is any number.
func double(f float64) web.Answer {
	b := append(make([]byte, 0, 72), `{"resultAsInt":null,"resultAsDouble":`...)
	b = append(web.AppendJSONFloat(b, f), '}')
	return web.Answer{Status: http.StatusOK, Type: "application/json", Body: b}
}
