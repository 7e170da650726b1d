package tracker

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// member is a user who sees a project of another one.
type member struct {
	User string `json:"user"`
	Role string `json:"role"`
}

// The roles of members.
const (
	editor = "editor"
	viewer = "viewer"
)

func (s *service) listMembers(c echo.Context, u *user) error {
	p, err := s.projectOf(c, u)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, kit.Cut(p.Members, 0, len(p.Members)))
}

func (s *service) listMembersOfAny(c echo.Context) error { return s.listMembers(c, nil) }

// memberOf returns the project of the path if it is a user's, and the name of
// another user of the path.
func (s *service) memberOf(c echo.Context, u *user) (*project, string, error) {
	p, err := s.ownProjectOf(c, u)
	if err != nil {
		return nil, "", err
	}
	name := c.Param("user")
	if s.known(name) == nil {
		return nil, "", kit.Refuse(http.StatusNotFound, "there is no user %q", name)
	}
	return p, name, nil
}

func (s *service) putMember(c echo.Context, u *user) error {
	p, name, err := s.memberOf(c, u)
	if err != nil {
		return err
	}
	body, err := kit.Body(c.Request())
	if err != nil {
		return err
	}
	m := member{User: name}
	body.Need("role")
	body.Choice(&m.Role, "role", editor, viewer)
	if err := body.Err(); err != nil {
		return err
	}
	if name == p.Owner {
		return kit.Refuse(http.StatusConflict, "the owner is no member")
	}
	i := slices.IndexFunc(p.Members, func(o member) bool { return o.User == name })
	if i < 0 || s.bugs.Has(MemberTwice) {
		p.Members = append(p.Members, m)
	} else {
		p.Members[i] = m
	}
	if err := s.store(p); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, m)
}

func (s *service) deleteMember(c echo.Context, u *user) error {
	p, name, err := s.memberOf(c, u)
	if err != nil {
		return err
	}
	n := len(p.Members)
	p.Members = slices.DeleteFunc(p.Members, func(m member) bool { return m.User == name })
	if len(p.Members) == n {
		return kit.Refuse(http.StatusNotFound, "%s is no member", name)
	}
	if err := s.store(p); err != nil {
		return err
	}
	err = s.tasks.change(func(t *task) bool {
		if t.Project == p.ID && t.Assignee == name {
			t.Assignee = ""
			t.Version++
		}
		return true
	})
	if err != nil {
		return err
	}
	return kit.NoContent(c.Response())
}
