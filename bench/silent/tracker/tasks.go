package tracker

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// task is what is stored and shown of a task.
type task struct {
	ID       int    `json:"id"`
	Project  int    `json:"project"`
	Title    string `json:"title"`
	Details  string `json:"details"`
	Priority int    `json:"priority"`
	Assignee string `json:"assignee"` // the owner or a member, "" for nobody
	State    string `json:"state"`
	Version  int    `json:"version"` // from 1, rises with each change
}

// The states of a task.
const (
	open  = "open"
	doing = "doing"
	done  = "done"
)

// leads reports whether a task can go from one state to another.
func leads(from, to string) bool {
	return from == open && to == doing || from == doing && to != doing || from == done && to == open
}

// readTask reads a whole task over what a client cannot change.
func readTask(c echo.Context, t *task) (*kit.Object, error) {
	body, err := kit.Body(c.Request())
	if err != nil {
		return nil, err
	}
	t.Details, t.Priority, t.Assignee = "", 3, ""
	body.Need("title")
	body.Text(&t.Title, "title", 1, 60)
	body.Text(&t.Details, "details", 0, 200)
	body.Int(&t.Priority, "priority", 1, 5)
	body.Text(&t.Assignee, "assignee", 0, 30)
	return body, body.Err()
}

// assignable refuses a task for somebody who does not see the project.
func (s *service) assignable(t *task, p *project) error {
	if t.Assignee == "" {
		return nil
	}
	if u := s.known(t.Assignee); u == nil || !p.has(u) {
		return kit.Refuse(http.StatusConflict, "%q is not in the project", t.Assignee)
	}
	return nil
}

// writable refuses who only looks at a project.
func writable(p *project, u *user) error {
	if p.role(u) == viewer {
		return kit.Refuse(http.StatusForbidden, "viewers change nothing")
	}
	return nil
}

// taskOf returns the task of the path and its project, if a user sees it.
func (s *service) taskOf(c echo.Context, u *user) (*task, *project, error) {
	id, err := kit.ID(c.Param("id"))
	if err != nil {
		return nil, nil, err
	}
	found, err := s.tasks.where(func(t *task) bool { return t.ID == id })
	if err != nil {
		return nil, nil, err
	}
	if len(found) > 0 {
		if p, err := s.project(found[0].Project, u); err == nil {
			return &found[0], p, nil
		}
	}
	return nil, nil, kit.Refuse(http.StatusNotFound, "there is no task %d", id)
}

// writableTaskOf returns the task of the path, if a user may change it.
func (s *service) writableTaskOf(c echo.Context, u *user) (*task, *project, error) {
	t, p, err := s.taskOf(c, u)
	if err == nil {
		err = writable(p, u)
	}
	return t, p, err
}

// storeTask puts a task in the place of what it was, as another version if
// something of it has changed.
func (s *service) storeTask(changed *task) error {
	return s.tasks.change(func(t *task) bool {
		if t.ID == changed.ID && *t != *changed {
			changed.Version++
			*t = *changed
		}
		return true
	})
}

// removeTasks removes tasks with their comments.
func (s *service) removeTasks(which func(*task) bool) error {
	gone := map[int]bool{}
	err := s.tasks.change(func(t *task) bool {
		if which(t) {
			gone[t.ID] = true
			delete(s.listed, t.Project)
		}
		return !gone[t.ID]
	})
	if err != nil {
		return err
	}
	return s.comments.change(func(m *comment) bool { return !gone[m.Task] })
}

// tasksOf returns all tasks of a project.
func (s *service) tasksOf(p *project) ([]task, error) {
	if all, there := s.listed[p.ID]; there && s.bugs.Has(StaleList) {
		return slices.Clone(all), nil
	}
	all, err := s.tasks.where(func(t *task) bool { return t.Project == p.ID })
	if err == nil {
		s.listed[p.ID] = slices.Clone(all)
	}
	return all, err
}

