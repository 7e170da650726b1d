package api

import (
	"net/textproto"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// Finding is an input that the program reads and the schema does not declare.
type Finding struct {
	Operation string
	genotype.Input
}

// maxLooked bounds the undeclared inputs of an operation that are considered, because a program may read any name that
// it gets.
const maxLooked = 1000

// Find adds an undeclared input to an operation, unless its calls already send it.
func (a *API) Find(op *Operation, in genotype.Input) {
	key := in.Key()
	if op.looked[key] || len(op.looked) >= maxLooked {
		confirm(op.Found, key, in)
		return
	}
	if op.looked == nil {
		op.looked = map[string]bool{}
	}
	op.looked[key] = true
	template := a.builder.Found(op.Spec, op.Template, in)
	if template == nil || isOfVariant(a, op, in) {
		return
	}
	op.Template = template
	op.Found = append(op.Found, in)
	a.fresh = append(a.fresh, Finding{op.Spec.Name(), in})
}

// isOfVariant reports whether an input belongs to another operation with the same path and another query. The program
// reads the input to tell the two operations apart.
func isOfVariant(a *API, op *Operation, in genotype.Input) bool {
	return slices.ContainsFunc(a.Ops, func(o *Operation) bool {
		same := o != op && o.Spec.Method == op.Spec.Method && o.Spec.Path == op.Spec.Path
		return same && o.Spec.Variant != op.Spec.Variant && o.Template.Declares(in)
	})
}

// confirm notes that the program reads an input that so far only a sample had.
func confirm(found []genotype.Input, key string, in genotype.Input) {
	for i := range found {
		if !in.Sampled && found[i].Key() == key {
			found[i].Sampled = false
		}
	}
}

// Rebuild makes the genes of all operations anew. The caller ensures that no inputs were found before.
func (a *API) Rebuild(b *genotype.Builder) {
	a.builder, a.fresh = b, nil
	for _, op := range a.Ops {
		op.Template, op.Found, op.looked = b.Call(op.Spec), nil, nil
	}
}

// Fresh returns the inputs that were found since the last call.
func (a *API) Fresh() []Finding {
	out := a.fresh
	a.fresh = nil
	return out
}

// usualHeaders are the headers that HTTP itself defines, and that clients and proxies send to any service. A schema
// need not declare them.
var usualHeaders = []string{
	"Accept-Charset", "Accept-Language", "Access-Control-Request-Headers", "Access-Control-Request-Method",
	"Authorization", "Cache-Control", "Date", "Forwarded", "From", "If-Match", "If-Modified-Since", "If-None-Match",
	"If-Range", "If-Unmodified-Since", "Origin", "Pragma",
	"Prefer", "Range", "Referer", "Traceparent", "Tracestate", "Upgrade", "User-Agent", "Via", "X-Real-Ip",
	"X-Request-Id", "X-Requested-With",
}

// Undeclared describes the inputs that were found, sorted by place and name. It leaves out headers that need no
// declaration, and inputs that only samples have.
func (o *Operation) Undeclared() []string {
	var out []string
	for _, in := range o.Found {
		if in.Sampled || isUsual(in) || genotype.Surrounds(in.In) || o.Template.Declares(in) {
			continue
		}
		out = append(out, in.Describe(o.Template.Body))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// isUsual reports whether an input is a header that needs no declaration.
func isUsual(in genotype.Input) bool {
	name := textproto.CanonicalMIMEHeaderKey(in.Name)
	return in.In == openapi.InHeader && (slices.Contains(usualHeaders, name) ||
		strings.HasPrefix(name, "X-Forwarded-") ||
		strings.HasPrefix(name, "Sec-"))
}

// ReadsCallers reports whether any of the undeclared inputs that the program reads is a header or cookie that may
// identify the caller.
func ReadsCallers(found []genotype.Input) bool {
	return slices.ContainsFunc(found, func(in genotype.Input) bool {
		return in.In == openapi.InCookie ||
			in.In == openapi.InHeader && (!isUsual(in) || strings.EqualFold(in.Name, "Authorization"))
	})
}
