package warehouse

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// line is some of one product.
type line struct {
	Product  int `json:"product"`
	Quantity int `json:"quantity"`
}

// hold keeps stock for a customer until it is shipped or released.
type hold struct {
	ID       int    `json:"id"`
	Customer string `json:"customer"`
	Lines    []line `json:"lines"`
	Status   string `json:"status"`
	By       string `json:"by"`
}

// amounts adds up what a hold has of each product.
func (s *service) amounts(lines []line) map[int]int {
	out := map[int]int{}
	for _, l := range lines {
		if s.bugs.Has(SameProductTwice) {
			out[l.Product] = 0 // the last line counts
		}
		out[l.Product] += l.Quantity
	}
	return out
}

// held is how much of a product is in open holds.
func (s *service) held(id int) int {
	n := 0
	for _, h := range s.holds {
		if h.Status == "open" || h.Status == "released" && s.bugs.Has(ReleaseFreesNothing) {
			n += s.amounts(h.Lines)[id]
		}
	}
	return n
}

// listHolds lists the own holds of a clerk, and all for the manager.
func (s *service) listHolds(w http.ResponseWriter, r *http.Request, by *user) error {
	q := kit.ReadQuery(r)
	status, id := q.Choice("status", "open", "shipped", "released"), q.Int("product", 0, 1, 1000000)
	if err := q.Err(); err != nil {
		return err
	}
	var found []*hold
	for _, h := range s.holds {
		if !by.manager && h.By != by.name {
			continue
		}
		has := slices.ContainsFunc(h.Lines, func(l line) bool { return l.Product == id })
		fits := (status == "" || h.Status == status) && (id == 0 || has)
		if status != "" && id != 0 && s.bugs.Has(FiltersOr) {
			fits = h.Status == status || has
		}
		if fits {
			found = append(found, h)
		}
	}
	return kit.JSON(w, http.StatusOK, kit.Cut(found, 0, len(found)))
}

// readLines reads the lines of a hold.
func readLines(o *kit.Object) ([]line, error) {
	all, ok := o.Member("lines").([]any)
	if !ok || len(all) < 1 || len(all) > 20 {
		return nil, kit.Refuse(http.StatusBadRequest, "lines has to be a list of 1 to 20 lines")
	}
	var out []line
	for _, one := range all {
		members, ok := one.(map[string]any)
		if !ok {
			return nil, kit.Refuse(http.StatusBadRequest, "a line has to be an object")
		}
		l, lo := line{}, kit.Members(members)
		lo.Need("product", "quantity")
		lo.Int(&l.Product, "product", 1, 1000000)
		lo.Int(&l.Quantity, "quantity", 1, 1000)
		if err := lo.Err(); err != nil {
			return nil, err
		}
		out = append(out, l)
	}
	return out, nil
}

// fits refuses lines that want more than there is available.
func (s *service) fits(lines []line) error {
	for id, n := range s.amounts(lines) {
		if p := s.products[id]; p == nil || n > p.Stock-s.held(id) {
			return kit.Refuse(http.StatusConflict, "there is not as much available")
		}
	}
	return nil
}

// createHold holds all lines or none.
func (s *service) createHold(w http.ResponseWriter, r *http.Request, by *user) error {
	o, err := kit.Body(r)
	if err != nil {
		return err
	}
	made := &hold{Status: "open", By: by.name}
	o.Need("customer", "lines")
	o.Text(&made.Customer, "customer", 1, 60)
	if err := o.Err(); err != nil {
		return err
	}
	if made.Lines, err = readLines(o); err != nil {
		return err
	}
	if err := s.fits(made.Lines); err != nil {
		s.keepSome(made)
		return err
	}
	s.keep(made)
	return kit.Created(w, "/holds/"+strconv.Itoa(made.ID), made)
}

func (s *service) keep(h *hold) {
	s.lastHold++
	h.ID = s.lastHold
	s.holds = append(s.holds, h)
}

// keepSome keeps the lines of a refused hold before the first that does not
// fit, for HalfHeld.
func (s *service) keepSome(h *hold) {
	n := 0
	for n < len(h.Lines) && s.fits(h.Lines[:n+1]) == nil {
		n++
	}
	if n > 0 && s.bugs.Has(HalfHeld) {
		h.Lines = h.Lines[:n]
		s.keep(h)
	}
}

// hold returns the hold of the path.
func (s *service) hold(r *http.Request) (*hold, error) {
	id, err := kit.ID(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(s.holds, func(h *hold) bool { return h.ID == id })
	if i < 0 {
		return nil, kit.Refuse(http.StatusNotFound, "there is no such hold")
	}
	return s.holds[i], nil
}

// reach refuses clerks the holds of others.
func (h *hold) reach(by *user) error {
	if !by.manager && h.By != by.name {
		return kit.Refuse(http.StatusForbidden, "another clerk's hold")
	}
	return nil
}

func (s *service) getHold(w http.ResponseWriter, r *http.Request, by *user) error {
	h, err := s.hold(r)
	if err != nil {
		return err
	}
	if err := h.reach(by); err != nil {
		return err
	}
	return kit.JSON(w, http.StatusOK, h)
}

// patchHold ships an open hold or releases it.
func (s *service) patchHold(w http.ResponseWriter, r *http.Request, by *user) error {
	h, err := s.hold(r)
	if err != nil {
		return err
	}
	o, err := kit.Body(r)
	if err != nil {
		return err
	}
	to := ""
	o.Need("status")
	o.Choice(&to, "status", "shipped", "released")
	if err := o.Err(); err != nil {
		return err
	}
	if err := h.reach(by); err != nil && !(to == "shipped" && s.bugs.Has(ForeignShip)) {
		return err
	}
	back := h.Status == "shipped" && to == "released" && s.bugs.Has(ReleaseAfterShip)
	if h.Status != "open" && !back {
		return kit.Refuse(http.StatusConflict, "the hold is not open")
	}
	for id, n := range s.amounts(h.Lines) {
		if p := s.products[id]; p != nil && to == "shipped" {
			p.Stock -= n
		} else if p != nil && back {
			p.Stock += n
		}
	}
	h.Status = to
	return kit.JSON(w, http.StatusOK, h)
}
