// Package tracker is a service with which teams track their tasks, on echo,
// with its data in JSON files of a temporary folder. Only the owner of a project
// and its members see it; its editors change its tasks, and its viewers do not.
// Package silent tells of the bugs that it may have.
package tracker

import (
	_ "embed"
	"errors"
	"fmt"
	"net/http"
	"os"
	"sync"

	"github.com/labstack/echo/v4"

	"github.com/evoke-go/evoke/bench/silent/kit"
	"github.com/evoke-go/evoke/rest/auth"
)

//go:embed openapi.yaml
var schema []byte

// Schema returns the OpenAPI document, which is true of the healthy service.
func Schema() []byte { return schema }

// user is who may log in.
type user struct{ name, fullName, password string }

func (u *user) token() string { return u.name + "-is-on-the-team" }

// people are all users, in a fixed order.
func people() []*user {
	return []*user{
		{"gwen", "Gwen Hill", "gwen-secret"},
		{"hugo", "Hugo Lake", "hugo-secret"},
		{"iris", "Iris Wood", "iris-secret"},
	}
}

// Users returns the users for a run. Who owns and sees what is up to their calls.
func Users() []auth.User {
	var out []auth.User
	for _, u := range people() {
		out = append(out, kit.LogIn("name", u.name, u.password))
	}
	return auth.Public(out...)
}

// service is the handler.
type service struct {
	http.Handler
	bugs     kit.Bugs
	people   []*user
	folder   string
	mu       sync.Mutex // lets one request at a time through
	projects table[project]
	tasks    table[task]
	comments table[comment]
	listed   map[int][]task // by project, for StaleList
	removed  map[int]task   // by id, for DeletedByID
}

// New returns the healthy service: see [With].
func New() http.Handler { return With() }

// With returns the service without projects, healthy but for some bugs. It is a
// bench.Resetter and an io.Closer, which removes its folder. It panics if there
// is no place for the folder.
func With(bugs ...kit.Bug) http.Handler {
	folder, err := os.MkdirTemp("", "tracker-")
	if err != nil {
		panic(fmt.Errorf("tracker: %w", err))
	}
	s := &service{bugs: kit.Set(bugs...), people: people(), folder: folder}
	s.projects.file, s.tasks.file, s.comments.file = folder+"/projects.json", folder+"/tasks.json",
		folder+"/comments.json"
	s.listed, s.removed = map[int][]task{}, map[int]task{}
	s.Handler = s.routes()
	return s
}

func (s *service) routes() http.Handler {
	e := echo.New()
	e.HTTPErrorHandler = fail
	e.Use(s.alone)
	e.POST("/login", s.login)
	e.GET("/me", s.as(s.me))
	e.GET("/projects", s.as(s.listProjects))
	e.POST("/projects", s.as(s.createProject))
	e.GET("/projects/:id", s.as(s.getProject))
	e.PATCH("/projects/:id", s.as(s.patchProject))
	e.DELETE("/projects/:id", s.as(s.deleteProject))
	if s.bugs.Has(AnonymousMembers) {
		e.GET("/projects/:id/members", s.listMembersOfAny)
	} else {
		e.GET("/projects/:id/members", s.as(s.listMembers))
	}
	e.PUT("/projects/:id/members/:user", s.as(s.putMember))
	e.DELETE("/projects/:id/members/:user", s.as(s.deleteMember))
	e.GET("/projects/:id/tasks", s.as(s.listTasks))
	e.POST("/projects/:id/tasks", s.as(s.createTask))
	e.GET("/tasks/:id", s.as(s.getTask))
	e.PUT("/tasks/:id", s.as(s.putTask))
	e.DELETE("/tasks/:id", s.as(s.deleteTask))
	e.POST("/tasks/:id/transitions", s.as(s.moveTask))
	e.GET("/tasks/:id/comments", s.as(s.listComments))
	e.POST("/tasks/:id/comments", s.as(s.createComment))
	return e
}

// Reset forgets all projects.
func (s *service) Reset() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.listed)
	clear(s.removed)
	return errors.Join(s.projects.empty(), s.tasks.empty(), s.comments.empty())
}

// Close removes the folder.
func (s *service) Close() error { return os.RemoveAll(s.folder) }

// fail answers with an error of a handler or of echo.
func fail(err error, c echo.Context) {
	var routing *echo.HTTPError
	if errors.As(err, &routing) {
		err = kit.Refuse(routing.Code, "%v", routing.Message)
	}
	kit.Fail(c.Response(), err)
}

// alone lets one request at a time through.
func (s *service) alone(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		return next(c)
	}
}

// as lets only requests with a token through, as those of its user.
func (s *service) as(do func(c echo.Context, u *user) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		by, err := kit.Caller(c.Request(), s.people, (*user).token, "log in first")
		if err != nil {
			return err
		}
		return do(c, by)
	}
}

// known returns the user of a name, nil for none.
func (s *service) known(name string) *user {
	for _, u := range s.people {
		if u.name == name {
			return u
		}
	}
	return nil
}

func (s *service) login(c echo.Context) error {
	name, password, err := kit.Credentials(c.Request(), "name")
	if err != nil {
		return err
	}
	if u := s.known(name); u != nil && u.password == password {
		return c.JSON(http.StatusOK, map[string]string{"token": u.token()})
	}
	return kit.Refuse(http.StatusUnauthorized, "name or password is wrong")
}

func (s *service) me(c echo.Context, u *user) error {
	shown := map[string]string{"name": u.name, "fullName": u.fullName}
	if s.bugs.Has(PasswordShown) {
		shown["password"] = u.password
	}
	return c.JSON(http.StatusOK, shown)
}
