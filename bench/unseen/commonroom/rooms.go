package commonroom

import (
	"cmp"
	"maps"
	"regexp"
	"slices"

	"github.com/gin-gonic/gin"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

// Room is where people talk.
type Room struct {
	Slug       string `json:"slug"`
	Title      string `json:"title"`
	Visibility string `json:"visibility"`
	Members    int    `json:"memberCount"`
	Topics     int    `json:"topicCount"`
}

// Topic is a talk in a room.
type Topic struct {
	TopicID int      `json:"topicId"`
	Room    string   `json:"room"`
	Author  string   `json:"author"`
	Title   string   `json:"title"`
	Tags    []string `json:"tags"`
	Pinned  bool     `json:"pinned"`
	Locked  bool     `json:"locked"`
	Posts   int      `json:"postCount"`

	activity int // grows with each post
	last     int // the number of the last post
}

var slugForm = regexp.MustCompile(`^[a-z][a-z0-9-]{1,19}$`)
var tagForm = regexp.MustCompile(`^[a-z]{2,15}$`)

// sees reports whether somebody sees a room and what is in it.
func (s *community) sees(p *person, slug string) bool {
	return s.rooms[slug].Visibility == "public" || p.moderator || slices.Contains(s.members[slug], p.handle)
}

// counted returns the room with its numbers of now.
func (s *community) counted(r *Room) *Room {
	out := *r
	out.Members = len(s.members[r.Slug])
	for _, t := range s.topics {
		if t.Room == r.Slug {
			out.Topics++
		}
	}
	return &out
}

func (s *community) listRooms(c *gin.Context) {
	out := []*Room{}
	for _, slug := range slices.Sorted(maps.Keys(s.rooms)) {
		if s.sees(me(c), slug) {
			out = append(out, s.counted(s.rooms[slug]))
		}
	}
	c.JSON(200, gin.H{"rooms": out})
}

func (s *community) addRoom(c *gin.Context) {
	var in struct {
		Slug       string  `json:"slug"`
		Title      string  `json:"title"`
		Visibility *string `json:"visibility"`
	}
	if err := input.Body(c.Request, &in); err != nil {
		stop(c, err)
		return
	}
	r := &Room{Slug: in.Slug, Title: in.Title, Visibility: "public"}
	if in.Visibility != nil {
		r.Visibility = *in.Visibility
	}
	var ch input.Checks
	ch.That(slugForm.MatchString(r.Slug), "slug", "must be 2 to 20 small letters, digits and hyphens")
	ch.Length(r.Title, "title", 2, 60)
	ch.OneOf(r.Visibility, "visibility", "public", "private")
	if err := ch.Err(); err != nil {
		stop(c, err)
		return
	}
	if s.rooms[r.Slug] != nil {
		stop(c, conflict("slug_taken", "there is a room "+r.Slug))
		return
	}
	s.rooms[r.Slug] = r
	_ = made(c, "/rooms/"+r.Slug, s.counted(r))
}

func (s *community) getRoom(c *gin.Context, r *Room) error { return shown(c, s.counted(r)) }

func (s *community) patchRoom(c *gin.Context, r *Room) error {
	var in struct {
		Title      *string `json:"title"`
		Visibility *string `json:"visibility"`
	}
	if err := input.Body(c.Request, &in); err != nil {
		return err
	}
	var ch input.Checks
	changed := *r
	if in.Title != nil {
		changed.Title = *in.Title
		ch.Length(changed.Title, "title", 2, 60)
	}
	if in.Visibility != nil {
		changed.Visibility = *in.Visibility
		ch.OneOf(changed.Visibility, "visibility", "public", "private")
	}
	if err := ch.Err(); err != nil {
		return err
	}
	*r = changed
	return shown(c, s.counted(r))
}

func (s *community) deleteRoom(c *gin.Context, r *Room) error {
	s.posts = slices.DeleteFunc(s.posts, func(p *Post) bool { return s.topic(p.TopicID).Room == r.Slug })
	s.topics = slices.DeleteFunc(s.topics, func(t *Topic) bool { return t.Room == r.Slug })
	s.meetups = slices.DeleteFunc(s.meetups, func(m *Meetup) bool { return m.Room == r.Slug })
	if s.bug != 7 { // bug 7: the members are left over
		delete(s.members, r.Slug)
	}
	delete(s.rooms, r.Slug)
	return done(c)
}

func (s *community) listMembers(c *gin.Context, r *Room) error {
	return shown(c, gin.H{"members": append([]string{}, slices.Sorted(slices.Values(s.members[r.Slug]))...)})
}

func (s *community) addMember(c *gin.Context, r *Room) error {
	p := personOf(c.Param("handle"))
	if p == nil {
		return notFound("person")
	}
	if !me(c).moderator && p != me(c) {
		return forbidden("only moderators add others")
	}
	if !slices.Contains(s.members[r.Slug], p.handle) {
		s.members[r.Slug] = append(s.members[r.Slug], p.handle)
	}
	return done(c)
}

func (s *community) removeMember(c *gin.Context, r *Room) error {
	p := personOf(c.Param("handle"))
	if p == nil || !slices.Contains(s.members[r.Slug], p.handle) {
		return notFound("member")
	}
	if !me(c).moderator && p != me(c) {
		return forbidden("only moderators remove others")
	}
	s.members[r.Slug] = without(s.members[r.Slug], p.handle)
	return done(c)
}

func (s *community) topic(id int) *Topic {
	for _, t := range s.topics {
		if t.TopicID == id {
			return t
		}
	}
	return nil
}

func (s *community) listTopics(c *gin.Context, r *Room) error {
	q := input.NewQuery(c.Request)
	tag, tagged := q.Text("tag")
	page, size := q.Int("page", 1, 1, 10000), q.Int("pageSize", 20, 1, 50)
	if err := q.Err(); err != nil {
		return err
	}
	all := []*Topic{}
	for _, t := range s.topics {
		if t.Room == r.Slug && (!tagged || slices.Contains(t.Tags, tag)) {
			all = append(all, t)
		}
	}
	byActivity := func(a, b *Topic) int { return cmp.Compare(b.activity, a.activity) }
	pinnedFirst := func(a, b *Topic) int {
		switch {
		case a.Pinned == b.Pinned:
			return byActivity(a, b)
		case a.Pinned:
			return -1
		}
		return 1
	}
	if s.bug == 3 { // only the topics of a page are put in order
		slices.SortFunc(all, byActivity)
	} else {
		slices.SortFunc(all, pinnedFirst)
	}
	lo := min((page-1)*size, len(all))
	out := slices.Clone(all[lo:min(lo+size, len(all))])
	slices.SortFunc(out, pinnedFirst)
	return shown(c, gin.H{"topics": out, "page": page, "pageCount": (len(all) + size - 1) / size, "total": len(all)})
}

func checkTopic(ch *input.Checks, title string, tags []string) {
	ch.Length(title, "title", 3, 100)
	ch.That(len(tags) <= 5, "tags", "must be 5 at most")
	for i, tag := range tags {
		ch.That(tagForm.MatchString(tag), "tags", "must be 2 to 15 small letters each")
		ch.That(!slices.Contains(tags[:i], tag), "tags", "must not repeat "+tag)
	}
}

func (s *community) addTopic(c *gin.Context, r *Room) error {
	var in struct {
		Title string    `json:"title"`
		Body  string    `json:"body"`
		Tags  *[]string `json:"tags"`
	}
	if err := input.Body(c.Request, &in); err != nil {
		return err
	}
	t := &Topic{Room: r.Slug, Author: me(c).handle, Title: in.Title, Tags: []string{}}
	if in.Tags != nil {
		t.Tags = append(t.Tags, *in.Tags...)
	}
	var ch input.Checks
	checkTopic(&ch, t.Title, t.Tags)
	ch.Length(in.Body, "body", 1, 2000)
	if err := ch.Err(); err != nil {
		return err
	}
	s.counts.topics++
	t.TopicID = s.counts.topics
	s.topics = append(s.topics, t)
	s.write(t, me(c), in.Body, "")
	return made(c, "/topics/"+itoa(t.TopicID), t)
}

func (s *community) getTopic(c *gin.Context, t *Topic) error { return shown(c, t) }

func (s *community) patchTopic(c *gin.Context, t *Topic) error {
	var in struct {
		Title *string   `json:"title"`
		Tags  *[]string `json:"tags"`
	}
	if err := input.Body(c.Request, &in); err != nil {
		return err
	}
	if !me(c).moderator && t.Author != me(c).handle {
		return forbidden("this is for the author and moderators")
	}
	changed := *t
	if in.Title != nil {
		changed.Title = *in.Title
	}
	if in.Tags != nil {
		changed.Tags = append([]string{}, *in.Tags...)
	}
	var ch input.Checks
	checkTopic(&ch, changed.Title, changed.Tags)
	if err := ch.Err(); err != nil {
		return err
	}
	*t = changed
	return shown(c, t)
}

func (s *community) pinTopic(c *gin.Context, t *Topic) error {
	var in struct {
		Pinned bool `json:"pinned"`
	}
	if err := input.Body(c.Request, &in); err != nil {
		return err
	}
	t.Pinned = in.Pinned
	return shown(c, t)
}

func (s *community) lockTopic(c *gin.Context, t *Topic) error {
	var in struct {
		Locked bool `json:"locked"`
	}
	if err := input.Body(c.Request, &in); err != nil {
		return err
	}
	t.Locked = in.Locked
	return shown(c, t)
}
