// Package kitchen is a service that keeps recipes with their ingredients and
// ratings, and the shopping lists of cooks, on net/http with all its data in
// memory. Everybody reads recipes, their authors change them; a shopping list is
// for its owner. Package silent tells of the bugs that it may have.
package kitchen

import (
	_ "embed"
	"net/http"
	"sync"

	"github.com/evoke-go/evoke/bench/silent/kit"
	"github.com/evoke-go/evoke/rest/auth"
)

//go:embed openapi.yaml
var schema []byte

// Schema returns the OpenAPI document, which is true of the healthy service.
func Schema() []byte { return schema }

// cook is who may log in.
type cook struct {
	Username    string
	DisplayName string
	Password    string
}

func (c *cook) token() string { return "kitchen-" + c.Username + "-is-in" }

// cooks are all users, in a fixed order.
func cooks() []*cook {
	return []*cook{{"ada", "Ada Lund", "ada-secret"}, {"bo", "Bo Moe", "bo-secret"}, {"cy", "Cy Nes", "cy-secret"}}
}

// Users returns the users for a run: three cooks.
func Users() []auth.User {
	var out []auth.User
	for _, c := range cooks() {
		out = append(out, kit.LogIn("username", c.Username, c.Password))
	}
	return auth.Public(out...)
}

// service is the handler.
type service struct {
	mux  *http.ServeMux
	bugs kit.Bugs

	mu          sync.Mutex // guards what follows
	cooks       []*cook
	recipes     []*recipe     // in the order of their ids
	ingredients []*ingredient // in the order of their ids
	lists       []*shopping   // in the order of their ids

	lastRecipe, lastIngredient, lastList, lastItem int
}

// New returns the healthy service: see [With].
func New() http.Handler { return With() }

// With returns a service with some bugs and without recipes. It is a
// bench.Resetter.
func With(bugs ...kit.Bug) http.Handler {
	s := &service{mux: http.NewServeMux(), bugs: kit.Set(bugs...)}
	s.clear()
	s.mux.HandleFunc("POST /login", kit.Handler(s.login))
	if s.bugs.Has(CooksAnonymous) {
		s.mux.HandleFunc("GET /cooks", s.open(s.listCooks))
	} else {
		s.mux.HandleFunc("GET /cooks", s.as(s.listCooks))
	}
	s.mux.HandleFunc("GET /me", s.as(s.getMe))
	s.mux.HandleFunc("PUT /me", s.as(s.putMe))
	s.routeRecipes()
	s.mux.HandleFunc("GET /shopping-lists", s.as(s.listLists))
	s.mux.HandleFunc("POST /shopping-lists", s.as(s.createList))
	s.mux.HandleFunc("GET /shopping-lists/{id}", s.as(s.getList))
	s.mux.HandleFunc("DELETE /shopping-lists/{id}", s.as(s.deleteList))
	s.mux.HandleFunc("POST /shopping-lists/{id}/items", s.as(s.createItem))
	s.mux.HandleFunc("POST /shopping-lists/{id}/recipes", s.as(s.addRecipe))
	s.mux.HandleFunc("GET /items/{id}", s.as(s.getItem))
	s.mux.HandleFunc("PUT /items/{id}", s.as(s.putItem))
	s.mux.HandleFunc("DELETE /items/{id}", s.as(s.deleteItem))
	return s
}

