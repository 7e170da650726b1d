package laws

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// reading counts the accepted calls that sent a parameter, and those in which the program read it.
type reading struct {
	sent, read int
	first      string // the first call that sent it
}

// leastSent is the number of accepted calls from which on a parameter that the program did not read counts as unread.
const leastSent = 8

// watch learns which parameters of an accepted call the program read.
func (l *Learner) watch(s *execute.Step) {
	x := s.About
	if !x.Succeeded() || len(s.Inputs) == 0 {
		return
	}
	all := l.unread[x.Operation.Name()]
	if all == nil {
		if l.unread == nil {
			l.unread = map[string]map[string]*reading{}
		}
		all = map[string]*reading{}
		l.unread[x.Operation.Name()] = all
	}
	for _, p := range x.Operation.Parameters {
		if p.In != openapi.InQuery || len(x.Query()[p.Name]) == 0 {
			continue
		}
		r := all[p.Name]
		if r == nil {
			r = &reading{first: l.script(x)}
			all[p.Name] = r
		}
		r.sent++
		if slices.ContainsFunc(s.Inputs, func(i genotype.Input) bool { return i.In == p.In && i.Name == p.Name }) {
			r.read++
		}
	}
}

// ignored returns the law of an operation that the program reads each declared parameter of its query, for each
// parameter that it never read. It returns nil if it read none: it may read them in a way that is not seen.
func (l *Learner) ignored(operation string) (out []problem.Law) {
	read := 0
	for name, r := range l.unread[operation] {
		if r.read > 0 {
			read++
		} else if r.sent >= leastSent {
			out = append(out, problem.Law{Text: "the program reads query " + name, Wrong: r.first})
		}
	}
	if read == 0 {
		return nil
	}
	for i := range out {
		out[i].Held, out[i].Broken = read, len(out)
	}
	slices.SortFunc(out, func(a, b problem.Law) int { return strings.Compare(a.Text, b.Text) })
	return out
}
