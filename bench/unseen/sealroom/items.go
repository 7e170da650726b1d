package sealroom

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
)

func (r *room) itemBy(tag string) *Item {
	for _, i := range r.items {
		if i.Tag == tag {
			return i
		}
	}
	return nil
}

func (r *room) findItem(c *gin.Context) {
	i := r.itemBy(c.Param("tag"))
	if i == nil || !sees(caller(c), r.caseBy(i.CaseRef)) {
		fail(c, 404, "not_found", "no such item", "")
		return
	}
	c.Set("item", i)
}

func itemOf(c *gin.Context) *Item { return c.MustGet("item").(*Item) }

// isSeal tells whether a text is S and six digits.
func isSeal(s string) bool {
	return len(s) == 7 && s[0] == 'S' && strings.Trim(s[1:], "0123456789") == ""
}

// freeSeal tells whether a seal may be put on; otherwise it answers.
func (r *room) freeSeal(c *gin.Context, seal string) bool {
	used := r.seals[seal]
	if r.bug == 6 {
		used = slices.ContainsFunc(r.items, func(i *Item) bool { return i.SealNo == seal })
	}
	if used {
		fail(c, 409, "seal_used", seal+" was used before", "seal_no")
	}
	return !used
}

// add stores an item that is new.
func (r *room) add(i *Item) {
	i.Tag = fmt.Sprintf("T%06d", len(r.items)+1)
	i.Status, i.Shelf = "in_store", intake
	r.items = append(r.items, i)
	r.seals[i.SealNo] = true
	r.caseBy(i.CaseRef).ItemCount++
}

type newItem struct {
	Description string `json:"description" validate:"min=3,max=120"`
	Category    string `json:"category" validate:"oneof=document device weapon narcotic cash other"`
	Quantity    *int   `json:"quantity" validate:"omitnil,min=1,max=1000"`
	SealNo      string `json:"seal_no" validate:"required"`
	FoundAt     string `json:"found_at" validate:"required"`
}

func (r *room) fileItem(c *gin.Context) {
	in, ok := bind[newItem](c)
	if !ok {
		return
	}
	at, err := time.Parse(time.RFC3339, in.FoundAt)
	switch {
	case err != nil || at.UTC().Year() < 2000 || at.UTC().Year() > 2099:
		invalid(c, "found_at", "must be a time as in RFC 3339, from 2000 to 2099")
		return
	case !isSeal(in.SealNo):
		invalid(c, "seal_no", "must be S and six digits")
		return
	case caseOf(c).Status != "open":
		fail(c, 409, "case_closed", "the case is closed", "")
		return
	case !r.freeSeal(c, in.SealNo):
		return
	}
	i := &Item{
		CaseRef: caseOf(c).Ref, Description: in.Description, Category: in.Category, Quantity: 1, SealNo: in.SealNo,
		FoundAt: at.UTC(),
	}
	if in.Quantity != nil {
		i.Quantity = *in.Quantity
	}
	r.add(i)
	i.note("received", intake, caller(c).name)
	c.Header("Location", "/v2/items/"+i.Tag)
	c.JSON(201, i)
}

// moment returns a query parameter that is a time.
func (r *room) moment(c *gin.Context, name string) (at time.Time, sent, ok bool) {
	v, sent := c.GetQuery(name)
	if !sent {
		return at, false, true
	}
	at, err := time.Parse(time.RFC3339, v)
	if err != nil {
		invalid(c, name, "must be a time as in RFC 3339")
		return at, false, false
	}
	if r.bug == 5 {
		at = time.Date(at.Year(), at.Month(), at.Day(), at.Hour(), at.Minute(), at.Second(), at.Nanosecond(), time.UTC)
	}
	return at, true, true
}

// searchable tells whether the search of a user finds items of a case.
func (r *room) searchable(u user, k *Case) bool {
	return u.role != "officer" || u.unit == k.Unit || slices.Contains(r.readers[k.Ref], u.unit)
}

func (r *room) searchItems(c *gin.Context) {
	category, ok := oneOf(c, "category", categories)
	if !ok {
		return
	}
	status, ok := oneOf(c, "status", statuses)
	if !ok {
		return
	}
	from, hasFrom, ok := r.moment(c, "found_from")
	if !ok {
		return
	}
	to, hasTo, ok := r.moment(c, "found_to")
	if !ok {
		return
	}
	ref, hasRef := c.GetQuery("case_ref")
	q := strings.ToLower(c.Query("q"))
	found := []*Item{}
	for _, i := range r.items {
		k := r.caseBy(i.CaseRef)
		fits := category == "" || i.Category == category
		if q != "" {
			says := strings.Contains(strings.ToLower(i.Description), q)
			sealed := strings.ToLower(i.SealNo) == q
			if r.bug == 4 {
				fits = fits && sealed || says
			} else {
				fits = fits && (sealed || says)
			}
		}
		if fits && r.searchable(caller(c), k) && (status == "" || i.Status == status) &&
			(!hasRef || i.CaseRef == ref) &&
			!(hasFrom && i.FoundAt.Before(from)) && !(hasTo && !i.FoundAt.Before(to)) {
			found = append(found, i)
		}
	}
	paged(c, "items", found)
}

type newPart struct {
	Quantity *int   `json:"quantity" validate:"required,min=1,max=1000"`
	SealNo   string `json:"seal_no" validate:"required"`
}

func (r *room) splitItem(c *gin.Context) {
	in, ok := bind[newPart](c)
	if !ok {
		return
	}
	i := itemOf(c)
	switch {
	case !isSeal(in.SealNo):
		invalid(c, "seal_no", "must be S and six digits")
		return
	case i.Status != "in_store":
		fail(c, 409, "not_in_store", "the item is "+i.Status, "")
		return
	case *in.Quantity >= i.Quantity:
		fail(c, 409, "too_many", "something must be left in the item", "quantity")
		return
	case !r.freeSeal(c, in.SealNo):
		return
	}
	part := &Item{
		CaseRef: i.CaseRef, Description: i.Description, Category: i.Category, Quantity: *in.Quantity, SealNo: in.SealNo,
		FoundAt: i.FoundAt, ParentTag: i.Tag,
	}
	if r.bug != 2 || i.ParentTag == "" {
		i.Quantity -= *in.Quantity
	}
	r.add(part)
	part.note("split_off", intake, caller(c).name)
	c.Header("Location", "/v2/items/"+part.Tag)
	c.JSON(201, part)
}
