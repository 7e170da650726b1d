package conformance

import (
	"net/http"

	"github.com/evoke-go/evoke/bench/synthetic"
)

// absent is the id of no resource.
const absent = int32(-77)

func hasRefs(c *synthetic.Class) bool { return len(c.Refs) > 0 }

// referenceRules are about what a resource refers to.
func referenceRules() []rule {
	return []rule{
		{name: "POST and PUT want what is referred to", needs: methods{post, put, get}, about: hasRefs,
			check: func(w *world, c *synthetic.Class) {
				b := w.build(c, 7)
				for _, r := range c.Refs {
					w.expect(http.StatusNotFound, "POST", collection(c, b), b.with(r.RefID(), absent))
					w.expect(http.StatusNotFound, "PUT", item(c, b), b.with(r.RefID(), absent))
				}
				w.lacks(c, b.int("id"))
			}},
		{name: "PUT that fails changes nothing", needs: methods{put, get}, about: hasRefs,
			check: func(w *world, c *synthetic.Class) {
				b := w.make(c, 7)
				for _, r := range c.Refs {
					w.expect(http.StatusNotFound, "PUT", item(c, b), b.with(r.RefID(), absent).with("name", "other"))
				}
				w.shows(c, b)
			}},
		{name: "PATCH wants what is referred to", needs: methods{patch, get}, about: hasRefs,
			check: func(w *world, c *synthetic.Class) {
				b := w.make(c, 7)
				for _, r := range c.Refs {
					w.refer(http.StatusBadRequest, c, r, b, absent, c.Plural()+"name", "other")
				}
				w.shows(c, b)
			}},
		{name: "PATCH refers to another", needs: methods{patch, get}, about: hasRefs,
			check: func(w *world, c *synthetic.Class) {
				b := w.make(c, 7)
				for _, r := range c.Refs {
					of := int32(7)
					if c.Medians() {
						of = 17
					}
					other := w.make(r, of)
					w.refer(http.StatusOK, c, r, b, other.int("id"))
					b = b.with(r.RefID(), other["id"])
					w.shows(c, b)
				}
			}},
		{name: "DELETE of what is referred to", needs: methods{remove, get}, about: hasRefs, check: deleteOfReferred},
	}
}

// refused is what the policy answers to a DELETE that would leave somebody
// refer to nothing, and whether it is one.
func (w *world) refused() (status int, refused bool) {
	switch w.model.Config.OnDelete {
	case synthetic.Cascade:
		return http.StatusOK, false
	case synthetic.Conflict:
		return http.StatusConflict, true
	}
	return http.StatusInternalServerError, true
}

func deleteOfReferred(w *world, c *synthetic.Class) {
	status, refused := w.refused()
	for _, r := range c.Refs {
		b := w.make(c, 7)
		id := b.int(r.RefID())
		path := item(r, body{"id": id})
		w.expect(status, "DELETE", path, nil)
		if !refused {
			w.lacks(r, id)
			w.lacks(c, b.int("id"))
			for _, o := range c.Owned {
				w.lacks(o, b.int(o.RefID()))
			}
			continue
		}
		w.shows(c, b)
		w.expect(http.StatusOK, "DELETE", item(c, b), nil)
		w.expect(http.StatusOK, "DELETE", path, nil)
	}
}
