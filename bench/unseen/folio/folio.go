// Package folio is a service for a wiki: spaces with members, pages in a tree, revisions, labels, a trash, and
// notifications of watchers.
package folio

import (
	"crypto/sha256"
	_ "embed" // the document
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"
	"github.com/gin-gonic/gin/binding"
	"github.com/go-playground/validator/v10"
)

// Schema is the OpenAPI document.
//
//go:embed openapi.yaml
var Schema []byte

// Account is who may log in.
type Account struct {
	Handle   string `json:"handle"`
	Admin    bool   `json:"admin"`
	password string
}

var accounts = []Account{
	{"wiki-admin", true, "shelf-900"},
	{"docs-one", false, "quire-214"},
	{"docs-two", false, "vellum-365"},
	{"eng-one", false, "margin-508"},
}

// wiki has everything in memory.
type wiki struct {
	mu      sync.Mutex
	bug     int
	tokens  map[string]Account
	spaces  []*Space
	pages   []*page
	made    int // pages that were ever made
	notes   []*Notification
	unread  map[string]int  // by handle
	allowed map[string]bool // by handle and space, for bug 7
}

// New returns an empty wiki with one of the bugs of BUGS.md, 0 for none.
func New(bug int) http.Handler {
	gin.SetMode(gin.ReleaseMode)
	wk := &wiki{bug: bug, tokens: map[string]Account{}, unread: map[string]int{}, allowed: map[string]bool{}}
	e := gin.New()
	e.RedirectTrailingSlash = false
	e.NoRoute(func(c *gin.Context) { fail(c, http.StatusNotFound, "not_found", "no such path") })
	e.Use(wk.lock)
	e.POST("/sessions", wk.logIn)

	in := e.Group("/", wk.authenticate)
	in.GET("/spaces", wk.listSpaces)
	in.POST("/spaces", wk.createSpace)
	in.GET("/search", wk.search)
	in.GET("/notifications", wk.listNotifications)
	in.POST("/notifications/:notificationId/read", wk.readNotification)

	space := in.Group("/spaces/:spaceKey", wk.loadSpace)
	space.GET("", wk.getSpace)
	space.PATCH("", need("owner"), wk.patchSpace)
	space.GET("/members", wk.listMembers)
	space.PUT("/members/:handle", need("owner"), wk.putMember)
	space.DELETE("/members/:handle", need("owner"), wk.deleteMember)
	space.GET("/pages", wk.listPages)
	space.POST("/pages", need("writer"), wk.createPage)
	space.GET("/trash", need("writer"), wk.listTrash)
	space.POST("/trash/:pageId/restoration", need("writer"), wk.restorePage)

	pages := in.Group("/pages/:pageId", wk.loadPage)
	pages.GET("", wk.getPage)
	pages.PUT("", need("writer"), wk.putPage)
	pages.DELETE("", need("writer"), wk.trashPage)
	pages.POST("/move", need("writer"), wk.movePage)
	pages.POST("/copy", need("writer"), wk.copyPage)
	pages.PUT("/labels/:label", need("writer"), wk.addLabel)
	pages.DELETE("/labels/:label", need("writer"), wk.removeLabel)
	pages.GET("/revisions", wk.listRevisions)
	pages.GET("/revisions/:revision", wk.getRevision)
	pages.POST("/revert", need("writer"), wk.revertPage)
	pages.PUT("/watch", wk.watch)
	pages.DELETE("/watch", wk.unwatch)
	return e
}

func (wk *wiki) lock(c *gin.Context) {
	wk.mu.Lock()
	defer wk.mu.Unlock()
	c.Next()
}

func (wk *wiki) authenticate(c *gin.Context) {
	token, bearer := strings.CutPrefix(c.GetHeader("Authorization"), "Bearer ")
	a, ok := wk.tokens[token]
	if !ok || !bearer {
		fail(c, http.StatusUnauthorized, "unauthorized", "log in first")
		return
	}
	c.Set("account", a)
}

func me(c *gin.Context) Account { return c.MustGet("account").(Account) }

func (wk *wiki) logIn(c *gin.Context) {
	var in struct {
		Email    string `json:"email" binding:"required,max=100"`
		Password string `json:"password" binding:"required,max=100"`
	}
	if !bind(c, &in) {
		return
	}
	for _, a := range accounts {
		if a.Handle+"@example.org" == in.Email && a.password == in.Password {
			sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", a.Handle, len(wk.tokens)))
			token := hex.EncodeToString(sum[:10])
			wk.tokens[token] = a
			c.JSON(http.StatusOK, gin.H{"accessToken": token, "account": a})
			return
		}
	}
	fail(c, http.StatusUnauthorized, "unauthorized", "the address or the password is wrong")
}

func fail(c *gin.Context, status int, code, message string) {
	c.AbortWithStatusJSON(status, gin.H{"error": code, "message": message})
}

func missing(c *gin.Context, what string) { fail(c, http.StatusNotFound, "not_found", "no such "+what) }

func conflict(c *gin.Context, code, message string) { fail(c, http.StatusConflict, code, message) }

func invalid(c *gin.Context, field, message string) {
	c.AbortWithStatusJSON(http.StatusUnprocessableEntity, gin.H{
		"error": "invalid", "message": field + " " + message, "fields": []string{field},
	})
}

// bind reads a body by the tags of a struct, and answers if it does not fit.
func bind(c *gin.Context, to any) bool {
	text, err := io.ReadAll(io.LimitReader(c.Request.Body, 1<<20))
	var m map[string]json.RawMessage
	if err != nil || json.Unmarshal(text, &m) != nil || m == nil {
		fail(c, http.StatusBadRequest, "bad_json", "the body is no JSON object")
		return false
	}
	names := map[string]string{}
	t := reflect.TypeOf(to).Elem()
	for i := range t.NumField() {
		names[t.Field(i).Tag.Get("json")] = t.Field(i).Name
	}
	for name, value := range m {
		if names[name] == "" || string(value) == "null" {
			invalid(c, name, "is not known or null")
			return false
		}
	}
	if err := json.Unmarshal(text, to); err != nil {
		field := "body"
		if e, ok := err.(*json.UnmarshalTypeError); ok && e.Field != "" {
			field = e.Field
		}
		invalid(c, field, "has the wrong type")
		return false
	}
	if err := binding.Validator.ValidateStruct(to); err != nil {
		field, rule := "body", err.Error()
		if all, ok := err.(validator.ValidationErrors); ok {
			rule = all[0].Tag() + " " + all[0].Param()
			for name, f := range names {
				if f == all[0].StructField() {
					field = name
				}
			}
		}
		invalid(c, field, "breaks the rule "+strings.TrimSpace(rule))
		return false
	}
	return true
}

// listOf makes the JSON of a list an array even if it is empty.
func listOf[T any](in []T) []T { return append([]T{}, in...) }

// rank orders the roles of members.
func rank(role string) int { return slices.Index([]string{"", "reader", "writer", "owner"}, role) }

// need wants a role in the space at least.
func need(role string) gin.HandlerFunc {
	return func(c *gin.Context) {
		s := c.MustGet("space").(*Space)
		if a := me(c); !a.Admin && rank(s.roleOf(a.Handle)) < rank(role) {
			fail(c, http.StatusForbidden, "forbidden", "only for a "+role+" of the space")
		}
	}
}
