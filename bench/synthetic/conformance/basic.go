package conformance

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"regexp"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/synthetic"
)

type methods = []synthetic.Method

const (
	list, post, get    = synthetic.List, synthetic.Post, synthetic.Get
	put, patch, remove = synthetic.Put, synthetic.Patch, synthetic.Delete
)

// basicRules are about one resource by itself.
func basicRules() []rule {
	return []rule{
		{name: "POST makes a resource", needs: methods{post, get}, check: postMakes},
		{name: "POST refuses an id that is taken", needs: methods{post, get},
			check: func(w *world, c *synthetic.Class) {
				b := w.make(c, 7)
				w.expect(http.StatusBadRequest, "POST", collection(c, b), b.with("name", "other"))
				w.shows(c, b)
			}},
		{name: "PUT makes or replaces the resource of the path", needs: methods{put, get}, check: putMakesOrReplaces},
		{name: "what is absent is not found", needs: methods{get, patch, remove},
			check: func(w *world, c *synthetic.Class) {
				w.make(c, 7)
				for _, method := range []string{"GET", "PATCH", "DELETE"} {
					w.expect(http.StatusNotFound, method, item(c, body{"id": -1}), nil)
				}
			}},
		{name: "DELETE deletes once", needs: methods{get, remove}, check: deleteDeletesOnce},
		{name: "GET of the collection lists by id", needs: methods{list}, check: listsByID},
		{name: "PATCH changes what is given", needs: methods{patch, get}, check: patchChangesWhatIsGiven},
		{name: "ids are whole numbers of 32 bits", check: idsAreInt32},
		{name: "ids of the path above do not count", needs: methods{put, get, remove}, about: isBelow,
			check: idsAboveDoNotCount},
		{name: "a reset deletes all", needs: methods{get}, check: func(w *world, c *synthetic.Class) {
			b := w.make(c, 7)
			require.NoError(w, w.handler.(interface{ Reset() error }).Reset())
			w.lacks(c, b.int("id"))
			for _, r := range c.Refs {
				w.lacks(r, b.int(r.RefID()))
			}
		}},
		{name: "what is no operation is no path", check: func(w *world, c *synthetic.Class) {
			assert.Equal(w, http.StatusNotFound, w.send("GET", collection(c, nil)+"/", nil).Code)
			assert.Equal(w, http.StatusNotFound, w.send("GET", item(c, nil)+"/x", nil).Code)
			assert.Equal(w, http.StatusMethodNotAllowed, w.send("TRACE", item(c, nil), nil).Code)
		}},
	}
}

func isBelow(c *synthetic.Class) bool { return len(c.Above()) > 0 }

func postMakes(w *world, c *synthetic.Class) {
	b := w.build(c, 7)
	w.lacks(c, b.int("id"))
	w.expect(http.StatusCreated, "POST", collection(c, b), b)
	w.shows(c, b)
}

func deleteDeletesOnce(w *world, c *synthetic.Class) {
	b := w.make(c, 7)
	w.expect(http.StatusOK, "DELETE", item(c, b), nil)
	w.lacks(c, b.int("id"))
	w.expect(http.StatusNotFound, "DELETE", item(c, b), nil)
}

func putMakesOrReplaces(w *world, c *synthetic.Class) {
	b := w.build(c, 7)
	id := b.int("id")
	w.expect(http.StatusCreated, "PUT", item(c, b), b.with("id", -5))
	w.shows(c, b)
	w.lacks(c, -5)
	w.expect(http.StatusCreated, "PUT", item(c, b), b.with("name", "other").with("id", nil))
	w.shows(c, b.with("name", "other"))
	other := w.build(c, 9).with("id", id)
	w.expect(http.StatusCreated, "PUT", item(c, other), other)
	w.shows(c, other)
}

func listsByID(w *world, c *synthetic.Class) {
	all := func() string {
		rec := w.send("GET", collection(c, nil), nil)
		assert.Equal(w, http.StatusOK, rec.Code)
		return rec.Body.String()
	}
	assert.JSONEq(w, "[]", all())
	first, second := w.build(c, 7), w.build(c, 8).with("id", int32(math.MinInt32))
	w.create(http.StatusCreated, c, first)
	w.create(http.StatusCreated, c, second)
	want, err := json.Marshal([]body{second, first})
	require.NoError(w, err)
	assert.JSONEq(w, string(want), all())
}

func patchChangesWhatIsGiven(w *world, c *synthetic.Class) {
	name, value := c.Plural()+"name", c.Plural()+"value"
	b := w.make(c, 7)
	w.patch(http.StatusOK, c, b)
	w.patch(http.StatusOK, c, b, value, "")
	w.patch(http.StatusOK, c, b, "value", 9, "name", "other")
	w.shows(c, b)
	w.patch(http.StatusOK, c, b, name, "a name")
	w.shows(c, b.with("name", "a name"))
	w.patch(http.StatusOK, c, b, name, "")
	w.shows(c, b.with("name", ""))
	w.patch(http.StatusBadRequest, c, b, value, "1.5", name, "other")
	w.patch(http.StatusBadRequest, c, b, value, "2147483648")
	w.shows(c, b.with("name", ""))
	if len(c.Checked) == 0 || len(c.Owned) > 1 { // no property is of its own value
		w.patch(http.StatusOK, c, b, value, math.MinInt32)
		w.shows(c, b.with("name", "").with("value", math.MinInt32))
	}
}

// operation is an operation of a class with its path.
type operation struct {
	method synthetic.Method
	verb   string
	path   string
}

func (w *world) operations(c *synthetic.Class) []operation {
	var all []operation
	for _, o := range []operation{
		{list, "GET", c.Collection()}, {post, "POST", c.Collection()}, {get, "GET", c.Item()},
		{put, "PUT", c.Item()}, {patch, "PATCH", c.Item()}, {remove, "DELETE", c.Item()},
	} {
		if w.model.Has(o.method) {
			all = append(all, o)
		}
	}
	return all
}

func idsAreInt32(w *world, c *synthetic.Class) {
	b := w.build(c, 7)
	for _, o := range w.operations(c) {
		for _, match := range pathParameter.FindAllStringSubmatch(o.path, -1) {
			for _, id := range []string{"x", "1.5", "2147483648", "-2147483649", "%20"} {
				path := fill(regexp.MustCompile(`\{`+match[1]+`\}`).ReplaceAllString(o.path, id), c, b)
				w.expect(http.StatusBadRequest, o.verb, path, b)
			}
		}
	}
}

func idsAboveDoNotCount(w *world, c *synthetic.Class) {
	b := w.build(c, 7)
	at := func(path string) string { return fill(path, c, body{"id": b["id"]}) }
	if w.model.Has(post) {
		w.expect(http.StatusCreated, "POST", at(c.Collection()), b)
	}
	w.expect(http.StatusCreated, "PUT", at(c.Item()), b)
	rec := w.send("GET", at(c.Item()), nil)
	assert.Equal(w, http.StatusOK, rec.Code)
	for _, r := range c.Refs {
		assert.Contains(w, rec.Body.String(), fmt.Sprintf("%q:%d", r.RefID(), b.int(r.RefID())),
			"the body's reference is what counts")
	}
	w.expect(http.StatusOK, "DELETE", at(c.Item()), nil)
	w.lacks(c, b.int("id"))
}
