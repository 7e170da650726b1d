// Package rundown plans the programme of a radio station: shows have episodes, episodes have a rundown of tracks, talk
// and spots, and what was on air is kept in a log of plays.
package rundown

import (
	_ "embed" // the document
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

// Schema is the OpenAPI document.
//
//go:embed openapi.yaml
var Schema []byte

type member struct {
	Name     string `json:"name"`
	Email    string `json:"email"`
	Role     string `json:"role"`
	password string
}

var members = []member{
	{"chief", "chief@example.org", "producer", "fader-900"},
	{"dawn", "dawn@example.org", "editor", "jingle-61"},
	{"dusk", "dusk@example.org", "editor", "needle-18"},
	{"ads", "ads@example.org", "sales", "break-340"},
}

// desk keeps the programme in memory.
type desk struct {
	sync.Mutex
	bug       int
	tokens    map[string]member
	tracks    []*Track
	shows     []*Show
	episodes  []*Episode
	campaigns []*Campaign
	plays     []*Play
	made      struct{ episodes, items int }
}

// New returns a station without a programme, with one of the bugs of BUGS.md, 0 for none.
func New(bug int) http.Handler {
	d := &desk{bug: bug, tokens: map[string]member{}}
	e := echo.New()
	e.HTTPErrorHandler = complain
	e.Use(func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			d.Lock()
			defer d.Unlock()
			return next(c)
		}
	})
	e.POST("/radio/sessions", d.logIn)
	g := e.Group("/radio", d.authenticated)
	makers, producers := roles("producer", "editor"), roles("producer")
	g.GET("/tracks", d.listTracks)
	g.POST("/tracks", d.addTrack, makers)
	g.GET("/tracks/:isrc", d.getTrack)
	g.PATCH("/tracks/:isrc", d.patchTrack, makers)
	g.DELETE("/tracks/:isrc", d.deleteTrack, makers)
	g.GET("/shows", d.listShows)
	g.POST("/shows", d.addShow, producers)
	g.GET("/shows/:slug", d.getShow)
	g.PATCH("/shows/:slug", d.patchShow, producers)
	g.POST("/shows/:slug/episodes", d.addEpisode, makers)
	g.GET("/episodes", d.listEpisodes)
	g.GET("/episodes/:episodeId", d.getEpisode)
	g.DELETE("/episodes/:episodeId", d.deleteEpisode, makers)
	g.POST("/episodes/:episodeId/lock", d.lock, makers)
	g.POST("/episodes/:episodeId/unlock", d.unlock, producers)
	g.POST("/episodes/:episodeId/air", d.air, producers)
	g.GET("/episodes/:episodeId/items", d.listItems)
	g.POST("/episodes/:episodeId/items", d.addItem, makers)
	g.PATCH("/episodes/:episodeId/items/:itemId", d.patchItem, makers)
	g.DELETE("/episodes/:episodeId/items/:itemId", d.deleteItem, makers)
	g.POST("/episodes/:episodeId/items/:itemId/move", d.moveItem, makers)
	g.GET("/campaigns", d.listCampaigns)
	g.POST("/campaigns", d.addCampaign, roles("sales"))
	g.GET("/campaigns/:campaignId", d.getCampaign)
	g.GET("/plays", d.listPlays)
	g.GET("/reports/rotation", d.rotation)
	return e
}

// trouble is an error of the API.
type trouble struct {
	status int
	Code   string `json:"code"`
	Title  string `json:"title"`
	Source string `json:"source,omitempty"`
}

func (t *trouble) Error() string { return t.Title }

func refuse(status int, code, format string, args ...any) error {
	return &trouble{status: status, Code: code, Title: fmt.Sprintf(format, args...)}
}

func notFound(what string) error {
	return refuse(http.StatusNotFound, "not_found", "there is no such %s", what)
}

func conflict(code, format string, args ...any) error {
	return refuse(http.StatusConflict, code, format, args...)
}

// complain writes an error as {"errors": [...]}.
func complain(err error, c echo.Context) {
	var t *trouble
	var in *input.Error
	var h *echo.HTTPError
	switch {
	case errors.As(err, &t):
	case errors.As(err, &in) && in.Syntax:
		t = &trouble{status: http.StatusBadRequest, Code: "malformed", Title: in.Message}
	case errors.As(err, &in):
		t = &trouble{status: http.StatusUnprocessableEntity, Code: "invalid", Title: in.Message, Source: in.Field}
	case errors.As(err, &h):
		t = &trouble{status: h.Code, Code: "http", Title: http.StatusText(h.Code)}
	default:
		t = &trouble{status: http.StatusInternalServerError, Code: "internal", Title: err.Error()}
	}
	_ = c.JSON(t.status, map[string]any{"errors": []*trouble{t}}) // nobody is left to tell
}

func data(c echo.Context, status int, v any) error { return c.JSON(status, map[string]any{"data": v}) }

// window answers with a part of a list, as offset and limit say.
func window[T any](c echo.Context, q *input.Query, all []T) error {
	offset, limit := q.Int("offset", 0, 0, 100_000), q.Int("limit", 25, 1, 100)
	if err := q.Err(); err != nil {
		return err
	}
	from := min(offset, len(all))
	return c.JSON(http.StatusOK, map[string]any{
		"data": append([]T{}, all[from:min(from+limit, len(all))]...),
		"meta": map[string]int{"total": len(all), "offset": offset, "limit": limit},
	})
}

func (d *desk) authenticated(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		token, _ := strings.CutPrefix(c.Request().Header.Get(echo.HeaderAuthorization), "Bearer ")
		m, ok := d.tokens[token]
		if !ok {
			return refuse(http.StatusUnauthorized, "unauthorized", "log in first")
		}
		c.Set("member", m)
		return next(c)
	}
}

func caller(c echo.Context) member { return c.Get("member").(member) }

func roles(names ...string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if role := caller(c).Role; !slices.Contains(names, role) {
				return refuse(http.StatusForbidden, "forbidden", "not for the role %s", role)
			}
			return next(c)
		}
	}
}

// bind reads a body and checks it.
func bind(c echo.Context, in any, check func(*input.Checks)) error {
	if err := input.Body(c.Request(), in); err != nil {
		return err
	}
	var checks input.Checks
	check(&checks)
	return checks.Err()
}

func (d *desk) logIn(c echo.Context) error {
	var in struct {
		Email    string `json:"email"`
		Password string `json:"password"`
	}
	if err := bind(c, &in, func(*input.Checks) {}); err != nil {
		return err
	}
	for _, m := range members {
		if m.Email == in.Email && m.password == in.Password {
			token := fmt.Sprintf("rd.%s.%03d", m.Name, len(d.tokens)+1)
			d.tokens[token] = m
			return c.JSON(http.StatusCreated, map[string]any{"accessToken": token, "member": m})
		}
	}
	return refuse(http.StatusUnauthorized, "unauthorized", "the address or the password is wrong")
}
