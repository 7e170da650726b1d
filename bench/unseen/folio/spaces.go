package folio

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"
)

// Space is a part of the wiki with members of its own.
type Space struct {
	Key        string `json:"spaceKey"`
	Name       string `json:"name"`
	Visibility string `json:"visibility"`
	Archived   bool   `json:"archived"`
	Pages      int    `json:"pageCount"` // worked out for answers

	members []Member
}

// Member is an account that has a role in a space.
type Member struct {
	Handle string `json:"handle"`
	Role   string `json:"role"`
}

// Notification tells of a change of a page.
type Notification struct {
	ID    int    `json:"notificationId"`
	Page  string `json:"pageId"`
	Event string `json:"event"`
	By    string `json:"by"`
	Read  bool   `json:"read"`

	to string
}

func (s *Space) roleOf(handle string) string {
	for _, m := range s.members {
		if m.Handle == handle {
			return m.Role
		}
	}
	return ""
}

func (s *Space) owners() int {
	n := 0
	for _, m := range s.members {
		if m.Role == "owner" {
			n++
		}
	}
	return n
}

// sees reports whether an account may read a space.
func (wk *wiki) sees(a Account, s *Space) bool {
	key := a.Handle + " " + s.Key
	if wk.bug == 7 && wk.allowed[key] {
		return true
	}
	ok := a.Admin || s.Visibility == "open" || s.roleOf(a.Handle) != ""
	if ok {
		wk.allowed[key] = true
	}
	return ok
}

func (wk *wiki) space(key string) *Space {
	for _, s := range wk.spaces {
		if s.Key == key {
			return s
		}
	}
	return nil
}

func (wk *wiki) viewSpace(s *Space) Space {
	v := *s
	for _, p := range wk.pages {
		if p.space == s && !p.trashed() {
			v.Pages++
		}
	}
	return v
}

// loadSpace finds the space of the path.
func (wk *wiki) loadSpace(c *gin.Context) {
	s := wk.space(c.Param("spaceKey"))
	if s == nil || !wk.sees(me(c), s) {
		missing(c, "space")
		return
	}
	c.Set("space", s)
}

func spaceOf(c *gin.Context) *Space { return c.MustGet("space").(*Space) }

// frozen answers if the space is archived.
func frozen(c *gin.Context) bool {
	if spaceOf(c).Archived {
		conflict(c, "space_archived", "the space is archived")
		return true
	}
	return false
}

func (wk *wiki) listSpaces(c *gin.Context) {
	archived := c.DefaultQuery("archived", "false")
	if archived != "true" && archived != "false" {
		invalid(c, "archived", "must be true or false")
		return
	}
	found := []Space{}
	for _, s := range wk.spaces {
		if wk.sees(me(c), s) && strconv.FormatBool(s.Archived) == archived {
			found = append(found, wk.viewSpace(s))
		}
	}
	slices.SortFunc(found, func(a, b Space) int { return strings.Compare(a.Key, b.Key) })
	c.JSON(http.StatusOK, gin.H{"spaces": found})
}

func (wk *wiki) createSpace(c *gin.Context) {
	var in struct {
		Key        string `json:"spaceKey" binding:"required,min=2,max=8,alpha,uppercase"`
		Name       string `json:"name" binding:"required,max=60"`
		Visibility string `json:"visibility" binding:"required,oneof=open private"`
	}
	if !bind(c, &in) {
		return
	}
	if wk.space(in.Key) != nil {
		conflict(c, "key_taken", "there is a space with this key")
		return
	}
	s := &Space{Key: in.Key, Name: in.Name, Visibility: in.Visibility, members: []Member{{me(c).Handle, "owner"}}}
	wk.spaces = append(wk.spaces, s)
	c.Header("Location", "/spaces/"+s.Key)
	c.JSON(http.StatusCreated, s)
}

