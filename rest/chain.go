package rest

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// maxFields is how many fields of one answer are remembered.
const maxFields = 16

// origin is a value of an earlier answer of the same test that may name a
// resource.
type origin struct {
	step     int
	template string       // path of the operation that answered
	source   suite.Source // "" for an id that the call itself chose
	name     string       // of the header, or the JSON pointer
	field    string       // plain name of a body field, "" for a Location
	value    string
	number   bool // the value in the body is one
	sent     bool // the call sent a value of this name itself
	certain  bool // the call may have made what the id in its path names
}

// use says that a part of a call was read from an earlier answer.
type use struct {
	in     string          // where: openapi.InPath, InQuery, InHeader, or inBodyText
	piece  int             // index into encoded.Path, Query or Headers
	at     []genotype.Step // in the body
	number bool            // it is one in the body
	origin origin
}

// inBodyText is the place of a use in the body.
const inBodyText = "body"

// answers hold what the answers of one test named.
type answers struct{ origins []origin }

func (m *answers) reset() { m.origins = m.origins[:0] }

// learn notes the Location and the scalar fields of a success. Of a list it
// takes the first element.
func (m *answers) learn(step int, op *operation, resp *sut.Response) {
	if resp.Status < 200 || resp.Status > 299 {
		return
	}
	at := origin{step: step, template: op.spec.Path}
	if value := lastSegment(resp.Header.Get("Location")); value != "" {
		at.source, at.name, at.value = suite.FromHeader, "Location", value
		m.origins = append(m.origins, at)
	}
	m.validators(at, resp.Header)
	if len(resp.Body) == 0 || resp.Truncated || resp.Stream || strings.IndexByte(startsJSON, resp.Body[0]) < 0 {
		return
	}
	body, err := value.ParseJSON(resp.Body)
	if err != nil {
		return
	}
	prefix := ""
	if list, ok := body.([]any); ok && len(list) > 0 {
		body, prefix = list[0], "/0"
	}
	if fields, ok := body.(value.Object); ok {
		m.enveloped(at, op, prefix, fields)
		m.fields(at, op, prefix, fields)
	} else if value, ok := segment(body); ok { // a bare id, or a list of such
		at.source, at.name, at.field, at.value = suite.FromBody, prefix, "id", value
		_, at.number = body.(int64)
		m.origins = append(m.origins, at)
	}
}

// startsJSON are the bytes that a value worth remembering begins with.
const startsJSON = `{["-0123456789`

// chosen notes what a successful call itself named. The ids in its path exist,
// unless it deleted something; what a POST sends as the id of a new element may
// be its name from then on.
func (m *answers) chosen(step int, c *call, e *message.Request, resp *sut.Response) {
	op := c.op
	if resp.Status < 200 || resp.Status > 299 || op.spec.Method == "DELETE" {
		return
	}
	at := origin{step: step, certain: op.chooses}
	for i := range e.Path {
		if piece := &e.Path[i]; piece.Param != "" && piece.Raw != "" {
			at.template, at.field, at.value = beforeParam(op.spec.Path, piece.Param), plainName(piece.Param), piece.Raw
			m.origins = append(m.origins, at)
		}
	}
	if op.spec.Method == "POST" && c.genes.Body != nil && e.JSONBody {
		m.sent(origin{step: step, template: op.spec.Path}, c.genes.Body.Value())
	}
}

// sent notes the ids among the members of a body.
func (m *answers) sent(at origin, body any) {
	members, _ := body.(value.Object)
	for _, f := range members {
		if at.field = plainName(f.Name); !strings.HasSuffix(at.field, "id") {
			continue
		}
		if value, ok := segment(f.Value); ok {
			at.value = value
			m.origins = append(m.origins, at)
		}
	}
}

// validators notes what the headers say of the state of a resource. It costs
// nothing where nothing asks for that.
func (m *answers) validators(at origin, h http.Header) {
	for _, name := range [...]string{"Etag", "Last-Modified"} {
		if values := h[name]; len(values) == 1 && values[0] != "" {
			at.source, at.name, at.field, at.value = suite.FromHeader, name, plainName(name), values[0]
			m.origins = append(m.origins, at)
		}
	}
}

