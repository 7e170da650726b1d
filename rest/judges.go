package rest

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"github.com/evoke-go/evoke/internal/conformance"
	"github.com/evoke-go/evoke/internal/payload"
	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/facet"
	"github.com/evoke-go/evoke/rest/internal/follow"
	"github.com/evoke-go/evoke/rest/internal/laws"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/protocol"
	"github.com/evoke-go/evoke/rest/oracle/rules"
	"github.com/evoke-go/evoke/rest/oracle/security"
	"github.com/evoke-go/evoke/rest/oracle/whitebox"
)

// judges returns the oracles of a search: the oracles that always judge, the rules that are on by default or by
// Options.With and not off by Options.Without, and the oracles of the options. The listener may be nil.
func judges(c *conformance.Checker, l *security.Listener, o *Options) []oracle.Oracle {
	out := oracle.Builtin(c)
	for _, r := range slices.Concat(rules.Rules(), protocol.Rules(), whitebox.Rules(), security.Rules(l)) {
		if o.asksFor(r.Code) {
			r.Doubt = "" // who asks for a rule takes its findings for faults
			out = append(out, r)
		} else if !r.OptIn && !slices.Contains(o.Without, r.Code) {
			out = append(out, r)
		}
	}
	return append(out, o.Oracles...)
}

// NewSession returns a session that the oracles of a search with these options judge. There is nothing in it of the
// search itself: rules that need attacks or probes find nothing.
func NewSession(doc *openapi.Document, o Options) *oracle.Session {
	checker, _ := conformance.Compile(doc) // the warnings say which answers are not judged
	return &oracle.Session{Oracles: judges(checker, nil, &o), Operations: doc.Operations, BasePath: doc.BasePath}
}

// score sets the scorers of answers. It returns the facets of answers, nil if a tracer sees inside: statements and
// conditions tell more. Suites for systems that keep elements have no tests of bounds.
func score(x *execute.Executor, d *derived, inside bool) (facets *facet.Facets) {
	x.Scorers = append(x.Scorers, facet.Statuses{})
	if !inside {
		facets = facet.New(x.Faults.Registry, d.drafts.standing.ops, x.Secrets.Text)
		x.Scorers = append(x.Scorers, facets)
	}
	logsIn := func(op *api.Operation) bool { return d.enters(op) }
	x.Scorers = append(x.Scorers, &facet.Contrasts{Bounds: !x.Effects.Keeps(), LogsIn: logsIn})
	return facets
}

// Confirmed returns an oracle for a law that the user confirmed. An accepted call of the operation that breaks the law
// is a fault.
// The law has the words of the report: "response/used is at most response/limit". It returns an error for other texts.
func Confirmed(operation, law string) (oracle.Oracle, error) { return laws.Confirm(operation, law) }

// noOracle returns an error if an oracle of the options is nil.
func noOracle(all []oracle.Oracle) error {
	if i := slices.Index(all, nil); i >= 0 {
		return fmt.Errorf("rest: oracle %d of Options.Oracles is nil", i+1)
	}
	return nil
}

// Within sets the border that stops panics of makers of tests, of oracles and of the execution of tests.
func (p *Problem) Within(b *supervise.Border) { p.sampler.makers.border, p.executor.Border = b, b }

// asksFor reports whether Options.With turns on a rule that is off by default.
func (o *Options) asksFor(code int) bool {
	return slices.Contains(o.With, code) && !slices.Contains(o.Without, code)
}

// arm makes tests send the payloads of the rules that are asked for. It returns the listener for calls that the system
// makes to addresses in payloads, nil if no rule needs it. The listener runs until ctx ends or d is no longer used.
func arm(ctx context.Context, d *derived, o *Options) (l *security.Listener, warnings []openapi.Warning) {
	if d.drafts.standing.plain {
		return nil, nil
	}
	var address func() string
	if o.asksFor(security.CodeCalls) {
		var err error
		if l, err = security.Listen(); err != nil {
			l, warnings = nil, []openapi.Warning{{Where: "security", Reason: err.Error()}}
		} else {
			address = l.Address
			context.AfterFunc(ctx, func() { _ = l.Close() })
			runtime.AddCleanup(d, func(l *security.Listener) { _ = l.Close() }, l)
		}
	}
	forms := slices.DeleteFunc(payload.Forms(address), func(f payload.Form) bool { return !o.asksFor(f.Code) })
	strays := follow.Strays{
		Methods: o.asksFor(security.CodeHidden), Paths: o.asksFor(security.CodeHidden),
		Head:    o.asksFor(protocol.CodeHead),
		Options: o.asksFor(protocol.CodeOptions) || o.asksFor(security.CodeHidden),
		Trace:   o.asksFor(protocol.CodeTrace),
	}
	d.attacks = follow.NewAttacks(d.source(), forms, strays)
	return l, warnings
}
