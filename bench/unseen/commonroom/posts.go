package commonroom

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

// Post is what somebody wrote in a topic.
type Post struct {
	PostID    string         `json:"postId"`
	TopicID   int            `json:"topicId"`
	No        int            `json:"no"`
	Author    string         `json:"author"`
	Body      string         `json:"body"`
	Edited    bool           `json:"edited"`
	Deleted   bool           `json:"deleted"`
	ReplyTo   *Quote         `json:"replyTo,omitempty"`
	Reactions map[string]int `json:"reactions"`

	replyTo string
	by      map[string][]string // who reacted, by the kind
}

// Quote is the start of the post that a reply is for.
type Quote struct {
	PostID  string `json:"postId"`
	Author  string `json:"author"`
	Excerpt string `json:"excerpt"`
}

var kinds = []string{"like", "thanks", "wow"}

func itoa(n int) string { return strconv.Itoa(n) }

func (s *community) post(id string) *Post {
	for _, p := range s.posts {
		if p.PostID == id {
			return p
		}
	}
	return nil
}

func excerpt(text string) string {
	runes := []rune(text)
	return string(runes[:min(40, len(runes))])
}

// seen returns the post as it is shown now.
func (s *community) seen(p *Post) *Post {
	out := *p
	if p.Deleted {
		out.Body = ""
	}
	if q := s.post(p.replyTo); q != nil {
		out.ReplyTo = &Quote{q.PostID, q.Author, excerpt(q.Body)}
		if q.Deleted && s.bug != 2 { // bug 2: the text is in the replies still
			out.ReplyTo.Excerpt = ""
		}
	}
	out.Reactions = map[string]int{}
	for _, k := range kinds {
		out.Reactions[k] = len(p.by[k])
	}
	return &out
}

// write adds a post to a topic.
func (s *community) write(t *Topic, author *person, body, replyTo string) *Post {
	s.counts.posts++
	s.counts.activity++
	t.last++
	p := &Post{PostID: fmt.Sprintf("p-%d", s.counts.posts), TopicID: t.TopicID, No: t.last, Author: author.handle,
		Body: body, replyTo: replyTo, by: map[string][]string{}}
	s.posts = append(s.posts, p)
	t.activity = s.counts.activity
	t.Posts++
	return p
}

func (s *community) postsOf(t *Topic) []*Post {
	out := []*Post{}
	for _, p := range s.posts {
		if p.TopicID == t.TopicID {
			out = append(out, p)
		}
	}
	return out
}

func (s *community) listPosts(c *gin.Context, t *Topic) error {
	q := input.NewQuery(c.Request)
	after, limit := q.Int("after", 0, 0, 1000000), q.Int("limit", 20, 1, 100)
	if err := q.Err(); err != nil {
		return err
	}
	page, out := []*Post{}, gin.H{}
	for _, p := range s.postsOf(t) {
		if p.No <= after {
			continue
		}
		if len(page) == limit {
			out["nextAfter"] = page[limit-1].No
			break
		}
		page = append(page, s.seen(p))
	}
	out["posts"] = page
	return shown(c, out)
}

func (s *community) addPost(c *gin.Context, t *Topic) error {
	var in struct {
		Body    string  `json:"body"`
		ReplyTo *string `json:"replyTo"`
	}
	if err := input.Body(c.Request, &in); err != nil {
		return err
	}
	var ch input.Checks
	ch.Length(in.Body, "body", 1, 2000)
	replyTo := ""
	if in.ReplyTo != nil {
		replyTo = *in.ReplyTo
		q := s.post(replyTo)
		ch.That(q != nil && q.TopicID == t.TopicID, "replyTo", "is no post of this topic")
	}
	if err := ch.Err(); err != nil {
		return err
	}
	if t.Locked {
		return conflict("locked", "the topic is locked")
	}
	p := s.write(t, me(c), in.Body, replyTo)
	return made(c, "/posts/"+p.PostID, s.seen(p))
}

func (s *community) getPost(c *gin.Context, p *Post) error { return shown(c, s.seen(p)) }

func (p *Post) mustBeThere() error {
	if p.Deleted {
		return conflict("deleted", "the post is deleted")
	}
	return nil
}

