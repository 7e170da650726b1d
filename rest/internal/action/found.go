package action

import (
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/value"
)

// Adopt gives the call the genes for what was found since it was made, all of them
// off.
func (c *Call) Adopt() { c.Genotype.Adopt(c.Op.Template) }

// undeclared lists what a call sends and the schema does not declare, as plain data:
// the next process may not have found it.
func (c *Call) undeclared() (out []any) {
	for _, in := range c.Genotype.Undeclared(c.Op.Found) {
		plain := value.Object{{Name: "in", Value: in.In}, {Name: "name", Value: in.Name}}
		if in.Type != "" {
			plain = append(plain, value.Member{Name: "schema", Value: in.Type})
		}
		if in.Sampled {
			plain = append(plain, value.Member{Name: "sampled", Value: true})
		}
		out = append(out, plain)
	}
	return out
}

// find adds what a call of another process sends to an operation.
func (k *Codec) find(op *api.Operation, list any) {
	inputs, _ := list.([]any)
	for _, plain := range inputs {
		f := genotype.Fields{Value: plain}
		in := genotype.Input{In: f.Text("in"), Name: f.Text("name")}
		in.Type, _ = f.Get("schema").(string)
		in.Sampled, _ = f.Get("sampled").(bool)
		k.API.Find(op, in)
	}
}
