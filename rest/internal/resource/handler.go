package resource

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/testcase"
)

// Settings has the settings of a [Handler], with their names in Zhang 2021, Table 7.
type Settings struct {
	Strategy Strategy
	Ps       float64 // probability of a sample by resources
	Pd       float64 // probability that dependencies are heeded
	PM       bool    // look for dependencies in the names and texts of the schema
}

// Handler samples and mutates tests as sequences of resource handlings (Zhang 2021, Sections 5 and 6). It is their
// R-MIO with Pd = 0, and their Rd-MIO with a greater Pd.
type Handler struct {
	space    *Space
	settings Settings
	chooser  *chooser
	best     map[fitness.ID]float64 // best scores of all evaluations
	pending  *change                // last mutation of a structure
	sampled  *testcase.Case         // last sample by a method
	method   Method                 // method of this sample
}

// NewHandler returns the policy.
func NewHandler(s *Space, o Settings) *Handler {
	h := &Handler{space: s, settings: o, chooser: newChooser(s.Resources, o.Strategy), best: map[fitness.ID]float64{}}
	if o.PM {
		s.Match(s.Graph)
		s.Describe(s.Graph, s.Nouns)
	}
	return h
}

// Sample returns a new test.
func (h *Handler) Sample(r *rand.Rand) *testcase.Case {
	h.sampled = nil
	if r.Float64() < h.settings.Ps {
		if m, ok := h.chooser.choose(r); ok {
			h.method, h.sampled = m, join(h.sample(r, m))
			return h.sampled
		}
	}
	var all []part
	for i := range 1 + r.IntN(h.space.MaxCalls) {
		call := h.space.New(r, h.space.API.Ops[r.IntN(len(h.space.API.Ops))])
		call.Handling = i + 1
		all = append(all, part{call})
	}
	return join(all)
}

// sample returns the handlings that a method samples.
func (h *Handler) sample(r *rand.Rand, m Method) []part {
	heeding := h.heedsThisTime(r)
	switch m {
	case S1iR:
		hasIndependent := func(on *Resource) bool { n, dependent := on.countTemplates(); return n > dependent }
		return h.add(r, nil, h.drawResource(r, hasIndependent), isIndependent)
	case S1dR:
		return h.add(r, nil, h.drawResource(r, (*Resource).mayHaveDependents), isDependent)
	}
	wanted := 2
	if m == SMdR {
		wanted = 3 + r.IntN(max(1, min(len(h.space.All), h.space.MaxCalls)-2))
	}
	chosen := h.drawSeveral(r, wanted, heeding)
	var all []part
	for i, on := range chosen {
		kind := isDependent
		if i == len(chosen)-1 {
			kind = isForLast
		}
		all = h.add(r, all, on, kind)
	}
	return all
}

// heedsThisTime reports whether dependencies are heeded this time.
func (h *Handler) heedsThisTime(r *rand.Rand) bool {
	return h.settings.Pd > 0 && r.Float64() < h.settings.Pd
}

// drawSeveral returns different resources with templates that may have dependents. Heeding dependencies, two of the
// resources have a dependency, and a resource comes before the resources that depend on it.
func (h *Handler) drawSeveral(r *rand.Rand, n int, heeding bool) (out []*Resource) {
	if heeding {
		out = h.drawPair(r)
	}
	for range 10 * n { // some draws repeat a resource
		if len(out) >= n {
			break
		}
		on := h.drawResource(r, (*Resource).mayHaveDependents)
		if on != nil && !slices.Contains(out, on) {
			out = append(out, on)
		}
	}
	if heeding {
		h.orderByDependency(out)
	}
	return out
}

// draw returns a random element of a list that satisfies a condition. It returns false if no element does.
func draw[T any](r *rand.Rand, list []T, condition func(T) bool) (drawn T, ok bool) {
	fit := slices.DeleteFunc(slices.Clone(list), func(e T) bool { return !condition(e) })
	if len(fit) == 0 {
		return drawn, false
	}
	return fit[r.IntN(len(fit))], true
}

