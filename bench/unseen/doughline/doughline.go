// Package doughline is a service for the production of a bakery: ingredients come in lots, recipes say what a dough
// needs, and batches draw it from the lots.
package doughline

import (
	"bytes"
	_ "embed" // the document
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

// Schema is the OpenAPI document of the service.
//
//go:embed openapi.yaml
var Schema []byte

// roles of the keys
var roles = map[string]string{
	"dl-plan-4107":  "planner",
	"dl-bake-5218":  "baker",
	"dl-store-6329": "store",
	"dl-view-7430":  "viewer",
}

// fault is an answer that refuses.
type fault struct {
	Status    int        `json:"-"`
	Code      string     `json:"code"`
	Message   string     `json:"message"`
	Field     string     `json:"field,omitempty"`
	Shortages []shortage `json:"shortages,omitempty"`
}

func (f *fault) Error() string { return f.Code + ": " + f.Message }

type shortage struct {
	Ingredient string `json:"ingredient"`
	Missing    int    `json:"missing"`
}

func missing(what string) error {
	return &fault{Status: 404, Code: "not_found", Message: "no such " + what}
}

func conflict(code, message string) error {
	return &fault{Status: 409, Code: code, Message: message}
}

func unfit(field, message string) error {
	return &fault{Status: 422, Code: "invalid", Message: message, Field: field}
}

// plant is all that the bakery has.
type plant struct {
	mu          sync.Mutex
	bug         int
	ingredients []*Ingredient
	recipes     []*Recipe
	recipeCount int
	batches     []*Batch
}

// New returns the service without any data. It has the bug with the given number in BUGS.md; 0 is the healthy service.
func New(bug int) http.Handler {
	p := &plant{bug: bug}
	e := echo.New()
	e.HideBanner = true
	e.Binder = binder{}
	e.HTTPErrorHandler = refuse
	api := e.Group("/api", p.serial, known)
	store, planner, baker := only("store"), only("planner"), only("baker")

	api.GET("/ingredients", p.listIngredients)
	api.POST("/ingredients", p.addIngredient, store)
	api.GET("/ingredients/:code", p.withIngredient(p.getIngredient))
	api.PATCH("/ingredients/:code", p.withIngredient(p.patchIngredient), store)
	api.DELETE("/ingredients/:code", p.withIngredient(p.deleteIngredient), store)
	api.GET("/ingredients/:code/lots", p.withIngredient(p.listLots))
	api.POST("/ingredients/:code/lots", p.withIngredient(p.addLot), store)
	api.POST("/ingredients/:code/lots/:lot_no/block", p.withIngredient(p.blockLot), store)
	api.POST("/ingredients/:code/lots/:lot_no/release", p.withIngredient(p.releaseLot), store)
	api.GET("/ingredients/:code/lots/:lot_no/usage", p.withIngredient(p.lotUsage))
	api.POST("/deliveries", p.addDelivery, store)

	api.GET("/recipes", p.listRecipes)
	api.POST("/recipes", p.addRecipe, planner)
	api.GET("/recipes/:recipe_id", p.withRecipe(p.getRecipe))
	api.PUT("/recipes/:recipe_id", p.withRecipe(p.putRecipe), planner)
	api.DELETE("/recipes/:recipe_id", p.withRecipe(p.deleteRecipe), planner)
	api.PATCH("/recipes/:recipe_id/items/:ingredient", p.withRecipe(p.patchItem), planner)
	api.POST("/recipes/:recipe_id/copies", p.withRecipe(p.copyRecipe), planner)

	api.GET("/batches", p.listBatches)
	api.POST("/batches", p.planBatch, planner)
	api.GET("/batches/:batch_no", p.withBatch(p.getBatch))
	api.PATCH("/batches/:batch_no", p.withBatch(p.patchBatch), planner)
	api.POST("/batches/:batch_no/cancel", p.withBatch(p.cancelBatch), planner)
	api.POST("/batches/:batch_no/start", p.withBatch(p.startBatch), baker)
	api.POST("/batches/:batch_no/finish", p.withBatch(p.finishBatch), baker)
	api.GET("/days/:date", p.daySheet)
	return e
}

// serial lets requests in one after another.
func (p *plant) serial(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		p.mu.Lock()
		defer p.mu.Unlock()
		return next(c)
	}
}

// known wants a key.
func known(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		role, ok := roles[c.Request().Header.Get("X-Api-Key")]
		if !ok {
			return &fault{Status: 401, Code: "unauthorized", Message: "send a key in X-Api-Key"}
		}
		c.Set("role", role)
		return next(c)
	}
}

// only wants the key of a role.
func only(role string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if c.Get("role") != role {
				return &fault{Status: 403, Code: "forbidden", Message: "this is for the role " + role}
			}
			return next(c)
		}
	}
}

// binder reads bodies strictly.
type binder struct{}

func (binder) Bind(v any, c echo.Context) error { return input.Body(c.Request(), v) }

// part reads an object inside a body as strictly as the body.
func part(raw json.RawMessage, v any, field string) error {
	err := input.Body(&http.Request{Body: io.NopCloser(bytes.NewReader(raw))}, v)
	var wrong *input.Error
	if errors.As(err, &wrong) {
		return unfit(field, wrong.Error())
	}
	return err
}

// refuse writes an error.
func refuse(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	var f *fault
	var wrong *input.Error
	var he *echo.HTTPError
	switch {
	case errors.As(err, &f):
	case errors.As(err, &wrong) && wrong.Syntax:
		f = &fault{Status: 400, Code: "bad_json", Message: wrong.Message}
	case errors.As(err, &wrong):
		f = &fault{Status: 422, Code: "invalid", Message: wrong.Message, Field: wrong.Field}
	case errors.As(err, &he):
		f = &fault{Status: he.Code, Code: "http", Message: http.StatusText(he.Code)}
	default:
		f = &fault{Status: 500, Code: "internal", Message: "internal error"}
	}
	_ = c.JSON(f.Status, f)
}

// list is an answer with all things of a kind.
type list[T any] struct {
	Items []T `json:"items"`
}

func listOf[T any](items []T) list[T] {
	if items == nil {
		items = []T{}
	}
	return list[T]{items}
}

var (
	codeForm = regexp.MustCompile(`^[A-Z]{3,8}$`)
	lotForm  = regexp.MustCompile(`^[A-Z0-9]{2,12}$`)
	dayForm  = regexp.MustCompile(`^20\d\d-\d\d-\d\d$`)
)

// isDay reports whether a text is a date of this century.
func isDay(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil && dayForm.MatchString(text)
}

// day returns a date of the query, or "".
func day(q *input.Query, name string) string {
	text, ok := q.Text(name)
	if ok {
		q.That(isDay(text), name, "must be a date such as 2031-03-02")
	}
	return text
}

// sameName compares names as people do.
func sameName(a, b string) bool {
	return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b))
}

// without returns a list without a thing.
func without[T comparable](all []T, x T) []T {
	return slices.DeleteFunc(slices.Clone(all), func(y T) bool { return x == y })
}
