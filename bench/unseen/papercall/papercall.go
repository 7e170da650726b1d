// Package papercall runs the call for papers of a conference: authors submit talks, reviewers score them without
// knowing whose they are, and the chair decides what goes into the programme.
package papercall

import (
	"bytes"
	_ "embed" // the document
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"
)

// Schema is the OpenAPI document. Bodies of requests are checked against it.
//
//go:embed openapi.yaml
var Schema []byte

const address = "file:///papercall.json"

// document is the compiler of the schemas in the document.
var document = sync.OnceValues(func() (*jsonschema.Compiler, error) {
	var tree any
	if err := yaml.Unmarshal(Schema, &tree); err != nil {
		return nil, err
	}
	text, err := json.Marshal(tree)
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	return c, c.AddResource(address, doc)
})

var (
	bodies   = map[string]*jsonschema.Schema{}
	bodiesMu sync.Mutex
)

// bodySchema returns the schema that the document has for the bodies of a route.
func bodySchema(name string) (*jsonschema.Schema, error) {
	bodiesMu.Lock()
	defer bodiesMu.Unlock()
	if s, ok := bodies[name]; ok {
		return s, nil
	}
	c, err := document()
	if err != nil {
		return nil, err
	}
	s, err := c.Compile(address + "#/components/schemas/" + name)
	if err == nil {
		bodies[name] = s
	}
	return s, err
}

type user struct {
	Name     string `json:"username"`
	Role     string `json:"role"`
	password string
}

func (u user) email() string { return u.Name + "@example.org" }

var users = []user{
	{"vera", "chair", "gavel-610"},
	{"rolf", "reviewer", "pencil-23"},
	{"runa", "reviewer", "eraser-47"},
	{"anja", "author", "slides-81"},
	{"abel", "author", "laser-305"},
}

func userNamed(name string) (user, bool) {
	for _, u := range users {
		if u.Name == name {
			return u, true
		}
	}
	return user{}, false
}

type conference struct {
	bug         int
	tokens      map[string]user
	tracks      []*track
	submissions []*submission
	waited      int // how often something was put on a waiting list
}

func init() { gin.SetMode(gin.ReleaseMode) }

// New returns a conference without tracks, with one of the bugs of BUGS.md, 0 for none.
func New(bug int) http.Handler {
	s := &conference{bug: bug, tokens: map[string]user{}}
	e := gin.New()
	e.HandleMethodNotAllowed, e.RedirectTrailingSlash = true, false
	e.NoRoute(func(c *gin.Context) { refuse(c, 404, "NOT_FOUND", "there is no such path") })
	e.NoMethod(func(c *gin.Context) { refuse(c, 405, "NOT_ALLOWED", "there is no such method") })
	var mu sync.Mutex
	e.Use(func(c *gin.Context) {
		mu.Lock()
		defer mu.Unlock()
		c.Next()
	})
	e.POST("/sessions", s.logIn)
	e.GET("/programme", s.programme)
	known := e.Group("/", s.authenticate)
	chair, author, reviewer := known.Group("/", role("chair")), known.Group("/", role("author")),
		known.Group("/", role("reviewer"))

	known.GET("/tracks", s.listTracks)
	known.GET("/tracks/:slug", s.getTrack)
	chair.POST("/tracks", s.createTrack)
	chair.PATCH("/tracks/:slug", s.patchTrack)
	chair.GET("/tracks/:slug/summary", s.summary)

	known.GET("/submissions", s.listSubmissions)
	known.GET("/submissions/:ref", s.getSubmission)
	author.POST("/submissions", s.createSubmission)
	author.PATCH("/submissions/:ref", s.patchSubmission)
	author.POST("/submissions/:ref/withdrawal", s.withdraw)
	chair.GET("/submissions/:ref/assignments", s.listAssignments)
	chair.POST("/submissions/:ref/assignments", s.assign)
	chair.DELETE("/submissions/:ref/assignments/:reviewer", s.unassign)
	chair.POST("/submissions/:ref/decision", s.decide)
	reviewer.PUT("/submissions/:ref/review", s.putReview)
	known.GET("/submissions/:ref/reviews", s.listReviews)
	return e
}

