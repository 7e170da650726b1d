package shop

import (
	"net/http"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// account is what is shown of a customer's account.
type account struct {
	Name        string `json:"name"`
	DisplayName string `json:"displayName"`
	Newsletter  bool   `json:"newsletter"`
	// Orders counts the orders that are not cancelled, Spent sums their totals.
	Orders int `json:"orders"`
	Spent  int `json:"spent"`
}

func (s *service) account(customer string) (a account, err error) {
	a, err = kit.One(s.db, func(row kit.Row, a *account) error {
		return row.Scan(&a.Name, &a.DisplayName, &a.Newsletter)
	},
		"SELECT name, displayName, newsletter FROM accounts WHERE name = ?", customer)
	if err != nil {
		return a, err
	}
	clause := " FROM orders WHERE customer = ?"
	if !s.bugs.Has(CancelledCounts) {
		clause += " AND state <> 'cancelled'"
	}
	if a.Orders, err = kit.Number(s.db, "SELECT count(*)"+clause, customer); err != nil {
		return a, err
	}
	a.Spent, err = kit.Number(s.db, "SELECT coalesce(sum(total), 0)"+clause, customer)
	return a, err
}

func (s *service) getAccount(w http.ResponseWriter, _ *http.Request, customer string) error {
	a, err := s.account(customer)
	if err != nil {
		return err
	}
	return kit.JSON(w, http.StatusOK, a)
}

func (s *service) patchAccount(w http.ResponseWriter, r *http.Request, customer string) error {
	a, err := s.account(customer)
	if err != nil {
		return err
	}
	body, err := kit.Body(r)
	if err != nil {
		return err
	}
	body.Text(&a.DisplayName, "displayName", 1, 40)
	body.Bool(&a.Newsletter, "newsletter")
	if err := body.Err(); err != nil {
		return err
	}
	if _, err := s.db.Exec("UPDATE accounts SET displayName = ?, newsletter = ? WHERE name = ?", a.DisplayName,
		a.Newsletter, customer); err != nil {
		return err
	}
	return kit.JSON(w, http.StatusOK, a)
}
