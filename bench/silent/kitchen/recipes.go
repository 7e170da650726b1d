package kitchen

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// recipe is what is stored of a recipe, and shown but for its ratings.
type recipe struct {
	ID         int    `json:"id"`
	Title      string `json:"title"` // no other recipe of the author has it
	Course     string `json:"course"`
	Servings   int    `json:"servings"`
	Minutes    int    `json:"minutes"`
	Vegetarian bool   `json:"vegetarian"`
	Notes      string `json:"notes"`
	Author     string `json:"author"`

	ratings []rating
	average *float64 // of the ratings when there came one last, for AverageStays
}

// shown is a recipe as clients see it.
type shown struct {
	recipe
	RatingCount int `json:"ratingCount"`
	// AverageRating is nil without ratings.
	AverageRating *float64 `json:"averageRating"`
}

func (s *service) show(r *recipe) shown {
	out := shown{*r, len(r.ratings), mean(r.ratings)}
	if s.bugs.Has(AverageStays) {
		out.AverageRating = r.average
	}
	return out
}

func courses() []string { return []string{"starter", "main", "dessert"} }

// recipe returns a recipe by its id, nil for none.
func (s *service) recipe(id int) *recipe {
	i := slices.IndexFunc(s.recipes, func(r *recipe) bool { return r.ID == id })
	if i < 0 {
		return nil
	}
	return s.recipes[i]
}

