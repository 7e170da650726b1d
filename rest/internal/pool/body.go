package pool

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// giveBody gives a call the body of the sample. It returns the bits of what the sample
// leaves open.
func (d *draft) giveBody(r *rand.Rand, c *action.Call) (open uint64) {
	b := c.Genotype.Body
	switch {
	case b == nil:
		return 0
	case !d.hasBody:
		b.Set(false)
		return 0
	}
	b.Set(true)
	first := -1
	for i, m := range b.Types() {
		if message.KindOf(m.Type) != message.KindOf(d.kind) {
			continue
		}
		if first < 0 {
			first = i
		}
		content := b.Contents[i].Clone()
		if v := d.filled(r, content); gene.Assign(content, v) {
			b.SetMedia(i)
			b.Contents[i] = content
			return d.openBits(c)
		}
	}
	if first < 0 {
		return 0
	}
	b.SetMedia(first)
	spoil(c, "body", genotype.InBody, d.filled(r, b.Contents[first]))
	return 0
}

// fitsBody reports whether the operation takes the body as it is.
func (d *draft) fitsBody(r *rand.Rand) bool {
	t := d.op.Template
	if t.Body == nil {
		return false
	}
	for i, m := range t.Body.Types() {
		if content := t.Body.Contents[i].Clone(); message.KindOf(m.Type) == message.KindOf(d.kind) &&
			gene.Assign(content, d.filled(r, content)) {
			return true
		}
	}
	return false
}

// filled returns the body with values of a gene in the place of what the sample leaves
// open.
func (d *draft) filled(r *rand.Rand, content gene.Gene) any {
	if !opens(d.body) {
		return d.body
	}
	own := content.Clone()
	genotype.Usual(r, own)
	return fill(d.body, own.Value())
}

// opens reports whether something in a value has no value of its own.
func opens(v any) bool {
	switch v := v.(type) {
	case string:
		return isUnknown(v)
	case []any:
		for _, e := range v {
			if opens(e) {
				return true
			}
		}
	case value.Object:
		for _, m := range v {
			if opens(m.Value) {
				return true
			}
		}
	}
	return false
}

// fill returns a value with parts of another one in the place of those that have none of
// their own. What the other one lacks is left out.
func fill(v, own any) any {
	switch v := v.(type) {
	case string:
		if isUnknown(v) {
			return own
		}
	case []any:
		list, _ := own.([]any)
		out := []any{}
		for i, e := range v {
			var from any = value.Absent
			if len(list) > 0 {
				from = list[min(i, len(list)-1)]
			}
			if e = fill(e, from); !value.IsAbsent(e) {
				out = append(out, e)
			}
		}
		return out
	case value.Object:
		members, _ := own.(value.Object)
		var out value.Object
		for _, m := range v {
			from, ok := members.Get(m.Name)
			if !ok {
				from = value.Absent
			}
			if e := fill(m.Value, from); !value.IsAbsent(e) {
				out = append(out, value.Member{Name: m.Name, Value: e})
			}
		}
		return out
	}
	return v
}

// openBits returns the bits of the members that the sample leaves open.
func (d *draft) openBits(c *action.Call) (bits uint64) {
	members, _ := d.body.(value.Object)
	for _, m := range members {
		if opens(m.Value) {
			bits |= c.Op.BitOf(genotype.InBody, m.Name)
		}
	}
	return bits
}
