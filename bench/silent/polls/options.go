package polls

import (
	"net/http"
	"slices"

	"github.com/gorilla/mux"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// prepared refuses who is not the owner, and polls that are no drafts.
func (p *poll) prepared(user string) error {
	if err := p.own(user); err != nil {
		return err
	}
	if p.State != draft {
		return kit.Refuse(http.StatusConflict, "the poll is %s", p.State)
	}
	return nil
}

// text reads the text of an option of a poll.
func (s *service) text(c *call, p *poll) (string, error) {
	if err := p.own(c.user); err != nil {
		return "", err
	}
	o, err := kit.Body(c.Request)
	if err != nil {
		return "", err
	}
	out := ""
	o.Need("text")
	o.Text(&out, "text", 1, 60)
	if err := o.Err(); err != nil {
		return "", err
	}
	return out, p.prepared(c.user)
}

// another refuses a text that an option other than one has.
func (p *poll) another(text string, but int) error {
	if slices.ContainsFunc(p.Options, func(o option) bool { return o.Text == text && o.ID != but }) {
		return kit.Refuse(http.StatusConflict, "there is an option with this text")
	}
	return nil
}

// option returns which one of the options the path names.
func (p *poll) option(c *call) (int, error) {
	id, err := kit.ID(mux.Vars(c.Request)["option"])
	if err != nil {
		return 0, err
	}
	i := slices.IndexFunc(p.Options, func(o option) bool { return o.ID == id })
	if i < 0 {
		return 0, kit.Refuse(http.StatusNotFound, "there is no such option")
	}
	return i, nil
}

const mostOptions = 10

func (s *service) addOption(c *call, p *poll) error {
	text, err := s.text(c, p)
	if err != nil {
		return err
	}
	if err := p.another(text, 0); err != nil {
		return err
	}
	if len(p.Options) == mostOptions {
		return kit.Refuse(http.StatusConflict, "the poll has %d options", mostOptions)
	}
	p.LastOption++
	made := option{p.LastOption, text}
	if s.bugs.Has(OptionIDAgain) {
		made.ID = len(p.Options) + 1
	}
	p.Options = append(p.Options, made)
	if err := s.save(p); err != nil {
		return err
	}
	return s.show(c, http.StatusOK, p)
}

func (s *service) putOption(c *call, p *poll) error {
	if err := p.own(c.user); err != nil {
		return err
	}
	i, err := p.option(c)
	if err != nil {
		return err
	}
	text, err := s.text(c, p)
	if err != nil {
		return err
	}
	if err := p.another(text, p.Options[i].ID); err != nil && !s.bugs.Has(OptionRenamedSame) {
		return err
	}
	p.Options[i].Text = text
	if err := s.save(p); err != nil {
		return err
	}
	return s.show(c, http.StatusOK, p)
}

func (s *service) removeOption(c *call, p *poll) error {
	if err := p.own(c.user); err != nil {
		return err
	}
	i, err := p.option(c)
	if err != nil {
		return err
	}
	if err := p.prepared(c.user); err != nil {
		return err
	}
	p.Options = slices.Delete(p.Options, i, i+1)
	if err := s.save(p); err != nil {
		return err
	}
	return kit.NoContent(c.ResponseWriter)
}

// putState opens a draft or closes an open poll.
func (s *service) putState(c *call, p *poll) error {
	if err := p.own(c.user); err != nil {
		return err
	}
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	to := ""
	o.Need("state")
	o.Choice(&to, "state", draft, open, closed)
	if err := o.Err(); err != nil {
		return err
	}
	step := [2]string{p.State, to}
	if to != p.State && step != [2]string{draft, open} && step != [2]string{open, closed} {
		return kit.Refuse(http.StatusConflict, "the poll is %s", p.State)
	}
	least := 2
	if s.bugs.Has(OneOptionOpens) {
		least = 1
	}
	if to == open && len(p.Options) < least {
		return kit.Refuse(http.StatusConflict, "there is nothing to choose from")
	}
	p.State = to
	if err := s.save(p); err != nil {
		return err
	}
	return s.show(c, http.StatusOK, p)
}

// guest returns the name in the path, which has to be somebody's but the owner's.
func (p *poll) guest(c *call) (string, error) {
	if err := p.own(c.user); err != nil {
		return "", err
	}
	name := mux.Vars(c.Request)["guest"]
	if name == p.Owner || !slices.Contains(names(), name) {
		return "", kit.Refuse(http.StatusNotFound, "nobody of this name can be invited")
	}
	return name, nil
}

// invite adds a guest who is not there yet.
func (s *service) invite(c *call, p *poll) error {
	name, err := p.guest(c)
	if err != nil {
		return err
	}
	if !slices.Contains(p.Guests, name) {
		p.Guests = append(p.Guests, name)
	}
	if err := s.save(p); err != nil {
		return err
	}
	return kit.NoContent(c.ResponseWriter)
}

// uninvite takes away a guest, with the vote of the guest.
func (s *service) uninvite(c *call, p *poll) error {
	name, err := p.guest(c)
	if err != nil {
		return err
	}
	i := slices.Index(p.Guests, name)
	if i < 0 {
		return kit.Refuse(http.StatusNotFound, "there is no such guest")
	}
	p.Guests = slices.Delete(p.Guests, i, i+1)
	if !s.bugs.Has(GuestVoteStays) {
		delete(p.Votes, name)
	}
	if err := s.save(p); err != nil {
		return err
	}
	return kit.NoContent(c.ResponseWriter)
}
