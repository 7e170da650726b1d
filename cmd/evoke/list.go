package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/spf13/cobra"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/oracle/rules"
	"github.com/evoke-go/evoke/sut"
)

const listHelp = `List the operations of a schema with what Evoke reads of each: parameters,
bodies, answers, security, links and examples. What it does not understand, and
so ignores, is listed with the reason. Nothing is called.

With --laws it lists what the oracles read in the descriptions of operations:
in which states something is refused, for whom it is, what is unique, deleted or
left alone. Sentences that may be laws and are read as none of these are listed
too; other rules may read them.

Without a schema it is the one of evoke.yaml, or the only one below this folder.

Exit codes: 0 done; 2 the schema could not be read.`

const listExamples = `  evoke list openapi.yaml
  evoke list --include "*/books*"
  evoke list --laws openapi.yaml
  evoke list --json http://localhost:8080/openapi.json | jq '.operations[].name'`

func newList() *cobra.Command {
	var asJSON, laws bool
	var o rest.Options
	var refs []string
	cmd := &cobra.Command{
		Use:     "list [SCHEMA]",
		Short:   "List the operations of a schema, and what is not understood",
		Long:    listHelp,
		Example: listExamples,
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, schemas []string) error {
			schema, more, err := schemaNamed(schemas)
			if err != nil {
				return fmt.Errorf("evoke list: %w", err)
			}
			l, err := newListing(cmd.Context(), schema, append(refs, more...), o)
			if err != nil {
				return fmt.Errorf("evoke list: %w", err)
			}
			switch {
			case laws && asJSON:
				return writeJSON(cmd.OutOrStdout(), l.described)
			case laws:
				return l.writeLaws(cmd.OutOrStdout())
			case asJSON:
				return writeJSON(cmd.OutOrStdout(), l)
			}
			return l.write(cmd.OutOrStdout())
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVar(&asJSON, "json", false, "write JSON")
	f.BoolVar(&laws, "laws", false,
		"list the laws that oracles read in descriptions, and the sentences that they do not understand")
	f.StringArrayVar(&refs, "refs", nil,
		"`folder` or URL that references may lead to, besides the folder or host of the schema; may be repeated")
	f.StringArrayVar(&o.Include, "include", nil,
		"only operations that match a `pattern`, as for evoke run; may be repeated")
	f.StringArrayVar(&o.Exclude, "exclude", nil, "leave out operations that match a `pattern`; may be repeated")
	f.StringArrayVar(&o.Tags, "tag", nil, "only operations with this `tag`; may be repeated")
	wrapped(cmd)
	return cmd
}

// listing is what Evoke reads from a schema.
type listing struct {
	Title      string          `json:"title"`
	Schema     string          `json:"schema"`
	BasePaths  []string        `json:"basePaths"`
	Security   []string        `json:"security"` // the declared security schemes
	Operations []listedOne     `json:"operations"`
	Ignored    []listedIgnored `json:"ignored"` // outside of operations
	LeftOut    []string        `json:"leftOut"` // operations left out by the filters
	described  []rules.Description
}

// listedOne is one operation.
type listedOne struct {
	Name       string   `json:"name"`
	ID         string   `json:"operationId,omitempty"`
	Tags       []string `json:"tags,omitempty"`
	Deprecated bool     `json:"deprecated,omitempty"`
	Parameters []string `json:"parameters,omitempty"`
	Bodies     []string `json:"bodies,omitempty"`
	Answers    []string `json:"answers,omitempty"`
	Security   []string `json:"security,omitempty"` // alternatives
	Links      []string `json:"links,omitempty"`
	Examples   int      `json:"examples,omitempty"`
	Ignored    []string `json:"ignored,omitempty"`
}

// listedIgnored is a part of the document that is not used.
type listedIgnored struct {
	Where  string `json:"where"`
	Reason string `json:"reason"`
}

// newListing reads a schema in the same way as a search.
func newListing(ctx context.Context, schema string, refs []string, o rest.Options) (*listing, error) {
	doc, err := openapi.Load(ctx, schema, openapi.Options{Refs: refs})
	if err != nil {
		return nil, err
	}
	// a controller that is neither started nor called
	nobody := sut.NewHandler(http.NotFoundHandler, sut.HandlerOptions{})
	p, err := rest.New(doc, nobody, &fitness.Registry{}, o)
	if err != nil {
		return nil, err
	}
	called := map[string]bool{}
	for _, t := range p.Tallies() {
		called[t.Operation] = true
	}
	l := &listing{Title: doc.Title, Schema: shownSchema(schema), BasePaths: doc.BasePaths, Security: []string{},
		Operations: []listedOne{}, Ignored: []listedIgnored{}, LeftOut: []string{}}
	for i := range doc.Security {
		l.Security = append(l.Security, schemeText(&doc.Security[i]))
	}
	l.described = rules.Descriptions(doc.Operations)
	ignored := l.ignored(p.Warnings(), doc)
	for _, op := range doc.Operations {
		if !called[op.Name()] {
			l.LeftOut = append(l.LeftOut, op.Name())
			continue
		}
		one := newListedOne(op)
		one.Ignored = ignored[op.Name()]
		l.Operations = append(l.Operations, one)
	}
	return l, nil
}

// ignored returns the reasons by operation, and keeps the reasons that belong to no operation.
func (l *listing) ignored(warnings []string, doc *openapi.Document) map[string][]string {
	known := map[string]bool{}
	for _, op := range doc.Operations {
		known[op.Name()] = true
	}
	out := map[string][]string{}
	for _, text := range warnings {
		where, reason, found := strings.Cut(text, ": ")
		switch {
		case found && known[where]:
			out[where] = append(out[where], reason)
		case found:
			l.Ignored = append(l.Ignored, listedIgnored{Where: where, Reason: reason})
		default:
			l.Ignored = append(l.Ignored, listedIgnored{Where: "document", Reason: text})
		}
	}
	return out
}

func writeJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(escape.JSON(b.Bytes()))
	return err
}

