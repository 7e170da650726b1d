package shop

import (
	"fmt"
	"net/http"
	"regexp"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// item is what is stored and shown of an item.
type item struct {
	ID          int    `json:"id"`
	SKU         string `json:"sku"` // no other item has it
	Name        string `json:"name"`
	Category    string `json:"category"`
	Price       int    `json:"price"` // in pence
	Description string `json:"description"`
	Seller      string `json:"seller"`
}

const itemColumns = "id, sku, name, category, price, description, seller"

func scanItem(row kit.Row, i *item) error {
	return row.Scan(&i.ID, &i.SKU, &i.Name, &i.Category, &i.Price, &i.Description, &i.Seller)
}

var sku = regexp.MustCompile(`^[A-Z]{3}-[0-9]{4}$`)

// fill takes over what a client says about the item.
func (i *item) fill(body *kit.Object) error {
	body.Match(&i.SKU, "sku", "three capitals, a hyphen and four digits", sku.MatchString)
	body.Text(&i.Name, "name", 1, 60)
	body.Choice(&i.Category, "category", "books", "games", "garden")
	body.Int(&i.Price, "price", 1, 1000000)
	body.Text(&i.Description, "description", 0, 200)
	return body.Err()
}

// item returns an item by its id.
func (s *service) item(id int) (item, error) {
	return kit.One(s.db, scanItem, "SELECT "+itemColumns+" FROM items WHERE id = ? AND gone = 0", id)
}

// itemOf returns the item of the path.
func (s *service) itemOf(r *http.Request) (item, error) {
	id, err := idOf(r)
	if err != nil {
		return item{}, err
	}
	return s.item(id)
}

// soldBy returns the item of the path if a customer sells it.
func (s *service) soldBy(r *http.Request, customer string) (item, error) {
	i, err := s.itemOf(r)
	if err == nil && i.Seller != customer {
		return i, kit.Refuse(http.StatusForbidden, "the item is %s's", i.Seller)
	}
	return i, err
}

func (s *service) listItems(w http.ResponseWriter, r *http.Request) error {
	q := kit.ReadQuery(r)
	least, most := q.Int("minPrice", 0, 0, 1000000), q.Int("maxPrice", 1000000, 0, 1000000)
	category := q.Choice("category", "books", "games", "garden")
	sort := q.Choice("sort", "price", "-price", "name")
	number, size := pageOf(q)
	if err := q.Err(); err != nil {
		return err
	}
	if s.bugs.Has(MaxPriceIgnored) {
		most = 1000000
	}
	where, args := "WHERE price BETWEEN ? AND ?", []any{least, most}
	if !s.bugs.Has(DeleteStaysInList) {
		where += " AND gone = 0"
	}
	if category == "garden" && s.bugs.Has(GardenHasGames) {
		where += " AND category LIKE 'ga%'"
	} else if category != "" {
		where, args = where+" AND category = ?", append(args, category)
	}
	offset := (number - 1) * size
	if s.bugs.Has(PagesOverlap) {
		offset = max(0, offset-1)
	}
	return s.showItems(w, page[item]{Page: number, Size: size}, where+s.order(sort), args, offset)
}

// order is the clause that sorts items.
func (s *service) order(sort string) string {
	switch sort {
	case "price":
		return " ORDER BY price, id"
	case "-price":
		if s.bugs.Has(SortWrongWay) {
			return " ORDER BY price, id"
		}
		return " ORDER BY price DESC, id"
	case "name":
		return " ORDER BY name, id"
	}
	return " ORDER BY id"
}

// showItems answers with the items that fulfil a clause, from an offset on.
func (s *service) showItems(w http.ResponseWriter, p page[item], clause string, args []any, offset int) (err error) {
	if p.Total, err = kit.Number(s.db, "SELECT count(*) FROM (SELECT id FROM items "+clause+")", args...); err != nil {
		return err
	}
	query := "SELECT " + itemColumns + " FROM items " + clause + " LIMIT ? OFFSET ?"
	if p.Items, err = kit.All(s.db, scanItem, query, append(args, p.Size, offset)...); err != nil {
		return err
	}
	return kit.JSON(w, http.StatusOK, p)
}

// sameSKU refuses a number that another item has.
func (s *service) sameSKU(i item) error {
	n, err := kit.Number(s.db, "SELECT count(*) FROM items WHERE sku = ? AND id <> ? AND gone = 0", i.SKU, i.ID)
	if err == nil && n > 0 {
		return kit.Refuse(http.StatusConflict, "another item has the number %s", i.SKU)
	}
	return err
}

// readItem reads a whole item over what is there already.
func readItem(r *http.Request, i *item) (*kit.Object, error) {
	body, err := kit.Body(r)
	if err != nil {
		return nil, err
	}
	body.Need("sku", "name", "category", "price")
	return body, i.fill(body)
}

func (s *service) createItem(w http.ResponseWriter, r *http.Request, customer string) error {
	made := item{Seller: customer}
	body, err := readItem(r, &made)
	if err != nil {
		return err
	}
	if s.bugs.Has(SellerAssigned) {
		body.Text(&made.Seller, "seller", 1, 60)
	}
	if err := s.sameSKU(made); err != nil {
		return err
	}
	made.ID, err = kit.Insert(s.db,
		"INSERT INTO items (sku, name, category, price, description, seller) VALUES (?, ?, ?, ?, ?, ?)",
		made.SKU, made.Name, made.Category, made.Price, made.Description, made.Seller)
	if err != nil {
		return err
	}
	return kit.Created(w, fmt.Sprintf("/items/%d", made.ID), made)
}

func (s *service) getItem(w http.ResponseWriter, r *http.Request) error {
	i, err := s.itemOf(r)
	if err != nil {
		return err
	}
	return kit.JSON(w, http.StatusOK, i)
}

func (s *service) putItem(w http.ResponseWriter, r *http.Request, customer string) error {
	old, err := s.soldBy(r, customer)
	if err != nil {
		return err
	}
	changed := item{ID: old.ID, Seller: old.Seller}
	if s.bugs.Has(PutMerges) {
		changed = old
	}
	if _, err := readItem(r, &changed); err != nil {
		return err
	}
	return s.change(w, changed)
}

func (s *service) patchItem(w http.ResponseWriter, r *http.Request, customer string) error {
	i, err := s.soldBy(r, customer)
	if err != nil {
		return err
	}
	body, err := kit.Body(r)
	if err != nil {
		return err
	}
	if s.bugs.Has(PatchWipes) {
		i.Description = ""
	}
	if s.bugs.Has(RefusedInPart) {
		if body.Text(&i.Name, "name", 1, 60); body.Err() == nil {
			if err := s.store(i); err != nil {
				return err
			}
		}
	}
	if err := i.fill(body); err != nil {
		return err
	}
	return s.change(w, i)
}

// change stores an item that was changed, and answers with it.
func (s *service) change(w http.ResponseWriter, i item) error {
	if err := s.sameSKU(i); err != nil {
		return err
	}
	if err := s.store(i); err != nil {
		return err
	}
	return kit.JSON(w, http.StatusOK, i)
}

func (s *service) store(i item) error {
	_, err := s.db.Exec("UPDATE items SET sku = ?, name = ?, category = ?, price = ?, description = ? WHERE id = ?",
		i.SKU, i.Name, i.Category, i.Price, i.Description, i.ID)
	return err
}

func (s *service) deleteItem(w http.ResponseWriter, r *http.Request, customer string) error {
	i, err := s.soldBy(r, customer)
	if err != nil {
		return err
	}
	if _, err := s.db.Exec("UPDATE items SET gone = 1 WHERE id = ?", i.ID); err != nil {
		return err
	}
	if _, err := s.db.Exec("DELETE FROM carts WHERE item = ?", i.ID); err != nil {
		return err
	}
	return kit.NoContent(w)
}
