package action

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// The names of the members of an archived call. Each parameter is in a member with the name of its place, such as
// "path" or "query".
const (
	archivedCall    = "call"
	archivedUser    = "user"
	archivedBody    = "body"
	archivedMedia   = "mediaType"
	archivedFollow  = "follow"
	archivedKeeps   = "keeps"
	archivedInvalid = "invalid"
	archivedState   = "state"
	// archivedExact says that the call keeps values that the schema does not allow.
	archivedExact = "exact"
	// archivedFound lists the undeclared inputs.
	archivedFound = "undeclared"
	// archivedClaims lists the claims of inputs.
	archivedClaims = "claims"
	// archivedKeys lists the keys that are new in each execution.
	archivedKeys = "unique"
)

// places returns the places of parameters in the order of archived calls.
func places() []string {
	return []string{openapi.InPath, openapi.InQuery, openapi.InHeader, openapi.InCookie}
}

// Recall makes a test of the data of an archived test. The schema and the users may have changed since: Recall leaves
// out parameters, members and users that no longer exist, and gives new parameters and members values of their own.
// losses describes these changes. Recall returns [ErrForeignCase] if the operation of a call no
// longer exists.
func (k *Codec) Recall(data value.Object) (c *testcase.Case, losses []string, err error) {
	f := genotype.Fields{Value: data}
	calls := f.List("calls")
	if f.Bad || len(calls) == 0 {
		return nil, nil, fmt.Errorf("%w: it has no calls", ErrForeignCase)
	}
	c = &testcase.Case{}
	for i, plain := range calls {
		k.learnGifts(plain, archivedCall)
		call, lost, err := k.recallBest(plain)
		if err != nil {
			return nil, nil, fmt.Errorf("%w: call %d: %w", ErrForeignCase, i+1, err)
		}
		c.Actions = append(c.Actions, call)
		losses = append(losses, lost...)
	}
	return c, losses, nil
}

// recallBest recalls a call by its state if the state still fits, or else by names.
func (k *Codec) recallBest(plain any) (*Call, []string, error) {
	f := genotype.Fields{Value: plain}
	if state := f.Get(archivedState); state != nil {
		if c, err := k.decodeCall(state); err == nil {
			return c, nil, nil
		}
	}
	return k.recall(plain)
}

// recall reverses archive as far as possible.
func (k *Codec) recall(plain any) (*Call, []string, error) {
	r := &recalling{Fields: genotype.Fields{Value: plain}}
	name := r.Text(archivedCall)
	op := k.API.Named(name)
	if r.Bad || op == nil {
		return nil, nil, fmt.Errorf("there is no operation %q any more", name)
	}
	k.addUndeclared(op, r.Get(archivedFound))
	r.call = New(op, k.Users, k.InvalidRate)
	r.recallUser(k.Names)
	r.recallParams()
	if err := r.recallBody(); err != nil {
		return nil, nil, err
	}
	r.recallFollow()
	r.call.claims, r.call.Keys = claimsOf(r.Get(archivedClaims)), keysOf(r.Get(archivedKeys))
	r.recallInvalid()
	return r.call, r.losses, nil
}

// recalling makes a call of archived data.
type recalling struct {
	genotype.Fields
	call   *Call
	losses []string
}

func (r *recalling) lose(format string, args ...any) {
	r.losses = append(r.losses, r.call.Op.Spec.Name()+": "+fmt.Sprintf(format, args...))
}

func (r *recalling) recallUser(names []string) {
	r.call.User.Index = auth.Anonymous
	name, ok := r.Get(archivedUser).(string)
	if !ok {
		return
	}
	if r.call.User.Index = slices.Index(names, name); r.call.User.Index < 0 {
		r.call.User.Index = auth.Anonymous
		r.lose("there is no user %s any more", name)
	}
}

func (r *recalling) recallParams() {
	for i := range r.call.Genotype.Params {
		p := &r.call.Genotype.Params[i]
		members, _ := r.Get(p.Spec.In).(value.Object)
		v, ok := members.Get(p.Spec.Name)
		if !ok {
			v = value.Absent
		}
		r.assign(p.Label(), &p.Gene, v)
	}
	for _, place := range places() {
		members, _ := r.Get(place).(value.Object)
		for _, m := range members {
			if r.call.Genotype.Params.Labeled(place+" "+m.Name) < 0 {
				r.lose("%s %s is no parameter any more", place, m.Name)
			}
		}
	}
}

func (r *recalling) recallBody() error {
	b := r.call.Genotype.Body
	members, _ := r.Value.(value.Object)
	v, ok := members.Get(archivedBody)
	switch {
	case b == nil && ok:
		r.lose("it takes no body any more")
		return nil
	case b == nil:
		return nil
	}
	if mediaType, given := r.Get(archivedMedia).(string); given {
		at := slices.IndexFunc(b.Types(), func(m *openapi.MediaType) bool { return m.Type == mediaType })
		if at < 0 {
			r.lose("it takes no %s any more", mediaType)
			at = 0
		}
		b.SetMedia(at)
	}
	if !ok {
		b.Set(false)
		if b.On {
			r.lose("its body is required now")
			b.SetMedia(b.Media())
			settle(b.Contents[b.Media()])
		}
		return nil
	}
	b.Set(true)
	if !b.On {
		return errors.New("its body cannot be given")
	}
	b.SetMedia(b.Media())
	r.assign(archivedBody, &b.Contents[b.Media()], v)
	return nil
}

