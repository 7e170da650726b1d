package polls

import (
	"cmp"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// content is what the owner writes of a poll.
type content struct {
	Title       string   `json:"title"` // no other poll of the owner has it
	Description string   `json:"description"`
	MaxChoices  int      `json:"maxChoices"`
	Audience    string   `json:"audience"`
	LiveResults bool     `json:"liveResults"`
	Tags        []string `json:"tags"`
	ClosesOn    *string  `json:"closesOn"`
}

// option is what can be voted for.
type option struct {
	ID   int    `json:"id"`
	Text string `json:"text"`
}

// poll is what is stored of a poll.
type poll struct {
	Number int    `json:"number"` // from 1
	ID     string `json:"id"`
	Owner  string `json:"owner"`
	State  string `json:"state"`
	content
	Options     []option         `json:"options"`
	LastOption  int              `json:"lastOption"`
	Guests      []string         `json:"guests"`
	Votes       map[string][]int `json:"votes"` // by name
	Comments    []comment        `json:"comments"`
	LastComment int              `json:"lastComment"`
}

// The states of a poll.
const (
	draft  = "draft"
	open   = "open"
	closed = "closed"
)

// The audiences of polls.
const (
	everyone = "everyone"
	invited  = "invited"
)

// brief is a poll in a list.
type brief struct {
	ID    string `json:"id"`
	Owner string `json:"owner"`
	State string `json:"state"`
	content
	VoterCount   int `json:"voterCount"`
	CommentCount int `json:"commentCount"`
}

// whole is a poll alone.
type whole struct {
	brief
	Options []option `json:"options"`
	// Guests are for the owner only.
	Guests *[]string `json:"guests,omitempty"`
}

func (s *service) brief(p *poll) brief {
	out := brief{p.ID, p.Owner, p.State, p.content, len(p.Votes), len(p.Comments)}
	if s.bugs.Has(CommentCountStays) {
		out.CommentCount = p.LastComment
	}
	return out
}

func (s *service) whole(p *poll, by string) whole {
	out := whole{brief: s.brief(p), Options: append([]option{}, p.Options...)}
	if p.Owner == by || s.bugs.Has(GuestsShown) {
		guests := append([]string{}, p.Guests...)
		out.Guests = &guests
	}
	return out
}

// tag is the entity tag of a poll as a user sees it.
func (s *service) tag(p *poll, by string) (string, error) {
	v := s.whole(p, by)
	if s.bugs.Has(TagWithoutOptions) {
		v.Options = nil
	}
	return kit.ETag(v)
}

// show answers with a poll and its entity tag.
func (s *service) show(c *call, status int, p *poll) error {
	tag, err := s.tag(p, c.user)
	if err != nil {
		return err
	}
	c.Header().Set("ETag", tag)
	return c.answer(status, s.whole(p, c.user))
}

// Header returns that of the answer, which is not that of the request.
func (c *call) Header() http.Header { return c.ResponseWriter.Header() }

func (p *poll) seenBy(user string) bool {
	return p.Owner == user || p.State != draft && (p.Audience == everyone || slices.Contains(p.Guests, user))
}

// own refuses who is not the owner.
func (p *poll) own(user string) error {
	if p.Owner != user {
		return kit.Refuse(http.StatusForbidden, "this is for the owner of the poll")
	}
	return nil
}

// wanted are the polls that a list is to show.
type wanted struct{ state, owner, tag, text string }

func (s *service) fits(p *poll, q wanted) bool {
	tagged := slices.Contains(p.Tags, q.tag)
	if s.bugs.Has(TagByPart) {
		tagged = strings.Contains(strings.Join(p.Tags, ","), q.tag)
	}
	return (q.state == "" || p.State == q.state) && (q.owner == "" || p.Owner == q.owner) && (q.tag == "" || tagged) &&
		strings.Contains(strings.ToLower(p.Title), strings.ToLower(q.text))
}

func (s *service) list(c *call) error {
	q := kit.ReadQuery(c.Request)
	asked := wanted{q.Choice("state", draft, open, closed), q.Choice("owner", names()...),
		q.Text("tag", 20), q.Text("q", 80)}
	sort := q.Choice("sort", "title", "-title", "-voters")
	skip, take := q.Int("skip", 0, 0, 10000), q.Int("take", 20, 1, 50)
	if err := q.Err(); err != nil {
		return err
	}
	all, err := s.all()
	if err != nil {
		return err
	}
	found := []brief{}
	for _, p := range all {
		if p.seenBy(c.user) && s.fits(p, asked) {
			found = append(found, s.brief(p))
		}
	}
	slices.SortStableFunc(found, func(a, b brief) int { return s.compare(a, b, sort) })
	part := kit.Cut(found, skip, take)
	more := skip+take < part.Total
	if s.bugs.Has(HasMoreAtEnd) {
		more = skip+take <= part.Total
	}
	return c.answer(http.StatusOK, map[string]any{"polls": part.Items, "total": part.Total, "hasMore": more})
}

// compare is negative for polls that come in this order.
func (s *service) compare(a, b brief, sort string) int {
	titles := cmp.Compare(strings.ToLower(a.Title), strings.ToLower(b.Title))
	if s.bugs.Has(SortedByCase) {
		titles = cmp.Compare(a.Title, b.Title)
	}
	switch sort {
	case "title":
		return titles
	case "-title":
		return -titles
	case "-voters":
		return b.VoterCount - a.VoterCount
	}
	return 0
}

// read reads what the owner writes, whole.
func read(r *http.Request) (content, *kit.Object, error) {
	out := content{MaxChoices: 1, Audience: everyone, Tags: []string{}}
	o, err := kit.Body(r)
	if err != nil {
		return out, nil, err
	}
	o.Need("title")
	o.Text(&out.Title, "title", 1, 80)
	o.Text(&out.Description, "description", 0, 500)
	o.Int(&out.MaxChoices, "maxChoices", 1, 10)
	o.Choice(&out.Audience, "audience", everyone, invited)
	o.Bool(&out.LiveResults, "liveResults")
	kit.Nullable(o, &out.ClosesOn, "closesOn", func(to *string) { o.Date(to, "closesOn") })
	if err := o.Err(); err != nil {
		return out, nil, err
	}
	if o.Has("tags") {
		out.Tags, err = several(o, "tags", 0, 5, func(tag string) bool {
			return tag != "" && utf8.RuneCountInString(tag) <= 20
		})
	}
	return out, o, err
}

// several reads a member that is a list of least to most different values.
func several[T comparable](o *kit.Object, name string, least, most int, fits func(T) bool) ([]T, error) {
	members, ok := o.Member(name).([]any)
	out := []T{}
	for _, m := range members {
		v, is := m.(T)
		ok = ok && is && fits(v) && !slices.Contains(out, v)
		out = append(out, v)
	}
	if !ok || len(out) < least || len(out) > most {
		return nil, kit.Refuse(http.StatusBadRequest, "%s has to be a list of %d to %d different values",
			name, least, most)
	}
	return out, nil
}

// free refuses a title that another poll of the owner has.
func (s *service) free(title string, p *poll) error {
	all, err := s.all()
	if slices.ContainsFunc(all, func(other *poll) bool {
		return other.Title == title && other.Owner == p.Owner && other.ID != p.ID
	}) {
		return kit.Refuse(http.StatusConflict, "you have a poll with this title")
	}
	return err
}

func (s *service) create(c *call) error {
	written, _, err := read(c.Request)
	if err != nil {
		return err
	}
	p := &poll{Owner: c.user, State: draft, content: written, Votes: map[string][]int{}}
	if err := s.free(p.Title, p); err != nil {
		return err
	}
	s.last++
	p.Number, p.ID = s.last, strconv.FormatInt(int64(s.last)*15485863, 36) // does not tell how many there are
	stored := *p
	if s.bugs.Has(ClosesOnLost) {
		stored.ClosesOn = nil
	}
	if err := s.save(&stored); err != nil {
		return err
	}
	c.Header().Set("Location", "/polls/"+p.ID)
	return s.show(c, http.StatusCreated, p)
}

// get answers 304 to who knows the poll as it is.
func (s *service) get(c *call, p *poll) error {
	tag, err := s.tag(p, c.user)
	if err != nil {
		return err
	}
	for known := range strings.SplitSeq(c.Request.Header.Get("If-None-Match"), ",") {
		if known = strings.TrimSpace(known); known == "*" || strings.TrimPrefix(known, "W/") == tag {
			c.Header().Set("ETag", tag)
			c.WriteHeader(http.StatusNotModified)
			return nil
		}
	}
	return s.show(c, http.StatusOK, p)
}

// match refuses a request that knows another state of a poll.
func (s *service) match(c *call, p *poll) error {
	tag, err := s.tag(p, c.user)
	if err != nil {
		return err
	}
	return kit.Match(c.Request, tag)
}

// put replaces all that the owner writes of a poll.
func (s *service) put(c *call, p *poll) error {
	if err := p.own(c.user); err != nil {
		return err
	}
	written, o, err := read(c.Request)
	if err != nil {
		return err
	}
	if err := s.match(c, p); err != nil {
		return err
	}
	if p.State == closed || p.State == open && written.MaxChoices != p.MaxChoices {
		return kit.Refuse(http.StatusConflict, "the poll is %s", p.State)
	}
	if err := s.free(written.Title, p); err != nil {
		return err
	}
	if s.bugs.Has(DescriptionKept) && !o.Has("description") {
		written.Description = p.Description
	}
	if s.bugs.Has(TagsAppended) {
		written.Tags = append(p.Tags, written.Tags...)
	}
	p.content = written
	if err := s.save(p); err != nil {
		return err
	}
	return s.show(c, http.StatusOK, p)
}

// remove deletes a poll with all that belongs to it.
func (s *service) remove(c *call, p *poll) error {
	if err := p.own(c.user); err != nil {
		return err
	}
	if err := s.match(c, p); err != nil {
		return err
	}
	if err := os.Remove(s.file(p.ID)); err != nil {
		return err
	}
	return kit.NoContent(c.ResponseWriter)
}
