package shop_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/examples/bookshop/shop"
	"github.com/evoke-go/evoke/openapi"
)

// client is a user of one shop.
type client struct {
	t     *testing.T
	shop  http.Handler
	token string
}

// visit opens a new shop and logs in, unless name is "".
func visit(t *testing.T, name string) *client {
	t.Helper()
	c := &client{t: t, shop: shop.New()}
	c.login(name)
	return c
}

func (c *client) login(name string) {
	c.t.Helper()
	if c.token = ""; name == "" {
		return
	}
	body := c.ok("POST /login", `{"name":"`+name+`","password":"`+name+`-secret"}`, 200)
	c.token, _ = body.(map[string]any)["token"].(string)
	require.NotEmpty(c.t, c.token)
}

// do makes a call ("GET /books") with a JSON body or none.
func (c *client) do(call, body string) *httptest.ResponseRecorder {
	method, target, _ := strings.Cut(call, " ")
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	w := httptest.NewRecorder()
	c.shop.ServeHTTP(w, r)
	return w
}

// ok makes a call, checks the status, and returns the body.
func (c *client) ok(call, body string, status int) any {
	c.t.Helper()
	w := c.do(call, body)
	require.Equal(c.t, status, w.Code, "%s: %s", call, w.Body)
	var out any
	if w.Body.Len() > 0 {
		require.NoError(c.t, json.Unmarshal(w.Body.Bytes(), &out))
	}
	return out
}

const persuasion = `{"title":"Persuasion","author":"Jane Austen","genre":"novel","price":895,"pages":249,"stock":7}`

func TestBooks(t *testing.T) {
	c := visit(t, "bob")
	w := c.do("POST /books", persuasion)
	require.Equal(t, 201, w.Code)
	require.Equal(t, "/books/4", w.Header().Get("Location"))

	book := c.ok("GET /books/4", "", 200).(map[string]any)
	assert.Equal(t, "Persuasion", book["title"])
	assert.InDelta(t, 4, book["id"], 0)
	c.ok("PUT /books/4", strings.Replace(persuasion, "895", "795", 1), 200)
	assert.InDelta(t, 795, c.ok("GET /books/4", "", 200).(map[string]any)["price"], 0)
	c.ok("DELETE /books/4", "", 204)
	c.ok("GET /books/4", "", 404)
}

func TestListBooks(t *testing.T) {
	tests := map[string]string{
		"":                        "Emma, Sonnets, On the Origin of Species",
		"?sort=title":             "Emma, On the Origin of Species, Sonnets",
		"?sort=price&limit=2":     "Sonnets, Emma",
		"?sort=rating":            "Emma, Sonnets, On the Origin of Species",
		"?genre=poetry":           "Sonnets",
		"?author=AUSTEN":          "Emma",
		"?maxPrice=995":           "Emma, Sonnets",
		"?genre=children":         "",
		"?genre=novel&maxPrice=1": "",
	}
	for query, want := range tests {
		t.Run(query, func(t *testing.T) {
			var titles []string
			for _, b := range visit(t, "").ok("GET /books"+query, "", 200).([]any) {
				titles = append(titles, b.(map[string]any)["title"].(string))
			}
			assert.Equal(t, want, strings.Join(titles, ", "))
		})
	}
}

func TestClientErrors(t *testing.T) {
	tests := []struct {
		user, call, body string
		want             int
	}{
		{"", "POST /login", `{"name":"ann","password":"?"}`, 401},
		{"", "POST /login", `{`, 400},
		{"", "GET /books?limit=0", "", 400},
		{"", "GET /books?limit=x", "", 400},
		{"", "GET /books?genre=none", "", 400},
		{"", "GET /books?maxPrice=-1", "", 400},
		{"", "GET /books?sort=none", "", 400},
		{"", "GET /books/x", "", 400},
		{"", "GET /books/99", "", 404},
		{"", "POST /books", persuasion, 401},
		{"ann", "POST /books", persuasion, 403},
		{"bob", "POST /books", `{"title":""}`, 400},
		{"bob", "POST /books", strings.Replace(persuasion, "novel", "none", 1), 400},
		{"bob", "POST /books", strings.Replace(persuasion, "895", "0", 1), 400},
		{"bob", "POST /books", strings.Replace(persuasion, "895", "9e9", 1), 400},
		{"bob", "POST /books", strings.Replace(persuasion, "249", "5001", 1), 400},
		{"bob", "POST /books", strings.Replace(persuasion, "7}", "1001}", 1), 400},
		{"bob", "PUT /books/99", persuasion, 404},
		{"bob", "PUT /books/1", `null`, 400},
		{"ann", "DELETE /books/2", "", 403},
		{"", "GET /books/1/quote?quantity=0", "", 400},
		{"", "GET /books/1/quote?country=FR", "", 400},
		{"", "GET /books/1/quote?voucher=FREE", "", 400},
		{"", "GET /books/1/quote?quantity=50&country=IS", "", 422},
		{"", "GET /books/99/reviews", "", 404},
		{"bob", "POST /books/1/reviews", `{"stars":6}`, 400},
		{"bob", "POST /books/1/reviews", `{"stars":5,"text":"` + strings.Repeat("x", 501) + `"}`, 400},
		{"ann", "POST /books/1/reviews", `{"stars":5}`, 409},
		{"", "GET /orders", "", 401},
		{"ann", "POST /orders", `{"book":1,"quantity":0}`, 400},
		{"ann", "POST /orders", `{"book":99,"quantity":1}`, 404},
		{"ann", "POST /orders", `{"book":1,"quantity":13}`, 409},
		{"ann", "GET /orders/x", "", 400},
		{"ann", "GET /orders/99", "", 404},
	}
	for _, test := range tests {
		t.Run(test.user+" "+test.call, func(t *testing.T) {
			body := visit(t, test.user).ok(test.call, test.body, test.want)
			assert.NotEmpty(t, body.(map[string]any)["error"])
		})
	}
}

