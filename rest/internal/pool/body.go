package pool

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// giveBody gives a call the body of the sample. It returns a bit for each member that the sample leaves open.
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

// fitsBody reports whether a media type of the operation accepts the body unchanged.
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

// filled returns the body of the sample. Values of the gene replace the parts that the sample leaves open.
func (d *draft) filled(r *rand.Rand, content gene.Gene) any {
	if !opens(d.body) {
		return d.body
	}
	own := content.Clone()
	genotype.Usual(r, own)
	return fill(d.body, own.Value())
}

// opens reports whether a value contains a text that the sample leaves open.
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

// fill returns v with the open parts replaced by the parts of own at the same place. It leaves out open parts that own
// does not have.
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

// openBits returns a bit for each member of the body that the sample leaves open.
func (d *draft) openBits(c *action.Call) (bits uint64) {
	members, _ := d.body.(value.Object)
	for _, m := range members {
		if opens(m.Value) {
			bits |= c.Op.BitOf(genotype.InBody, m.Name)
		}
	}
	return bits
}