// drawPair returns two resources with a dependency, nil if there are none.
func (h *Handler) drawPair(r *rand.Rand) []*Resource {
	e, ok := draw(r, h.space.Graph.edges, func(e Edge) bool {
		return h.space.All[e.From].mayHaveDependents() && h.space.All[e.To].mayHaveDependents()
	})
	if !ok {
		return nil
	}
	if !e.Directed && r.IntN(2) == 0 {
		e.From, e.To = e.To, e.From
	}
	return []*Resource{h.space.All[e.To], h.space.All[e.From]}
}

// orderByDependency puts each resource behind the resources that it is known to depend on.
func (h *Handler) orderByDependency(list []*Resource) {
	g := h.space.Graph
	for i := range list {
		for j := i + 1; j < len(list); j++ {
			a, b := list[i].Index, list[j].Index
			if g.probability(a, b, false) > g.probability(b, a, false) {
				list[i], list[j] = list[j], list[i]
			}
		}
	}
}

// drawResource returns a random resource that satisfies a condition, nil for none.
func (h *Handler) drawResource(r *rand.Rand, condition func(*Resource) bool) *Resource {
	on, _ := draw(r, h.space.All, condition)
	return on
}

// Kinds of templates.
func isIndependent(_ *Resource, t *Template) bool { return t.Independent }
func isDependent(_ *Resource, t *Template) bool   { return !t.Independent }
func isAny(*Resource, *Template) bool             { return true }

// isForLast allows the templates of the last of several resources: the templates that may have dependents, and the GET
// of a path without parameters (Zhang 2021, Table 2).
func isForLast(on *Resource, t *Template) bool {
	return !t.Independent || t.Number == 1 && !strings.Contains(on.Path, "{")
}

// add appends a handling of a resource by a template of a kind, if the test has room for its calls.
func (h *Handler) add(r *rand.Rand, all []part, on *Resource, kind func(*Resource, *Template) bool) []part {
	if on == nil {
		return all
	}
	room := h.space.MaxCalls - length(all)
	p := h.makeByTemplate(r, on, kind, unusedNumber(all))
	if p == nil || len(p) > room {
		return all
	}
	h.bind(all, p)
	return append(all, p)
}

// makeByTemplate returns a handling of a resource by a template of a kind, nil if none fits.
func (h *Handler) makeByTemplate(r *rand.Rand, on *Resource, kind func(*Resource, *Template) bool, number int) part {
	t, ok := draw(r, on.templates, func(t *Template) bool { return kind(on, t) })
	if !ok {
		return nil
	}
	return h.space.makeHandling(r, h.space.stepsOf(r, on, t), number)
}

// bind gives a handling the ids that earlier handlings choose for resources with which it has a dependency. The parts
// of its queries, headers and bodies get an id that have a name like the noun of the other resource (Zhang 2021,
// Section 6.2).
func (h *Handler) bind(earlier []part, p part) {
	for _, other := range earlier {
		on := h.space.byPath[other.path()]
		id := other.id()
		if on == nil || id == nil || on.noun() == "" || h.settings.Pd == 0 || !h.areRelated(other, p) {
			continue
		}
		for _, call := range p {
			refer(call, on.noun(), id)
		}
	}
}

// id returns the id that a handling chooses for its resource, nil if an answer gives the id.
func (p part) id() any {
	as := p.longestCall()
	if own := p.chosenParams(); len(own) > 0 && strings.HasSuffix(as.Op.Spec.Path, "}") {
		return own[len(own)-1].Value()
	}
	return nil
}

// refer gives a value to all parts of a call outside of its path whose names are like a noun.
func refer(c *action.Call, noun string, value any) {
	for _, t := range action.Takers(c) {
		if t.Param >= 0 && c.Genotype.Params[t.Param].InPath() {
			continue
		}
		named := slices.ContainsFunc(stemsOf(t.Name), func(name string) bool {
			return similarity(name, noun) > leastSimilarity
		})
		if named && gene.Assign(t.Gene, value) {
			c.Keep(t)
		}
	}
}
