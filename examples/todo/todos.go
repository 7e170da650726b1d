package todo

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
)

// draft is a todo as its owner sends it.
type draft struct {
	Title    string   `json:"title" binding:"required,max=80"`
	Notes    string   `json:"notes" binding:"max=500"`
	Priority string   `json:"priority" binding:"omitempty,oneof=low normal high"`
	Due      string   `json:"due" binding:"omitempty,datetime=2006-01-02"`
	Tags     []string `json:"tags" binding:"max=5,unique,dive,alphanum,max=20"`
}

// change is what a PATCH sends. What is nil stays as it is.
type change struct {
	Title    *string `json:"title" binding:"omitempty,min=1,max=80"`
	Notes    *string `json:"notes" binding:"omitempty,max=500"`
	Priority *string `json:"priority" binding:"omitempty,oneof=low normal high"`
	Done     *bool   `json:"done"`
}

// filter is the query of a list.
type filter struct {
	Done     *bool  `form:"done"`
	Priority string `form:"priority" binding:"omitempty,oneof=low normal high"`
	Tag      string `form:"tag"`
	Text     string `form:"q" binding:"max=50"`
	Page     int    `form:"page,default=1" binding:"omitempty,min=1"`
	PerPage  int    `form:"per_page,default=20" binding:"min=1,max=100"`
}

func (s *service) listTodos(c *gin.Context) {
	var f filter
	if err := c.ShouldBindQuery(&f); err != nil {
		refuse(c, http.StatusBadRequest, err.Error())
		return
	}
	all := s.store.todosOf(me(c).Name, f.matches)
	from := min((f.Page-1)*f.PerPage, len(all))
	to := min(from+f.PerPage, len(all))
	c.JSON(http.StatusOK, gin.H{"total": len(all), "todos": all[from:to]})
}

func (f *filter) matches(t Todo) bool {
	text := strings.ToLower(f.Text)
	switch {
	case f.Done != nil && *f.Done != t.Done:
		return false
	case f.Priority != "" && f.Priority != t.Priority:
		return false
	case f.Tag != "" && !t.has(f.Tag):
		return false
	}
	return strings.Contains(strings.ToLower(t.Title), text) || strings.Contains(strings.ToLower(t.Notes), text)
}

func (s *service) addTodo(c *gin.Context) {
	var in draft
	if err := c.ShouldBindJSON(&in); err != nil {
		refuse(c, http.StatusBadRequest, err.Error())
		return
	}
	t := Todo{
		Owner: me(c).Name, Title: in.Title, Notes: in.Notes, Priority: in.Priority, Due: in.Due, Tags: in.Tags,
		Created: time.Now().UTC(),
	}
	if t.Priority == "" {
		t.Priority = "normal"
	}
	t = s.store.addTodo(t)
	c.Header("Location", "/todos/"+strconv.Itoa(t.ID))
	c.JSON(http.StatusCreated, t)
}

// own returns the todo that the path names. It refuses the call if there is no
// such todo, or if it belongs to somebody else.
func (s *service) own(c *gin.Context) (Todo, bool) {
	id, err := strconv.Atoi(c.Param("id"))
	if err != nil {
		refuse(c, http.StatusBadRequest, "the id is not a number")
		return Todo{}, false
	}
	t, ok := s.store.todo(id)
	if !ok {
		refuse(c, http.StatusNotFound, "no such todo")
		return Todo{}, false
	}
	if t.Owner != me(c).Name {
		refuse(c, http.StatusForbidden, "this is not your todo")
		return Todo{}, false
	}
	return t, true
}

func (s *service) showTodo(c *gin.Context) {
	if t, ok := s.own(c); ok {
		c.JSON(http.StatusOK, t)
	}
}

func (s *service) changeTodo(c *gin.Context) {
	t, ok := s.own(c)
	if !ok {
		return
	}
	var in change
	if err := c.ShouldBindJSON(&in); err != nil {
		refuse(c, http.StatusBadRequest, err.Error())
		return
	}
	set(&t.Title, in.Title)
	set(&t.Notes, in.Notes)
	set(&t.Priority, in.Priority)
	set(&t.Done, in.Done)
	s.store.putTodo(t)
	c.JSON(http.StatusOK, t)
}

// set changes a value to the new one if there is one.
func set[T any](value, to *T) {
	if to != nil {
		*value = *to
	}
}

func (s *service) removeTodo(c *gin.Context) {
	t, ok := s.own(c)
	if !ok {
		return
	}
	if !t.Done && t.Priority == "high" {
		refuse(c, http.StatusConflict, "do it first: its priority is high")
		return
	}
	s.store.removeTodo(t.ID)
	c.Status(http.StatusNoContent)
}

func (s *service) listTags(c *gin.Context) { c.JSON(http.StatusOK, s.store.tagsOf(me(c).Name)) }
