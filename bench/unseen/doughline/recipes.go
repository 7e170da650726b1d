package doughline

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

// Recipe says what a number of pieces needs.
type Recipe struct {
	RecipeID    string   `json:"recipe_id"`
	Name        string   `json:"name"`
	YieldPieces int      `json:"yield_pieces"`
	Items       []Item   `json:"items"`
	Allergens   []string `json:"allergens"`
	Revision    int      `json:"revision"`
}

// Item is an ingredient of a recipe.
type Item struct {
	Ingredient string `json:"ingredient"`
	Amount     int    `json:"amount"`
}

// item returns the place of an ingredient, -1 if the recipe does not have it.
func (r *Recipe) item(code string) int {
	return slices.IndexFunc(r.Items, func(i Item) bool { return i.Ingredient == code })
}

func (p *plant) recipe(id string) *Recipe {
	for _, r := range p.recipes {
		if r.RecipeID == id {
			return r
		}
	}
	return nil
}

// shown returns the recipe with the allergens of its ingredients.
func (p *plant) shown(r *Recipe) *Recipe {
	out := *r
	out.Allergens = []string{}
	for _, it := range r.Items {
		for _, a := range p.ingredient(it.Ingredient).Allergens {
			if !slices.Contains(out.Allergens, a) {
				out.Allergens = append(out.Allergens, a)
			}
		}
	}
	slices.Sort(out.Allergens)
	return &out
}

func (p *plant) withRecipe(h func(echo.Context, *Recipe) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := p.recipe(c.Param("recipe_id"))
		if r == nil {
			return missing("recipe")
		}
		return h(c, r)
	}
}

// nameTaken reports whether a recipe other than r has a name.
func (p *plant) nameTaken(name string, r *Recipe) bool {
	return slices.ContainsFunc(p.recipes, func(o *Recipe) bool { return o != r && sameName(o.Name, name) })
}

// items reads the items of a recipe.
func (p *plant) items(raws []json.RawMessage) ([]Item, error) {
	if len(raws) == 0 || len(raws) > 20 {
		return nil, unfit("items", "must be 1 to 20")
	}
	var out []Item
	for n, raw := range raws {
		var it struct {
			Ingredient string `json:"ingredient"`
			Amount     int    `json:"amount"`
		}
		where := fmt.Sprintf("items[%d]", n)
		if err := part(raw, &it, where); err != nil {
			return nil, err
		}
		if it.Amount < 1 || it.Amount > 100000 {
			return nil, unfit(where, "amount must be from 1 to 100000")
		}
		if p.ingredient(it.Ingredient) == nil {
			return nil, unfit(where, "there is no such ingredient")
		}
		if slices.ContainsFunc(out, func(o Item) bool { return o.Ingredient == it.Ingredient }) {
			return nil, unfit(where, "the ingredient is there twice")
		}
		out = append(out, Item(it))
	}
	return out, nil
}

func checkRecipe(name string, yield int) error {
	var ch input.Checks
	ch.Length(strings.TrimSpace(name), "name", 2, 60)
	ch.Length(name, "name", 2, 60)
	ch.Range(yield, "yield_pieces", 1, 1000)
	return ch.Err()
}

func (p *plant) listRecipes(c echo.Context) error {
	q := input.NewQuery(c.Request())
	code, given := q.Text("ingredient")
	if err := q.Err(); err != nil {
		return err
	}
	var out []*Recipe
	for _, r := range p.recipes {
		if !given || r.item(code) >= 0 {
			out = append(out, p.shown(r))
		}
	}
	return c.JSON(200, listOf(out))
}

// keep stores a new recipe.
func (p *plant) keep(name string, yield int, items []Item) *Recipe {
	p.recipeCount++
	id := fmt.Sprintf("RC-%03d", p.recipeCount)
	r := &Recipe{RecipeID: id, Name: name, YieldPieces: yield, Items: items, Revision: 1}
	p.recipes = append(p.recipes, r)
	return r
}

func (p *plant) addRecipe(c echo.Context) error {
	var in struct {
		Name        string            `json:"name"`
		YieldPieces int               `json:"yield_pieces"`
		Items       []json.RawMessage `json:"items"`
	}
	if err := c.Bind(&in); err != nil {
		return err
	}
	if err := checkRecipe(in.Name, in.YieldPieces); err != nil {
		return err
	}
	items, err := p.items(in.Items)
	if err != nil {
		return err
	}
	if p.nameTaken(in.Name, nil) {
		return conflict("name_taken", "another recipe has this name")
	}
	return c.JSON(201, p.shown(p.keep(in.Name, in.YieldPieces, items)))
}

func (p *plant) getRecipe(c echo.Context, r *Recipe) error { return c.JSON(200, p.shown(r)) }

func (p *plant) putRecipe(c echo.Context, r *Recipe) error {
	var in struct {
		Name        string            `json:"name"`
		YieldPieces int               `json:"yield_pieces"`
		Items       []json.RawMessage `json:"items"`
		Revision    int               `json:"revision"`
	}
	if err := c.Bind(&in); err != nil {
		return err
	}
	if err := checkRecipe(in.Name, in.YieldPieces); err != nil {
		return err
	}
	items, err := p.items(in.Items)
	if err != nil {
		return err
	}
	if in.Revision != r.Revision {
		return conflict("stale_revision", fmt.Sprintf("the recipe has revision %d", r.Revision))
	}
	if p.nameTaken(in.Name, r) && p.bug != 8 { // bug 8: only new recipes are checked
		return conflict("name_taken", "another recipe has this name")
	}
	r.Name, r.YieldPieces, r.Items = in.Name, in.YieldPieces, items
	r.Revision++
	return c.JSON(200, p.shown(r))
}

func (p *plant) deleteRecipe(c echo.Context, r *Recipe) error {
	if slices.ContainsFunc(p.batches, func(b *Batch) bool { return b.RecipeID == r.RecipeID }) {
		return conflict("has_batches", "there are batches of the recipe")
	}
	p.recipes = without(p.recipes, r)
	return c.NoContent(204)
}

func (p *plant) patchItem(c echo.Context, r *Recipe) error {
	n := r.item(c.Param("ingredient"))
	if n < 0 {
		return missing("item")
	}
	var in struct {
		Amount int `json:"amount"`
	}
	if err := c.Bind(&in); err != nil {
		return err
	}
	var ch input.Checks
	ch.Range(in.Amount, "amount", 1, 100000)
	if err := ch.Err(); err != nil {
		return err
	}
	r.Items[n].Amount = in.Amount
	r.Revision++
	return c.JSON(200, p.shown(r))
}

func (p *plant) copyRecipe(c echo.Context, r *Recipe) error {
	var in struct {
		Name string `json:"name"`
	}
	if err := c.Bind(&in); err != nil {
		return err
	}
	if err := checkRecipe(in.Name, r.YieldPieces); err != nil {
		return err
	}
	if p.nameTaken(in.Name, nil) {
		return conflict("name_taken", "another recipe has this name")
	}
	items := slices.Clone(r.Items)
	if p.bug == 3 { // the copy has the very same items
		items = r.Items
	}
	return c.JSON(201, p.shown(p.keep(in.Name, r.YieldPieces, items)))
}
