package follow

import (
	"path"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/follow/scene"
	"github.com/evoke-go/evoke/value"
)

// overviews reads operations in the neighbourhood of a created element that may sum it up, for the days and instants
// that the element has.
func overviews(s *scene.Scene) bool {
	above := ""
	if i := strings.LastIndexByte(s.About.Op.Spec.Path, '}'); i >= 0 {
		above = s.About.Op.Spec.Path[:i+1]
	}
	var reads []*api.Operation
	for _, op := range s.Ops {
		at := op.Spec.Path
		if op.Spec.Method == "GET" && s.Ops.Element(at) == "" && api.LastParam(at) == "" &&
			(!strings.Contains(at, "{") || above != "" && strings.HasPrefix(at, above+"/")) {
			reads = append(reads, op)
		}
	}
	if len(reads) == 0 {
		return false
	}
	writes(s, s.Again())
	for k := range min(3, len(reads)) {
		c := bare(s.On(reads[(s.N+k)%len(reads)]))
		for i := range c.Genotype.Params {
			if p := &c.Genotype.Params[i]; isTime(p.Spec) {
				setTime(s, p.Gene)
			}
		}
	}
	return true
}

// setTime sets a parameter to an instant that the test sends, or to its day.
func setTime(s *scene.Scene, g gene.Gene) {
	for _, l := range sentBy(s, "") {
		v := text(l.Gene)
		if len(v) < len(time.DateOnly) {
			continue
		}
		if gene.Assign(g, v) || gene.Assign(g, v[:len(time.DateOnly)]) {
			return
		}
	}
}

// sizes are numbers whose order differs from the order of their texts. It is read-only.
var sizes = []int64{9, 3000, 20}

// graded creates three elements with one part each. The numbers of the parts are far apart. It lists the elements in
// each order.
func graded(s *scene.Scene) bool {
	item := s.Item()
	list := s.Ops.Find("GET", path.Dir(item))
	if list == nil || item == s.About.Op.Spec.Path || api.LastParam(s.About.Op.Spec.Path) != "" {
		return false
	}
	at := slices.IndexFunc(s.Calls, func(c *action.Call) bool {
		op := c.Op.Spec
		return op.Method == "POST" && op.Path == path.Dir(item)
	})
	sort := slices.IndexFunc(asked(list), func(i int) bool {
		return words.Sorts.Has(list.Template.Params[i].Spec.Name)
	})
	if at < 0 || sort < 0 {
		return false
	}
	maker := s.Calls[at]
	s.Calls = s.Calls[:at]
	for _, n := range sizes {
		s.Add(maker.Clone().(*action.Call))
		part := s.Again()
		for _, l := range members(part) {
			if _, numeric := value.Rat(l.Value()); numeric && !gene.Assign(l.Gene, n) {
				gene.Assign(l.Gene, n%7+1)
			}
		}
	}
	for k := range 3 {
		c := bare(s.On(list))
		p := &c.Genotype.Params[asked(list)[sort]]
		p.Gene.Randomize(s.R)
		if g, ok := p.Gene.(gene.Switch); ok {
			g.Set(true)
		}
		if p.Spec.Schema != nil && len(p.Spec.Schema.Enum) > 0 {
			gene.Assign(p.Gene, p.Spec.Schema.Enum[(s.N+k)%len(p.Spec.Schema.Enum)])
		}
	}
	return true
}
