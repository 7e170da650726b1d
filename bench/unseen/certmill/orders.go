package certmill

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Domain is a domain of an account, below which it may order.
type Domain struct {
	ID      string `json:"domain_id"`
	Account string `json:"account"`
	Name    string `json:"name"`
	Contact string `json:"contact"`

	removed bool
}

// Order asks for a certificate.
type Order struct {
	ID        string            `json:"order_id"`
	Account   string            `json:"account"`
	PlacedBy  string            `json:"placed_by"`
	Names     []string          `json:"names"`
	NotBefore time.Time         `json:"not_before"`
	Days      int               `json:"days"`
	KeyType   string            `json:"key_type"`
	Labels    map[string]string `json:"labels"`
	Status    string            `json:"status"`
	Reason    string            `json:"reason,omitempty"`
	Serial    string            `json:"serial,omitempty"`
}

// keyed is what an account sent with an Idempotency-Key.
type keyed struct {
	sent  string
	order *Order
}

// under tells whether a name or wildcard is a domain or is below it.
func under(name, domain string) bool {
	name = strings.TrimPrefix(name, "*.")
	return name == domain || strings.HasSuffix(name, "."+domain)
}

func (m *mill) domain(c *call) *Domain {
	for _, d := range m.domains {
		if d.ID == c.param("domain_id") && !d.removed && c.sees(d.Account) {
			return d
		}
	}
	return nil
}

func (m *mill) listDomains(c *call) (int, any, error) {
	found := []*Domain{}
	for _, d := range m.domains {
		if !d.removed && c.sees(d.Account) {
			found = append(found, d)
		}
	}
	slices.SortFunc(found, func(a, b *Domain) int { return strings.Compare(a.Name, b.Name) })
	return 200, map[string]any{"items": found}, nil
}

func (m *mill) addDomain(c *call) (int, any, error) {
	d, err := read[*Domain](c)
	if err != nil {
		return 0, nil, err
	}
	for _, other := range m.domains {
		if other.Name == d.Name && !other.removed {
			return 0, nil, conflict("domain_taken", d.Name+" is registered")
		}
	}
	d.ID, d.Account = fmt.Sprintf("dom_%d", len(m.domains)+1), c.account
	m.domains = append(m.domains, d)
	return 201, d, nil
}

func (m *mill) removeDomain(c *call) (int, any, error) {
	d := m.domain(c)
	d.removed = true
	for _, o := range m.orders {
		names := o.Names
		if m.bug == 8 {
			names = names[:1]
		}
		if o.Account == d.Account && o.Status == "open" && m.unauthorised(d.Account, names) != "" {
			m.settle(o, "rejected", "domain removed")
		}
	}
	return 204, nil, nil
}

// unauthorised returns a name that is under no domain of an account, or "".
func (m *mill) unauthorised(account string, names []string) string {
	for _, name := range names {
		if !slices.ContainsFunc(m.domains, func(d *Domain) bool {
			return d.Account == account && !d.removed && under(name, d.Name)
		}) {
			return name
		}
	}
	return ""
}

func (m *mill) order(c *call) *Order {
	for _, o := range m.orders {
		if o.ID == c.param("order_id") && c.sees(o.Account) {
			return o
		}
	}
	return nil
}

func (m *mill) listOrders(c *call) (int, any, error) {
	status, after, limit := c.query("status", ""), c.query("after", ""), c.number("limit", 20)
	found, more, past := []*Order{}, false, after == ""
	for _, o := range m.orders {
		switch {
		case !c.sees(o.Account):
		case !past:
			past = o.ID == after
		case status != "" && o.Status != status:
		case len(found) == limit:
			more = true
		default:
			found = append(found, o)
		}
	}
	if !past {
		return 0, nil, invalid("after", "no such order")
	}
	return 200, map[string]any{"items": found, "has_more": more}, nil
}

func (m *mill) placeOrder(c *call) (int, any, error) {
	in, err := read[struct {
		Names     []string          `json:"names"`
		NotBefore moment            `json:"not_before"`
		Days      whole             `json:"days"`
		KeyType   string            `json:"key_type"`
		Labels    map[string]string `json:"labels"`
	}](c)
	if err != nil {
		return 0, nil, invalid("/not_before", "must be a time from 2000 to 2099")
	}
	key, sent := c.r.Header.Get("Idempotency-Key"), ""
	if key != "" {
		if m.bug != 1 {
			key = c.account + " " + key
		}
		text, _ := json.Marshal(in) // of texts and numbers
		sent = string(text)
		if before, ok := m.keys[key]; ok {
			if before.sent != sent {
				return 0, nil, conflict("key_reused", "the key came with another order before")
			}
			return 200, before.order, nil
		}
	}
	if name := m.unauthorised(c.account, in.Names); name != "" {
		return 0, nil, conflict("not_authorised", name+" is under no domain of the account")
	}
	if m.open[c.account] >= 2 {
		return 0, nil, conflict("too_many_open", "two orders of the account are open")
	}
	o := &Order{
		ID: fmt.Sprintf("ord_%d", len(m.orders)+1), Account: c.account, PlacedBy: c.name, Names: in.Names,
		NotBefore: in.NotBefore.Time, Days: int(in.Days), KeyType: in.KeyType, Labels: in.Labels, Status: "open",
	}
	if o.KeyType == "" {
		o.KeyType = "ec256"
	}
	if o.Labels == nil {
		o.Labels = map[string]string{}
	}
	m.orders = append(m.orders, o)
	m.open[c.account]++
	if key != "" {
		m.keys[key] = keyed{sent, o}
	}
	return 201, o, nil
}

// settle ends an open order.
func (m *mill) settle(o *Order, status, reason string) {
	o.Status, o.Reason = status, reason
	if m.bug != 4 || status != "cancelled" {
		m.open[o.Account]--
	}
}

func (m *mill) getOrder(c *call) (int, any, error) { return 200, m.order(c), nil }

func (m *mill) cancelOrder(c *call) (int, any, error) {
	o := m.order(c)
	if o.Status != "open" {
		return 0, nil, conflict("not_open", "the order is "+o.Status)
	}
	m.settle(o, "cancelled", "")
	return 200, o, nil
}

func (m *mill) decide(c *call) (int, any, error) {
	in, err := read[struct {
		Decision string `json:"decision"`
		Reason   string `json:"reason"`
	}](c)
	if err != nil {
		return 0, nil, err
	}
	o := m.order(c)
	if o.Status != "open" {
		return 0, nil, conflict("not_open", "the order is "+o.Status)
	}
	if in.Decision == "reject" {
		m.settle(o, "rejected", in.Reason)
		return 200, o, nil
	}
	m.settle(o, "issued", "")
	labels := map[string]string{}
	for k, v := range o.Labels {
		labels[k] = v
	}
	o.Serial = m.issue(&Certificate{
		Account: o.Account, OrderID: o.ID, Names: o.Names, KeyType: o.KeyType, Labels: labels, Days: o.Days,
		NotBefore: o.NotBefore,
	}).Serial
	return 200, o, nil
}
