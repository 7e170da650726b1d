// Package link fills the calls of a test with values from earlier answers.
// Links of the schema name some of these values. Names of parameters and
// members refer to others.
//
// The choice of a value is made when a call is made, and not when the test is built, so no mutation of the
// structure leaves a reference to nothing. A link of the schema comes before a name, and a claim (action.Claim)
// comes last and wins, since the program itself was seen to ask for its value.
package link

import (
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// maxFields is how many fields of one answer are remembered.
const maxFields = 16

// Origin is a value of an earlier answer of the same test that may identify a
// resource.
type Origin struct {
	Step     int
	Template string       // path of the operation that answered
	Source   suite.Source // "" for an id that the call itself chose
	Name     string       // of the header, or the JSON pointer
	Field    string       // plain name of a body field, "" for a Location
	value    string
	number   bool // the value in the body is one
	sent     bool // the call sent a value of this name itself
	certain  bool // the call may have made what the id in its path names
	called   bool // it is a name that the call gave, and an id only where nothing else is
	// Last says that the value is what follows the last slash in the answer: that has the
	// name of a resource, such as "books/7".
	Last bool
}

// Use records a part of a call that was read from earlier answers.
type Use struct {
	In    string          // where: openapi.InPath, InQuery, InHeader, InCookie, or InBodyText
	Piece int             // index into message.Request.Path, Query, Headers or Cookies
	At    []genotype.Step // in the body
	// Bare says that the part is not a JSON string in the body, but a number or
	// any other JSON value.
	Bare bool
	// Text is the content of the part in pieces, mostly one.
	Text []Piece
}

// Piece is a part of a text. It is literal, or read from an earlier answer.
type Piece struct {
	Literal string
	Origin  *Origin
}

// InBodyText is the place of a use in the body.
const InBodyText = "body"

// Answers hold the values that the answers of one test contained, and the
// values that links gave to later calls.
type Answers struct {
	origins []Origin
	told    []told
	held    []held
	jar     []baked
}

// Reset forgets everything.
func (m *Answers) Reset() {
	m.origins, m.told, m.held, m.jar = m.origins[:0], m.told[:0], m.held[:0], m.jar[:0]
}

// Learn records the Location and the scalar fields of a success. From a list it
// takes the first element.
func (m *Answers) Learn(step int, op *api.Operation, resp *sut.Response) {
	if resp.Status < 200 || resp.Status > 299 {
		return
	}
	at := Origin{Step: step, Template: op.Spec.Path}
	if value := lastSegment(resp.Header.Get("Location")); value != "" {
		at.Source, at.Name, at.value = suite.FromHeader, "Location", value
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
	m.given(at, op, body)
	prefix := ""
	if list, ok := body.([]any); ok && len(list) > 0 {
		body, prefix = list[0], "/0"
	}
	if fields, ok := body.(value.Object); ok {
		m.links(at, prefix, fields)
		m.enveloped(at, op, prefix, fields)
		m.fields(at, op, prefix, fields)
		m.added(at, op, prefix, fields)
	} else if value, ok := segment(body); ok { // a bare id, or a list of such
		at.Source, at.Name, at.Field, at.value = suite.FromBody, prefix, "id", value
		_, at.number = body.(int64)
		m.origins = append(m.origins, at)
	}
}

// given records the ids that an answer turned out to have of elements of other collections.
func (m *Answers) given(at Origin, op *api.Operation, body any) {
	for _, g := range op.Gifts {
		v, _ := lookUp(body, g.Pointer)
		if text, ok := segment(v); ok {
			at.Template, at.Source, at.Name, at.Field, at.value = g.Collection, suite.FromBody, g.Pointer, "id", text
			_, at.number = v.(int64)
			m.origins = append(m.origins, at)
		}
	}
}

// startsJSON holds the bytes with which a JSON body worth remembering begins.
const startsJSON = `{["-0123456789`

// Chosen records the ids that a successful call itself sent. The ids in its
// path exist, unless it deleted something. An id that a POST sends for a new
// element may be the name of that element from then on.
func (m *Answers) Chosen(step int, c *action.Call, e *message.Request, resp *sut.Response) {
	op := c.Op
	if resp.Status < 200 || resp.Status > 299 || op.Spec.Method == "DELETE" {
		return
	}
	at := Origin{Step: step, certain: op.Chooses}
	for i := range e.Path {
		if piece := &e.Path[i]; piece.Param != "" && piece.Raw != "" {
			at.Template, at.Field, at.value = api.BeforeParam(op.Spec.Path,
				piece.Param), words.Plain(piece.Param), piece.Raw
			m.origins = append(m.origins, at)
		}
	}
	if op.Spec.Method == "POST" && c.Genotype.Body != nil && e.JSONBody {
		m.sent(Origin{Step: step, Template: op.Spec.Path}, c.Genotype.Body.Value(), e.Value)
	}
}

// sent records the ids and names among the members of a body. It leaves out those that an earlier answer gave: linked
// is the body with the values of earlier answers filled in, nil if there are none.
func (m *Answers) sent(at Origin, body, linked any) {
	members, _ := body.(value.Object)
	for _, f := range members {
		at.Field = words.Plain(f.Name)
		text, ok := segment(f.Value)
		if !ok || !(words.Named + " login username").Ends(at.Field) {
			continue
		}
		if all, ok := linked.(value.Object); ok {
			v, _ := all.Get(f.Name)
			if now, _ := segment(v); now != text {
				continue
			}
		}
		at.value, at.called = text, !strings.HasSuffix(at.Field, "id")
		m.origins = append(m.origins, at)
	}
}

// validators records headers that describe the state of a resource. It does
// nothing if no operation asks for such a header.
func (m *Answers) validators(at Origin, h http.Header) {
	for _, name := range [...]string{"Etag", "Last-Modified"} {
		if values := h[name]; len(values) == 1 && values[0] != "" {
			at.Source, at.Name, at.Field, at.value = suite.FromHeader, name, words.Plain(name), values[0]
			m.origins = append(m.origins, at)
		}
	}
}

// enveloped records the fields of a resource inside an envelope, which may have the name of
// the resource, or of the first one in a list. The fields of the envelope itself take precedence.
func (m *Answers) enveloped(at Origin, op *api.Operation, prefix string, fields value.Object) {
	noun := api.Noun(op.Spec.Path)
	for _, f := range fields[:min(len(fields), maxFields)] {
		inside, below := f.Value, value.Below(prefix, f.Name)
		if list, ok := inside.([]any); ok && len(list) > 0 {
			inside, below = list[0], below+"/0"
		}
		members, ok := inside.(value.Object)
		if !ok {
			continue
		}
		if name := words.Plain(f.Name); words.Envelopes.Has(name) || api.Singular(name) == noun {
			m.fields(at, op, below, members)
		}
	}
}

// links records the addresses of the resource among the links of an answer, as HAL and JSON:API have them: {"_links":
// {"self": {"href": "/books/7"}}}, {"links": {"self": "/books/7"}}.
func (m *Answers) links(at Origin, prefix string, fields value.Object) {
	for _, f := range fields[:min(len(fields), maxFields)] {
		all, ok := f.Value.(value.Object)
		if !ok || strings.Trim(f.Name, "_@") != "links" {
			continue
		}
		for _, link := range all[:min(len(all), maxFields)] {
			text, pointer := link.Value, value.Below(value.Below(prefix, f.Name), link.Name)
			if inside, ok := text.(value.Object); ok {
				text, _ = inside.Get("href")
				pointer = value.Below(pointer, "href")
			}
			if address, ok := text.(string); ok && named(at.Template, address) {
				at.Source, at.Name, at.Field = suite.FromBody, pointer, words.Plain(link.Name)
				at.value, at.Last = lastSegment(address), true
				m.origins = append(m.origins, at)
			}
		}
	}
}

// added records the fields of what a call added to a part of a resource, if it is answered with the resource: the last
// element of the list that is called like the collection.
func (m *Answers) added(at Origin, op *api.Operation, prefix string, fields value.Object) {
	if op.Spec.Method != http.MethodPost || !strings.Contains(op.Spec.Path, "}/") {
		return
	}
	for _, f := range fields {
		list, _ := f.Value.([]any)
		if len(list) == 0 || words.Plain(f.Name) != words.Plain(path.Base(op.Spec.Path)) {
			continue
		}
		if members, ok := list[len(list)-1].(value.Object); ok {
			m.fields(at, op, value.Below(value.Below(prefix, f.Name), strconv.Itoa(len(list)-1)), members)
		}
	}
}

func (m *Answers) fields(at Origin, op *api.Operation, prefix string, fields value.Object) {
	at.Source = suite.FromBody
	for _, f := range fields[:min(len(fields), maxFields)] {
		text, ok := segment(f.Value)
		if !ok {
			continue
		}
		at.Name, at.Field, at.value = value.Below(prefix, f.Name), words.Plain(f.Name), text
		_, at.number = f.Value.(int64)
		if at.Last = named(at.Template, text); at.Last {
			at.value = lastSegment(text)
		}
		at.sent = slices.Contains(op.Sends, at.Field) && op.Spec.Method != "GET"
		m.origins = append(m.origins, at)
	}
}

// Made returns where the answer to one call names what the call added to a collection, with
// that name. param is the parameter of paths that stands for it.
func Made(
	step int, op *api.Operation, resp *sut.Response, collection, param string,
) (from Origin, name string, ok bool) {
	var m Answers
	m.Learn(step, op, resp)
	from, ok = m.find(collection, param)
	return from, from.value, ok && from.Source != ""
}

// Resolve replaces parts of a call by values of earlier answers and returns
// which parts. It first fills the parts that links name, then those whose
// names refer to values, and last those that the call claims.
func (m *Answers) Resolve(c *action.Call, e *message.Request, uses []Use) []Use {
	follows := c.Op.Chained && c.Follow.Enabled && len(m.origins)+len(m.told)+len(m.jar) > 0
	claims := len(c.Claims()) > 0
	if !follows && !claims {
		return uses
	}
	l := linker{m: m, c: c, e: e, uses: uses}
	if follows {
		l.follow()
	}
	if claims {
		l.claims()
	}
	return l.uses
}

// follow fills what links name and what refers to something.
func (l *linker) follow() {
	if len(l.m.told) > 0 {
		l.declared()
	}
	l.path()
	carryCookies(l)
	if len(l.c.Op.References) > 0 {
		l.references()
	}
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

// named reports whether a text is the name or address of a resource: that of the collection at the
// end of a path, a slash, and one of its elements. Names of other collections may stand
// before it, and the scheme and host of an address.
func named(template, text string) bool {
	if scheme, address, ok := strings.Cut(text, "://"); ok && (scheme == "http" || scheme == "https") {
		_, text, _ = strings.Cut(address, "/")
		text = "/" + text
	}
	at := strings.LastIndexByte(text, '/')
	if at <= 0 || at == len(text)-1 || strings.ContainsAny(text, " ?#:") {
		return false
	}
	noun := template[strings.LastIndexByte(template, '/')+1:]
	return noun != "" && (text[:at] == noun || strings.HasSuffix(text[:at], "/"+noun))
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
