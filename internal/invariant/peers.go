package invariant

import (
	"cmp"
	"fmt"
	"slices"
)

// Peers compares what the operations of a group do: a trait that all but a few operations of the group have is a law of
// the group, and an operation without it breaks the law. The zero value has seen nothing. It is not safe for concurrent
// use.
type Peers struct {
	records map[trait]map[string]*record
	order   []trait
}

// trait is a behaviour that operations of a group may share.
type trait struct{ group, does string }

// record counts the executions of an operation in which it did something, and in which it did not.
type record struct {
	yes, no         int
	doing, omitting string // the first execution in which it did, and the first in which it did not
}

const (
	// leastSeen is the number of executions from which on an operation has a trait or lacks it.
	leastSeen = 5
	// leastPeers is the number of operations that need to have a trait, for each that lacks it.
	leastPeers = 4
)

// See counts an execution of an operation. name is as in [Observation].
func (p *Peers) See(group, does, operation string, yes bool, name func() string) {
	t := trait{group, does}
	all := p.records[t]
	if all == nil {
		if p.records == nil {
			p.records = map[trait]map[string]*record{}
		}
		all = map[string]*record{}
		p.records[t], p.order = all, append(p.order, t)
	}
	r := all[operation]
	if r == nil {
		r = &record{}
		all[operation] = r
	}
	if yes {
		if r.yes++; r.yes == 1 {
			r.doing = name()
		}
	} else if r.no++; r.no == 1 {
		r.omitting = name()
	}
}

// Laws returns the traits that an operation lacks and its peers have, sorted by text. Each execution counts the same:
// an operation that does something at times neither has the trait nor lacks it.
func (p *Peers) Laws(operation string) (out []Law) {
	for _, t := range p.order {
		own := p.records[t][operation]
		if own == nil || own.yes > 0 || own.no < leastSeen {
			continue
		}
		have, lack, doer := 0, 0, ""
		for _, r := range p.records[t] {
			switch {
			case r.yes+r.no < leastSeen:
			case r.no == 0:
				if have++; doer == "" || r.doing < doer {
					doer = r.doing
				}
			case r.yes == 0:
				lack++
			}
		}
		if have >= leastPeers*lack {
			out = append(out, Law{Text: fmt.Sprintf("%s: %s", t.group, t.does), Held: have, Broken: lack, Right: doer,
				Wrong: own.omitting})
		}
	}
	slices.SortFunc(out, func(a, b Law) int { return cmp.Compare(a.Text, b.Text) })
	return out
}
