package wallets

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// cents is an amount of money. Its text has two decimals.
type cents int

func (a cents) String() string {
	if a < 0 {
		return "-" + (-a).String()
	}
	return fmt.Sprintf("%d.%02d", a/100, a%100)
}

// MarshalText returns the text of the amount.
func (a cents) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

var amounts = regexp.MustCompile(`^(0|[1-9][0-9]{0,5})\.[0-9]{2}$`)

// isAmount reports whether a text is that of an amount that is not zero.
func isAmount(text string) bool { return amounts.MatchString(text) && text != "0.00" }

func parse(text string) cents {
	n, _ := strconv.Atoi(strings.Replace(text, ".", "", 1)) // was read before
	return cents(n)
}

// readAmount reads a member that is an amount.
func readAmount(o *kit.Object, into *cents, name string, fits func(string) bool) {
	text := into.String()
	o.Match(&text, name, "an amount above zero, such as 12.50", fits)
	*into = parse(text)
}

// wallet is what holds money.
type wallet struct {
	ID          string  `json:"id"`
	Object      string  `json:"object"`
	Owner       string  `json:"owner"`
	Name        string  `json:"name"` // no other wallet of the owner has it
	Currency    string  `json:"currency"`
	Description *string `json:"description"`
	// Alert is the balance below which the owner is told.
	Alert   *cents `json:"low_balance_alert"`
	Balance cents  `json:"balance"`
	// Available is the balance without what pending transfers are about.
	Available cents  `json:"available"`
	Status    string `json:"status"`

	entries []entry
}

// The statuses of a wallet.
const (
	active = "active"
	frozen = "frozen"
)

func currencies() []string { return []string{"EUR", "NOK", "SEK"} }

// known returns the wallet with an id, nil for none.
func (s *service) known(id string) *wallet {
	i := slices.IndexFunc(s.wallets, func(w *wallet) bool { return w.ID == id })
	if i < 0 {
		return nil
	}
	return s.wallets[i]
}

func (c *call) sees(w *wallet) bool { return w != nil && (c.user.officer || w.Owner == c.user.name) }

// wallet returns the one that the path names to its owner and officers.
func (s *service) wallet(c *call) (*wallet, error) {
	w := s.known(chi.URLParam(c.Request, "wallet"))
	if !c.sees(w) {
		return nil, kit.Refuse(http.StatusNotFound, "there is no such wallet")
	}
	return w, nil
}

// free refuses the name of another wallet of the owner.
func (s *service) free(w *wallet) error {
	taken := slices.ContainsFunc(s.wallets, func(other *wallet) bool {
		return other.ID != w.ID && other.Name == w.Name && (other.Owner == w.Owner || s.bugs.Has(NameTakenByOthers))
	})
	if taken {
		return kit.Refuse(http.StatusConflict, "another wallet has this name")
	}
	return nil
}

// read reads what the owner writes of a wallet.
func (w *wallet) read(o *kit.Object) error {
	o.Text(&w.Name, "name", 1, 40)
	kit.Nullable(o, &w.Description, "description", func(to *string) { o.Text(to, "description", 1, 200) })
	kit.Nullable(o, &w.Alert, "low_balance_alert", func(to *cents) { readAmount(o, to, "low_balance_alert", isAmount) })
	return o.Err()
}

func (s *service) createWallet(c *call) error {
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	o.Need("name")
	w := &wallet{Object: "wallet", Owner: c.user.name, Currency: "EUR", Status: active}
	o.Choice(&w.Currency, "currency", currencies()...)
	if err := w.read(o); err != nil {
		return err
	}
	if err := s.free(w); err != nil {
		return err
	}
	if text, ok := o.Member("balance").(string); ok && isAmount(text) && s.bugs.Has(BalanceSet) {
		w.Balance, w.Available = parse(text), parse(text)
	}
	w.ID = s.id("wa")
	s.wallets = append(s.wallets, w)
	return c.answer(w)
}

func (s *service) listWallets(c *call) error {
	q := kit.ReadQuery(c.Request)
	currency, status := q.Choice("currency", currencies()...), q.Choice("status", active, frozen)
	p := readSpan(q)
	if err := q.Err(); err != nil {
		return err
	}
	var found []*wallet
	for _, w := range s.wallets {
		if c.sees(w) && (currency == "" || w.Currency == currency) && (status == "" || w.Status == status) {
			found = append(found, w)
		}
	}
	return part(s, c, found, p, func(w *wallet) string { return w.ID })
}

func (s *service) getWallet(c *call) error {
	w, err := s.wallet(c)
	if err != nil {
		return err
	}
	return c.answer(w)
}

// changeWallet changes what a body has of a wallet.
func (s *service) changeWallet(c *call) error {
	old, err := s.wallet(c)
	if err != nil {
		return err
	}
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	w := *old
	if err := w.read(o); err != nil {
		return err
	}
	if err := s.free(&w); err != nil {
		return err
	}
	if s.bugs.Has(DescriptionNullIgnored) && w.Description == nil {
		w.Description = old.Description
	}
	if s.bugs.Has(AlertReset) && !o.Has("low_balance_alert") {
		w.Alert = nil
	}
	*old = w
	return c.answer(old)
}

// deleted is what stays of something.
type deleted struct {
	ID      string `json:"id"`
	Object  string `json:"object"`
	Deleted bool   `json:"deleted"`
}

// deleteWallet deletes a wallet without money.
func (s *service) deleteWallet(c *call) error {
	w, err := s.wallet(c)
	if err != nil {
		return err
	}
	if w.Balance != 0 {
		return kit.Refuse(http.StatusConflict, "there is money in the wallet")
	}
	if slices.ContainsFunc(s.transfers, func(t *transfer) bool {
		return t.Status == pending && (t.From == w.ID || t.To == w.ID)
	}) {
		return kit.Refuse(http.StatusConflict, "there are pending transfers")
	}
	s.wallets = slices.DeleteFunc(s.wallets, func(other *wallet) bool { return other == w })
	return c.answer(deleted{w.ID, "wallet", true})
}

func (s *service) freeze(c *call) error { return s.turn(c, active, frozen, c.user.officer) }

func (s *service) unfreeze(c *call) error {
	return s.turn(c, frozen, active, c.user.officer || s.bugs.Has(UnfreezeByOwner))
}

// turn changes the status of a wallet.
func (s *service) turn(c *call, from, to string, allowed bool) error {
	w, err := s.wallet(c)
	if err != nil {
		return err
	}
	if !allowed {
		return kit.Refuse(http.StatusForbidden, "this is for officers")
	}
	if w.Status != from {
		return kit.Refuse(http.StatusConflict, "the wallet is %s", w.Status)
	}
	w.Status = to
	return c.answer(w)
}

// summary adds up the wallets that the user sees.
func (s *service) summary(c *call) error {
	n, totals := 0, map[string]cents{}
	for _, currency := range currencies() {
		totals[currency] = 0
	}
	for _, w := range s.wallets {
		if c.sees(w) {
			n++
			totals[w.Currency] += w.Balance
		}
	}
	return c.answer(map[string]any{"object": "summary", "wallets": n, "totals": totals})
}