// routeRecipes adds the operations on recipes and what belongs to them.
func (s *service) routeRecipes() {
	s.mux.HandleFunc("GET /recipes", s.open(s.listRecipes))
	s.mux.HandleFunc("POST /recipes", s.as(s.createRecipe))
	s.mux.HandleFunc("GET /recipes/{id}", s.open(s.getRecipe))
	s.mux.HandleFunc("PUT /recipes/{id}", s.as(s.putRecipe))
	s.mux.HandleFunc("DELETE /recipes/{id}", s.as(s.deleteRecipe))
	s.mux.HandleFunc("GET /recipes/{id}/ingredients", s.open(s.listIngredients))
	s.mux.HandleFunc("POST /recipes/{id}/ingredients", s.as(s.createIngredient))
	s.mux.HandleFunc("GET /ingredients/{id}", s.open(s.getIngredient))
	s.mux.HandleFunc("PUT /ingredients/{id}", s.as(s.putIngredient))
	s.mux.HandleFunc("DELETE /ingredients/{id}", s.as(s.deleteIngredient))
	s.mux.HandleFunc("GET /recipes/{id}/ratings", s.open(s.listRatings))
	s.mux.HandleFunc("PUT /recipes/{id}/rating", s.as(s.rate))
	s.mux.HandleFunc("DELETE /recipes/{id}/rating", s.as(s.unrate))
}

// Reset forgets all that was made, and what cooks changed of themselves.
func (s *service) Reset() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
	return nil
}

func (s *service) clear() {
	s.cooks, s.recipes, s.ingredients, s.lists = cooks(), nil, nil, nil
	s.lastRecipe, s.lastIngredient, s.lastList, s.lastItem = 0, 0, 0, 0
}

// ServeHTTP answers a request. What the mux would redirect is not found.
func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	kit.Exact(w, r, s.mux)
}

// action answers a request of a cook, nil for anybody.
type action func(w http.ResponseWriter, r *http.Request, by *cook) error

// open lets all requests through, one at a time.
func (s *service) open(do action) http.HandlerFunc {
	return kit.Handler(func(w http.ResponseWriter, r *http.Request) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		return do(w, r, nil)
	})
}

// as lets only requests of cooks through.
func (s *service) as(do action) http.HandlerFunc {
	return s.open(func(w http.ResponseWriter, r *http.Request, _ *cook) error {
		by, err := kit.Caller(r, s.cooks, (*cook).token, "log in first")
		if err != nil {
			return err
		}
		return do(w, r, by)
	})
}

// login answers with the token of a cook.
func (s *service) login(w http.ResponseWriter, r *http.Request) error {
	name, password, err := kit.Credentials(r, "username")
	if err != nil {
		return err
	}
	for _, c := range cooks() {
		if c.Username == name && c.Password == password {
			return kit.JSON(w, http.StatusOK, map[string]string{"token": c.token()})
		}
	}
	return kit.Refuse(http.StatusUnauthorized, "username or password is wrong")
}

// profile is a cook as others see one.
type profile struct {
	Username    string `json:"username"`
	DisplayName string `json:"displayName"`
	// RecipeCount is how many recipes the cook wrote.
	RecipeCount int    `json:"recipeCount"`
	Password    string `json:"password,omitempty"` // for PasswordsShown
}

func (s *service) profile(c *cook) profile {
	out := profile{Username: c.Username, DisplayName: c.DisplayName}
	for _, r := range s.recipes {
		if r.Author == c.Username {
			out.RecipeCount++
		}
	}
	return out
}

func (s *service) listCooks(w http.ResponseWriter, _ *http.Request, _ *cook) error {
	var out []profile
	for _, c := range s.cooks {
		p := s.profile(c)
		if s.bugs.Has(PasswordsShown) {
			p.Password = c.Password
		}
		out = append(out, p)
	}
	return kit.JSON(w, http.StatusOK, out)
}

func (s *service) getMe(w http.ResponseWriter, _ *http.Request, by *cook) error {
	return kit.JSON(w, http.StatusOK, s.profile(by))
}

func (s *service) putMe(w http.ResponseWriter, r *http.Request, by *cook) error {
	o, err := kit.Body(r)
	if err != nil {
		return err
	}
	name := ""
	o.Need("displayName")
	o.Text(&name, "displayName", 1, 60)
	if err := o.Err(); err != nil {
		return err
	}
	by.DisplayName = name
	return s.getMe(w, r, by)
}
