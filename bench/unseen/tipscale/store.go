package tipscale

import (
	"fmt"
	"slices"
	"strings"
)

// store keeps everything in memory.
type store struct {
	vehicles  map[string]*Vehicle // by plate, retired ones too
	contracts []*Contract
	tickets   []*Ticket // the latest first
	perDay    map[string]int
}

func (s *store) contract(no string) *Contract {
	at := slices.IndexFunc(s.contracts, func(c *Contract) bool { return c.No == no })
	if at < 0 {
		return nil
	}
	return s.contracts[at]
}

func (s *store) ticket(no string) *Ticket {
	at := slices.IndexFunc(s.tickets, func(t *Ticket) bool { return t.No == no })
	if at < 0 {
		return nil
	}
	return s.tickets[at]
}

// insertContract gives a contract its number.
func (s *store) insertContract(c *Contract) {
	c.No = fmt.Sprintf("K-%d", 101+len(s.contracts))
	s.contracts = append(s.contracts, c)
}

// insertTicket gives a ticket its number.
func (s *store) insertTicket(t *Ticket) {
	day := strings.ReplaceAll(dayOf(t.InAt), "-", "")
	s.perDay[day]++
	t.No = fmt.Sprintf("%s-%04d", day, s.perDay[day])
	s.tickets = append(s.tickets, t)
	slices.SortFunc(s.tickets, func(a, b *Ticket) int {
		if a.before(b.InAt, b.No) {
			return -1
		}
		return 1
	})
}