func (s *service) listTasks(c echo.Context, u *user) error {
	p, err := s.projectOf(c, u)
	if err != nil {
		return err
	}
	q := kit.ReadQuery(c.Request())
	state, assignee := q.Choice("state", open, doing, done), q.Text("assignee", 30)
	least, most := q.Int("minPriority", 1, 1, 5), q.Int("maxPriority", 5, 1, 5)
	sort := q.Choice("sort", "priority", "-priority", "title")
	offset, limit := q.Int("offset", 0, 0, 10000), q.Int("limit", 20, 1, 100)
	if err := q.Err(); err != nil {
		return err
	}
	found, err := s.tasksOf(p)
	if err != nil {
		return err
	}
	found = slices.DeleteFunc(found, func(t task) bool {
		return state != "" && t.State != state || assignee != "" && t.Assignee != assignee ||
			t.Priority < least || t.Priority > most || t.Assignee == p.Owner && s.bugs.Has(OwnersTasksMissing)
	})
	slices.SortStableFunc(found, func(a, b task) int { return compare(sort, &a, &b) })
	if s.bugs.Has(LimitIgnored) {
		limit = max(limit, len(found))
	}
	return c.JSON(http.StatusOK, kit.Cut(found, offset, limit))
}

// compare compares tasks by what a list is sorted by, "" for their ids.
func compare(sort string, a, b *task) int {
	switch sort {
	case "priority":
		return cmp.Compare(a.Priority, b.Priority)
	case "-priority":
		return cmp.Compare(b.Priority, a.Priority)
	case "title":
		return strings.Compare(a.Title, b.Title)
	}
	return cmp.Compare(a.ID, b.ID)
}

func (s *service) createTask(c echo.Context, u *user) error {
	p, err := s.projectOf(c, u)
	if err != nil {
		return err
	}
	if err := writable(p, u); err != nil {
		return err
	}
	draft := task{Project: p.ID, State: open, Version: 1}
	body, err := readTask(c, &draft)
	if err != nil {
		return err
	}
	if state, ok := body.Member("state").(string); ok && s.bugs.Has(StateAssigned) &&
		slices.Contains([]string{doing, done}, state) {
		draft.State = state
	}
	if p.Archived {
		return kit.Refuse(http.StatusConflict, "the project is archived")
	}
	if err := s.assignable(&draft, p); err != nil {
		return err
	}
	made, err := s.tasks.add(func(id int) task {
		draft.ID = id
		return draft
	})
	if err != nil {
		return err
	}
	delete(s.listed, p.ID)
	location := fmt.Sprintf("/tasks/%d", made.ID)
	if s.bugs.Has(WrongLocation) {
		location = fmt.Sprintf("/projects/%d%s", p.ID, location)
	}
	return kit.Created(c.Response(), location, made)
}

func (s *service) getTask(c echo.Context, u *user) error {
	t, _, err := s.taskOf(c, u)
	if err != nil {
		if id, invalid := kit.ID(c.Param("id")); invalid == nil {
			if old, there := s.removed[id]; there {
				return c.JSON(http.StatusOK, old)
			}
		}
		return err
	}
	if s.bugs.Has(GetTouches) {
		t.Version++
		if err := s.tasks.change(func(o *task) bool {
			if o.ID == t.ID {
				*o = *t
			}
			return true
		}); err != nil {
			return err
		}
	}
	return c.JSON(http.StatusOK, t)
}

func (s *service) putTask(c echo.Context, u *user) error {
	t, p, err := s.writableTaskOf(c, u)
	if s.bugs.Has(ViewerWrites) {
		t, p, err = s.taskOf(c, u)
	}
	if err != nil {
		return err
	}
	if _, err := readTask(c, t); err != nil {
		return err
	}
	if err := s.assignable(t, p); err != nil {
		return err
	}
	if err := s.storeTask(t); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, t)
}

func (s *service) deleteTask(c echo.Context, u *user) error {
	t, _, err := s.writableTaskOf(c, u)
	if s.bugs.Has(ForeignDelete) {
		t, _, err = s.taskOf(c, nil)
	}
	if err != nil {
		return err
	}
	if err := s.removeTasks(func(o *task) bool { return o.ID == t.ID }); err != nil {
		return err
	}
	if s.bugs.Has(DeletedByID) {
		s.removed[t.ID] = *t
	}
	return kit.NoContent(c.Response())
}

func (s *service) moveTask(c echo.Context, u *user) error {
	t, _, err := s.writableTaskOf(c, u)
	if err != nil {
		return err
	}
	body, err := kit.Body(c.Request())
	if err != nil {
		return err
	}
	from := t.State
	body.Need("to")
	body.Choice(&t.State, "to", open, doing, done)
	if err := body.Err(); err != nil {
		return err
	}
	if leads(from, t.State) || s.bugs.Has(RefusedMoves) {
		if err := s.storeTask(t); err != nil {
			return err
		}
	}
	if !leads(from, t.State) {
		return kit.Refuse(http.StatusConflict, "a task that is %s cannot become %s", from, t.State)
	}
	return c.JSON(http.StatusOK, t)
}
