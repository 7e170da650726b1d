package kitchen

import (
	"math"
	"net/http"
	"slices"
	"strconv"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// ingredient is what a recipe needs of something.
type ingredient struct {
	ID     int    `json:"id"`
	Recipe int    `json:"recipeId"`
	Name   string `json:"name"` // no other ingredient of the recipe has it
	// Amount is in units, 0 for as much as one likes.
	Amount float64 `json:"amount"`
	Unit   string  `json:"unit"`
}

func units() []string { return []string{"g", "ml", "piece"} }

// quantity reads the members that say how much of what.
func quantity(o *kit.Object, name *string, amount *float64, unit *string) {
	o.Need("name", "amount", "unit")
	o.Text(name, "name", 1, 60)
	o.Float(amount, "amount", 0, 10000)
	o.Choice(unit, "unit", units()...)
}

func (s *service) listIngredients(w http.ResponseWriter, r *http.Request, _ *cook) error {
	of, err := s.recipeOf(r)
	if err != nil {
		return err
	}
	found := []*ingredient{}
	for _, i := range s.ingredients {
		if i.Recipe == of.ID {
			found = append(found, i)
		}
	}
	return kit.JSON(w, http.StatusOK, found)
}

// readIngredient reads an ingredient, and refuses a name that the recipe has.
func (s *service) readIngredient(r *http.Request, id, recipe int) (*ingredient, error) {
	o, err := kit.Body(r)
	if err != nil {
		return nil, err
	}
	made := &ingredient{ID: id, Recipe: recipe}
	quantity(o, &made.Name, &made.Amount, &made.Unit)
	if err := o.Err(); err != nil {
		return nil, err
	}
	for _, i := range s.ingredients {
		if i.Recipe == recipe && i.Name == made.Name && i.ID != id {
			return nil, kit.Refuse(http.StatusConflict, "the recipe has this ingredient")
		}
	}
	return made, nil
}

func (s *service) createIngredient(w http.ResponseWriter, r *http.Request, by *cook) error {
	of, err := s.recipeOf(r)
	if err != nil {
		return err
	}
	if err := of.own(by); err != nil {
		return err
	}
	made, err := s.readIngredient(r, 0, of.ID)
	if err != nil {
		return err
	}
	s.lastIngredient++
	made.ID = s.lastIngredient
	s.ingredients = append(s.ingredients, made)
	return kit.Created(w, "/ingredients/"+strconv.Itoa(made.ID), made)
}

// ingredient returns the ingredient of the path.
func (s *service) ingredient(r *http.Request) (*ingredient, error) {
	id, err := kit.ID(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(s.ingredients, func(i *ingredient) bool { return i.ID == id })
	if i < 0 {
		return nil, kit.Refuse(http.StatusNotFound, "there is no such ingredient")
	}
	return s.ingredients[i], nil
}

// ownIngredient returns the ingredient of the path if its recipe is a cook's.
func (s *service) ownIngredient(r *http.Request, by *cook) (*ingredient, error) {
	found, err := s.ingredient(r)
	if err != nil {
		return nil, err
	}
	of := s.recipe(found.Recipe)
	if of == nil {
		return nil, kit.Refuse(http.StatusNotFound, "there is no such recipe")
	}
	return found, of.own(by)
}

func (s *service) getIngredient(w http.ResponseWriter, r *http.Request, _ *cook) error {
	found, err := s.ingredient(r)
	if err != nil {
		return err
	}
	return kit.JSON(w, http.StatusOK, found)
}

func (s *service) putIngredient(w http.ResponseWriter, r *http.Request, by *cook) error {
	old, err := s.ownIngredient(r, by)
	if err != nil {
		return err
	}
	made, err := s.readIngredient(r, old.ID, old.Recipe)
	if err != nil {
		return err
	}
	*old = *made
	return kit.JSON(w, http.StatusOK, old)
}

func (s *service) deleteIngredient(w http.ResponseWriter, r *http.Request, by *cook) error {
	old, err := s.ownIngredient(r, by)
	if err != nil {
		return err
	}
	s.ingredients = slices.DeleteFunc(s.ingredients, func(i *ingredient) bool {
		return i == old || i.Name == old.Name && s.bugs.Has(SameNameDeleted)
	})
	return kit.NoContent(w)
}

// rating is what a cook thinks of another cook's recipe.
type rating struct {
	Cook    string `json:"cook"`
	Stars   int    `json:"stars"`
	Comment string `json:"comment"`
}

// mean is the average of ratings, to one decimal, nil without any.
func mean(ratings []rating) *float64 {
	if len(ratings) == 0 {
		return nil
	}
	sum := 0
	for _, one := range ratings {
		sum += one.Stars
	}
	out := math.Round(float64(sum)/float64(len(ratings))*10) / 10
	return &out
}

func (s *service) listRatings(w http.ResponseWriter, r *http.Request, _ *cook) error {
	of, err := s.recipeOf(r)
	if err != nil {
		return err
	}
	return kit.JSON(w, http.StatusOK, append([]rating{}, of.ratings...))
}

// rated returns the recipe of the path, and which of its ratings is a cook's, -1
// for none. It refuses the author.
func (s *service) rated(r *http.Request, by *cook) (*recipe, int, error) {
	of, err := s.recipeOf(r)
	if err != nil {
		return nil, 0, err
	}
	if of.own(by) == nil {
		return nil, 0, kit.Refuse(http.StatusConflict, "nobody rates an own recipe")
	}
	return of, slices.IndexFunc(of.ratings, func(one rating) bool { return one.Cook == by.Username }), nil
}

// rate rates a recipe, in place of what the cook thought before.
func (s *service) rate(w http.ResponseWriter, r *http.Request, by *cook) error {
	o, err := kit.Body(r)
	if err != nil {
		return err
	}
	made := rating{Cook: by.Username}
	o.Need("stars")
	o.Int(&made.Stars, "stars", 1, 5)
	o.Text(&made.Comment, "comment", 0, 200)
	if err := o.Err(); err != nil {
		return err
	}
	of, i, err := s.rated(r, by)
	if err != nil {
		return err
	}
	if i >= 0 && !s.bugs.Has(RatedTwice) {
		of.ratings[i] = made
	} else {
		of.ratings = append(of.ratings, made)
	}
	of.average = mean(of.ratings)
	return kit.JSON(w, http.StatusOK, made)
}

// unrate takes a rating back.
func (s *service) unrate(w http.ResponseWriter, r *http.Request, by *cook) error {
	of, i, err := s.rated(r, by)
	if err != nil {
		return err
	}
	if i < 0 {
		return kit.Refuse(http.StatusNotFound, "you have not rated the recipe")
	}
	of.ratings = slices.Delete(of.ratings, i, i+1)
	return kit.NoContent(w)
}