// enveloped notes the fields of what an answer has in an envelope, the first
// of a list. Those of the envelope itself are more to the point.
func (m *answers) enveloped(at origin, op *operation, prefix string, fields value.Object) {
	for _, f := range fields[:min(len(fields), maxFields)] {
		if !enveloping(plainName(f.Name)) {
			continue
		}
		inside, below := f.Value, prefix+"/"+escapePointer(f.Name)
		if list, ok := inside.([]any); ok && len(list) > 0 {
			inside, below = list[0], below+"/0"
		}
		if members, ok := inside.(value.Object); ok {
			m.fields(at, op, below, members)
		}
	}
}

func (m *answers) fields(at origin, op *operation, prefix string, fields value.Object) {
	at.source = suite.FromBody
	for _, f := range fields[:min(len(fields), maxFields)] {
		value, ok := segment(f.Value)
		if !ok {
			continue
		}
		at.name, at.field, at.value = prefix+"/"+escapePointer(f.Name), plainName(f.Name), value
		_, at.number = f.Value.(int64)
		at.sent = slices.Contains(op.sends, at.field) && op.spec.Method != "GET"
		m.origins = append(m.origins, at)
	}
}

// find returns the best origin for a path parameter: rank first, then the
// latest. collection is the path template before the parameter.
func (m *answers) find(collection, param string) (origin, bool) {
	best, bestRank := -1, 0
	name := plainName(param)
	for i := range m.origins {
		if rank := m.origins[i].rank(collection, name); rank > 0 && rank >= bestRank {
			best, bestRank = i, rank
		}
	}
	if best < 0 {
		return origin{}, false
	}
	return m.origins[best], true
}

// rank says how well an origin fits a parameter, 0 for not at all.
func (o *origin) rank(collection, param string) int {
	from := creates(o.template, collection)
	switch {
	case o.source == "":
		return o.rankOfOwn(collection, param)
	case o.source == suite.FromHeader && o.field != "": // of the state, not an id
		return 0
	case from && o.source == suite.FromHeader:
		return 8
	case from && o.field == param:
		return 7
	case from && o.field == "id":
		return 6
	case from && strings.HasSuffix(o.field, "id"):
		return 5
	case sameNoun(o.template, collection) && (o.source == suite.FromHeader || o.field == "id"):
		return 3
	case o.source == suite.FromBody && o.field == param && param != "id":
		return 2
	}
	return 0
}

// rankOfOwn is rank for an id that an earlier call itself chose.
func (o *origin) rankOfOwn(collection, param string) int {
	switch {
	case o.template == collection && (o.certain || o.field == "id"):
		return 5
	case o.template == collection, o.field == param && param != "id" && param != "name":
		return 2
	}
	return 0
}

// resolve replaces path parameters by what earlier answers named and returns
// which.
func (m *answers) resolve(c *call, e *message.Request, uses []use) []use {
	if !c.op.chained || !c.follow.on || len(m.origins) == 0 {
		return uses
	}
	template := c.op.spec.Path
	for i := range e.Path {
		piece := &e.Path[i]
		if piece.Param == "" || !c.follow.On(piece.Index) {
			continue
		}
		from, ok := m.find(beforeParam(template, piece.Param), piece.Param)
		if !ok {
			continue
		}
		piece.Set(from.value)
		if from.source != "" { // what the test chose itself needs no variable
			uses = append(uses, use{in: openapi.InPath, piece: i, origin: from})
		}
	}
	if len(c.op.references) == 0 {
		return uses
	}
	l := linker{m: m, c: c, e: e, uses: uses, taken: map[string]int{}}
	for i := range e.Path {
		if piece := &e.Path[i]; piece.Param != "" {
			l.taken[beforeParam(template, piece.Param)]++
		}
	}
	return l.link()
}

// segment returns a scalar as the text of a path segment.
func segment(value any) (string, bool) {
	switch v := value.(type) {
	case string:
		return v, v != "" && len(v) <= 256
	case int64:
		return strconv.FormatInt(v, 10), true
	}
	return "", false
}

// lastSegment returns what follows the last slash of a URL's path, unescaped.
func lastSegment(location string) string {
	location, _, _ = strings.Cut(location, "?")
	location, _, _ = strings.Cut(location, "#")
	last := location[strings.LastIndexByte(location, '/')+1:]
	if plain, err := url.PathUnescape(last); err == nil {
		return plain
	}
	return last
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// escapePointer escapes one step of a JSON pointer (RFC 6901).
func escapePointer(name string) string { return pointerEscapes.Replace(name) }
