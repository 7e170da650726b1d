package chargenet

import (
	"fmt"
	"net/http"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

const (
	mostSessions         = 5
	minBudget, maxBudget = 1000, 100_000_000 // Wh
)

// contract returns a contract that the party sees.
func (s *server) contract(id string, p party) *Contract {
	for _, c := range s.contracts {
		if c.ID == id && p.sees("", c.Provider) {
			return c
		}
	}
	return nil
}

// view counts the sessions of a contract.
func (s *server) view(c *Contract) *contractView {
	v := &contractView{Contract: *c}
	for _, x := range s.sessions {
		switch {
		case x.ContractID != c.ID:
		case x.Status == "active":
			v.OpenSessions++
		default:
			v.UsedWh += x.EnergyWh
		}
	}
	return v
}

func (s *server) createContract(w http.ResponseWriter, r *http.Request, p party) error {
	var in struct {
		Holder      string `json:"holder"`
		MaxSessions *int   `json:"max_sessions"`
		BudgetWh    *int   `json:"energy_budget_wh"`
	}
	if err := input.Body(r, &in); err != nil {
		return err
	}
	x := &Contract{ID: fmt.Sprintf("%s-C%06d", p.Code, len(s.contracts)+1), Provider: p.Code, Holder: in.Holder,
		MaxSessions: 1, BudgetWh: in.BudgetWh, Status: "active"}
	if in.MaxSessions != nil {
		x.MaxSessions = *in.MaxSessions
	}
	if err := x.check(); err != nil {
		return err
	}
	s.contracts = append(s.contracts, x)
	return send(w, http.StatusCreated, s.view(x))
}

func (x *Contract) check() error {
	var c input.Checks
	c.Length(x.Holder, "holder", 2, 80)
	c.Range(x.MaxSessions, "max_sessions", 1, mostSessions)
	if x.BudgetWh != nil {
		c.Range(*x.BudgetWh, "energy_budget_wh", minBudget, maxBudget)
	}
	c.OneOf(x.Status, "status", "active", "blocked")
	return c.Err()
}

func (s *server) getContract(w http.ResponseWriter, r *http.Request, p party) error {
	x := s.contract(r.PathValue("contract_id"), p)
	if x == nil {
		return notFound("contract")
	}
	v := s.view(x)
	if old := s.views[x.ID]; old != nil && s.bug == 8 {
		v = old
	}
	s.views[x.ID] = v
	return send(w, http.StatusOK, v)
}

func (s *server) patchContract(w http.ResponseWriter, r *http.Request, p party) error {
	x := s.contract(r.PathValue("contract_id"), p)
	if x == nil {
		return notFound("contract")
	}
	var in struct {
		Holder      *string `json:"holder"`
		MaxSessions *int    `json:"max_sessions"`
		BudgetWh    *int    `json:"energy_budget_wh"`
		Status      *string `json:"status"`
	}
	if err := input.Body(r, &in); err != nil {
		return err
	}
	changed := *x
	if in.Holder != nil {
		changed.Holder = *in.Holder
	}
	if in.MaxSessions != nil {
		changed.MaxSessions = *in.MaxSessions
	}
	if in.BudgetWh != nil {
		changed.BudgetWh = in.BudgetWh
	}
	if in.Status != nil {
		changed.Status = *in.Status
	}
	if err := changed.check(); err != nil {
		return err
	}
	*x = changed
	delete(s.views, x.ID)
	return send(w, http.StatusOK, s.view(x))
}
