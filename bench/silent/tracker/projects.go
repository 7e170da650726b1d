package tracker

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// project is what is stored of a project.
type project struct {
	ID          int      `json:"id"`
	Name        string   `json:"name"` // no other project of the owner has it
	Description string   `json:"description"`
	Archived    bool     `json:"archived"`
	Owner       string   `json:"owner"`
	Members     []member `json:"members"` // in the order of their addition
}

// shownProject is what is shown of a project.
type shownProject struct {
	ID          int    `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description"`
	Archived    bool   `json:"archived"`
	Owner       string `json:"owner"`
	Tasks       int    `json:"tasks"` // how many it has
	Done        int    `json:"done"`  // how many of them are done
}

// fill takes over what a client says about the project.
func (p *project) fill(body *kit.Object) error {
	body.Text(&p.Name, "name", 1, 40)
	body.Text(&p.Description, "description", 0, 200)
	body.Bool(&p.Archived, "archived")
	return body.Err()
}

// role is what a user is in the project: owner, editor, viewer, or "".
func (p *project) role(u *user) string {
	if p.Owner == u.name {
		return "owner"
	}
	for _, m := range p.Members {
		if m.User == u.name {
			return m.Role
		}
	}
	return ""
}

func (p *project) has(u *user) bool { return p.role(u) != "" }

// show counts the tasks of a project.
func (s *service) show(p *project) (shownProject, error) {
	out := shownProject{ID: p.ID, Name: p.Name, Description: p.Description, Archived: p.Archived, Owner: p.Owner}
	all, err := s.tasks.where(func(t *task) bool { return t.Project == p.ID })
	out.Tasks = len(all)
	for _, t := range all {
		if t.State == done {
			out.Done++
		}
	}
	return out, err
}

// project returns a project that a user sees, nil for anybody.
func (s *service) project(id int, u *user) (*project, error) {
	found, err := s.projects.where(func(p *project) bool { return p.ID == id && (u == nil || p.has(u)) })
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, kit.Refuse(http.StatusNotFound, "there is no project %d", id)
	}
	return &found[0], nil
}

// projectOf returns the project of the path if a user sees it.
func (s *service) projectOf(c echo.Context, u *user) (*project, error) {
	id, err := kit.ID(c.Param("id"))
	if err != nil {
		return nil, err
	}
	return s.project(id, u)
}

// ownProjectOf returns the project of the path if it is a user's.
func (s *service) ownProjectOf(c echo.Context, u *user) (*project, error) {
	p, err := s.projectOf(c, u)
	if err == nil && p.Owner != u.name {
		return nil, kit.Refuse(http.StatusForbidden, "the project is %s's", p.Owner)
	}
	return p, err
}

// sameName refuses a name that another project of the owner has.
func (s *service) sameName(p *project) error {
	same, err := s.projects.where(func(o *project) bool {
		return o.ID != p.ID && o.Owner == p.Owner && o.Name == p.Name
	})
	if err == nil && len(same) > 0 {
		return kit.Refuse(http.StatusConflict, "another project of yours has the name %q", p.Name)
	}
	return err
}

// store puts a project in the place of what it was.
func (s *service) store(changed *project) error {
	return s.projects.change(func(p *project) bool {
		if p.ID == changed.ID {
			*p = *changed
		}
		return true
	})
}

func (s *service) listProjects(c echo.Context, u *user) error {
	q := kit.ReadQuery(c.Request())
	archived := q.Choice("archived", "true", "false")
	offset, limit := q.Int("offset", 0, 0, 10000), q.Int("limit", 20, 1, 100)
	if err := q.Err(); err != nil {
		return err
	}
	found, err := s.projects.where(func(p *project) bool {
		return p.has(u) && (archived == "" || p.Archived == (archived == "true"))
	})
	if err != nil {
		return err
	}
	shown := []shownProject{}
	for i := range found {
		p, err := s.show(&found[i])
		if err != nil {
			return err
		}
		shown = append(shown, p)
	}
	return c.JSON(http.StatusOK, kit.Cut(shown, offset, limit))
}

func (s *service) createProject(c echo.Context, u *user) error {
	body, err := kit.Body(c.Request())
	if err != nil {
		return err
	}
	draft := project{Owner: u.name}
	body.Need("name")
	if err := draft.fill(body); err != nil {
		return err
	}
	if err := s.sameName(&draft); err != nil {
		return err
	}
	made, err := s.projects.add(func(id int) project {
		draft.ID = id
		return draft
	})
	if err != nil {
		return err
	}
	shown, err := s.show(&made)
	if err != nil {
		return err
	}
	return kit.Created(c.Response(), fmt.Sprintf("/projects/%d", made.ID), shown)
}

func (s *service) getProject(c echo.Context, u *user) error {
	p, err := s.projectOf(c, u)
	if err != nil {
		return err
	}
	return s.answer(c, p)
}

func (s *service) answer(c echo.Context, p *project) error {
	shown, err := s.show(p)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, shown)
}

func (s *service) patchProject(c echo.Context, u *user) error {
	p, err := s.ownProjectOf(c, u)
	if err != nil {
		return err
	}
	body, err := kit.Body(c.Request())
	if err != nil {
		return err
	}
	before := p.Archived
	if s.bugs.Has(PatchWipes) {
		p.Description = ""
	}
	if err := p.fill(body); err != nil {
		return err
	}
	if !p.Archived && s.bugs.Has(FalseNotStored) {
		p.Archived = before
	}
	if err := s.sameName(p); err != nil {
		return err
	}
	if err := s.store(p); err != nil {
		return err
	}
	return s.answer(c, p)
}

func (s *service) deleteProject(c echo.Context, u *user) error {
	gone, err := s.ownProjectOf(c, u)
	if err != nil {
		return err
	}
	if err := s.projects.change(func(p *project) bool { return p.ID != gone.ID }); err != nil {
		return err
	}
	if err := s.removeTasks(func(t *task) bool { return t.Project == gone.ID }); err != nil {
		return err
	}
	return kit.NoContent(c.Response())
}
