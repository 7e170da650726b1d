package sealroom

import (
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
)

// used returns how many items have a place on a shelf.
func (r *room) used(name string) (n int) {
	for _, i := range r.items {
		if i.Shelf == name {
			n++
		}
	}
	return n
}

func (r *room) listShelves(c *gin.Context) {
	all := []gin.H{{"shelf": intake, "used": r.used(intake)}}
	for _, s := range shelves {
		all = append(all, gin.H{"shelf": s.name, "used": r.used(s.name), "capacity": s.capacity})
	}
	c.JSON(200, gin.H{"shelves": all})
}

type move struct {
	Shelf string `json:"shelf" validate:"oneof=INTAKE A1 A2 SAFE"`
}

func (r *room) moveItem(c *gin.Context) {
	in, ok := bind[move](c)
	if !ok {
		return
	}
	i := itemOf(c)
	if i.Status != "in_store" {
		fail(c, 409, "not_in_store", "the item is "+i.Status, "")
		return
	}
	if in.Shelf == i.Shelf {
		c.JSON(200, i)
		return
	}
	if at := slices.IndexFunc(shelves, func(s shelf) bool { return s.name == in.Shelf }); at >= 0 {
		s := shelves[at]
		full := r.used(s.name) >= s.capacity
		if r.bug == 7 {
			full = r.used(s.name) > s.capacity
		}
		switch {
		case s.safe != slices.Contains([]string{"weapon", "narcotic", "cash"}, i.Category):
			fail(c, 409, "wrong_shelf", s.name+" is not for the category "+i.Category, "shelf")
			return
		case full:
			fail(c, 409, "shelf_full", s.name+" is full", "shelf")
			return
		}
	}
	i.Shelf = in.Shelf
	i.note("moved", i.Shelf, caller(c).name)
	c.JSON(200, i)
}

type newCheckout struct {
	Tags    []string `json:"tags" validate:"min=1,max=10,unique"`
	Purpose string   `json:"purpose" validate:"oneof=court analysis viewing"`
	Holder  string   `json:"holder" validate:"min=3,max=40"`
	TakenOn string   `json:"taken_on" validate:"datetime=2006-01-02"`
	DueOn   string   `json:"due_on" validate:"datetime=2006-01-02"`
}

func (r *room) checkOut(c *gin.Context) {
	in, ok := bind[newCheckout](c)
	if !ok {
		return
	}
	if in.DueOn < in.TakenOn {
		invalid(c, "due_on", "must not be before taken_on")
		return
	}
	taken := []*Item{}
	for _, tag := range in.Tags {
		i := r.itemBy(tag)
		if i == nil {
			invalid(c, "tags", "no item "+tag)
			return
		}
		taken = append(taken, i)
	}
	out := &Checkout{Loan{len(r.checkouts) + 1, in.Holder, in.Purpose, in.TakenOn, in.DueOn}, in.Tags}
	sign := func(i *Item) {
		loan := out.Loan
		i.Status, i.Loan = "signed_out", &loan
		i.note("checked_out", in.Holder, caller(c).name)
	}
	for _, i := range taken {
		if i.Status != "in_store" {
			fail(c, 409, "not_in_store", i.Tag+" is "+i.Status, "tags")
			return
		}
		if r.bug == 8 {
			sign(i)
		}
	}
	if r.bug != 8 {
		for _, i := range taken {
			sign(i)
		}
	}
	r.checkouts = append(r.checkouts, out)
	c.JSON(201, out)
}

type checkin struct {
	ReturnedOn string  `json:"returned_on" validate:"datetime=2006-01-02"`
	Condition  string  `json:"condition" validate:"oneof=intact opened damaged"`
	SealNo     *string `json:"seal_no"`
}

func (r *room) checkIn(c *gin.Context) {
	in, ok := bind[checkin](c)
	if !ok {
		return
	}
	i := itemOf(c)
	switch {
	case in.Condition == "intact" && in.SealNo != nil:
		invalid(c, "seal_no", "the old seal is intact")
		return
	case in.Condition != "intact" && (in.SealNo == nil || !isSeal(*in.SealNo)):
		invalid(c, "seal_no", "must be S and six digits")
		return
	case i.Status != "signed_out":
		fail(c, 409, "not_signed_out", "the item is "+i.Status, "")
		return
	case in.ReturnedOn < i.Loan.TakenOn:
		invalid(c, "returned_on", "must not be before "+i.Loan.TakenOn)
		return
	}
	if in.SealNo != nil {
		if !r.freeSeal(c, *in.SealNo) {
			return
		}
		i.SealNo = *in.SealNo
		r.seals[i.SealNo] = true
	}
	i.Status, i.Loan = "in_store", nil
	i.note("checked_in", i.Shelf, caller(c).name)
	c.JSON(200, i)
}

type disposal struct {
	Method   string  `json:"method" validate:"oneof=released destroyed"`
	Receiver *string `json:"receiver" validate:"omitnil,min=3,max=40"`
}

func (r *room) dispose(c *gin.Context) {
	in, ok := bind[disposal](c)
	if !ok {
		return
	}
	i := itemOf(c)
	switch {
	case (in.Method == "released") != (in.Receiver != nil):
		invalid(c, "receiver", "needed for released, refused for destroyed")
		return
	case i.Status != "in_store":
		fail(c, 409, "not_in_store", "the item is "+i.Status, "")
		return
	case r.caseBy(i.CaseRef).Status != "closed":
		fail(c, 409, "case_open", "the case is open", "")
		return
	}
	i.Status, i.Shelf = in.Method, ""
	to := "destruction"
	if in.Receiver != nil {
		to = *in.Receiver
	}
	i.note(in.Method, to, caller(c).name)
	c.JSON(200, i)
}

// Late is an item that should be back.
type Late struct {
	Tag      string `json:"tag"`
	Holder   string `json:"holder"`
	DueOn    string `json:"due_on"`
	DaysLate int    `json:"days_late"`
}

func (r *room) overdue(c *gin.Context) {
	on, err := time.Parse(time.DateOnly, c.Query("on"))
	if err != nil {
		invalid(c, "on", "must be a date")
		return
	}
	late := []Late{}
	for _, out := range r.checkouts {
		for _, tag := range out.Tags {
			i := r.itemBy(tag)
			if !sees(caller(c), r.caseBy(i.CaseRef)) {
				continue
			}
			if r.bug != 1 && (i.Loan == nil || i.Loan.CheckoutNo != out.CheckoutNo) {
				continue
			}
			due, _ := time.Parse(time.DateOnly, out.DueOn)
			if days := int((on.Unix() - due.Unix()) / 86400); days > 0 {
				late = append(late, Late{tag, out.Holder, out.DueOn, days})
			}
		}
	}
	slices.SortFunc(late, func(a, b Late) int {
		if a.DaysLate != b.DaysLate {
			return b.DaysLate - a.DaysLate
		}
		return strings.Compare(a.Tag, b.Tag)
	})
	c.JSON(200, gin.H{"on": c.Query("on"), "items": late})
}