func (wk *wiki) getSpace(c *gin.Context) { c.JSON(http.StatusOK, wk.viewSpace(spaceOf(c))) }

func (wk *wiki) patchSpace(c *gin.Context) {
	var in struct {
		Name       *string `json:"name" binding:"omitnil,min=1,max=60"`
		Visibility *string `json:"visibility" binding:"omitnil,oneof=open private"`
		Archived   *bool   `json:"archived"`
	}
	if !bind(c, &in) {
		return
	}
	s := spaceOf(c)
	if in.Name != nil {
		s.Name = *in.Name
	}
	if in.Visibility != nil {
		s.Visibility = *in.Visibility
	}
	if in.Archived != nil {
		s.Archived = *in.Archived
	}
	c.JSON(http.StatusOK, wk.viewSpace(s))
}

func (wk *wiki) listMembers(c *gin.Context) {
	list := listOf(spaceOf(c).members)
	slices.SortFunc(list, func(a, b Member) int { return strings.Compare(a.Handle, b.Handle) })
	c.JSON(http.StatusOK, gin.H{"members": list})
}

func (wk *wiki) putMember(c *gin.Context) {
	var in struct {
		Role string `json:"role" binding:"required,oneof=reader writer owner"`
	}
	s, handle := spaceOf(c), c.Param("handle")
	if !slices.ContainsFunc(accounts, func(a Account) bool { return a.Handle == handle }) {
		missing(c, "account")
		return
	}
	if !bind(c, &in) {
		return
	}
	if s.roleOf(handle) == "owner" && in.Role != "owner" && s.owners() == 1 {
		conflict(c, "last_owner", "a space has an owner")
		return
	}
	s.members = slices.DeleteFunc(s.members, func(m Member) bool { return m.Handle == handle })
	m := Member{handle, in.Role}
	s.members = append(s.members, m)
	c.JSON(http.StatusOK, m)
}

func (wk *wiki) deleteMember(c *gin.Context) {
	s, handle := spaceOf(c), c.Param("handle")
	switch role := s.roleOf(handle); {
	case role == "":
		missing(c, "member")
	case role == "owner" && s.owners() == 1:
		conflict(c, "last_owner", "a space has an owner")
	default:
		s.members = slices.DeleteFunc(s.members, func(m Member) bool { return m.Handle == handle })
		c.Status(http.StatusNoContent)
	}
}

// notify tells those who watch a page and may read it, but not who made the change.
func (wk *wiki) notify(p *page, event string, by Account) {
	for _, a := range accounts {
		if p.watchers[a.Handle] && a.Handle != by.Handle && wk.sees(a, p.space) {
			wk.notes = append(wk.notes, &Notification{ID: len(wk.notes) + 1, Page: p.ID, Event: event,
				By: by.Handle, to: a.Handle})
			wk.unread[a.Handle]++
		}
	}
}

func (wk *wiki) listNotifications(c *gin.Context) {
	state := c.DefaultQuery("state", "all")
	if !slices.Contains([]string{"all", "read", "unread"}, state) {
		invalid(c, "state", "must be all, read or unread")
		return
	}
	found := []*Notification{}
	for _, n := range slices.Backward(wk.notes) {
		if n.to == me(c).Handle && (state == "all" || n.Read == (state == "read")) {
			found = append(found, n)
		}
	}
	c.JSON(http.StatusOK, gin.H{"unreadCount": wk.unread[me(c).Handle], "notifications": found})
}

func (wk *wiki) readNotification(c *gin.Context) {
	id, err := strconv.Atoi(c.Param("notificationId"))
	if err != nil || id < 1 || id > len(wk.notes) || wk.notes[id-1].to != me(c).Handle {
		missing(c, "notification")
		return
	}
	n := wk.notes[id-1]
	if (!n.Read || wk.bug == 6) && wk.unread[n.to] > 0 {
		wk.unread[n.to]--
	}
	n.Read = true
	c.JSON(http.StatusOK, n)
}
