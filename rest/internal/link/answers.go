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

// maxFields is the number of fields of one answer that are recorded.
const maxFields = 16

// Origin is a value of an earlier answer of the same test that may identify a resource.
type Origin struct {
	Step     int
	Template string       // path of the operation
	Source   suite.Source // "" for an id that the call itself chose
	Name     string       // name of the header, or JSON pointer
	Field    string       // plain name of the body field, "" for a Location
	value    string
	number   bool // the value in the body is a number
	sent     bool // the call sent an input of the same name
	certain  bool // the call may have created the resource of this id
	made     bool // the call creates elements
	called   bool // a name that the call sent: an id only if there is no other
	// Last says that the value is the text after the last slash of the text in the answer, which names a resource: "7"
	// of "books/7".
	Last bool
}

// Use records that a part of a call comes from earlier answers.
type Use struct {
	In    string          // openapi.InPath, InQuery, InHeader, InCookie, or InBodyText
	Piece int             // index into message.Request.Path, Query, Headers or Cookies
	At    []genotype.Step // place in the body
	// Bare says that the part of the body is no JSON string, but a number or another JSON value.
	Bare bool
	// Text is the content of the part, in one or more pieces.
	Text []Piece
}

// Piece is a part of a text: literal, or from an earlier answer.
type Piece struct {
	Literal string
	Origin  *Origin
}

// InBodyText is the value of Use.In for a part of the body.
const InBodyText = "body"

// Answers holds the values in the answers of one test, and the values that schema links give to its later calls.
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

// Learn records the Location and the scalar fields of a successful answer. Of a list it records only the first element.
func (m *Answers) Learn(step int, op *api.Operation, resp *sut.Response) {
	if resp.Status < 200 || resp.Status > 299 {
		return
	}
	at := Origin{Step: step, Template: op.Spec.Path, made: creates(op)}
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
	} else if value, ok := segment(body); ok { // a bare id, or a list of bare ids
		at.Source, at.Name, at.Field, at.value = suite.FromBody, prefix, "id", value
		_, at.number = body.(int64)
		m.origins = append(m.origins, at)
	}
}

// creates reports whether calls of an operation may create elements.
func creates(op *api.Operation) bool { return op.Spec.Method == http.MethodPost || op.Chooses }

// given records the ids at the places of an answer that are known as gifts of its operation.
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

// startsJSON has the first bytes of the JSON bodies that are recorded.
const startsJSON = `{["-0123456789`

// Chosen records the ids that a successful call sent. The resources in its path exist, unless the call is a DELETE. An
// id or name in the body of a POST may identify the new element.
func (m *Answers) Chosen(step int, c *action.Call, e *message.Request, resp *sut.Response) {
	op := c.Op
	if resp.Status < 200 || resp.Status > 299 || op.Spec.Method == "DELETE" {
		return
	}
	at := Origin{Step: step, certain: op.Chooses, made: creates(op)}
	for i := range e.Path {
		if piece := &e.Path[i]; piece.Param != "" && piece.Raw != "" {
			at.Template, at.Field, at.value = api.BeforeParam(op.Spec.Path,
				piece.Param), words.Plain(piece.Param), piece.Raw
			m.origins = append(m.origins, at)
		}
	}
	if op.Spec.Method == "POST" && c.Genotype.Body != nil && e.JSONBody {
		m.sent(Origin{Step: step, Template: op.Spec.Path, made: true}, c.Genotype.Body.Value(), e.Value)
	}
}

// sent records the ids and names among the members of a body. It leaves out values that came from earlier answers:
// linked is the body after they were filled in, nil if there are none.
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

// validators records the headers that describe the state of a resource, for later conditional requests.
func (m *Answers) validators(at Origin, h http.Header) {
	for _, name := range [...]string{"Etag", "Last-Modified"} {
		if values := h[name]; len(values) == 1 && values[0] != "" {
			at.Source, at.Name, at.Field, at.value = suite.FromHeader, name, words.Plain(name), values[0]
			m.origins = append(m.origins, at)
		}
	}
}

// enveloped records the fields of the object inside an envelope, or of the first object of a list in it. The member of
// the envelope may have the name of the resource. The fields of the envelope itself take precedence.
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

// links records the ids in the hypermedia links of an answer that lead to the resource, in the notations of HAL and
// JSON:API: {"_links": {"self": {"href": "/books/7"}}}, {"links": {"self": "/books/7"}}.
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

// added records the fields of a new element if a POST on a part of a resource answers the whole resource: the last
// element of the list that has the name of the collection.
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

// Made returns the place in an answer that names the new element of a collection, and the name. param is the path
// parameter that stands for the element. ok is false if the answer has no such name.
func Made(
	step int, op *api.Operation, resp *sut.Response, collection, param string,
) (from Origin, name string, ok bool) {
	var m Answers
	m.Learn(step, op, resp)
	from, ok = m.find(collection, param)
	return from, from.value, ok && from.Source != ""
}

// Resolve replaces parts of a call by values of earlier answers, and appends a Use for each part to uses. It first
// fills the parts of schema links, then the parts whose names are references, and last the parts that the call claims.
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

// follow fills the parts of schema links, the path, the cookies and the references.
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

// segment returns a scalar as the text of a path segment. ok is false for any other value, and for an empty or long
// text.
func segment(value any) (string, bool) {
	switch v := value.(type) {
	case string:
		return v, v != "" && len(v) <= 256
	case int64:
		return strconv.FormatInt(v, 10), true
	}
	return "", false
}

// named reports whether a text is the name or address of an element: the last noun of the path template, a slash, and
// the id. Other segments, scheme and host may precede the noun.
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

// lastSegment returns the last segment of the path of a URL, unescaped.
func lastSegment(location string) string {
	location, _, _ = strings.Cut(location, "?")
	location, _, _ = strings.Cut(location, "#")
	last := location[strings.LastIndexByte(location, '/')+1:]
	if plain, err := url.PathUnescape(last); err == nil {
		return plain
	}
	return last
}
