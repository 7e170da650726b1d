package heronmail

import (
	"cmp"
	"regexp"
	"slices"

	"github.com/labstack/echo/v4"
)

var (
	slugPattern = regexp.MustCompile(`^[a-z][a-z0-9-]{1,19}$`)
	statuses    = []string{"pending", "subscribed", "unsubscribed"}
)

// list is what contacts subscribe to.
type list struct {
	Slug        string `json:"slug"`
	Title       string `json:"title"`
	DoubleOptIn bool   `json:"double_opt_in"`
	Counts      counts `json:"counts"`

	brand   string
	members map[string]string // status by contact
}

type counts struct {
	Pending      int `json:"pending"`
	Subscribed   int `json:"subscribed"`
	Unsubscribed int `json:"unsubscribed"`
}

// member is a contact of a list.
type member struct {
	List      string `json:"list"`
	ContactID string `json:"contact_id"`
	Email     string `json:"email"`
	Status    string `json:"status"`
}

// set changes the status of a member, "" removes it, and keeps the counts.
func (l *list) set(id, status string) {
	count := func(status string, n int) {
		switch status {
		case "pending":
			l.Counts.Pending += n
		case "subscribed":
			l.Counts.Subscribed += n
		case "unsubscribed":
			l.Counts.Unsubscribed += n
		}
	}
	count(l.members[id], -1)
	count(status, 1)
	l.members[id] = status
	if status == "" {
		delete(l.members, id)
	}
}

func (a *api) listOf(brand, slug string) *list {
	for _, l := range a.lists {
		if l.brand == brand && l.Slug == slug {
			return l
		}
	}
	return nil
}

func (a *api) listLists(c echo.Context) error {
	out := []*list{}
	for _, l := range a.lists {
		if l.brand == caller(c).Brand {
			out = append(out, l)
		}
	}
	slices.SortFunc(out, func(x, y *list) int { return cmp.Compare(x.Slug, y.Slug) })
	return c.JSON(200, map[string]any{"data": out})
}

func (a *api) createList(c echo.Context) error {
	var in struct {
		Slug        *string `json:"slug"`
		Title       *string `json:"title"`
		DoubleOptIn bool    `json:"double_opt_in"`
	}
	if err := read(c, &in); err != nil {
		return err
	}
	if in.Slug == nil || !slugPattern.MatchString(*in.Slug) {
		return invalid("slug", "must be 2 to 20 lower case letters, digits and hyphens")
	}
	if in.Title == nil {
		return invalid("title", "is required")
	}
	if err := length("title", in.Title, 1, 80); err != nil {
		return err
	}
	if a.listOf(caller(c).Brand, *in.Slug) != nil {
		return conflict("slug_taken", "there is a list with this slug")
	}
	l := &list{*in.Slug, *in.Title, in.DoubleOptIn, counts{}, caller(c).Brand, map[string]string{}}
	a.lists = append(a.lists, l)
	return c.JSON(201, l)
}

func (a *api) getList(c echo.Context) error {
	l := a.listOf(caller(c).Brand, c.Param("slug"))
	if l == nil {
		return missing("list")
	}
	return c.JSON(200, l)
}

func (a *api) listMembers(c echo.Context) error {
	l := a.listOf(caller(c).Brand, c.Param("slug"))
	if l == nil {
		return missing("list")
	}
	status := c.QueryParam("status")
	if c.QueryParams().Has("status") && !slices.Contains(statuses, status) {
		return invalid("status", "is not known")
	}
	out := []member{}
	for _, p := range slices.SortedFunc(slices.Values(a.contacts), byEmail) {
		if s := l.members[p.ID]; s != "" && (status == "" || s == status) {
			out = append(out, member{l.Slug, p.ID, p.Email, s})
		}
	}
	return c.JSON(200, map[string]any{"data": out})
}

// member returns list and contact of the path, who is on the list.
func (a *api) member(c echo.Context) (*list, *contact, error) {
	l := a.listOf(caller(c).Brand, c.Param("slug"))
	if l == nil {
		return nil, nil, missing("list")
	}
	p := a.find(caller(c).Brand, c.Param("contact_id"))
	if p == nil || l.members[p.ID] == "" {
		return nil, nil, missing("member")
	}
	return l, p, nil
}

func (a *api) getMember(c echo.Context) error {
	l, p, err := a.member(c)
	if err != nil {
		return err
	}
	return c.JSON(200, member{l.Slug, p.ID, p.Email, l.members[p.ID]})
}

// subscribe puts a contact on a list, or back on it.
func (a *api) subscribe(c echo.Context) error {
	l := a.listOf(caller(c).Brand, c.Param("slug"))
	if l == nil {
		return missing("list")
	}
	p, err := a.contact(c)
	if err != nil {
		return err
	}
	if p.Blocked {
		return conflict("contact_blocked", "the contact is blocked")
	}
	before := l.members[p.ID]
	if before == "" || before == "unsubscribed" {
		status := "subscribed"
		if l.DoubleOptIn && (a.bug != 2 || before == "") {
			status = "pending"
		}
		l.set(p.ID, status)
	}
	code := 200
	if before == "" {
		code = 201
	}
	return c.JSON(code, member{l.Slug, p.ID, p.Email, l.members[p.ID]})
}

func (a *api) confirm(c echo.Context) error {
	l, p, err := a.member(c)
	if err != nil {
		return err
	}
	if l.members[p.ID] != "pending" {
		return conflict("not_pending", "the member is "+l.members[p.ID])
	}
	l.set(p.ID, "subscribed")
	return c.JSON(200, member{l.Slug, p.ID, p.Email, "subscribed"})
}

func (a *api) unsubscribe(c echo.Context) error {
	l, p, err := a.member(c)
	if err != nil {
		return err
	}
	l.set(p.ID, "unsubscribed")
	return c.JSON(200, member{l.Slug, p.ID, p.Email, "unsubscribed"})
}
