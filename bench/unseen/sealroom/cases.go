package sealroom

import (
	"fmt"
	"slices"

	"github.com/gin-gonic/gin"
)

// sees tells whether a user may read a case.
func sees(u user, k *Case) bool {
	return u.role != "officer" || u.unit == k.Unit || slices.Contains(k.SharedWith, u.unit)
}

func (r *room) caseBy(ref string) *Case {
	for _, k := range r.cases {
		if k.Ref == ref {
			return k
		}
	}
	return nil
}

func (r *room) findCase(c *gin.Context) {
	k := r.caseBy(c.Param("case_ref"))
	if k == nil || !sees(caller(c), k) {
		fail(c, 404, "not_found", "no such case", "")
		return
	}
	c.Set("case", k)
}

func caseOf(c *gin.Context) *Case { return c.MustGet("case").(*Case) }

func (r *room) listCases(c *gin.Context) {
	kind, ok := oneOf(c, "kind", kinds)
	if !ok {
		return
	}
	status, ok := oneOf(c, "status", []string{"open", "closed"})
	if !ok {
		return
	}
	unit, ok := oneOf(c, "unit", units)
	if !ok {
		return
	}
	found := []*Case{}
	for _, k := range slices.Backward(r.cases) {
		if sees(caller(c), k) && (kind == "" || kind == k.Kind) && (status == "" || status == k.Status) &&
			(unit == "" || unit == k.Unit) {
			found = append(found, k)
		}
	}
	paged(c, "cases", found)
}

type newCase struct {
	Title    string `json:"title" validate:"min=3,max=80"`
	Kind     string `json:"kind" validate:"oneof=theft fire traffic fraud"`
	OpenedOn string `json:"opened_on" validate:"datetime=2006-01-02"`
}

func (r *room) openCase(c *gin.Context) {
	in, ok := bind[newCase](c)
	if !ok {
		return
	}
	unit := caller(c).unit
	r.filed[unit]++
	k := &Case{
		Ref:   fmt.Sprintf("%s-%s-%04d", unit, in.OpenedOn[:4], r.filed[unit]),
		Title: in.Title, Kind: in.Kind, Unit: unit, OpenedOn: in.OpenedOn, Status: "open", SharedWith: []string{},
	}
	r.cases = append(r.cases, k)
	c.Header("Location", "/v2/cases/"+k.Ref)
	c.JSON(201, k)
}

func (r *room) getCase(c *gin.Context) { c.JSON(200, caseOf(c)) }

type casePatch struct {
	Title  *string `json:"title" validate:"omitnil,min=3,max=80"`
	Status *string `json:"status" validate:"omitnil,oneof=open closed"`
}

func (r *room) patchCase(c *gin.Context) {
	in, ok := bind[casePatch](c)
	if !ok {
		return
	}
	k := caseOf(c)
	if in.Status != nil && *in.Status == "closed" {
		for _, i := range r.items {
			if i.CaseRef == k.Ref && i.Status == "signed_out" {
				fail(c, 409, "item_out", i.Tag+" is signed out", "")
				return
			}
		}
	}
	if in.Title != nil {
		k.Title = *in.Title
	}
	if in.Status != nil {
		k.Status = *in.Status
	}
	c.JSON(200, k)
}

func (r *room) share(c *gin.Context) {
	k, unit := caseOf(c), c.Param("unit")
	switch {
	case !slices.Contains(units, unit):
		fail(c, 404, "not_found", "no such unit", "")
		return
	case unit == k.Unit:
		fail(c, 409, "own_case", unit+" leads the case", "")
		return
	}
	if !slices.Contains(k.SharedWith, unit) {
		k.SharedWith = append(k.SharedWith, unit)
		slices.Sort(k.SharedWith)
		r.readers[k.Ref] = append(r.readers[k.Ref], unit)
	}
	c.Status(204)
}

func (r *room) unshare(c *gin.Context) {
	k := caseOf(c)
	at := slices.Index(k.SharedWith, c.Param("unit"))
	if at < 0 {
		fail(c, 404, "not_found", "the case is not shared with that unit", "")
		return
	}
	k.SharedWith = slices.Delete(k.SharedWith, at, at+1)
	if r.bug != 3 {
		r.readers[k.Ref] = slices.Clone(k.SharedWith)
	}
	c.Status(204)
}
