// Package sealroom is a REST service for the property room of a police department: units file what they found under
// cases, and the custodian stores it, hands it out and disposes of it, so that nobody can doubt where it was.
package sealroom

import (
	"bytes"
	_ "embed" // the document
	"encoding/json"
	"io"
	"math"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"
	"github.com/go-playground/validator/v10"
)

// Schema is the OpenAPI document.
//
//go:embed openapi.yaml
var Schema []byte

// user is who has a key.
type user struct{ name, role, unit string }

var keys = map[string]user{
	"sr-custodian-1180": {"custodian", "custodian", ""},
	"sr-nord-2291":      {"nord-desk", "officer", "NORD"},
	"sr-nord-2292":      {"nord-patrol", "officer", "NORD"},
	"sr-sued-3340":      {"sued-desk", "officer", "SUED"},
	"sr-audit-4407":     {"audit", "auditor", ""},
}

var units = []string{"NORD", "SUED", "HAFEN"}

// room keeps everything in memory; a middleware holds its lock during a request.
type room struct {
	bug       int
	mu        sync.Mutex
	cases     []*Case
	filed     map[string]int // cases by unit
	items     []*Item
	seals     map[string]bool
	checkouts []*Checkout
	readers   map[string][]string // units that may search a case
}

// New returns an empty property room with bug n of BUGS.md built in, 0 for none.
func New(bug int) http.Handler {
	gin.SetMode(gin.ReleaseMode)
	r := &room{bug: bug, filed: map[string]int{}, seals: map[string]bool{}, readers: map[string][]string{}}
	e := gin.New()
	e.RedirectTrailingSlash = false
	v := e.Group("/v2", r.lock, authenticate)
	v.GET("/cases", r.listCases)
	v.POST("/cases", only("officer"), r.openCase)
	one := v.Group("/cases/:case_ref", r.findCase)
	one.GET("", r.getCase)
	one.PATCH("", ofUnit, r.patchCase)
	one.PUT("/shares/:unit", ofUnit, r.share)
	one.DELETE("/shares/:unit", ofUnit, r.unshare)
	one.POST("/items", ofUnit, r.fileItem)
	v.GET("/items", r.searchItems)
	item := v.Group("/items/:tag", r.findItem)
	item.GET("", func(c *gin.Context) { c.JSON(200, itemOf(c)) })
	item.GET("/chain", func(c *gin.Context) { c.JSON(200, gin.H{"tag": itemOf(c).Tag, "entries": itemOf(c).chain}) })
	item.PUT("/shelf", only("custodian"), r.moveItem)
	item.POST("/parts", only("custodian"), r.splitItem)
	item.POST("/checkin", only("custodian"), r.checkIn)
	item.POST("/disposal", only("custodian"), r.dispose)
	v.GET("/shelves", r.listShelves)
	v.POST("/checkouts", only("custodian"), r.checkOut)
	v.GET("/overdue", r.overdue)
	return e
}

func (r *room) lock(c *gin.Context) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c.Next()
}

func authenticate(c *gin.Context) {
	u, ok := keys[c.GetHeader("X-Api-Key")]
	if !ok {
		fail(c, 401, "no_key", "send a known key as X-Api-Key", "")
		return
	}
	c.Set("user", u)
}

func caller(c *gin.Context) user { return c.MustGet("user").(user) }

// only lets one role pass.
func only(role string) gin.HandlerFunc {
	return func(c *gin.Context) {
		if caller(c).role != role {
			fail(c, 403, "wrong_role", "for the "+role+" alone", "")
		}
	}
}

// ofUnit lets officers of the unit pass that leads the case.
func ofUnit(c *gin.Context) {
	if u := caller(c); u.role != "officer" || u.unit != caseOf(c).Unit {
		fail(c, 403, "other_unit", "for officers of the unit that leads the case", "")
	}
}

func fail(c *gin.Context, status int, code, message, field string) {
	e := gin.H{"code": code, "message": message}
	if field != "" {
		e["field"] = field
	}
	c.AbortWithStatusJSON(status, gin.H{"error": e})
}

func invalid(c *gin.Context, field, message string) { fail(c, 422, "invalid", message, field) }

var rules = validator.New()

// bind reads the body into a T and checks its rules; without an error answered it returns true.
func bind[T any](c *gin.Context) (in T, ok bool) {
	body, _ := io.ReadAll(c.Request.Body)
	raw := map[string]json.RawMessage{}
	if err := json.Unmarshal(body, &raw); err != nil || raw == nil {
		fail(c, 400, "no_json", "the body is no JSON object", "")
		return in, false
	}
	fields := map[string]reflect.Value{}
	to := reflect.ValueOf(&in).Elem()
	for i := range to.NumField() {
		fields[to.Type().Field(i).Tag.Get("json")] = to.Field(i)
	}
	names := []string{}
	for name := range raw {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		field, known := fields[name]
		if !known {
			invalid(c, name, "no such field")
			return in, false
		}
		text := raw[name]
		if f, err := strconv.ParseFloat(string(text), 64); err == nil && f == math.Trunc(f) && math.Abs(f) < 1e15 {
			text = strconv.AppendInt(nil, int64(f), 10)
		}
		if bytes.Equal(text, []byte("null")) || json.Unmarshal(text, field.Addr().Interface()) != nil {
			invalid(c, name, "of another type")
			return in, false
		}
	}
	if err := rules.Struct(in); err != nil {
		wrong := err.(validator.ValidationErrors)[0]
		name, _, _ := strings.Cut(wrong.StructField(), "[")
		f, _ := to.Type().FieldByName(name)
		invalid(c, f.Tag.Get("json"), "must be "+strings.TrimSpace(wrong.Tag()+" "+wrong.Param()))
		return in, false
	}
	return in, true
}

// oneOf returns a query parameter that has one of some values, or "".
func oneOf(c *gin.Context, name string, values []string) (string, bool) {
	v, sent := c.GetQuery(name)
	if sent && !slices.Contains(values, v) {
		invalid(c, name, "must be one of "+strings.Join(values, ", "))
		return "", false
	}
	return v, true
}

// number returns a query parameter from 1 to most.
func number(c *gin.Context, name string, most, without int) (int, bool) {
	v, sent := c.GetQuery(name)
	if !sent {
		return without, true
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 || n > most {
		invalid(c, name, "must be from 1 to "+strconv.Itoa(most))
		return 0, false
	}
	return n, true
}

// paged answers with the page of all that the query asks for.
func paged[T any](c *gin.Context, name string, all []T) {
	page, ok := number(c, "page", 10000, 1)
	if !ok {
		return
	}
	per, ok := number(c, "per_page", 50, 20)
	if !ok {
		return
	}
	from := min((page-1)*per, len(all))
	to := min(from+per, len(all))
	c.JSON(200, gin.H{name: append([]T{}, all[from:to]...), "page": page, "per_page": per, "total": len(all)})
}
