// Package racetime is a REST service for running events: organisers open them, runners register or wait for a place,
// and times become results.
package racetime

import (
	"crypto/sha256"
	_ "embed" // the document
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"
)

// Schema is the OpenAPI document of the service.
//
//go:embed openapi.yaml
var Schema []byte

// Person is who may log in.
type Person struct {
	Handle   string `json:"handle"`
	Role     string `json:"role"`
	email    string
	password string
}

var people = []*Person{
	{"otis", "organiser", "otis@example.org", "gun-2044"},
	{"tess", "timekeeper", "tess@example.org", "chip-318"},
	{"nora", "runner", "nora@example.org", "stride-71"},
	{"pia", "runner", "pia@example.org", "tempo-26"},
	{"sami", "runner", "sami@example.org", "lap-905"},
}

func (p *Person) staff() bool { return p.Role != "runner" }

// runnerCalled is the runner with a handle, nil if there is none.
func runnerCalled(handle string) *Person {
	at := slices.IndexFunc(people, func(p *Person) bool { return p.Handle == handle && p.Role == "runner" })
	if at < 0 {
		return nil
	}
	return people[at]
}

// service keeps everything in memory.
type service struct {
	mu            sync.Mutex
	bug           int
	sessions      map[string]*Person // by token
	events        []*Event
	registrations []*Registration // the oldest first
}

func init() { gin.SetMode(gin.ReleaseMode) }

// New returns a service without events, with bug n of BUGS.md built in, 0 for none.
func New(bug int) http.Handler {
	s := &service{bug: bug, sessions: map[string]*Person{}}
	engine := gin.New()
	engine.RedirectTrailingSlash = false
	engine.HandleMethodNotAllowed = true
	engine.NoRoute(func(c *gin.Context) { refuse(c, 404, "NOT_FOUND", "no such path") })
	engine.NoMethod(func(c *gin.Context) { refuse(c, 405, "METHOD_NOT_ALLOWED", "not with this method") })
	engine.Use(func(c *gin.Context) {
		s.mu.Lock()
		defer s.mu.Unlock()
		c.Next()
	})
	engine.POST("/api/sessions", s.logIn)

	api := engine.Group("/api", s.authenticate)
	api.GET("/me/registrations", s.myRegistrations)
	api.GET("/runners", allow("organiser", "timekeeper"), s.listRunners)
	api.GET("/events", s.listEvents)
	api.POST("/events", allow("organiser"), s.createEvent)

	event := api.Group("/events/:eventCode", s.findEvent)
	event.GET("", s.getEvent)
	event.PATCH("", allow("organiser"), s.patchEvent)
	event.DELETE("", allow("organiser"), s.deleteEvent)
	event.POST("/state", allow("organiser"), s.moveEvent)
	event.GET("/registrations", s.listRegistrations)
	event.POST("/registrations", allow("organiser", "runner"), s.register)
	event.POST("/times", allow("organiser", "timekeeper"), s.recordTime)
	event.DELETE("/times/:bib", allow("organiser", "timekeeper"), s.deleteTime)
	event.PUT("/disqualifications/:bib", allow("organiser"), s.disqualify)
	event.DELETE("/disqualifications/:bib", allow("organiser"), s.undoDisqualification)
	event.GET("/results", s.results)

	registration := api.Group("/registrations/:registrationId", s.findRegistration)
	registration.GET("", s.getRegistration)
	registration.PATCH("", s.patchRegistration)
	registration.DELETE("", s.withdraw)
	return engine
}

// refusal is the body of an answer that refuses.
type refusal struct {
	Status int      `json:"status"`
	Error  string   `json:"error"`
	Detail string   `json:"detail"`
	Fields []string `json:"fields,omitempty"`
}

func refuse(c *gin.Context, status int, code, detail string, fields ...string) {
	c.AbortWithStatusJSON(status, refusal{status, code, detail, fields})
}

func (s *service) logIn(c *gin.Context) {
	var in struct {
		Email    string `json:"email" binding:"required,max=100"`
		Password string `json:"password" binding:"required,max=100"`
	}
	if !bind(c, &in, "email", "password") {
		return
	}
	for _, p := range people {
		if strings.EqualFold(p.email, in.Email) && p.password == in.Password {
			sum := sha256.Sum256(fmt.Appendf(nil, "session %d of %s", len(s.sessions), p.Handle))
			token := fmt.Sprintf("rt_%x", sum[:16])
			s.sessions[token] = p
			c.JSON(http.StatusCreated, gin.H{"accessToken": token, "tokenType": "Bearer", "person": p})
			return
		}
	}
	refuse(c, 401, "BAD_CREDENTIALS", "the e-mail address or the password is wrong")
}

func (s *service) authenticate(c *gin.Context) {
	token, ok := strings.CutPrefix(c.GetHeader("Authorization"), "Bearer ")
	p := s.sessions[token]
	if !ok || p == nil {
		refuse(c, 401, "UNAUTHORIZED", "log in first")
		return
	}
	c.Set("person", p)
}

// me is who makes the request.
func me(c *gin.Context) *Person { return c.MustGet("person").(*Person) }

// allow lets the roles pass.
func allow(roles ...string) gin.HandlerFunc {
	return func(c *gin.Context) {
		if !slices.Contains(roles, me(c).Role) {
			refuse(c, 403, "FORBIDDEN", "not for a "+me(c).Role)
		}
	}
}

func (s *service) listRunners(c *gin.Context) {
	staff := func(p *Person) bool { return p.staff() }
	c.JSON(200, gin.H{"items": slices.DeleteFunc(slices.Clone(people), staff)})
}

// findEvent finds the event of the path. Runners do not see drafts.
func (s *service) findEvent(c *gin.Context) {
	for _, e := range s.events {
		if e.Code == c.Param("eventCode") && (e.State != "draft" || me(c).staff()) {
			c.Set("event", e)
			return
		}
	}
	refuse(c, 404, "NOT_FOUND", "no such event")
}

func eventOf(c *gin.Context) *Event { return c.MustGet("event").(*Event) }

func (s *service) findRegistration(c *gin.Context) {
	for _, r := range s.registrations {
		if r.ID == c.Param("registrationId") {
			c.Set("registration", r)
			return
		}
	}
	refuse(c, 404, "NOT_FOUND", "no such registration")
}

func registrationOf(c *gin.Context) *Registration { return c.MustGet("registration").(*Registration) }
