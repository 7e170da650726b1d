// Package lab is a service for the samples of a laboratory, on gin with all its
// data in memory. Technicians take samples in, split them, and put them together
// into batches that are analysed; the lead approves what came of it. Lists are
// bare, and their headers tell of pages. Package silent tells of the bugs that it
// may have.
package lab

import (
	_ "embed"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"github.com/evoke-go/evoke/bench/silent/kit"
	"github.com/evoke-go/evoke/rest/auth"
)

//go:embed openapi.yaml
var schema []byte

// Schema returns the OpenAPI document, which is true of the healthy service.
func Schema() []byte { return schema }

// user is who may call.
type user struct {
	name string
	lead bool
}

func (u *user) token() string { return "lab-token-" + u.name }

// people are all users, in a fixed order.
func people() []*user { return []*user{{"lena", true}, {"tim", false}, {"uma", false}} }

// Users returns the users for a run: lena is the lead, tim and uma are technicians.
func Users() []auth.User {
	var out []auth.User
	for _, u := range people() {
		out = append(out, auth.Bearer(u.name, u.token()))
	}
	return auth.Public(out...)
}

// service is the handler.
type service struct {
	router *gin.Engine
	bugs   kit.Bugs

	mu      sync.Mutex // one request at a time; guards what follows
	samples []*sample  // in the order in which they were taken in
	batches []*batch   // in the order in which they were planned
	last    int        // how many ids were given
	before  *overview  // what OverviewStale shows
}

// New returns the healthy service: see [With].
func New() http.Handler { return With() }

// With returns a service with some bugs and without samples. It is a
// bench.Resetter.
func With(bugs ...kit.Bug) http.Handler {
	gin.SetMode(gin.ReleaseMode)
	s := &service{router: gin.New(), bugs: kit.Set(bugs...)}
	s.router.RedirectTrailingSlash = false
	s.router.HandleMethodNotAllowed = true
	samples := s.router.Group("/samples")
	samples.GET("", s.as(s.listSamples))
	samples.POST("", s.as(s.createSample))
	samples.GET("/:sample", s.as(s.getSample))
	samples.PATCH("/:sample", s.as(s.patchSample))
	samples.DELETE("/:sample", s.as(s.deleteSample))
	samples.POST("/:sample/discard", s.as(s.discard))
	samples.GET("/:sample/aliquots", s.as(s.listAliquots))
	samples.POST("/:sample/aliquots", s.as(s.createAliquot))
	batches := s.router.Group("/batches")
	batches.GET("", s.as(s.listBatches))
	batches.POST("", s.as(s.createBatch))
	batches.GET("/:batch", s.as(s.getBatch))
	batches.PUT("/:batch", s.as(s.putBatch))
	batches.DELETE("/:batch", s.as(s.deleteBatch))
	batches.PUT("/:batch/samples/:sample", s.as(s.addMember))
	batches.DELETE("/:batch/samples/:sample", s.as(s.removeMember))
	batches.POST("/:batch/start", s.as(s.start))
	batches.POST("/:batch/complete", s.as(s.complete))
	batches.POST("/:batch/approve", s.as(s.approve))
	batches.GET("/:batch/results", s.as(s.results))
	batches.PUT("/:batch/results/:sample", s.as(s.putResult))
	batches.DELETE("/:batch/results/:sample", s.as(s.deleteResult))
	s.router.GET("/overview", s.as(s.overview))
	return s
}

// Reset forgets all samples and batches.
func (s *service) Reset() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.samples, s.batches, s.last, s.before = nil, nil, 0, nil
	return nil
}

// ServeHTTP answers a request. What the router would redirect is not found.
func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) { kit.Exact(w, r, s.router) }

// call is one request of a user.
type call struct {
	*gin.Context
	user *user
}

func (c *call) answer(status int, v any) error { return kit.JSON(c.Writer, status, v) }

// as lets only requests of users through, one at a time.
func (s *service) as(do func(*call) error) gin.HandlerFunc {
	return func(c *gin.Context) {
		s.mu.Lock()
		defer s.mu.Unlock()
		by, err := kit.Caller(c.Request, people(), (*user).token, "there is no such token")
		if err == nil {
			err = do(&call{c, by})
		}
		if err == nil {
			return
		}
		refusal := kit.Refused(err)
		if refusal.Status == http.StatusUnauthorized {
			c.Header("WWW-Authenticate", "Bearer")
		}
		// of texts and numbers, which have a form in JSON
		_ = kit.JSON(c.Writer, refusal.Status, gin.H{"status": refusal.Status, "detail": refusal.Reason})
	}
}

// own refuses who is neither the lead nor whose it is.
func (c *call) own(owner string) error {
	if !c.user.lead && c.user.name != owner {
		return kit.Refuse(http.StatusForbidden, "this belongs to %s", owner)
	}
	return nil
}

// id returns one that was not given before.
func (s *service) id() string {
	s.last++
	return uuid.NewSHA1(uuid.NameSpaceURL, []byte("lab/"+strconv.Itoa(s.last))).String()
}

// pages reads which part of a list a request asks for.
func pages(q *kit.Query) (page, size int) {
	return q.Int("page", 1, 1, 1000), q.Int("perPage", 20, 1, 50)
}

// part answers with a page of a list, and with the number of all elements and
// the links to the pages around it in headers.
func part[T any](s *service, c *call, all []T, page, size int) error {
	cut := kit.Cut(all, (page-1)*size, size)
	total, follows := cut.Total, page*size < cut.Total
	if s.bugs.Has(TotalOfPage) {
		total = len(cut.Items)
	}
	if s.bugs.Has(LastPageUnlinked) {
		follows = (page+1)*size <= cut.Total
	}
	var links []string
	link := func(to int, relation string) {
		query := c.Request.URL.Query()
		query.Set("page", strconv.Itoa(to))
		at := url.URL{Path: c.Request.URL.Path, RawQuery: query.Encode()}
		links = append(links, fmt.Sprintf("<%s>; rel=%q", at.String(), relation))
	}
	if page > 1 {
		link(page-1, "prev")
	}
	if follows {
		link(page+1, "next")
	}
	if len(links) > 0 {
		c.Header("Link", strings.Join(links, ", "))
	}
	c.Header("X-Total-Count", strconv.Itoa(total))
	return c.answer(http.StatusOK, cut.Items)
}