// writeLaws writes the laws in the descriptions, and the sentences that are not understood.
func (l *listing) writeLaws(w io.Writer) error {
	var b strings.Builder
	laws, unread := 0, 0
	for _, d := range l.described {
		fmt.Fprintf(&b, "\n%s\n", escape.Line(d.Operation))
		for _, law := range d.Laws {
			fmt.Fprintf(&b, "  %s\n      \"%s\"\n", escape.Line(law.Means), escape.Line(law.Sentence))
		}
		for _, s := range d.NotUnderstood {
			fmt.Fprintf(&b, "  not understood\n      \"%s\"\n", escape.Line(s))
		}
		laws, unread = laws+len(d.Laws), unread+len(d.NotUnderstood)
	}
	fmt.Fprintf(&b, "\n%s, and %s that may be laws and are not understood\n", counted(laws, "law"),
		counted(unread, "sentence"))
	_, err := io.WriteString(w, strings.TrimPrefix(b.String(), "\n"))
	return err
}

func (l *listing) write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s): %s\n", escape.Line(l.Title), escape.Line(l.Schema),
		counted(len(l.Operations), "operation"))
	lines(&b, "  ", "base path  ", l.BasePaths)
	lines(&b, "  ", "security   ", l.Security)
	for i := range l.Operations {
		l.Operations[i].write(&b)
	}
	if n := len(l.LeftOut); n > 0 {
		fmt.Fprintf(&b, "\nLeft out by the filters: %d\n", n)
		lines(&b, "  ", "", l.LeftOut)
	}
	count := len(l.Ignored)
	for i := range l.Operations {
		count += len(l.Operations[i].Ignored)
	}
	if fmt.Fprintf(&b, "\nIgnored: %d\n", count); count > len(l.Ignored) {
		fmt.Fprintf(&b, "  %d in the operations above\n", count-len(l.Ignored))
	}
	for _, i := range l.Ignored {
		fmt.Fprintf(&b, "  %s: %s\n", escape.Line(i.Where), escape.Line(i.Reason))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (o *listedOne) write(b *strings.Builder) {
	b.WriteString("\n" + escape.Line(o.Name))
	if o.ID != "" {
		b.WriteString("  " + escape.Line(o.ID))
	}
	if len(o.Tags) > 0 {
		b.WriteString("  [" + escape.Line(strings.Join(o.Tags, ", ")) + "]")
	}
	if o.Deprecated {
		b.WriteString("  deprecated")
	}
	b.WriteByte('\n')
	lines(b, "    ", "parameter  ", o.Parameters)
	lines(b, "    ", "body       ", o.Bodies)
	lines(b, "    ", "answer     ", o.Answers)
	lines(b, "    ", "security   ", o.Security)
	lines(b, "    ", "link       ", o.Links)
	if o.Examples > 0 {
		fmt.Fprintf(b, "    examples   %d\n", o.Examples)
	}
	lines(b, "    ", "ignored    ", o.Ignored)
}

// lines writes a line for each text, after a label.
func lines(b *strings.Builder, indent, label string, texts []string) {
	for _, text := range texts {
		b.WriteString(indent + label + escape.Line(text) + "\n")
	}
}
