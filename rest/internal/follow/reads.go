package follow

import (
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/follow/scene"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// maxWatched is the greatest number of reads that observe an act. A further read costs more than another test.
const maxWatched = 3

// watch chooses the reads that observe the acts of a test: as many as fit, the nearest ones, and at the last place one
// of all others. It returns false if there are none.
func watch(s *scene.Scene, acts int) bool {
	all := s.Views()
	most := min(maxWatched, max(1, (s.MaxCalls-len(s.Calls)-acts)/(acts+1)))
	for k := len(s.Watched); k < min(most, len(all)); k++ {
		at := k
		switch {
		case k == most-1 && s.R.IntN(3) > 0:
			at += s.R.IntN(len(all) - k)
		case most == 1 && len(all) > 1 && !s.Bound(all[at], s.Calls): // the act is to make it
			at++
		}
		c := bare(s.Bind(all[at]))
		timed(s, c)
		if k > 0 && k == most-1 && s.Users > 1 && s.R.IntN(4) == 0 {
			c.User.Index = s.R.IntN(s.Users)
		}
		s.Watched = append(s.Watched, c)
	}
	s.Watched = s.Watched[:min(most, len(s.Watched))]
	return len(s.Watched) > 0
}

// observe adds the reads that observe an act, as far as the calls of the test that may succeed bind their paths.
func observe(s *scene.Scene) {
	invalid := func(c *action.Call) bool { return c.Genotype.IsInvalid() }
	calls := slices.DeleteFunc(slices.Clone(s.Calls), invalid)
	for _, c := range s.Watched {
		if s.Bound(c.Op, calls) {
			s.Add(c.Clone().(*action.Call))
		}
	}
}

// timed sets the parameters of a read that take days or instants to one that the test sends, or to its day. Parameters
// that the read may leave out are left out now and then.
func timed(s *scene.Scene, c *action.Call) {
	var sent []string
	for _, call := range append(slices.Clip(s.Calls), s.About) {
		for _, l := range members(call) {
			if t := text(l.Gene); len(t) >= len(time.DateOnly) {
				sent = append(sent, t)
			}
		}
	}
	all := s.R.IntN(2) == 0
	for i := range c.Genotype.Params {
		p := &c.Genotype.Params[i]
		if !isTime(p.Spec) || value.IsAbsent(p.Gene.Value()) && !all {
			continue
		}
		for _, t := range sent {
			if gene.Assign(p.Gene, t) || gene.Assign(p.Gene, t[:len(time.DateOnly)]) {
				break
			}
		}
	}
}

// isTime reports whether a parameter takes days or instants.
func isTime(p *openapi.Parameter) bool {
	return p.Schema != nil && strings.HasPrefix(message.Flatten(p.Schema).Format, "date")
}

// counted reads something that may count the element of the test, or sum it up, as soon as it can be read: after each
// call that the act needs, and after the act.
func counted(s *scene.Scene) bool {
	far := s.Remote()
	if len(far) == 0 || s.Item() == "" {
		return false
	}
	earlier, read := s.Calls, bare(s.Bind(far[s.Digit(len(far))]))
	timed(s, read)
	s.Calls, s.Watched = nil, []*action.Call{read}
	for i, c := range earlier {
		if i > 0 || len(earlier) < 3 {
			observe(s)
		}
		s.Calls = append(s.Calls, c)
	}
	observe(s)
	s.Again()
	observe(s)
	return true
}

// peeked reads before and after other reads, which are to change nothing: of other things, and with parameters.
func peeked(s *scene.Scene) bool {
	views := s.Views()
	if s.About.Op.Spec.Method == "GET" {
		s.Watched = []*action.Call{s.Copy()}
	} else if c := s.Again(); s.Digit(2) == 0 {
		vary(s.R, c)
	} else {
		flags(s, c)
	}
	if len(views) == 0 || len(s.Watched) == 0 && !watch(s, 1) {
		return false
	}
	observe(s)
	for k := range 2 {
		c := s.On(views[(s.N+k)%len(views)])
		for _, i := range queries(c.Op) {
			if g := c.Genotype.Params[i].Gene; s.R.IntN(2) == 0 {
				g.Randomize(s.R)
				turnOn(g)
				gene.Assign(g, true)
			}
		}
	}
	observe(s)
	return true
}

// queries returns the indexes of the query parameters of an operation.
func queries(op *api.Operation) (out []int) {
	for i := range op.Template.Params {
		if op.Template.Params[i].Spec.In == openapi.InQuery {
			out = append(out, i)
		}
	}
	return out
}
