package wallets

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/go-chi/chi/v5"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// entry is what came into a wallet or went out of it.
type entry struct {
	ID     string `json:"id"`
	Object string `json:"object"`
	Kind   string `json:"kind"`
	Amount cents  `json:"amount"` // below zero for what went out
	// BalanceAfter is that of the wallet.
	BalanceAfter cents `json:"balance_after"`
	// Source is the id of the deposit or transfer.
	Source string `json:"source"`
}

// The kinds of entries.
const (
	in  = "deposit"
	out = "transfer"
)

// book moves an amount into a wallet, or out of it if it is below zero.
func (s *service) book(w *wallet, kind string, amount cents, source string) {
	w.Balance += amount
	w.Available += amount
	w.entries = append(w.entries, entry{s.id("en"), "entry", kind, amount, w.Balance, source})
}

func (s *service) listEntries(c *call) error {
	w := s.known(chi.URLParam(c.Request, "wallet"))
	if w == nil || !c.sees(w) && !s.bugs.Has(EntriesForeign) {
		return kit.Refuse(http.StatusNotFound, "there is no such wallet")
	}
	q := kit.ReadQuery(c.Request)
	kind := q.Choice("kind", in, out)
	p := readSpan(q)
	if err := q.Err(); err != nil {
		return err
	}
	var found []entry
	for _, e := range w.entries {
		if kind == "" || e.Kind == kind {
			found = append(found, e)
		}
	}
	return part(s, c, found, p, func(e entry) string { return e.ID })
}

// deposit is money that comes from outside.
type deposit struct {
	ID        string  `json:"id"`
	Object    string  `json:"object"`
	Wallet    string  `json:"wallet"`
	Amount    cents   `json:"amount"`
	Reference *string `json:"reference"`
}

// done is what was done for an idempotency key.
type done struct {
	asked  string
	answer any
}

// once does what a request asks for, once for its idempotency key: if it was
// done before, it is answered as it was then.
func (s *service) once(c *call, asked string, do func() (any, error)) error {
	key := c.Header().Get("Idempotency-Key")
	before, there := s.done[c.user.name+" "+key]
	if key != "" && there && !s.bugs.Has(KeyAgain) {
		if before.asked != asked {
			return kit.Refuse(http.StatusUnprocessableEntity, "the key was used for something else")
		}
		return c.answer(before.answer)
	}
	v, err := do()
	if err != nil {
		return err
	}
	if key != "" {
		s.done[c.user.name+" "+key] = done{asked, v}
	}
	return c.answer(v)
}

// Header returns that of the request, which is not that of the answer.
func (c *call) Header() http.Header { return c.Request.Header }

func (s *service) deposit(c *call) error {
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	d := deposit{Object: "deposit"}
	o.Need("wallet", "amount")
	o.Text(&d.Wallet, "wallet", 1, 40)
	fits := isAmount
	if s.bugs.Has(ZeroDeposit) {
		fits = amounts.MatchString
	}
	readAmount(o, &d.Amount, "amount", fits)
	kit.Nullable(o, &d.Reference, "reference", func(to *string) { o.Text(to, "reference", 1, 60) })
	if err := o.Err(); err != nil {
		return err
	}
	return s.once(c, fmt.Sprint(d.Wallet, d.Amount, text(d.Reference)), func() (any, error) {
		w := s.known(d.Wallet)
		if !c.sees(w) {
			return nil, kit.Refuse(http.StatusUnprocessableEntity, "you have no wallet %s", d.Wallet)
		}
		if w.Status != active {
			return nil, kit.Refuse(http.StatusConflict, "the wallet is %s", w.Status)
		}
		d.ID = s.id("de")
		s.book(w, in, d.Amount, d.ID)
		return d, nil
	})
}

// text tells texts apart that may be null.
func text(of *string) string {
	if of == nil {
		return "null"
	}
	return fmt.Sprintf("%q", *of)
}

// payee is a wallet that somebody sends money to. It is seen by who keeps it.
type payee struct {
	ID        string `json:"id"`
	Object    string `json:"object"`
	Label     string `json:"label"` // no other payee of the user has it
	Wallet    string `json:"wallet"`
	Favourite bool   `json:"favourite"`

	keeper string
	gone   bool
}

// payee returns which one the path names.
func (s *service) payee(c *call) (*payee, error) {
	i := slices.IndexFunc(s.payees, func(p *payee) bool {
		return p.ID == chi.URLParam(c.Request, "payee") && p.keeper == c.user.name && !p.gone
	})
	if i < 0 {
		return nil, kit.Refuse(http.StatusNotFound, "there is no such payee")
	}
	return s.payees[i], nil
}

// read reads what the user writes of a payee, and refuses a label that another one has.
func (p *payee) read(s *service, o *kit.Object) error {
	label := p.Label
	o.Text(&p.Label, "label", 1, 40)
	o.Text(&p.Wallet, "wallet", 1, 40)
	o.Bool(&p.Favourite, "favourite")
	if err := o.Err(); err != nil {
		return err
	}
	if o.Has("wallet") && s.known(p.Wallet) == nil {
		return kit.Refuse(http.StatusUnprocessableEntity, "there is no wallet %s", p.Wallet)
	}
	if label != "" && s.bugs.Has(PayeeRenamedSame) {
		return nil
	}
	if slices.ContainsFunc(s.payees, func(other *payee) bool {
		return other.ID != p.ID && other.Label == p.Label && other.keeper == p.keeper && !other.gone
	}) {
		return kit.Refuse(http.StatusConflict, "another payee has this label")
	}
	return nil
}

func (s *service) createPayee(c *call) error {
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	o.Need("label", "wallet")
	p := &payee{Object: "payee", keeper: c.user.name}
	if err := p.read(s, o); err != nil {
		return err
	}
	p.ID = s.id("py")
	s.payees = append(s.payees, p)
	return c.answer(p)
}

func (s *service) listPayees(c *call) error {
	q := kit.ReadQuery(c.Request)
	favourite := q.Choice("favourite", "true", "false")
	p := readSpan(q)
	if err := q.Err(); err != nil {
		return err
	}
	var found []*payee
	for _, y := range s.payees {
		if y.keeper == c.user.name && (!y.gone || s.bugs.Has(PayeeListed)) &&
			(favourite == "" || y.Favourite == (favourite == "true")) {
			found = append(found, y)
		}
	}
	return part(s, c, found, p, func(y *payee) string { return y.ID })
}

func (s *service) getPayee(c *call) error {
	p, err := s.payee(c)
	if err != nil {
		return err
	}
	return c.answer(p)
}

// changePayee changes what a body has of a payee.
func (s *service) changePayee(c *call) error {
	old, err := s.payee(c)
	if err != nil {
		return err
	}
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	p := *old
	if err := p.read(s, o); err != nil {
		return err
	}
	*old = p
	return c.answer(old)
}

func (s *service) deletePayee(c *call) error {
	p, err := s.payee(c)
	if err != nil {
		return err
	}
	p.gone = true
	return c.answer(deleted{p.ID, "payee", true})
}
