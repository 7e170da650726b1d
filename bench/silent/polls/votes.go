package polls

import (
	"fmt"
	"math"
	"net/http"
	"slices"

	"github.com/gorilla/mux"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// vote is what somebody chose.
type vote struct {
	Voter   string `json:"voter"`
	Choices []int  `json:"choices"`
}

func (s *service) getVote(c *call, p *poll) error {
	choices, there := p.Votes[c.user]
	if !there {
		return kit.Refuse(http.StatusNotFound, "you have not voted")
	}
	return c.answer(http.StatusOK, vote{c.user, choices})
}

// putVote gives a vote, or replaces the one before.
func (s *service) putVote(c *call, p *poll) error {
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	written, err := several(o, "choices", 1, mostOptions, func(f float64) bool {
		return f == math.Trunc(f) && f >= 1 && f <= 1000
	})
	if err != nil {
		return err
	}
	if p.State != open {
		return kit.Refuse(http.StatusConflict, "the poll is %s", p.State)
	}
	if len(written) > p.MaxChoices && !s.bugs.Has(MaxChoicesIgnored) {
		return kit.Refuse(http.StatusUnprocessableEntity, "at most %d choices", p.MaxChoices)
	}
	var choices []int
	for _, f := range written {
		if !slices.ContainsFunc(p.Options, func(o option) bool { return o.ID == int(f) }) {
			return kit.Refuse(http.StatusUnprocessableEntity, "there is no option %d", int(f))
		}
		choices = append(choices, int(f))
	}
	p.Votes[c.user] = choices
	if err := s.save(p); err != nil {
		return err
	}
	return c.answer(http.StatusOK, vote{c.user, choices})
}

// removeVote takes a vote back.
func (s *service) removeVote(c *call, p *poll) error {
	if _, there := p.Votes[c.user]; !there {
		return kit.Refuse(http.StatusNotFound, "you have not voted")
	}
	if p.State != open && !s.bugs.Has(WithdrawnAfterClose) {
		return kit.Refuse(http.StatusConflict, "the poll is %s", p.State)
	}
	delete(p.Votes, c.user)
	if err := s.save(p); err != nil {
		return err
	}
	return kit.NoContent(c.ResponseWriter)
}

// result is how an option does.
type result struct {
	option
	Votes int `json:"votes"`
	// Share is how many in a hundred voters chose it, with one decimal.
	Share float64 `json:"share"`
}

func (s *service) results(c *call, p *poll) error {
	if p.Owner != c.user && p.State != closed && !p.LiveResults && !s.bugs.Has(ResultsEarly) {
		return kit.Refuse(http.StatusForbidden, "the results are shown when the poll is closed")
	}
	by, of := map[int]int{}, len(p.Votes)
	for _, choices := range p.Votes {
		if s.bugs.Has(ShareOfChoices) {
			of += len(choices) - 1
		}
		for _, id := range choices {
			by[id]++
		}
	}
	all, winners, most := []result{}, []int{}, 1
	for _, o := range p.Options {
		r := result{option: o, Votes: by[o.ID]}
		if of > 0 {
			r.Share = math.Round(1000*float64(r.Votes)/float64(of)) / 10
		}
		if r.Votes > most {
			winners, most = winners[:0], r.Votes
		}
		if r.Votes == most {
			winners = append(winners, o.ID)
		}
		all = append(all, r)
	}
	slices.SortStableFunc(all, func(a, b result) int { return b.Votes - a.Votes })
	return c.answer(http.StatusOK, map[string]any{"voters": len(p.Votes), "options": all, "winners": winners})
}

// comment is what somebody says of a poll.
type comment struct {
	ID     int    `json:"id"` // from 1 for each poll
	Author string `json:"author"`
	Text   string `json:"text"`
}

func (s *service) listComments(c *call, p *poll) error {
	return c.answer(http.StatusOK, map[string]any{"comments": append([]comment{}, p.Comments...)})
}

func (s *service) createComment(c *call, p *poll) error {
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	made := comment{ID: p.LastComment + 1, Author: c.user}
	o.Need("text")
	o.Text(&made.Text, "text", 1, 300)
	if err := o.Err(); err != nil {
		return err
	}
	p.LastComment, p.Comments = made.ID, append(p.Comments, made)
	if err := s.save(p); err != nil {
		return err
	}
	c.Header().Set("Location", fmt.Sprintf("/polls/%s/comments/%d", p.ID, made.ID))
	return c.answer(http.StatusCreated, made)
}

// comment returns which one of the comments the path names.
func (p *poll) comment(c *call) (int, error) {
	id, err := kit.ID(mux.Vars(c.Request)["comment"])
	if err != nil {
		return 0, err
	}
	i := slices.IndexFunc(p.Comments, func(one comment) bool { return one.ID == id })
	if i < 0 {
		return 0, kit.Refuse(http.StatusNotFound, "there is no such comment")
	}
	return i, nil
}

func (s *service) getComment(c *call, p *poll) error {
	i, err := p.comment(c)
	if err != nil {
		return err
	}
	return c.answer(http.StatusOK, p.Comments[i])
}

// removeComment deletes a comment of the user's, or one on a poll of the user's.
func (s *service) removeComment(c *call, p *poll) error {
	i, err := p.comment(c)
	if err != nil {
		return err
	}
	if c.user != p.Owner && c.user != p.Comments[i].Author && !s.bugs.Has(CommentByAnyone) {
		return kit.Refuse(http.StatusForbidden, "another user's comment")
	}
	p.Comments = slices.Delete(p.Comments, i, i+1)
	if err := s.save(p); err != nil {
		return err
	}
	return kit.NoContent(c.ResponseWriter)
}
