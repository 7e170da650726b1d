package action

import (
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/value"
)

// Adopt gives the call a gene for each undeclared input that was found since the call was made. These genes are off.
func (c *Call) Adopt() { c.Genotype.Adopt(c.Op.Template) }

// undeclaredInputs lists the undeclared inputs that a call sends, as plain data. The next process may not have found
// them.
func (c *Call) undeclaredInputs() (out []any) {
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

// addUndeclared adds the undeclared inputs of a call of another process to an operation.
func (k *Codec) addUndeclared(op *api.Operation, list any) {
	inputs, _ := list.([]any)
	for _, plain := range inputs {
		f := genotype.Fields{Value: plain}
		in := genotype.Input{In: f.Text("in"), Name: f.Text("name")}
		in.Type, _ = f.Get("schema").(string)
		in.Sampled, _ = f.Get("sampled").(bool)
		k.API.Find(op, in)
	}
}
