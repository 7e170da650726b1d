package rules

import (
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// CodeLocation is EvoMaster's code for a Location that does not lead to what was made.
const CodeLocation = 907

// mislocated looks for a Location of what was made that names something else, that leads where no operation
// of the schema is, or where nothing is found.
func mislocated(x *oracle.Exchange) []oracle.Finding {
	if x.Status() == http.StatusCreated && x.Request.Method == "POST" {
		return locatedWrong(x)
	}
	if x.Request.Method != "GET" || x.Status() != 404 && x.Status() != 405 && x.Status() != 410 && x.Status() != 501 {
		return nil
	}
	w, _ := lastChange(x.Before)
	if w == nil || w.Status() != http.StatusCreated || w.User != x.User {
		return nil
	}
	l := w.Response.Header.Get("Location")
	if l == "" || below(oracle.PathOf(l), w.Base) != below(x.Path(), x.Base) {
		return nil
	}
	return []oracle.Finding{{Of: w.Operation, Detail: "leads nowhere", Reason: fmt.Sprintf("GET of its Location answers %d", x.Status())}}
}

// locatedWrong compares the Location of a 201 with the answer and with the schema.
func locatedWrong(x *oracle.Exchange) []oracle.Finding {
	l := x.Response.Header.Get("Location")
	at := below(oracle.PathOf(l), x.Base)
	if l == "" || at == "" || strings.Contains(strings.ToLower(l), "%2f") || !strings.HasPrefix(at, "/") {
		return nil
	}
	reader := readerOf(x.Operations, x.Operation.Path)
	if reader == nil {
		return nil
	}
	if !slices.ContainsFunc(x.Operations, func(op *operation) bool { return op.Method == "GET" && fits(op.Path, at) }) {
		return []oracle.Finding{{Detail: "no such path", Reason: "the path of its Location is none of the schema, which has GET " + reader.Path}}
	}
	o, ok := got(x)
	if !ok || !fits(reader.Path, at) {
		return nil
	}
	if own, has := o.Get(api.LastParam(reader.Path)); has && isScalar(own) && text(own) != path.Base(at) {
		return []oracle.Finding{{Detail: "another id", Reason: "its Location names another " + api.LastParam(reader.Path) + " than the answer"}}
	}
	id, has := o.Get("id")
	if !has || !isScalar(id) {
		return nil
	}
	if last := path.Base(at); text(id) != last && !slices.ContainsFunc(o, func(m value.Member) bool { return text(m.Value) == last }) {
		return []oracle.Finding{{Detail: "another id", Reason: "its Location names another id than the answer"}}
	}
	return nil
}

// fits reports whether a path is one of a template.
func fits(template, at string) bool {
	want, is := strings.Split(strings.Trim(template, "/"), "/"), strings.Split(strings.Trim(at, "/"), "/")
	if len(want) != len(is) {
		return false
	}
	for i := range want {
		if !strings.Contains(want[i], "{") && want[i] != is[i] {
			return false
		}
	}
	return true
}
