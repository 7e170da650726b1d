// Package commonroom is a service for a community: rooms with topics, posts and meetups.
package commonroom

import (
	"crypto/sha256"
	_ "embed" // the document
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"

	"github.com/gin-gonic/gin"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

// Schema is the OpenAPI document of the service.
//
//go:embed openapi.yaml
var Schema []byte

// person is who may log in.
type person struct {
	handle    string
	moderator bool
	password  string
}

var people = []person{
	{"wren", false, "reed-14"},
	{"lark", false, "wheat-28"},
	{"finch", false, "thistle-33"},
	{"rook", true, "tower-70"},
}

func personOf(handle string) *person {
	for i := range people {
		if people[i].handle == handle {
			return &people[i]
		}
	}
	return nil
}

// refusal is an answer that refuses.
type refusal struct {
	status  int
	Code    string `json:"code"`
	Message string `json:"message"`
	Field   string `json:"field,omitempty"`
}

func (r *refusal) Error() string { return r.Code + ": " + r.Message }

func notFound(what string) error       { return &refusal{404, "not_found", "no such " + what, ""} }
func forbidden(message string) error   { return &refusal{403, "forbidden", message, ""} }
func conflict(code, text string) error { return &refusal{409, code, text, ""} }

// community is all there is.
type community struct {
	mu      sync.Mutex
	bug     int
	tokens  map[string]*person
	rooms   map[string]*Room
	members map[string][]string // by room
	topics  []*Topic
	posts   []*Post
	meetups []*Meetup
	counts  struct{ topics, posts, meetups, activity int }
	marks   map[string]map[int]int // how far a person read a topic
}

// New returns a community without rooms, with bug n of BUGS.md built in, 0 for none.
func New(bug int) http.Handler {
	s := &community{bug: bug, tokens: map[string]*person{}, rooms: map[string]*Room{}, members: map[string][]string{},
		marks: map[string]map[int]int{}}
	gin.SetMode(gin.ReleaseMode)
	e := gin.New()
	e.RedirectTrailingSlash = false
	e.Use(s.serial, answerErrors)
	e.HandleMethodNotAllowed = true
	e.NoMethod(func(c *gin.Context) { _ = c.Error(&refusal{405, "method_not_allowed", "not with this method", ""}) })
	e.NoRoute(func(c *gin.Context) { _ = c.Error(notFound("path")) })
	v1 := e.Group("/api/v1")
	v1.POST("/sessions", s.logIn)
	in := v1.Group("", s.loggedIn)

	in.GET("/rooms", s.listRooms)
	in.POST("/rooms", moderators, s.addRoom)
	in.GET("/rooms/:slug", s.inRoom(s.getRoom))
	in.PATCH("/rooms/:slug", moderators, s.inRoom(s.patchRoom))
	in.DELETE("/rooms/:slug", moderators, s.inRoom(s.deleteRoom))
	in.GET("/rooms/:slug/members", s.inRoom(s.listMembers))
	in.PUT("/rooms/:slug/members/:handle", s.inRoom(s.addMember))
	in.DELETE("/rooms/:slug/members/:handle", s.inRoom(s.removeMember))
	in.GET("/rooms/:slug/topics", s.inRoom(s.listTopics))
	in.POST("/rooms/:slug/topics", s.inRoom(s.addTopic))
	in.GET("/rooms/:slug/meetups", s.inRoom(s.listMeetups))
	in.POST("/rooms/:slug/meetups", s.inRoom(s.addMeetup))

	in.GET("/topics/:topicId", s.inTopic(s.getTopic))
	in.PATCH("/topics/:topicId", s.inTopic(s.patchTopic))
	in.PUT("/topics/:topicId/pin", moderators, s.inTopic(s.pinTopic))
	in.PUT("/topics/:topicId/lock", moderators, s.inTopic(s.lockTopic))
	in.GET("/topics/:topicId/posts", s.inTopic(s.listPosts))
	in.POST("/topics/:topicId/posts", s.inTopic(s.addPost))
	in.PUT("/topics/:topicId/read", s.inTopic(s.markRead))

	in.GET("/posts/:postId", s.inPost(s.getPost))
	in.PATCH("/posts/:postId", s.inPost(s.patchPost))
	in.DELETE("/posts/:postId", s.inPost(s.deletePost))
	in.PUT("/posts/:postId/reactions/:kind", s.inPost(s.react))
	in.DELETE("/posts/:postId/reactions/:kind", s.inPost(s.unreact))
	in.GET("/search", s.search)
	in.GET("/me/unread", s.listUnread)

	in.GET("/meetups/:meetupId", s.inMeetup(s.getMeetup))
	in.PATCH("/meetups/:meetupId", s.inMeetup(s.patchMeetup))
	in.DELETE("/meetups/:meetupId", s.inMeetup(s.deleteMeetup))
	in.PUT("/meetups/:meetupId/rsvp", s.inMeetup(s.join))
	in.DELETE("/meetups/:meetupId/rsvp", s.inMeetup(s.leave))
	return e
}

// serial lets requests in one after another.
func (s *community) serial(c *gin.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.Next()
}

// answerErrors writes the error that a handler left.
func answerErrors(c *gin.Context) {
	c.Next()
	last := c.Errors.Last()
	if last == nil {
		return
	}
	var r *refusal
	var wrong *input.Error
	switch {
	case errors.As(last.Err, &r):
	case errors.As(last.Err, &wrong) && wrong.Syntax:
		r = &refusal{400, "bad_json", wrong.Message, ""}
	case errors.As(last.Err, &wrong):
		r = &refusal{422, "invalid", wrong.Message, wrong.Field}
	default:
		r = &refusal{500, "internal", "internal error", ""}
	}
	c.JSON(r.status, gin.H{"error": r})
}

// stop ends a request with an error.
func stop(c *gin.Context, err error) {
	_ = c.Error(err)
	c.Abort()
}

// loggedIn wants a token.
func (s *community) loggedIn(c *gin.Context) {
	var token string
	_, _ = fmt.Sscanf(c.GetHeader("Authorization"), "Bearer %s", &token)
	p := s.tokens[token]
	if p == nil {
		stop(c, &refusal{401, "unauthorized", "log in first", ""})
		return
	}
	c.Set("me", p)
}

func me(c *gin.Context) *person { return c.MustGet("me").(*person) }

// moderators lets only them in.
func moderators(c *gin.Context) {
	if !me(c).moderator {
		stop(c, forbidden("this is for moderators"))
	}
}

func (s *community) logIn(c *gin.Context) {
	var in struct {
		Email    string `json:"email"`
		Password string `json:"password"`
	}
	if err := input.Body(c.Request, &in); err != nil {
		stop(c, err)
		return
	}
	for i, p := range people {
		if p.handle+"@example.org" == in.Email && p.password == in.Password {
			sum := sha256.Sum256(fmt.Appendf(nil, "%s-%d", p.handle, len(s.tokens)))
			token := hex.EncodeToString(sum[:10])
			s.tokens[token] = &people[i]
			c.JSON(200, gin.H{"accessToken": token, "handle": p.handle, "moderator": p.moderator})
			return
		}
	}
	stop(c, &refusal{401, "unauthorized", "wrong address or password", ""})
}

type handler[T any] func(*gin.Context, T) error

// inRoom finds the room of the path.
func (s *community) inRoom(h handler[*Room]) gin.HandlerFunc {
	return func(c *gin.Context) {
		r := s.rooms[c.Param("slug")]
		if r == nil || !s.sees(me(c), r.Slug) {
			stop(c, notFound("room"))
		} else if err := h(c, r); err != nil {
			stop(c, err)
		}
	}
}

// inTopic finds the topic of the path.
func (s *community) inTopic(h handler[*Topic]) gin.HandlerFunc {
	return func(c *gin.Context) {
		id, _ := strconv.Atoi(c.Param("topicId"))
		t := s.topic(id)
		if t == nil || strconv.Itoa(id) != c.Param("topicId") || !s.sees(me(c), t.Room) {
			stop(c, notFound("topic"))
		} else if err := h(c, t); err != nil {
			stop(c, err)
		}
	}
}

// inPost finds the post of the path.
func (s *community) inPost(h handler[*Post]) gin.HandlerFunc {
	return func(c *gin.Context) {
		p := s.post(c.Param("postId"))
		if p == nil || !s.sees(me(c), s.topic(p.TopicID).Room) {
			stop(c, notFound("post"))
		} else if err := h(c, p); err != nil {
			stop(c, err)
		}
	}
}

// inMeetup finds the meetup of the path.
func (s *community) inMeetup(h handler[*Meetup]) gin.HandlerFunc {
	return func(c *gin.Context) {
		at := slices.IndexFunc(s.meetups, func(m *Meetup) bool { return m.MeetupID == c.Param("meetupId") })
		if at < 0 || !s.sees(me(c), s.meetups[at].Room) {
			stop(c, notFound("meetup"))
		} else if err := h(c, s.meetups[at]); err != nil {
			stop(c, err)
		}
	}
}

// made answers with something new and where it is.
func made(c *gin.Context, where string, body any) error {
	c.Header("Location", "/api/v1"+where)
	c.JSON(201, body)
	return nil
}

func shown(c *gin.Context, body any) error {
	c.JSON(200, body)
	return nil
}

func done(c *gin.Context) error {
	c.Status(204)
	c.Writer.WriteHeaderNow()
	return nil
}

// without returns a list without a thing.
func without[T comparable](all []T, x T) []T {
	out := []T{}
	for _, y := range all {
		if y != x {
			out = append(out, y)
		}
	}
	return out
}
