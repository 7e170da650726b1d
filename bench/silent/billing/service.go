// Package billing is a service that bills customers, on gin and gorm with
// SQLite in memory. Agents keep their own customers and invoices, accountants
// those of all; who calls is told by HTTP basic authentication.
package billing

import (
	_ "embed"
	"errors"
	"net/http"
	"slices"
	"sync"

	"github.com/gin-gonic/gin"
	"gorm.io/gorm"

	"github.com/evoke-go/evoke/bench/silent/kit"
	"github.com/evoke-go/evoke/rest/auth"
)

//go:embed openapi.yaml
var schema []byte

// Schema returns the OpenAPI document, which is true of the healthy service.
func Schema() []byte { return schema }

// user is who may call.
type user struct {
	Name     string `json:"name"`
	Role     string `json:"role"`
	password string
}

func (u *user) isAccountant() bool { return u.Role == "accountant" }

// people are all users, in a fixed order.
func people() []*user {
	return []*user{
		{"vera", "accountant", "vera-secret"},
		{"tom", "agent", "tom-secret"},
		{"uma", "agent", "uma-secret"},
	}
}

// Users returns the users for a run: vera is an accountant, tom and uma are agents.
func Users() []auth.User {
	var out []auth.User
	for _, u := range people() {
		out = append(out, auth.Basic(u.Name, u.Name, u.password))
	}
	return auth.Public(out...)
}

// service is the handler.
type service struct {
	router *gin.Engine
	bugs   kit.Bugs
	people []*user

	mu sync.Mutex // one request at a time
	db *gorm.DB
}

// New returns the healthy service: see [With].
func New() http.Handler { return With() }

// With returns a service with some bugs and without customers. It is a
// bench.Resetter and an io.Closer.
func With(bugs ...kit.Bug) http.Handler {
	db, err := open()
	if err != nil {
		panic(err) // SQLite in memory opens, or the program was built without it
	}
	gin.SetMode(gin.ReleaseMode)
	s := &service{router: gin.New(), bugs: kit.Set(bugs...), people: people(), db: db}
	s.router.RedirectTrailingSlash = false
	s.router.HandleMethodNotAllowed = true
	s.router.GET("/me", s.as(s.me))
	s.customerRoutes()
	s.invoiceRoutes()
	s.router.GET("/payments/:id", s.as(s.getPayment))
	return s
}

func (s *service) customerRoutes() {
	s.router.GET("/customers", s.as(s.listCustomers))
	s.router.POST("/customers", s.as(s.createCustomer))
	s.router.GET("/customers/:id", s.as(s.getCustomer))
	s.router.PUT("/customers/:id", s.as(s.putCustomer))
	s.router.PATCH("/customers/:id", s.as(s.patchCustomer))
	s.router.DELETE("/customers/:id", s.as(s.deleteCustomer))
	s.router.PUT("/customers/:id/credit", s.as(s.putCredit))
	s.router.GET("/customers/:id/balance", s.as(s.balance))
}

func (s *service) invoiceRoutes() {
	s.router.GET("/invoices", s.as(s.listInvoices))
	s.router.POST("/invoices", s.as(s.createInvoice))
	s.router.GET("/invoices/:id", s.as(s.getInvoice))
	s.router.PATCH("/invoices/:id", s.as(s.patchInvoice))
	s.router.DELETE("/invoices/:id", s.as(s.deleteInvoice))
	s.router.POST("/invoices/:id/lines", s.as(s.addLine))
	s.router.POST("/invoices/:id/send", s.as(s.send))
	s.router.GET("/invoices/:id/payments", s.as(s.listPayments))
	s.router.POST("/invoices/:id/payments", s.as(s.pay))
}

// Reset forgets all customers and what belongs to them.
func (s *service) Reset() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return empty(s.db)
}

// Close closes the database.
func (s *service) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	db, err := s.db.DB()
	return errors.Join(err, db.Close())
}

// ServeHTTP answers a request. What the router would redirect is not found.
func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	kit.Exact(w, r, s.router)
}

// as lets only requests of users through, one at a time. What one has written
// before it fails is undone.
func (s *service) as(do func(*call) error) gin.HandlerFunc {
	return func(c *gin.Context) {
		s.mu.Lock()
		defer s.mu.Unlock()
		name, password, _ := c.Request.BasicAuth()
		i := slices.IndexFunc(s.people, func(u *user) bool { return u.Name == name && u.password == password })
		if i < 0 {
			c.Header("WWW-Authenticate", `Basic realm="billing"`)
			// of texts, which have a form in JSON
			_ = kit.JSON(c.Writer, http.StatusUnauthorized, gin.H{"error": "who are you?"})
			return
		}
		if err := do(&call{c, s.people[i]}); err != nil {
			kit.Fail(c.Writer, err)
		}
	}
}

// call is one request of a user.
type call struct {
	*gin.Context
	user *user
}

// id returns the number of the element that the path names.
func (c *call) id() (int, error) { return kit.ID(c.Param("id")) }

// sees refuses what another agent keeps.
func (c *call) sees(agent string) error {
	if !c.user.isAccountant() && c.user.Name != agent {
		return kit.Refuse(http.StatusForbidden, "another agent keeps this")
	}
	return nil
}

func (s *service) me(c *call) error { return kit.JSON(c.Writer, http.StatusOK, c.user) }
