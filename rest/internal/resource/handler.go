package resource

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/testcase"
)

// Settings are those of a [Handler], by their names in Zhang 2021, Table 7.
type Settings struct {
	Strategy Strategy
	Ps       float64 // probability of a sample by resources
	Pd       float64 // probability that dependencies are heeded
	PM       bool    // dependencies are looked for in the names of the schema
}

// Handler samples and mutates tests as sequences of resource handlings (Zhang
// 2021, Sections 5 and 6). It is their R-MIO with Pd = 0, and their Rd-MIO with more.
type Handler struct {
	space    *Space
	settings Settings
	chooser  *chooser
	best     map[fitness.ID]float64 // of all evaluations
	pending  *change                // the last mutation of a structure
	sampled  *testcase.Case         // the last sample that a method made
	method   Method                 // that made it
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

// sample returns the handlings of a method.
func (h *Handler) sample(r *rand.Rand, m Method) []part {
	heeding := h.heeds(r)
	switch m {
	case S1iR:
		return h.add(r, nil, h.pick(r, func(t *Resource) bool { n, d := t.count(); return n > d }), independent)
	case S1dR:
		return h.add(r, nil, h.pick(r, (*Resource).dependent), dependent)
	}
	wanted := 2
	if m == SMdR {
		wanted = 3 + r.IntN(max(1, min(len(h.space.All), h.space.MaxCalls)-2))
	}
	chosen := h.several(r, wanted, heeding)
	var all []part
	for i, on := range chosen {
		kind := dependent
		if i == len(chosen)-1 {
			kind = last
		}
		all = h.add(r, all, on, kind)
	}
	return all
}

// heeds reports whether dependencies are heeded this time.
func (h *Handler) heeds(r *rand.Rand) bool { return h.settings.Pd > 0 && r.Float64() < h.settings.Pd }

// several returns different resources with templates that may have dependents.
// Heeding dependencies, two of them have one, and what others depend on comes
// first.
func (h *Handler) several(r *rand.Rand, n int, heeding bool) (out []*Resource) {
	if heeding {
		out = h.pair(r)
	}
	for range 10 * n { // a few draws too many, for those that came already
		if len(out) >= n {
			break
		}
		on := h.pick(r, (*Resource).dependent)
		if on != nil && !slices.Contains(out, on) {
			out = append(out, on)
		}
	}
	if heeding {
		h.order(out)
	}
	return out
}

// pair returns two resources with a dependency, none if there is none.
func (h *Handler) pair(r *rand.Rand) []*Resource {
	var fit []Edge
	for _, e := range h.space.Graph.edges {
		if h.space.All[e.From].dependent() && h.space.All[e.To].dependent() {
			fit = append(fit, e)
		}
	}
	if len(fit) == 0 {
		return nil
	}
	e := fit[r.IntN(len(fit))]
	if !e.Directed && r.IntN(2) == 0 {
		e.From, e.To = e.To, e.From
	}
	return []*Resource{h.space.All[e.To], h.space.All[e.From]}
}

// order puts resources behind those that they are known to depend on.
func (h *Handler) order(list []*Resource) {
	for i := range list {
		for j := i + 1; j < len(list); j++ {
			if h.space.Graph.probability(list[i].Index, list[j].Index, false) > h.space.Graph.probability(list[j].Index,
				list[i].Index, false) {
				list[i], list[j] = list[j], list[i]
			}
		}
	}
}

// pick returns a random resource of those that fit, nil if none does.
func (h *Handler) pick(r *rand.Rand, fits func(*Resource) bool) *Resource {
	var fit []*Resource
	for _, on := range h.space.All {
		if fits(on) {
			fit = append(fit, on)
		}
	}
	if len(fit) == 0 {
		return nil
	}
	return fit[r.IntN(len(fit))]
}

// Kinds of templates.
func independent(_ *Resource, t *Template) bool { return t.Independent }
func dependent(_ *Resource, t *Template) bool   { return !t.Independent }
func anyKind(*Resource, *Template) bool         { return true }

// last allows the templates of the last of several resources: besides those that
// may have dependents, the GET of a path without parameters (Zhang 2021, Table 2).
func last(on *Resource, t *Template) bool {
	return !t.Independent || t.Number == 1 && !strings.Contains(on.Path, "{")
}

// add appends a handling of a resource by a template of a kind, if there is room.
func (h *Handler) add(r *rand.Rand, all []part, on *Resource, kind func(*Resource, *Template) bool) []part {
	if on == nil {
		return all
	}
	room := h.space.MaxCalls - length(all)
	p := h.make(r, on, kind, unused(all))
	if p == nil || len(p) > room {
		return all
	}
	h.bind(all, p)
	return append(all, p)
}

// make returns a handling of a resource by a template of a kind, nil if none fits.
func (h *Handler) make(r *rand.Rand, on *Resource, kind func(*Resource, *Template) bool, number int) part {
	var fit []*Template
	for _, t := range on.templates {
		if kind(on, t) {
			fit = append(fit, t)
		}
	}
	if len(fit) == 0 {
		return nil
	}
	return h.space.handling(r, h.space.steps(r, on, fit[r.IntN(len(fit))]), number)
}

// bind gives a handling the ids that earlier ones choose for resources which it
// depends on: in its query, headers and bodies, wherever a name is that of the
// other resource (Zhang 2021, Section 6.2).
func (h *Handler) bind(earlier []part, p part) {
	for _, other := range earlier {
		on := h.space.byPath[other.about()]
		id := other.id()
		if on == nil || id == nil || on.noun() == "" || h.settings.Pd == 0 || !h.joined(other, p) {
			continue
		}
		for _, call := range p {
			refer(call, on.noun(), id)
		}
	}
}

// id returns what a handling calls its resource by, nil if an answer says so.
func (p part) id() any {
	as := p.longest()
	if own := p.chosen(); len(own) > 0 && strings.HasSuffix(as.Op.Spec.Path, "}") {
		return own[len(own)-1].Value()
	}
	return nil
}

// refer gives all parts of a call outside of its path that are named by a noun a
// value.
func refer(c *action.Call, noun string, value any) {
	for _, t := range action.Takers(c) {
		if t.Param >= 0 && t.Param < len(c.Genotype.Params) &&
			inPath(c, c.Genotype.Params[t.Param].Spec.Name) == c.Genotype.Params[t.Param].Gene {
			continue
		}
		named := slices.ContainsFunc(alternatives(t.Name), func(name string) bool {
			return similarity(name, noun) > alike
		})
		if named && assign(t, value) {
			c.Keep(t)
		}
	}
}
