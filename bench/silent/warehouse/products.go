package warehouse

import (
	"cmp"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// product is what the warehouse has, in pieces.
type product struct {
	ID       int     `json:"id"`
	SKU      string  `json:"sku"`
	Name     string  `json:"name"`
	Category string  `json:"category"`
	Barcode  string  `json:"barcode"`
	Weight   float64 `json:"weight"`
	// Minimum is how much there should always be.
	Minimum int `json:"minimum"`
	Stock   int `json:"stock"`
}

// shown is a product as clients see it.
type shown struct {
	product
	// Held is how much of the stock is in open holds, Available the rest.
	Held      int  `json:"held"`
	Available int  `json:"available"`
	Low       bool `json:"low"`
}

func (s *service) show(p *product) shown {
	held := s.held(p.ID)
	return shown{*p, held, p.Stock - held, p.Stock-held < p.Minimum}
}

func categories() []string { return []string{"tools", "paint", "garden"} }

var sku = regexp.MustCompile(`^[A-Z]{3}-[0-9]{4}$`)

func (p *product) read(o *kit.Object) {
	o.Text(&p.Name, "name", 1, 60)
	o.Choice(&p.Category, "category", categories()...)
	o.Text(&p.Barcode, "barcode", 0, 20)
	o.Float(&p.Weight, "weight", 0, 1000)
	o.Int(&p.Minimum, "minimum", 0, 1000)
}

// find returns the product of the path.
func (s *service) find(r *http.Request) (*product, error) {
	id, err := kit.ID(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	p := s.products[id]
	if p == nil {
		return nil, kit.Refuse(http.StatusNotFound, "there is no such product")
	}
	return p, nil
}

// page is a part of the products.
type page struct {
	Items []shown `json:"items"`
	Total int     `json:"total"`
	// Pages is how many pages there are, of the size that was asked for.
	Pages int `json:"pages"`
}

func (s *service) listProducts(w http.ResponseWriter, r *http.Request, _ *user) error {
	q := kit.ReadQuery(r)
	category, search, order := q.Choice("category", categories()...), q.Text("search", 60),
		q.Choice("sort", "id", "name", "-available")
	stocked := q.Choice("inStock", "true", "false")
	number, size := q.Int("page", 1, 1, 10000), q.Int("perPage", 10, 1, 50)
	if err := q.Err(); err != nil {
		return err
	}
	if old, there := s.lists[r.URL.RawQuery]; there && s.bugs.Has(ListCached) {
		return kit.JSON(w, http.StatusOK, old)
	}
	var found []shown
	for _, id := range slices.Sorted(maps.Keys(s.products)) {
		p := s.show(s.products[id])
		if (category == "" || p.Category == category) &&
			strings.Contains(strings.ToLower(p.Name), strings.ToLower(search)) &&
			(stocked == "" || stocked == strconv.FormatBool(p.Available > 0)) {
			found = append(found, p)
		}
	}
	out := s.cut(found, order, number, size)
	s.lists[r.URL.RawQuery] = out
	return kit.JSON(w, http.StatusOK, out)
}

// cut sorts products and returns one page of them.
func (s *service) cut(found []shown, order string, number, size int) page {
	if !s.bugs.Has(SortedByPage) {
		sorted(found, order)
	}
	part := kit.Cut(found, (number-1)*size, size)
	if s.bugs.Has(SortedByPage) {
		sorted(part.Items, order)
	}
	out := page{part.Items, part.Total, (part.Total + size - 1) / size}
	if s.bugs.Has(PagesFloored) && out.Pages > 1 {
		out.Pages = part.Total / size
	}
	return out
}

// sorted sorts products that are in the order of their ids.
func sorted(all []shown, order string) {
	slices.SortStableFunc(all, func(a, b shown) int {
		switch order {
		case "name":
			return cmp.Compare(a.Name, b.Name)
		case "-available":
			return cmp.Compare(b.Available, a.Available)
		}
		return cmp.Compare(a.ID, b.ID)
	})
}

func (s *service) createProduct(w http.ResponseWriter, r *http.Request, _ *user) error {
	o, err := kit.Body(r)
	if err != nil {
		return err
	}
	made := &product{}
	o.Need("sku", "name", "category")
	o.Match(&made.SKU, "sku", "like ABC-1234", sku.MatchString)
	made.read(o)
	if err := o.Err(); err != nil {
		return err
	}
	for _, p := range s.products {
		if p.SKU == made.SKU {
			return kit.Refuse(http.StatusConflict, "another product has this sku")
		}
	}
	if s.bugs.Has(BarcodeZeros) && strings.Trim(made.Barcode, "0123456789") == "" {
		made.Barcode = strings.TrimLeft(made.Barcode, "0") // as by a column of numbers
	}
	s.lastProduct++
	if made.ID = s.lastProduct; s.bugs.Has(IDByCount) {
		made.ID = len(s.products) + 1
	}
	s.products[made.ID] = made
	clear(s.lists)
	return kit.Created(w, "/products/"+strconv.Itoa(made.ID), s.show(made))
}

func (s *service) getProduct(w http.ResponseWriter, r *http.Request, _ *user) error {
	p, err := s.find(r)
	if err != nil {
		return err
	}
	return kit.JSON(w, http.StatusOK, s.show(p))
}

func (s *service) patchProduct(w http.ResponseWriter, r *http.Request, _ *user) error {
	p, err := s.find(r)
	if err != nil {
		return err
	}
	o, err := kit.Body(r)
	if err != nil {
		return err
	}
	with := *p
	with.read(o)
	if err := o.Err(); err != nil {
		return err
	}
	if with.Barcode == "" && s.bugs.Has(EmptyIgnored) {
		with.Barcode = p.Barcode // as if it was not sent
	}
	*p = with
	clear(s.lists)
	return kit.JSON(w, http.StatusOK, s.show(p))
}

// deleteProduct deletes a product without stock, and its moves.
func (s *service) deleteProduct(w http.ResponseWriter, r *http.Request, _ *user) error {
	p, err := s.find(r)
	if err != nil {
		return err
	}
	if p.Stock > 0 {
		return kit.Refuse(http.StatusConflict, "there is some of it")
	}
	delete(s.products, p.ID)
	if !s.bugs.Has(MovesLeft) {
		s.moves = slices.DeleteFunc(s.moves, func(m *move) bool { return m.Product == p.ID })
	}
	maps.DeleteFunc(s.keyed, func(_ string, m *move) bool { return m.Product == p.ID })
	clear(s.lists)
	return kit.NoContent(w)
}

// report sums up the warehouse.
func (s *service) report(w http.ResponseWriter, _ *http.Request, _ *user) error {
	out := struct {
		Products int   `json:"products"`
		Units    int   `json:"units"`
		Held     int   `json:"held"`
		Low      []int `json:"low"`
	}{Products: len(s.products), Low: []int{}}
	for _, id := range slices.Sorted(maps.Keys(s.products)) {
		p := s.show(s.products[id])
		out.Units += p.Stock
		out.Held += p.Held
		if s.bugs.Has(ReportLowByStock) {
			p.Low = p.Stock < p.Minimum
		}
		if p.Low {
			out.Low = append(out.Low, p.ID)
		}
	}
	return kit.JSON(w, http.StatusOK, out)
}
