package tracker

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// comment is what is stored and shown of a comment.
type comment struct {
	ID     int    `json:"id"`
	Task   int    `json:"task"`
	Author string `json:"author"`
	Text   string `json:"text"`
}

func (s *service) listComments(c echo.Context, u *user) error {
	t, _, err := s.taskOf(c, u)
	if err != nil {
		return err
	}
	all, err := s.comments.where(func(m *comment) bool { return m.Task == t.ID })
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, kit.Cut(all, 0, len(all)))
}

func (s *service) createComment(c echo.Context, u *user) error {
	t, _, err := s.writableTaskOf(c, u)
	if err != nil {
		return err
	}
	body, err := kit.Body(c.Request())
	if err != nil {
		return err
	}
	draft := comment{Task: t.ID, Author: u.name}
	body.Need("text")
	body.Text(&draft.Text, "text", 1, 200)
	if err := body.Err(); err != nil {
		return err
	}
	made, err := s.comments.add(func(id int) comment {
		draft.ID = id
		return draft
	})
	if err != nil {
		return err
	}
	return kit.JSON(c.Response(), http.StatusCreated, made)
}
