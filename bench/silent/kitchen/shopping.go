package kitchen

import (
	"math"
	"net/http"
	"slices"
	"strconv"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// item is something to buy.
type item struct {
	ID     int     `json:"id"`
	List   int     `json:"listId"`
	Name   string  `json:"name"`
	Amount float64 `json:"amount"`
	Unit   string  `json:"unit"`
	Bought bool    `json:"bought"`
}

// shopping is a list of what its owner wants to buy.
type shopping struct {
	ID    int     `json:"id"`
	Name  string  `json:"name"`
	Owner string  `json:"owner"`
	Items []*item `json:"items"`
	// OpenCount is how many of Items are not bought yet. It is counted when shown.
	OpenCount int `json:"openCount"`
}

func (l *shopping) show() shopping {
	out := *l
	for _, i := range l.Items {
		if !i.Bought {
			out.OpenCount++
		}
	}
	return out
}

// own refuses who is not the owner.
func (l *shopping) own(by *cook) error {
	if l.Owner != by.Username {
		return kit.Refuse(http.StatusForbidden, "another cook's shopping list")
	}
	return nil
}

// list returns the shopping list of the path, which has to be the cook's.
func (s *service) list(r *http.Request, by *cook) (*shopping, error) {
	id, err := kit.ID(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(s.lists, func(l *shopping) bool { return l.ID == id })
	if i < 0 {
		return nil, kit.Refuse(http.StatusNotFound, "there is no such shopping list")
	}
	return s.lists[i], s.lists[i].own(by)
}

func (s *service) listLists(w http.ResponseWriter, _ *http.Request, by *cook) error {
	found := []shopping{}
	for _, l := range s.lists {
		if l.own(by) == nil {
			found = append(found, l.show())
		}
	}
	return kit.JSON(w, http.StatusOK, found)
}

func (s *service) createList(w http.ResponseWriter, r *http.Request, by *cook) error {
	o, err := kit.Body(r)
	if err != nil {
		return err
	}
	made := &shopping{Owner: by.Username, Items: []*item{}}
	o.Need("name")
	o.Text(&made.Name, "name", 1, 60)
	if err := o.Err(); err != nil {
		return err
	}
	s.lastList++
	made.ID = s.lastList
	s.lists = append(s.lists, made)
	return kit.Created(w, "/shopping-lists/"+strconv.Itoa(made.ID), made.show())
}

func (s *service) getList(w http.ResponseWriter, r *http.Request, by *cook) error {
	l, err := s.list(r, by)
	if err != nil {
		return err
	}
	q := kit.ReadQuery(r)
	open := q.Choice("onlyOpen", "true", "false")
	if err := q.Err(); err != nil {
		return err
	}
	out := l.show()
	if open == "true" {
		out.Items = []*item{}
		if s.bugs.Has(OpenCuts) {
			out.Items = l.Items[:0] // and so writes over the items of the list
		}
		for _, i := range l.Items {
			if !i.Bought {
				out.Items = append(out.Items, i)
			}
		}
	}
	return kit.JSON(w, http.StatusOK, out)
}

func (s *service) deleteList(w http.ResponseWriter, r *http.Request, by *cook) error {
	old, err := s.list(r, by)
	if err != nil {
		return err
	}
	s.lists = slices.DeleteFunc(s.lists, func(l *shopping) bool { return l == old })
	return kit.NoContent(w)
}

// put adds an item to a list.
func (s *service) put(l *shopping, i *item) {
	s.lastItem++
	i.ID, i.List = s.lastItem, l.ID
	l.Items = append(l.Items, i)
}

func (s *service) createItem(w http.ResponseWriter, r *http.Request, by *cook) error {
	l, err := s.list(r, by)
	if err != nil {
		return err
	}
	made, err := readItem(r)
	if err != nil {
		return err
	}
	s.put(l, made)
	return kit.Created(w, "/items/"+strconv.Itoa(made.ID), made)
}

func readItem(r *http.Request) (*item, error) {
	o, err := kit.Body(r)
	if err != nil {
		return nil, err
	}
	out := &item{}
	quantity(o, &out.Name, &out.Amount, &out.Unit)
	o.Bool(&out.Bought, "bought")
	return out, o.Err()
}

// addRecipe adds the ingredients of a recipe to a list, for some servings.
func (s *service) addRecipe(w http.ResponseWriter, r *http.Request, by *cook) error {
	l, err := s.list(r, by)
	if err != nil {
		return err
	}
	o, err := kit.Body(r)
	if err != nil {
		return err
	}
	id, servings := 0, 0
	o.Need("recipeId", "servings")
	o.Int(&id, "recipeId", 1, 1000000)
	o.Int(&servings, "servings", 1, 100)
	if err := o.Err(); err != nil {
		return err
	}
	of := s.recipe(id)
	if of == nil {
		return kit.Refuse(http.StatusUnprocessableEntity, "there is no such recipe")
	}
	factor := float64(servings) / float64(of.Servings)
	if s.bugs.Has(ScaledToNothing) {
		factor = float64(servings / of.Servings)
	}
	for _, i := range s.ingredients {
		if i.Recipe == id {
			s.put(l, &item{Name: i.Name, Unit: i.Unit, Amount: math.Round(i.Amount*factor*100) / 100})
		}
	}
	return kit.JSON(w, http.StatusOK, l.show())
}

// find returns the item of the path with its list, whose ever it is.
func (s *service) find(r *http.Request) (*shopping, *item, error) {
	id, err := kit.ID(r.PathValue("id"))
	if err != nil {
		return nil, nil, err
	}
	for _, l := range s.lists {
		for _, i := range l.Items {
			if i.ID == id {
				return l, i, nil
			}
		}
	}
	return nil, nil, kit.Refuse(http.StatusNotFound, "there is no such item")
}

func (s *service) getItem(w http.ResponseWriter, r *http.Request, by *cook) error {
	l, found, err := s.find(r)
	if err != nil {
		return err
	}
	if err := l.own(by); err != nil {
		return err
	}
	return kit.JSON(w, http.StatusOK, found)
}

func (s *service) putItem(w http.ResponseWriter, r *http.Request, by *cook) error {
	l, old, err := s.find(r)
	if err != nil {
		return err
	}
	if err := l.own(by); err != nil && !s.bugs.Has(ForeignItem) {
		return err
	}
	made, err := readItem(r)
	if err != nil {
		return err
	}
	made.ID, made.List = old.ID, old.List
	*old = *made
	return kit.JSON(w, http.StatusOK, old)
}

func (s *service) deleteItem(w http.ResponseWriter, r *http.Request, by *cook) error {
	l, old, err := s.find(r)
	if err != nil {
		return err
	}
	if err := l.own(by); err != nil {
		return err
	}
	l.Items = slices.DeleteFunc(l.Items, func(i *item) bool { return i == old })
	return kit.NoContent(w)
}
