// Package flagmast is a REST service for feature flags: flags with variants, segments of users, a configuration for
// each environment, and evaluations for the users of an app.
package flagmast

import (
	"crypto/sha256"
	_ "embed" // the document of the service
	"encoding/hex"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"
)

// Schema is the OpenAPI document.
//
//go:embed openapi.yaml
var Schema []byte

func init() { gin.SetMode(gin.ReleaseMode) }

const (
	admin  = "admin"
	editor = "editor"
	viewer = "viewer"
)

// user is who may log in.
type user struct {
	Name     string `json:"username"`
	Role     string `json:"role"`
	password string
}

var users = []user{
	{"fm-admin", admin, "halyard-40"},
	{"fm-editor", editor, "cleat-17"},
	{"fm-viewer", viewer, "pennant-88"},
}

// server has all state.
type server struct {
	mu       sync.Mutex
	bug      int
	sessions map[string]user // by token
	flags    []*Flag         // by key
	segments []*Segment      // by key
	changes  []Change
	lastRule int
	cache    map[string][]Result // evaluations, by environment and user
}

// New returns a service without flags, with bug n of BUGS.md built in, 0 for none.
func New(bug int) http.Handler {
	s := &server{bug: bug, sessions: map[string]user{}, cache: map[string][]Result{}}
	r := gin.New()
	r.Use(s.lock)
	r.POST("/v1/session", s.logIn)

	read := r.Group("/v1", s.authenticate)
	read.GET("/flags", s.listFlags)
	read.GET("/flags/:flag_key", s.getFlag)
	read.GET("/flags/:flag_key/environments/:environment", s.getConfig)
	read.GET("/segments", s.listSegments)
	read.GET("/segments/:segment_key", s.getSegment)
	read.GET("/tags", s.listTags)
	read.GET("/changes", s.listChanges)
	read.POST("/evaluations", s.evaluate)

	write := read.Group("", s.role(editor, admin))
	write.POST("/flags", s.createFlag)
	write.PATCH("/flags/:flag_key", s.patchFlag)
	write.DELETE("/flags/:flag_key", s.archiveFlag)
	write.POST("/flags/:flag_key/promotions", s.promote)
	write.POST("/segments", s.createSegment)
	write.DELETE("/segments/:segment_key", s.deleteSegment)
	write.PUT("/segments/:segment_key/members/:user_key", s.addMember)
	write.DELETE("/segments/:segment_key/members/:user_key", s.removeMember)

	config := write.Group("/flags/:flag_key/environments/:environment", s.protectProd)
	config.PATCH("", s.patchConfig)
	config.POST("/rules", s.addRule)
	config.PUT("/rules/order", s.orderRules)
	config.DELETE("/rules/:rule_no", s.removeRule)
	return r
}

// lock keeps requests apart.
func (s *server) lock(c *gin.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.Next()
}

// authenticate wants a bearer token.
func (s *server) authenticate(c *gin.Context) {
	token, _ := strings.CutPrefix(c.GetHeader("Authorization"), "Bearer ")
	u, ok := s.sessions[token]
	if !ok {
		refuse(c, http.StatusUnauthorized, "unauthorized", "log in first")
		return
	}
	c.Set("user", u)
}

func caller(c *gin.Context) user { return c.MustGet("user").(user) }

// role lets only some roles through.
func (s *server) role(roles ...string) gin.HandlerFunc {
	return func(c *gin.Context) {
		if !slices.Contains(roles, caller(c).Role) {
			refuse(c, http.StatusForbidden, "forbidden", "viewers change nothing")
		}
	}
}

// protectProd lets only admins change prod.
func (s *server) protectProd(c *gin.Context) {
	if c.Param("environment") == "prod" && caller(c).Role != admin {
		refuse(c, http.StatusForbidden, "protected", "only admins change prod")
	}
}

func (s *server) logIn(c *gin.Context) {
	var in struct {
		Username *string `json:"username" binding:"required"`
		Password *string `json:"password" binding:"required"`
	}
	if !bind(c, &in) {
		return
	}
	for _, u := range users {
		if u.Name == *in.Username && u.password == *in.Password {
			sum := sha256.Sum256([]byte("flagmast/" + u.Name + "/" + u.password))
			token := hex.EncodeToString(sum[:12])
			s.sessions[token] = u
			c.JSON(http.StatusOK, gin.H{"access_token": token, "user": u})
			return
		}
	}
	refuse(c, http.StatusUnauthorized, "unauthorized", "wrong name or password")
}

// Change is an entry of the change log.
type Change struct {
	Seq         int    `json:"seq"`
	Actor       string `json:"actor"`
	Action      string `json:"action"`
	Flag        string `json:"flag_key,omitempty"`
	Environment string `json:"environment,omitempty"`
	Segment     string `json:"segment_key,omitempty"`
}

// changed logs a change and forgets evaluations from before.
func (s *server) changed(c *gin.Context, x Change) {
	x.Seq, x.Actor = len(s.changes)+1, caller(c).Name
	s.changes = append(s.changes, x)
	if s.bug == 5 && x.Action == "member_removed" {
		return
	}
	clear(s.cache)
}

func (s *server) listChanges(c *gin.Context) {
	after, ok := queryInt(c, "after", 0, 0, 1000000)
	if !ok {
		return
	}
	limit, ok := queryInt(c, "limit", 50, 1, 100)
	if !ok {
		return
	}
	flag, filtered := c.GetQuery("flag_key")
	out := []Change{}
	for _, x := range s.changes {
		if x.Seq > after && (!filtered || x.Flag == flag) && len(out) < limit {
			out = append(out, x)
		}
	}
	c.JSON(http.StatusOK, gin.H{"changes": out, "last_seq": len(s.changes)})
}
