package rest

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/evoke-go/evoke/internal/spelling"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/protocol"
	"github.com/evoke-go/evoke/rest/oracle/rules"
	"github.com/evoke-go/evoke/rest/oracle/security"
	"github.com/evoke-go/evoke/rest/oracle/whitebox"
)

// typos warns about names in the options that nothing in the document has, and suggests the nearest name. The builder
// has made the genes of all operations that are called.
func typos(doc *openapi.Document, b *genotype.Builder, o *Options) (out []openapi.Warning) {
	out = append(misfits(doc, o), unknownCodes("With", o.With, o)...)
	if strangers := strangeOracles(o); !strangers { // unknown oracles may have any codes
		out = append(out, unknownCodes("Without", o.Without, o)...)
	}
	if len(o.Include)+len(o.Exclude)+len(o.Tags) > 0 {
		return out // a format may belong to an operation that is left out
	}
	for _, format := range slices.Sorted(maps.Keys(o.Formats)) {
		if formats := b.Formats(); !slices.Contains(formats, format) {
			out = append(out, unfit("Formats", format, "is the format of no input", formats))
		}
	}
	return out
}

// misfits warns about filters that match no operation.
func misfits(doc *openapi.Document, o *Options) (out []openapi.Warning) {
	var names, tags []string
	for _, op := range doc.Operations {
		names, tags = append(names, op.Name(), op.Path), append(tags, op.Tags...)
		if op.ID != "" {
			names = append(names, op.ID)
		}
	}
	for _, f := range []struct {
		option   string
		patterns []string
	}{{"Include", o.Include}, {"Exclude", o.Exclude}} {
		for _, pattern := range f.patterns {
			fits := func(op *openapi.Operation) bool { return matchesAny(op, []string{pattern}) }
			if !slices.ContainsFunc(doc.Operations, fits) {
				out = append(out, unfit(f.option, pattern, "fits no operation", names))
			}
		}
	}
	for _, tag := range o.Tags {
		if !slices.Contains(tags, tag) {
			out = append(out, unfit("Tags", tag, "is the tag of no operation", tags))
		}
	}
	return out
}

func unfit(option, word, what string, words []string) openapi.Warning {
	reason := fmt.Sprintf("%q %s", word, what)
	if meant := spelling.Nearest(word, words); meant != "" {
		reason += fmt.Sprintf("; is %q meant?", meant)
	}
	return openapi.Warning{Where: option, Reason: reason}
}

// unknownCodes warns about codes in an option that no rule has.
func unknownCodes(option string, codes []int, o *Options) (out []openapi.Warning) {
	known := []int{oracle.CodeServerError, oracle.CodeSchema, oracle.CodeTimeout, oracle.CodeLeak, oracle.CodeLaw}
	for _, r := range slices.Concat(rules.Rules(), protocol.Rules(), whitebox.Rules(), security.Rules(nil)) {
		known = append(known, r.Code)
	}
	for _, own := range o.Oracles {
		if r, ok := own.(*oracle.Rule); ok && r != nil {
			known = append(known, r.Code)
		}
	}
	var words []string
	for _, code := range known {
		words = append(words, strconv.Itoa(code))
	}
	for _, code := range codes {
		if !slices.Contains(known, code) {
			out = append(out, unfit(option, strconv.Itoa(code), "is the code of no rule", words))
		}
	}
	return out
}

// strangeOracles reports whether any oracle of the options is no [oracle.Rule], so that its codes are unknown.
func strangeOracles(o *Options) bool {
	return slices.ContainsFunc(o.Oracles, func(own oracle.Oracle) bool { _, ok := own.(*oracle.Rule); return !ok })
}