func (s *community) patchPost(c *gin.Context, p *Post) error {
	var in struct {
		Body string `json:"body"`
	}
	if err := input.Body(c.Request, &in); err != nil {
		return err
	}
	if p.Author != me(c).handle {
		return forbidden("this is for the author")
	}
	var ch input.Checks
	ch.Length(in.Body, "body", 1, 2000)
	if err := ch.Err(); err != nil {
		return err
	}
	if err := p.mustBeThere(); err != nil {
		return err
	}
	p.Body, p.Edited = in.Body, true
	return shown(c, s.seen(p))
}

func (s *community) deletePost(c *gin.Context, p *Post) error {
	if p.Author != me(c).handle && !me(c).moderator {
		return forbidden("this is for the author and moderators")
	}
	if err := p.mustBeThere(); err != nil {
		return err
	}
	p.Deleted = true
	p.by = map[string][]string{}
	s.topic(p.TopicID).Posts--
	return done(c)
}

func (s *community) react(c *gin.Context, p *Post) error {
	kind, who := c.Param("kind"), me(c).handle
	if !slices.Contains(kinds, kind) {
		return notFound("reaction")
	}
	if err := p.mustBeThere(); err != nil {
		return err
	}
	if !slices.Contains(p.by[kind], who) || s.bug == 4 { // bug 4: the same reaction counts again
		p.by[kind] = append(p.by[kind], who)
	}
	return shown(c, s.seen(p))
}

func (s *community) unreact(c *gin.Context, p *Post) error {
	kind, who := c.Param("kind"), me(c).handle
	if !slices.Contains(kinds, kind) {
		return notFound("reaction")
	}
	if err := p.mustBeThere(); err != nil {
		return err
	}
	p.by[kind] = without(p.by[kind], who)
	return shown(c, s.seen(p))
}

func (s *community) search(c *gin.Context) {
	q := input.NewQuery(c.Request)
	text, _ := q.Text("q")
	author, byAuthor := q.Text("author")
	q.Length(text, "q", 2, 50)
	limit := q.Int("limit", 20, 1, 100)
	if err := q.Err(); err != nil {
		stop(c, err)
		return
	}
	found, total := []*Post{}, 0
	for _, p := range slices.Backward(s.posts) {
		hidden := p.Deleted || !s.sees(me(c), s.topic(p.TopicID).Room)
		if s.bug == 1 { // rooms are not looked at
			hidden = p.Deleted
		}
		if hidden || byAuthor && p.Author != author ||
			!strings.Contains(strings.ToLower(p.Body), strings.ToLower(text)) {
			continue
		}
		total++
		if len(found) < limit {
			found = append(found, s.seen(p))
		}
	}
	c.JSON(200, gin.H{"posts": found, "total": total})
}

// unread counts the posts that others wrote after the mark.
func (s *community) unread(who *person, t *Topic) int {
	n := 0
	for _, p := range s.postsOf(t) {
		if p.No > s.marks[who.handle][t.TopicID] && !p.Deleted && p.Author != who.handle {
			n++
		}
	}
	return n
}

func (s *community) markRead(c *gin.Context, t *Topic) error {
	var in struct {
		No int `json:"no"`
	}
	if err := input.Body(c.Request, &in); err != nil {
		return err
	}
	var ch input.Checks
	ch.That(1 <= in.No && in.No <= t.last, "no", "is no post of this topic")
	if err := ch.Err(); err != nil {
		return err
	}
	mine := s.marks[me(c).handle]
	if mine == nil {
		mine = map[int]int{}
		s.marks[me(c).handle] = mine
	}
	mark := max(mine[t.TopicID], in.No)
	if s.bug == 8 { // the last request wins
		mark = in.No
	}
	mine[t.TopicID] = mark
	return shown(c, gin.H{"topicId": t.TopicID, "readUpTo": mark, "unread": s.unread(me(c), t)})
}

func (s *community) listUnread(c *gin.Context) {
	type line struct {
		TopicID int    `json:"topicId"`
		Title   string `json:"title"`
		Unread  int    `json:"unread"`
	}
	out, total := []line{}, 0
	for _, t := range s.topics {
		if !s.sees(me(c), t.Room) {
			continue
		}
		if n := s.unread(me(c), t); n > 0 {
			out = append(out, line{t.TopicID, t.Title, n})
			total += n
		}
	}
	c.JSON(200, gin.H{"topics": out, "total": total})
}
