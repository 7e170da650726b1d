// Package todo is a small service that keeps to-do lists. People sign up, log
// in, and see and change nothing but their own todos.
//
// It is written as most services on gin are, with one fault left in for the
// search to find: "GET /todos?page=0" panics. The binding of filter.Page means
// to refuse it, but its omitempty takes a zero for nothing and lets it pass.
package todo

import (
	"crypto/rand"
	"net/http"

	"github.com/gin-gonic/gin"
)

// service answers the calls.
type service struct {
	store *store
	key   []byte // signs the tokens
}

// New returns the service with no users and no todos.
func New() http.Handler {
	gin.SetMode(gin.ReleaseMode)
	s := &service{store: newStore(), key: []byte(rand.Text())}
	r := gin.New()
	r.Use(gin.Recovery())

	r.POST("/users", s.signUp)
	r.POST("/login", s.logIn)

	mine := r.Group("/", s.authenticate)
	mine.GET("/me", s.showMe)
	mine.DELETE("/me", s.leave)
	mine.GET("/tags", s.listTags)
	mine.GET("/todos", s.listTodos)
	mine.POST("/todos", s.addTodo)
	mine.GET("/todos/:id", s.showTodo)
	mine.PATCH("/todos/:id", s.changeTodo)
	mine.DELETE("/todos/:id", s.removeTodo)
	return r
}

// refuse answers a call that the service does not carry out.
func refuse(c *gin.Context, status int, reason string) {
	c.AbortWithStatusJSON(status, gin.H{"error": reason})
}
