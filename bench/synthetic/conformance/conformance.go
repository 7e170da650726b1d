// Package conformance has the rules that a generated service keeps to, as
// requests and what they are answered with. They are worked out of the config
// alone, so they hold the generator to its description and not to itself.
package conformance

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/synthetic"
)

// Check tests a service against all rules that say something about it, for
// each class of its config. The service is reset before each.
func Check(t *testing.T, config synthetic.Config, handler http.Handler) {
	m, err := synthetic.NewModel(config)
	require.NoError(t, err)
	reset, ok := handler.(interface{ Reset() error })
	require.True(t, ok, "the handler has no Reset")
	for _, r := range rules() {
		t.Run(strings.ReplaceAll(r.name, " ", "_"), func(t *testing.T) {
			for _, c := range m.Classes {
				if r.says(m, c) {
					require.NoError(t, reset.Reset())
					r.check(&world{T: t, model: m, handler: handler}, c)
				}
			}
		})
	}
}

// rule is what a service does.
type rule struct {
	name string
	// needs are the operations that the rule is about or looks with.
	needs []synthetic.Method
	// about chooses the classes that the rule says something of, nil for all.
	about func(*synthetic.Class) bool
	check func(*world, *synthetic.Class)
}

func (r rule) says(m *synthetic.Model, c *synthetic.Class) bool {
	for _, n := range r.needs {
		if !m.Has(n) {
			return false
		}
	}
	return r.about == nil || r.about(c)
}

func rules() []rule {
	all := basicRules()
	all = append(all, bodyRules()...)
	all = append(all, referenceRules()...)
	all = append(all, compositionRules()...)
	return append(all, propertyRules()...)
}

// world is a service under test.
type world struct {
	*testing.T
	model   *synthetic.Model
	handler http.Handler
	last    int32 // id given to a resource
}

// body is the body of a request.
type body map[string]any

// with returns the body with another value for a member, nil for none.
func (b body) with(name string, value any) body {
	changed := body{}
	for k, v := range b {
		changed[k] = v
	}
	changed[name] = value
	if value == nil {
		delete(changed, name)
	}
	return changed
}

func (b body) int(name string) int32 { return b[name].(int32) }

// id returns an id that no resource has yet.
func (w *world) id() int32 {
	w.last++
	return w.last
}

// build makes what a resource of a value refers to and returns a body that
// makes the resource.
func (w *world) build(c *synthetic.Class, value int32) body {
	b := body{"id": w.id(), "name": fmt.Sprintf("%s of %d", c.Name, value), "value": value}
	for _, r := range c.Refs {
		of := value // the one value that is equal
		if c.Medians() {
			of = value + 10
		}
		b[r.RefID()] = w.make(r, of).int("id")
	}
	for i, o := range c.Owned {
		b[o.RefID()] = w.id()
		b[o.Lower()+"Name"] = "part of " + c.Name
		b[o.Lower()+"Value"] = value - int32(i)
	}
	return b
}

// make makes a resource of a value, with what it refers to, and returns it.
func (w *world) make(c *synthetic.Class, value int32) body {
	b := w.build(c, value)
	w.create(http.StatusCreated, c, b)
	return b
}

// create makes a resource by POST or, where that is no operation, by PUT.
func (w *world) create(status int, c *synthetic.Class, b body) {
	w.Helper()
	if w.model.Has(synthetic.Post) {
		w.expect(status, "POST", collection(c, b), b)
		return
	}
	w.expect(status, "PUT", item(c, b), b)
}

var pathParameter = regexp.MustCompile(`\{(\w+)\}`)

// fill puts values for the parameters into a path. What is above the class is
// the body's where the body refers to it directly, and 0 elsewhere.
func fill(path string, c *synthetic.Class, b body) string {
	return pathParameter.ReplaceAllStringFunc(path, func(p string) string {
		name := strings.Trim(p, "{}")
		if name == c.ItemID() {
			name = "id"
		}
		if value, ok := b[name]; ok {
			return fmt.Sprint(value)
		}
		return "0"
	})
}

func collection(c *synthetic.Class, b body) string { return fill(c.Collection(), c, b) }

func item(c *synthetic.Class, b body) string { return fill(c.Item(), c, b) }

// send makes a request, with a body as JSON unless it is a text of some type.
func (w *world) send(method, path string, content any) *httptest.ResponseRecorder {
	contentType, text := "application/json", ""
	switch content := content.(type) {
	case nil:
	case raw:
		contentType, text = content.contentType, content.text
	default:
		data, err := json.Marshal(content)
		require.NoError(w, err)
		text = string(data)
	}
	r := httptest.NewRequest(method, path, strings.NewReader(text))
	r.Header.Set("Content-Type", contentType)
	rec := httptest.NewRecorder()
	w.handler.ServeHTTP(rec, r)
	return rec
}

// raw is a body of any kind.
type raw struct{ contentType, text string }

// expect makes a request that is answered by a status without a body.
func (w *world) expect(status int, method, path string, content any) {
	w.Helper()
	rec := w.send(method, path, content)
	assert.Equal(w, status, rec.Code, "%s %s %v", method, path, content)
	assert.Empty(w, rec.Body.String(), "%s %s %v", method, path, content)
}

// patch changes a resource by query parameters, pairs of a name and a value.
func (w *world) patch(status int, c *synthetic.Class, b body, pairs ...any) {
	w.Helper()
	query := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		query.Set(pairs[i].(string), fmt.Sprint(pairs[i+1]))
	}
	w.expect(status, "PATCH", item(c, b)+"?"+query.Encode(), nil)
}

// refer is patch with another resource to refer to, which is in the path or in
// the query.
func (w *world) refer(status int, c, to *synthetic.Class, b body, id int32, pairs ...any) {
	w.Helper()
	if w.model.Config.Paths == synthetic.Shown {
		w.patch(status, c, b.with(to.RefID(), id), pairs...)
		return
	}
	w.patch(status, c, b, append(pairs, to.RefID(), id)...)
}

// shows checks that GET answers with a resource.
func (w *world) shows(c *synthetic.Class, b body) {
	w.Helper()
	rec := w.send("GET", item(c, b), nil)
	want, err := json.Marshal(b)
	require.NoError(w, err)
	if assert.Equal(w, http.StatusOK, rec.Code) {
		assert.Equal(w, "application/json", rec.Header().Get("Content-Type"))
		assert.JSONEq(w, string(want), rec.Body.String())
	}
}

// lacks checks that there is no resource of an id.
func (w *world) lacks(c *synthetic.Class, id int32) {
	w.Helper()
	w.expect(http.StatusNotFound, "GET", item(c, body{"id": id}), nil)
}

// plain is the body of a resource that has nothing but its own.
func plain(id int32, name string, value int32) body {
	return body{"id": id, "name": name, "value": value}
}