func TestOrders(t *testing.T) {
	c := visit(t, "bob")
	w := c.do("POST /orders", `{"book":3,"quantity":4,"voucher":"READMORE","country":"IE"}`)
	require.Equal(t, 201, w.Code)
	require.Equal(t, "/orders/2", w.Header().Get("Location"))
	price := c.ok("GET /orders/2", "", 200).(map[string]any)["price"]
	assert.Equal(t, map[string]any{"books": 9800., "discount": 1470., "postage": 595., "total": 8925.}, price)

	c.ok("POST /orders", `{"book":3,"quantity":2}`, 409)
	assert.Len(t, c.ok("GET /orders", "", 200), 2, "an admin sees all")
	c.ok("POST /orders/2/cancel", "", 200)
	c.ok("POST /orders/2/cancel", "", 409)
	c.ok("POST /orders", `{"book":3,"quantity":5}`, 201)

	c.login("ann")
	assert.Len(t, c.ok("GET /orders", "", 200), 1, "a customer sees her own")
	c.ok("GET /orders/2", "", 403)
}

func TestQuotes(t *testing.T) {
	tests := map[string]float64{ // the total
		"/books/1/quote":                                      995 + 295,
		"/books/1/quote?quantity=8":                           7960,
		"/books/1/quote?quantity=10":                          9950 - 99*5,
		"/books/1/quote?quantity=60&country=IE":               59700 - 5970 + 595,
		"/books/1/quote?quantity=4&voucher=READMORE":          3980 - 39*15 + 295,
		"/books/1/quote?voucher=STAFF-1068":                   995 - 9*30 + 295,
		"/books/1/quote?voucher=STAFF-1069":                   995 + 295,
		"/books/1/quote?quantity=2&country=IS":                1990 + 995 + 150,
		"/books/1/quote?quantity=50&country=NZ":               49750 - 497*5 + 9900,
		"/books/3/quote?quantity=5&voucher=READMORE&country=": 12250 - 122*15,
	}
	for target, want := range tests {
		t.Run(target, func(t *testing.T) {
			got := visit(t, "").ok("GET "+target, "", 200).(map[string]any)
			assert.InDelta(t, want, got["total"], 0)
		})
	}
}

// The mistakes in the package comment still exist.
func TestMistakes(t *testing.T) {
	t.Run("panic", func(t *testing.T) {
		c := visit(t, "bob")
		c.ok("POST /books", persuasion, 201)
		assert.Panics(t, func() { c.do("GET /books?sort=rating", "") })
		c.ok("GET /books", "", 200)
		c.ok("POST /books/4/reviews", `{"stars":2}`, 201)
		c.ok("GET /books?sort=rating", "", 200)
	})
	t.Run("overflow", func(t *testing.T) {
		visit(t, "").ok("GET /books/3/quote?quantity=1000000", "", 500)
		visit(t, "").ok("GET /books/1/quote?quantity=1000000", "", 200)
	})
	t.Run("null for an array", func(t *testing.T) {
		c := visit(t, "bob")
		c.ok("POST /books", persuasion, 201)
		assert.Equal(t, "null\n", c.do("GET /books/4/reviews", "").Body.String())
	})
	t.Run("undeclared status", func(t *testing.T) {
		c := visit(t, "bob")
		c.ok("DELETE /books/1", "", 409)
		c.ok("DELETE /books/2", "", 204)
	})
}

func TestSchemaIsFine(t *testing.T) {
	doc, err := openapi.Read(shop.Schema, openapi.Options{})
	require.NoError(t, err)
	assert.Empty(t, doc.Warnings)
	assert.Len(t, doc.Operations, 13)
	handler := shop.New()
	for _, op := range doc.Operations {
		w := httptest.NewRecorder()
		target := strings.ReplaceAll(op.Path, "{id}", "1")
		handler.ServeHTTP(w, httptest.NewRequest(op.Method, target, strings.NewReader("{}")))
		assert.NotEqual(t, http.StatusMethodNotAllowed, w.Code, op.Name())
		assert.NotContains(t, w.Body.String(), "page not found", op.Name())
	}
}
