package follow

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/internal/payload"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/follow/scene"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// rounds is how often a form of payloads is put into the same input, each time of a different call. fullRounds is the
// same for a form that needs elements in the system.
const rounds, fullRounds = 2, 4

// Attacks makes tests that put payloads into calls that were accepted: each form of payloads into each input of each
// operation in turn. A nil Attacks makes none. It is not safe for concurrent use.
type Attacks struct {
	checks  Checks
	forms   []payload.Form
	detours *detours
	tried   map[attack]int
	turn    int
	made    int // number of tests made
}

// waiting is the number of tests after which operations that never succeeded are attacked as well. Operations that
// answer with a redirect, or that refuse a log-in, are among them.
const waiting = 100

// attack names an input of an operation and the index of a form.
type attack struct {
	op       *api.Operation
	in, name string
	form     int
}

// NewAttacks returns Attacks that made no test yet. It returns nil if there are neither forms nor strays.
func NewAttacks(s Source, forms []payload.Form, strays Strays) *Attacks {
	if len(forms) == 0 && strays == (Strays{}) {
		return nil
	}
	return &Attacks{checks: Checks{Source: s}, forms: forms, detours: newDetours(strays, s.Ops),
		tried: map[attack]int{}}
}

// Next returns the next test, or nil if none is left.
func (a *Attacks) Next(r *rand.Rand) *testcase.Case {
	if a == nil {
		return nil
	}
	if a.detours.Strays != (Strays{}) && (len(a.forms) == 0 || chance.Seldom(r)) {
		if c := a.detours.next(r, &a.checks.Source); c != nil {
			return c
		}
	}
	ops := a.checks.Ops
	for range ops {
		op := ops[a.turn]
		a.turn = (a.turn + 1) % len(ops)
		kept := a.checks.Kept(op)
		switch {
		case len(kept) > 0:
		case a.made < waiting:
			continue
		default:
			kept = [][]*action.Call{{a.checks.New(r, op)}}
		}
		if c := a.on(r, op, kept[r.IntN(len(kept))]); c != nil {
			a.made++
			return c
		}
	}
	return nil
}

// on returns a test with the first form, in the first input of a call, that was not tried often enough. It returns nil
// if all were.
func (a *Attacks) on(r *rand.Rand, op *api.Operation, kept []*action.Call) *testcase.Case {
	s := begin(r, &a.checks.Source, kept)
	all := genotype.Places(s.About.Genotype)
	for round := range fullRounds {
		for f := range a.forms {
			form := &a.forms[f]
			for i := range all {
				p := &all[i]
				key := attack{op, p.In, p.Name, f}
				if a.tried[key] > round || round >= rounds && !form.Full || !form.Fits(inputOf(p), op.Spec.Method) {
					continue
				}
				a.tried[key]++
				if form.Full {
					fill(s, a.tried[key]-1)
				}
				if attackWith(s, p, form) {
					return s.Test()
				}
			}
		}
	}
	return nil
}

func inputOf(p *genotype.Place) *payload.Input {
	text, isText := p.Value.(string)
	_, isList := p.Value.([]any)
	number := !isText && !isList
	return &payload.Input{Name: p.Name, In: p.In, Text: text, URI: p.URI, Number: number,
		Inner: number && p.Param == genotype.InBody, List: isList}
}

// sent returns the value that carries a payload in a place: a number in a body, that many elements in a list, else the
// text.
func sent(p *genotype.Place, text string) any {
	n, err := strconv.ParseInt(text, 10, 64)
	switch first := p.Value.(type) {
	case string:
	case []any:
		list := make([]any, n)
		for i := range list {
			list[i] = elementLike(first[0], i)
		}
		return list
	default:
		if err == nil && p.Param == genotype.InBody {
			return n
		}
	}
	return text
}

// elementLike returns an element like the given one, with different texts and numbers.
func elementLike(v any, i int) any {
	switch v := v.(type) {
	case string:
		return v + strconv.Itoa(i)
	case int64, float64, json.Number:
		return int64(i)
	case value.Object:
		out := make(value.Object, len(v))
		for k, m := range v {
			out[k] = value.Member{Name: m.Name, Value: elementLike(m.Value, i)}
		}
		return out
	}
	return v
}

// maxFill is the greatest number of calls that create elements for an attack on reads.
const maxFill = 4

// fill creates elements before the attack, as far as there is room beside the payloads, of a different kind in each
// round.
func fill(s *scene.Scene, round int) {
	var makers []*api.Operation
	for _, op := range s.Ops {
		if op.Spec.Method == "POST" && op != s.About.Op && len(s.Kept(op)) > 0 && api.LastParam(op.Spec.Path) == "" {
			makers = append(makers, op)
		}
	}
	room := min(len(makers), maxFill, max(0, s.MaxCalls-payload.Most-len(s.Calls)))
	for i := range room {
		calls := s.Kept(makers[(round*room+i)%len(makers)])[0]
		c := calls[len(calls)-1].Clone().(*action.Call)
		c.User.Index = s.About.User.Index
		s.Need(c)
	}
}

// attackWith repeats the call of the test with each payload of a form in an input. If the effect may show later, it
// reads the created or changed resource after each call.
func attackWith(s *scene.Scene, p *genotype.Place, form *payload.Form) bool {
	for _, text := range form.Texts(s.R) {
		c := s.Again()
		present(c, p)
		c.Follow.Own |= c.Op.BitOf(p.Param, p.Name) & c.Follow.Params
		c.Genotype.Invalid = p.Instead(form.What, sent(p, text))
		if !form.Shows || c.Op.Spec.Method == "GET" || c.Op.Spec.Method == "DELETE" {
			continue
		}
		if s.On(s.Reader()) == nil {
			bare(s.On(s.Lister()))
		}
	}
	return s.Fits()
}

// present makes a call send the parameter or body of a place that it leaves out.
func present(c *action.Call, p *genotype.Place) {
	if p.Param == genotype.InBody {
		return
	}
	g := c.Genotype.Params[p.Param].Gene
	if s, ok := g.(gene.Switch); ok && value.IsAbsent(g.Value()) && len(p.At) > 0 {
		s.Set(true)
	}
}