// assign gives a gene an archived value, or as much of it as the gene takes.
func (r *recalling) assign(part string, g *gene.Gene, v any) {
	if restored, ok := gene.Restore((*g).Clone(), v); ok {
		*g = restored
		return
	}
	if s, ok := (*g).(gene.Switch); ok && value.IsAbsent(v) && (s.Set(false) || value.IsAbsent((*g).Value())) {
		return
	}
	settle(*g)
	if value.IsAbsent(v) {
		r.lose("%s is required now", part)
		return
	}
	if gene.Assign(*g, v) || r.assignText(*g, v) {
		return // an equal value in another notation
	}
	r.assignParts(part, *g, nil, v)
}

// assignText gives a gene the value that a text stands for in a request.
func (r *recalling) assignText(g gene.Gene, v any) bool {
	text, ok := v.(string)
	if !ok || r.Get(archivedExact) != true {
		return false
	}
	plain, err := value.ParseExact([]byte(text))
	return err == nil && gene.Assign(g, plain)
}

// keepInvalid keeps a value that the schema does not allow, as a part of the call that is invalid on purpose. It
// returns false if the call may not keep the value, or has an invalid part already.
func (r *recalling) keepInvalid(part string, at []genotype.Step, v any) bool {
	if r.Get(archivedExact) != true || r.call.Genotype.Invalid != nil {
		return false
	}
	param := slices.IndexFunc(r.call.Genotype.Params, func(p genotype.Param) bool {
		return strings.HasPrefix(part, p.Label())
	})
	if param < 0 && !strings.HasPrefix(part, archivedBody) { // genotype.InBody is negative
		return false
	}
	if param < 0 {
		param = genotype.InBody
	}
	r.call.Genotype.Invalid = &genotype.Invalid{What: part + " has a value that the schema does not allow",
		Param: param, At: slices.Clone(at), Value: v}
	return true
}

// settle gives a gene its most readable value, if it has one.
func settle(g gene.Gene) {
	if s, ok := g.(gene.Settler); ok {
		s.Settle()
	}
}

// assignParts gives a gene the parts of a value that it takes, one by one.
func (r *recalling) assignParts(part string, g gene.Gene, at []genotype.Step, v any) {
	if gene.Assign(g, genotype.ReplaceAt(g.Value(), at, v)) {
		return
	}
	members, ok := v.(value.Object)
	if !ok && r.keepInvalid(part, at, v) {
		return
	}
	if !ok {
		r.lose("%s does not take the value it had", part)
		return
	}
	now := g.Value()
	for _, step := range at {
		o, _ := now.(value.Object)
		now, _ = o.Get(step.Name)
	}
	settled, _ := now.(value.Object) // what the gene has by itself, such as an example; members that v lacks go
	common := slices.DeleteFunc(slices.Clone(settled), func(m value.Member) bool {
		_, has := members.Get(m.Name)
		return !has
	})
	gene.Assign(g, genotype.ReplaceAt(g.Value(), at, common))
	for _, m := range members {
		r.assignParts(part+"."+m.Name, g, append(slices.Clone(at), genotype.Step{Name: m.Name}), m.Value)
	}
}

func (r *recalling) recallFollow() {
	f := &r.call.Follow
	if on, given := r.Get(archivedFollow).(bool); !f.Chained || given && !on {
		f.Enabled = false
		return
	}
	f.Enabled = true
	keeps, _ := r.Get(archivedKeeps).([]any)
	for i, p := range r.call.Genotype.Params {
		if slices.Contains(keeps, any(p.Label())) {
			f.keep(api.Bit(i))
		}
	}
	for _, k := range keeps {
		if bit, ok := k.(int64); ok && bit >= int64(len(r.call.Genotype.Params)) {
			f.keep(api.Bit(int(bit)))
		}
	}
}

func (r *recalling) recallInvalid() {
	plain, ok := r.Get(archivedInvalid).(value.Object)
	if !ok {
		return
	}
	if name, given := plain.Get("in"); given {
		label, _ := name.(string)
		at := r.call.Genotype.Params.Labeled(label)
		if at < 0 {
			r.lose("%v, which was invalid, is no parameter any more", name)
			return
		}
		plain = append(value.Object{{Name: "param", Value: int64(at)}}, plain...) // the first member with a name counts
	} else if param, _ := plain.Get("param"); r.call.Genotype.Body == nil && param != any(int64(genotype.InClient)) {
		r.lose("its body, which was invalid, does not exist any more")
		return
	}
	r.call.Genotype.Invalid = genotype.DecodeInvalid(plain, len(r.call.Genotype.Params))
	if r.call.Genotype.Invalid == nil {
		r.lose("what was invalid in it does not fit any more")
	}
}