// recipeOf returns the recipe of the path.
func (s *service) recipeOf(r *http.Request) (*recipe, error) {
	id, err := kit.ID(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	if found := s.recipe(id); found != nil {
		return found, nil
	}
	return nil, kit.Refuse(http.StatusNotFound, "there is no such recipe")
}

// own refuses who is not the author.
func (r *recipe) own(by *cook) error {
	if r.Author != by.Username {
		return kit.Refuse(http.StatusForbidden, "another cook's recipe")
	}
	return nil
}

// wanted are the recipes that a list is to show.
type wanted struct {
	course, vegetarian, author, text string
	minutes                          int
}

func (s *service) fits(r *recipe, q wanted) bool {
	if q.vegetarian == "false" && s.bugs.Has(VegetarianFalse) {
		q.vegetarian = ""
	}
	return (q.course == "" || r.Course == q.course) && (q.author == "" || r.Author == q.author) &&
		(q.vegetarian == "" || strconv.FormatBool(r.Vegetarian) == q.vegetarian) &&
		r.Minutes <= q.minutes && strings.Contains(strings.ToLower(r.Title), strings.ToLower(q.text))
}

func (s *service) listRecipes(w http.ResponseWriter, r *http.Request, _ *cook) error {
	q := kit.ReadQuery(r)
	asked := wanted{
		course: q.Choice("course", courses()...), vegetarian: q.Choice("vegetarian", "true", "false"),
		author: q.Text("author", 30), text: q.Text("q", 80), minutes: q.Int("maxMinutes", 1440, 1, 1440),
	}
	sort := q.Choice("sort", "title", "minutes", "-minutes", "-averageRating")
	number, size := q.Int("page", 1, 1, 1000), q.Int("size", 20, 1, 50)
	if err := q.Err(); err != nil {
		return err
	}
	var found []shown
	for _, one := range s.recipes {
		if s.fits(one, asked) && !(sort == "-averageRating" && len(one.ratings) == 0 && s.bugs.Has(UnratedMissing)) {
			found = append(found, s.show(one))
		}
	}
	slices.SortStableFunc(found, func(a, b shown) int { return s.compare(a, b, sort) })
	if s.bugs.Has(SizeIgnored) {
		size = 20
	}
	part := kit.Cut(found, (number-1)*size, size)
	w.Header().Set("X-Total-Count", strconv.Itoa(part.Total))
	return kit.JSON(w, http.StatusOK, part.Items)
}

// compare is negative for recipes that come in this order.
func (s *service) compare(a, b shown, sort string) int {
	minutes := cmp.Compare(a.Minutes, b.Minutes)
	if s.bugs.Has(MinutesAsText) {
		minutes = cmp.Compare(strconv.Itoa(a.Minutes), strconv.Itoa(b.Minutes))
	}
	switch sort {
	case "title":
		return cmp.Compare(a.Title, b.Title)
	case "minutes":
		return minutes
	case "-minutes":
		return -minutes
	case "-averageRating":
		return -cmp.Compare(stars(a), stars(b))
	}
	return 0
}

// stars is the average rating, 0 for none.
func stars(r shown) float64 {
	if r.AverageRating == nil {
		return 0
	}
	return *r.AverageRating
}

// read reads a whole recipe over what is there already.
func (s *service) read(r *http.Request, into *recipe) (*kit.Object, error) {
	o, err := kit.Body(r)
	if err != nil {
		return nil, err
	}
	o.Need("title", "course", "minutes")
	o.Text(&into.Title, "title", 1, 80)
	o.Choice(&into.Course, "course", courses()...)
	o.Int(&into.Servings, "servings", 1, 50)
	o.Int(&into.Minutes, "minutes", 1, 1440)
	o.Bool(&into.Vegetarian, "vegetarian")
	o.Text(&into.Notes, "notes", 0, 500)
	if title := []rune(into.Title); len(title) > 40 && s.bugs.Has(TitleCut) {
		into.Title = string(title[:40])
	}
	return o, o.Err()
}

// free refuses a title that the author has given to a recipe other than one.
func (s *service) free(made *recipe, but int) error {
	for _, r := range s.recipes {
		if r.Author == made.Author && r.Title == made.Title && r.ID != but {
			return kit.Refuse(http.StatusConflict, "you have a recipe with this title")
		}
	}
	return nil
}

func (s *service) createRecipe(w http.ResponseWriter, r *http.Request, by *cook) error {
	made := &recipe{Servings: 4, Author: by.Username}
	if _, err := s.read(r, made); err != nil {
		return err
	}
	if err := s.free(made, 0); err != nil {
		return err
	}
	s.lastRecipe++
	made.ID = s.lastRecipe
	s.recipes = append(s.recipes, made)
	return s.tagged(w, made, func(v shown) error { return kit.Created(w, "/recipes/"+strconv.Itoa(made.ID), v) })
}

// tagged answers with a recipe and its entity tag.
func (s *service) tagged(w http.ResponseWriter, r *recipe, answer func(shown) error) error {
	v := s.show(r)
	tag, err := kit.ETag(v)
	if err != nil {
		return err
	}
	w.Header().Set("ETag", tag)
	return answer(v)
}

func (s *service) getRecipe(w http.ResponseWriter, r *http.Request, _ *cook) error {
	found, err := s.recipeOf(r)
	if err != nil {
		return err
	}
	return s.tagged(w, found, func(v shown) error { return kit.JSON(w, http.StatusOK, v) })
}

// match refuses a request that knows another state of a recipe.
func (s *service) match(r *http.Request, old *recipe) error {
	tag, err := kit.ETag(s.show(old))
	if err != nil || s.bugs.Has(MatchIgnored) {
		return err
	}
	return kit.Match(r, tag)
}

// putRecipe replaces all of a recipe that is the author's.
func (s *service) putRecipe(w http.ResponseWriter, r *http.Request, by *cook) error {
	old, err := s.recipeOf(r)
	if err != nil {
		return err
	}
	if err := old.own(by); err != nil {
		return err
	}
	made := &recipe{ID: old.ID, Servings: 4, Author: old.Author, ratings: old.ratings, average: old.average}
	if s.bugs.Has(NotesKept) {
		made.Notes = old.Notes
	}
	o, err := s.read(r, made)
	if err != nil {
		return err
	}
	if s.bugs.Has(AuthorTaken) {
		o.Text(&made.Author, "author", 1, 30)
	}
	if err := s.match(r, old); err != nil {
		return err
	}
	but := old.ID
	if s.bugs.Has(OwnTitleRefused) {
		but = 0
	}
	if err := s.free(made, but); err != nil {
		return err
	}
	*old = *made
	return s.tagged(w, old, func(v shown) error { return kit.JSON(w, http.StatusOK, v) })
}

// deleteRecipe deletes a recipe with its ingredients and ratings.
func (s *service) deleteRecipe(w http.ResponseWriter, r *http.Request, by *cook) error {
	old, err := s.recipeOf(r)
	if err != nil {
		return err
	}
	if err := old.own(by); err != nil {
		return err
	}
	s.recipes = slices.DeleteFunc(s.recipes, func(r *recipe) bool { return r == old })
	if !s.bugs.Has(IngredientsLeft) {
		s.ingredients = slices.DeleteFunc(s.ingredients, func(i *ingredient) bool { return i.Recipe == old.ID })
	}
	return kit.NoContent(w)
}
