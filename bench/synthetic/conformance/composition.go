package conformance

import (
	"net/http"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/bench/synthetic"
)

// compositionRules are about what a resource is composed of.
func compositionRules() []rule {
	return []rule{
		{name: "a resource is made with its parts", needs: methods{get}, about: hasOwned, check: madeWithParts},
		{name: "parts that are there are taken as they are", needs: methods{get},
			about: hasOwned, check: partsAreTaken},
		{name: "parts stay where their resource fails", needs: methods{get}, about: hasOwnedAndRefs, check: partsStay},
		{name: "PATCH changes parts", needs: methods{patch, get}, about: hasOwned, check: patchChangesParts},
		{name: "DELETE deletes parts", needs: methods{remove, get}, about: hasOwned, check: deleteDeletesParts},
		{name: "PUT of another part deletes the one before", needs: methods{put, get}, about: hasOwned,
			check: putOfAnotherPart},
		{name: "DELETE of a part", needs: methods{remove, get}, about: hasOwned, check: deleteOfPart},
		{name: "DELETE of a part that two have", needs: methods{remove, get}, about: hasOwned,
			check: deleteOfSharedPart},
		{name: "PUT that frees a part that two have", needs: methods{put, get},
			about: hasOwned, check: putOfSharedPart},
	}
}

func hasOwnedAndRefs(c *synthetic.Class) bool { return hasOwned(c) && hasRefs(c) }

func madeWithParts(w *world, c *synthetic.Class) {
	b := w.build(c, 7)
	for _, o := range c.Owned {
		w.lacks(o, b.int(o.RefID()))
	}
	w.create(http.StatusCreated, c, b)
	for _, o := range c.Owned {
		w.shows(o, part(o, b))
	}
}

func partsAreTaken(w *world, c *synthetic.Class) {
	b := w.build(c, 7)
	for _, o := range c.Owned {
		w.create(http.StatusCreated, o, plain(b.int(o.RefID()), "there before", -1000))
	}
	w.create(http.StatusCreated, c, b)
	for _, o := range c.Owned {
		b = b.with(o.Lower()+"Name", "there before").with(o.Lower()+"Value", -1000)
	}
	w.shows(c, b)
}

func partsStay(w *world, c *synthetic.Class) {
	b := w.build(c, 7)
	w.create(http.StatusNotFound, c, b.with(c.Refs[0].RefID(), absent))
	w.lacks(c, b.int("id"))
	for _, o := range c.Owned {
		w.shows(o, part(o, b))
	}
}

func deleteDeletesParts(w *world, c *synthetic.Class) {
	b := w.make(c, 7)
	w.expect(http.StatusOK, "DELETE", item(c, b), nil)
	for _, o := range c.Owned {
		w.lacks(o, b.int(o.RefID()))
	}
	for _, r := range c.Refs {
		assert.Equal(w, http.StatusOK, w.send("GET", item(r, body{"id": b[r.RefID()]}), nil).Code,
			"what it refers to stays")
	}
}

// part is the resource that one is composed of.
func part(o *synthetic.Class, b body) body {
	return plain(b.int(o.RefID()), b[o.Lower()+"Name"].(string), b.int(o.Lower()+"Value"))
}

func patchChangesParts(w *world, c *synthetic.Class) {
	b := w.make(c, 7)
	for _, o := range c.Owned {
		name, value := o.Lower()+"Name", o.Lower()+"Value"
		w.patch(http.StatusOK, c, b, name, "another")
		b = b.with(name, "another")
		w.shows(c, b)
		w.patch(http.StatusOK, c, b, value, -2000)
		b = b.with(value, int32(-2000))
		w.shows(c, b)
		w.patch(http.StatusOK, c, b, value, -3000, name, "both")
		b = b.with(value, int32(-3000)).with(name, "both")
		w.shows(c, b)
		w.shows(o, part(o, b))
		// It is changed even where the resource is not.
		if len(c.Refs) > 0 {
			w.refer(http.StatusBadRequest, c, c.Refs[0], b, absent, name, "all the same")
			b = b.with(name, "all the same")
			w.shows(c, b)
		}
	}
}

func putOfAnotherPart(w *world, c *synthetic.Class) {
	for _, o := range c.Owned {
		b := w.make(c, 7)
		before := b.int(o.RefID())
		b = b.with(o.RefID(), w.id())
		w.expect(http.StatusCreated, "PUT", item(c, b), b)
		w.shows(c, b)
		w.shows(o, part(o, b))
		w.lacks(o, before)
	}
}

func deleteOfPart(w *world, c *synthetic.Class) {
	status, refused := w.refused()
	for _, o := range c.Owned {
		b := w.make(c, 7)
		w.expect(status, "DELETE", item(o, body{"id": b[o.RefID()]}), nil)
		if refused {
			w.shows(c, b)
			continue
		}
		w.lacks(c, b.int("id"))
		for _, each := range c.Owned {
			w.lacks(each, b.int(each.RefID()))
		}
	}
}

// shared makes two resources that have the first part in common.
func (w *world) shared(c *synthetic.Class) (a, b body) {
	o := c.Owned[0]
	a, b = w.make(c, 7), w.build(c, 7)
	b[o.RefID()], b[o.Lower()+"Name"] = a[o.RefID()], a[o.Lower()+"Name"]
	w.create(http.StatusCreated, c, b)
	w.shows(c, b)
	return a, b
}

func deleteOfSharedPart(w *world, c *synthetic.Class) {
	status, refused := w.refused()
	a, b := w.shared(c)
	w.expect(status, "DELETE", item(c, a), nil)
	if refused {
		w.shows(c, a)
		w.shows(c, b)
		return
	}
	w.lacks(c, a.int("id"))
	w.lacks(c, b.int("id"))
}

// The policy Conflict is one of DELETE; PUT finds out from the database.
func putOfSharedPart(w *world, c *synthetic.Class) {
	_, refused := w.refused()
	a, b := w.shared(c)
	changed := a.with(c.Owned[0].RefID(), w.id())
	if refused {
		w.expect(http.StatusInternalServerError, "PUT", item(c, a), changed)
		w.shows(c, a)
		w.shows(c, b)
		return
	}
	w.expect(http.StatusCreated, "PUT", item(c, a), changed)
	w.shows(c, changed)
	w.lacks(c, b.int("id"))
}
