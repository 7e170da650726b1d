package conformance

import (
	"net/http"

	"github.com/evoke-go/evoke/bench/synthetic"
)

// bodyRules are about what bodies have to be.
func bodyRules() []rule {
	return []rule{
		{name: "POST wants an object of JSON", needs: methods{post, get}, check: func(w *world, c *synthetic.Class) {
			wantsJSON(w, c, "POST", c.Collection())
		}},
		{name: "PUT wants an object of JSON", needs: methods{put, get}, check: func(w *world, c *synthetic.Class) {
			wantsJSON(w, c, "PUT", c.Item())
		}},
		{name: "POST fails without a member", needs: methods{post, get}, check: func(w *world, c *synthetic.Class) {
			failsWithout(w, c, "POST", c.Collection(), true)
		}},
		{name: "PUT fails without a member but the id", needs: methods{put, get},
			check: func(w *world, c *synthetic.Class) {
				failsWithout(w, c, "PUT", c.Item(), false)
			}},
		{name: "parts that are there need no name", needs: methods{post, get}, about: hasOwned, check: partsNeedNoName},
		{name: "members that nobody knows do not count", needs: methods{post, get},
			check: func(w *world, c *synthetic.Class) {
				b := w.build(c, 7)
				w.expect(http.StatusCreated, "POST", collection(c, b), b.with("colour", "red"))
				w.shows(c, b)
			}},
	}
}

func hasOwned(c *synthetic.Class) bool { return len(c.Owned) > 0 }

func wantsJSON(w *world, c *synthetic.Class, verb, path string) {
	b := w.build(c, 7)
	at := fill(path, c, b)
	for _, text := range []string{
		"", "x", "{", "null", "[]", "7", `{"id": "x"}`, `{"id": 1.5}`, `{"id": 2147483648}`,
		`{"name": 7}`, `{"value": []}`,
	} {
		w.expect(http.StatusBadRequest, verb, at, raw{"application/json", text})
	}
	for _, contentType := range []string{"", "text/plain", "application/xml", "x"} {
		w.expect(http.StatusUnsupportedMediaType, verb, at, raw{contentType, "{}"})
	}
	w.lacks(c, b.int("id"))
	w.expect(http.StatusInternalServerError, verb, at, raw{"application/json; charset=utf-8", "{}"})
}

func failsWithout(w *world, c *synthetic.Class, verb, path string, evenID bool) {
	b := w.build(c, 7)
	for _, f := range c.Fields() {
		if f.Name == "id" && !evenID {
			continue
		}
		w.expect(http.StatusInternalServerError, verb, fill(path, c, b), b.with(f.Name, nil))
		w.lacks(c, b.int("id"))
		// What it is composed of may be there now; the next one has others.
		for _, o := range c.Owned {
			b[o.RefID()] = w.id()
		}
	}
	w.expect(http.StatusCreated, verb, fill(path, c, b), b)
}

// Only a new part needs a name and a value; the value is also what medians are of.
func partsNeedNoName(w *world, c *synthetic.Class) {
	for _, o := range c.Owned {
		b := w.build(c, 7)
		there := w.make(o, b.int(o.Lower()+"Value"))
		b[o.RefID()] = there["id"]
		status := http.StatusCreated
		if c.Medians() && len(c.Owned) > 1 {
			status = http.StatusInternalServerError
		}
		w.expect(status, "POST", collection(c, b), b.with(o.Lower()+"Value", nil))
		b["id"] = w.id()
		w.expect(http.StatusCreated, "POST", collection(c, b), b.with(o.Lower()+"Name", nil))
		w.shows(c, b.with(o.Lower()+"Name", there["name"]))
	}
}