// refuse answers with an error and ends the request.
func refuse(c *gin.Context, status int, code, detail string) {
	c.AbortWithStatusJSON(status, gin.H{"errors": []gin.H{{"code": code, "detail": detail}}})
}

func (s *conference) authenticate(c *gin.Context) {
	token, _ := strings.CutPrefix(c.GetHeader("Authorization"), "Bearer ")
	u, ok := s.tokens[token]
	if !ok {
		refuse(c, 401, "UNAUTHORIZED", "log in first")
		return
	}
	c.Set("user", u)
}

// me returns who is logged in.
func me(c *gin.Context) user {
	u, _ := c.MustGet("user").(user)
	return u
}

func role(name string) gin.HandlerFunc {
	return func(c *gin.Context) {
		if me(c).Role != name {
			refuse(c, 403, "FORBIDDEN", "this is for the role "+name)
		}
	}
}

// read reads a body that fits a schema of the document.
func read(c *gin.Context, schema string, to any) bool {
	raw, err := io.ReadAll(c.Request.Body)
	if err != nil {
		refuse(c, 400, "BAD_JSON", "the body cannot be read")
		return false
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if _, ok := v.(map[string]any); err != nil || !ok {
		refuse(c, 400, "BAD_JSON", "the body must be a JSON object")
		return false
	}
	check, err := bodySchema(schema)
	if err != nil {
		refuse(c, 500, "INTERNAL", err.Error())
		return false
	}
	if err := check.Validate(v); err != nil {
		refuse(c, 422, "INVALID", reason(err))
		return false
	}
	if err := json.Unmarshal(raw, to); err != nil {
		refuse(c, 422, "INVALID", err.Error())
		return false
	}
	return true
}

// reason says in a line why a body does not fit.
func reason(err error) string {
	var e *jsonschema.ValidationError
	if !errors.As(err, &e) {
		return err.Error()
	}
	for len(e.Causes) > 0 {
		e = e.Causes[0]
	}
	return "/" + strings.Join(e.InstanceLocation, "/") + " breaks " + strings.Join(e.ErrorKind.KeywordPath(), "/")
}

// whole is an integer, written as 3 or 3.0.
type whole int

func (n *whole) UnmarshalJSON(raw []byte) error {
	f, err := strconv.ParseFloat(string(raw), 64)
	*n = whole(math.Trunc(f))
	return err
}

// number reads a parameter.
func number(c *gin.Context, name string, most, other int) (int, bool) {
	v, given := c.GetQuery(name)
	if !given {
		return other, true
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 || n > most {
		refuse(c, 422, "INVALID", fmt.Sprintf("%s must be an integer from 1 to %d", name, most))
		return 0, false
	}
	return n, true
}

// paged answers with a page of a list.
func paged[T any](c *gin.Context, all []T) {
	page, ok := number(c, "page", 10000, 1)
	if !ok {
		return
	}
	size, ok := number(c, "perPage", 50, 10)
	if !ok {
		return
	}
	from, to := min((page-1)*size, len(all)), min(page*size, len(all))
	c.Header("X-Total-Count", strconv.Itoa(len(all)))
	if to < len(all) {
		q := c.Request.URL.Query()
		q.Set("page", strconv.Itoa(page+1))
		c.Header("Link", "<"+(&url.URL{Path: c.Request.URL.Path, RawQuery: q.Encode()}).String()+`>; rel="next"`)
	}
	c.JSON(200, append([]T{}, all[from:to]...))
}

func (s *conference) logIn(c *gin.Context) {
	var in struct{ Email, Password string }
	if !read(c, "Credentials", &in) {
		return
	}
	at := slices.IndexFunc(users, func(u user) bool { return u.email() == in.Email && u.password == in.Password })
	if at < 0 {
		refuse(c, 401, "UNAUTHORIZED", "the address or the password is wrong")
		return
	}
	token := fmt.Sprintf("pc-%s-%03d", users[at].Name, len(s.tokens)+1)
	s.tokens[token] = users[at]
	c.JSON(200, gin.H{"accessToken": token, "user": users[at]})
}
