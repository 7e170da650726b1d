package certmill

import (
	"maps"
	"slices"
	"strings"
	"time"
)

// Certificate is a certificate that was issued.
type Certificate struct {
	Serial     string            `json:"serial"`
	Account    string            `json:"account"`
	OrderID    string            `json:"order_id,omitempty"`
	Renews     string            `json:"renews,omitempty"`
	RenewedBy  string            `json:"renewed_by,omitempty"`
	Names      []string          `json:"names"`
	KeyType    string            `json:"key_type"`
	Labels     map[string]string `json:"labels"`
	Days       int               `json:"days"`
	NotBefore  time.Time         `json:"not_before"`
	NotAfter   time.Time         `json:"not_after"`
	Status     string            `json:"status"`
	Revocation *Revocation       `json:"revocation,omitempty"`
}

// Revocation says why and since when a certificate is not to be trusted.
type Revocation struct {
	Serial    string    `json:"serial"`
	Reason    string    `json:"reason"`
	RevokedAt time.Time `json:"revoked_at"`
}

// CRL is the list of what is revoked or on hold.
type CRL struct {
	Number  int          `json:"crl_number"`
	Entries []Revocation `json:"entries"`
}

// issue gives a certificate its serial.
func (m *mill) issue(k *Certificate) *Certificate {
	k.Serial, k.Status = digest("serial", len(m.certs)+1), "good"
	k.NotAfter = k.NotBefore.AddDate(0, 0, k.Days)
	m.certs = append(m.certs, k)
	return k
}

func (m *mill) certificate(c *call) *Certificate {
	for _, k := range m.certs {
		if k.Serial == c.param("serial") && c.sees(k.Account) {
			return k
		}
	}
	return nil
}

// covers tells whether a certificate is good for a host.
func (m *mill) covers(k *Certificate, host string) bool {
	return slices.ContainsFunc(k.Names, func(name string) bool {
		rest, wild := strings.CutPrefix(name, "*.")
		if !wild {
			return name == host
		}
		if m.bug == 5 {
			return strings.HasSuffix(host, "."+rest)
		}
		_, parent, _ := strings.Cut(host, ".")
		return parent == rest
	})
}

func (m *mill) listCertificates(c *call) (int, any, error) {
	host, status := c.query("host", ""), c.query("status", "")
	offset, limit := c.number("offset", 0), c.number("limit", 20)
	before, err := time.Parse(time.RFC3339, c.query("expiring_before", "2999-01-01T00:00:00Z"))
	if err != nil {
		return 0, nil, invalid("expiring_before", "must be a time")
	}
	found := []*Certificate{}
	for _, k := range m.certs {
		if c.sees(k.Account) && (host == "" || m.covers(k, host)) && (status == "" || k.Status == status) &&
			k.NotAfter.Before(before) {
			found = append(found, k)
		}
	}
	total := len(found)
	sort := func() {
		if c.query("sort", "issued") == "not_after" {
			slices.SortStableFunc(found, func(a, b *Certificate) int { return a.NotAfter.Compare(b.NotAfter) })
		}
	}
	if m.bug != 7 {
		sort()
	}
	found = found[min(offset, total):min(offset+limit, total)]
	sort()
	return 200, map[string]any{"items": found, "total": total, "offset": offset, "limit": limit}, nil
}

func (m *mill) getCertificate(c *call) (int, any, error) { return 200, m.certificate(c), nil }

func (m *mill) labelCertificate(c *call) (int, any, error) {
	in, err := read[struct {
		Labels map[string]string `json:"labels"`
	}](c)
	if err != nil {
		return 0, nil, err
	}
	k := m.certificate(c)
	all := maps.Clone(k.Labels)
	maps.Copy(all, in.Labels)
	if len(all) > 5 {
		return 0, nil, invalid("/labels", "at most 5 in all")
	}
	maps.Copy(k.Labels, in.Labels)
	return 200, k, nil
}

func (m *mill) renew(c *call) (int, any, error) {
	in, err := read[struct {
		Days *whole `json:"days"`
	}](c)
	if err != nil {
		return 0, nil, err
	}
	k := m.certificate(c)
	switch name := m.unauthorised(k.Account, k.Names); {
	case k.Status != "good":
		return 0, nil, conflict("not_good", "the certificate is "+k.Status)
	case k.RenewedBy != "":
		return 0, nil, conflict("renewed", "the certificate was renewed by "+k.RenewedBy)
	case name != "":
		return 0, nil, conflict("not_authorised", name+" is under no domain of the account")
	}
	next := &Certificate{
		Account: k.Account, Renews: k.Serial, Names: k.Names, KeyType: k.KeyType, Labels: maps.Clone(k.Labels),
		Days: k.Days, NotBefore: k.NotAfter,
	}
	if m.bug == 2 {
		next.Labels = k.Labels
	}
	if m.bug == 6 {
		next.Days = 90
	}
	if in.Days != nil {
		next.Days = int(*in.Days)
	}
	k.RenewedBy = m.issue(next).Serial
	return 201, next, nil
}

func (m *mill) revoke(c *call) (int, any, error) {
	in, err := read[struct {
		Reason    string `json:"reason"`
		RevokedAt moment `json:"revoked_at"`
	}](c)
	if err != nil {
		return 0, nil, invalid("/revoked_at", "must be a time from 2000 to 2099")
	}
	k := m.certificate(c)
	hold := in.Reason == "certificate_hold"
	switch {
	case in.RevokedAt.Before(k.NotBefore):
		return 0, nil, invalid("/revoked_at", "must not be before not_before")
	case k.Status == "revoked" || k.Status == "on_hold" && hold:
		return 0, nil, conflict("not_good", "the certificate is "+k.Status)
	}
	m.unlist(k.Serial)
	k.Status = "revoked"
	if hold {
		k.Status = "on_hold"
	}
	k.Revocation = &Revocation{k.Serial, in.Reason, in.RevokedAt.Time}
	m.crl.Entries = append(m.crl.Entries, *k.Revocation)
	m.crl.Number++
	return 200, k, nil
}

func (m *mill) unlist(serial string) {
	m.crl.Entries = slices.DeleteFunc(m.crl.Entries, func(r Revocation) bool { return r.Serial == serial })
}

func (m *mill) lift(c *call) (int, any, error) {
	k := m.certificate(c)
	if k.Status != "on_hold" {
		return 0, nil, conflict("not_on_hold", "the certificate is "+k.Status)
	}
	k.Status, k.Revocation = "good", nil
	if m.bug != 3 {
		m.unlist(k.Serial)
	}
	m.crl.Number++
	return 204, nil, nil
}

func (m *mill) getCRL(*call) (int, any, error) { return 200, m.crl, nil }
