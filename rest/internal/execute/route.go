package execute

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
)

// routes is what the client learned about the router of the system, by operation, and about delayed effects.
type routes struct {
	ops     []*api.Operation
	spelled []spelling
	routed  []bool
	lag     lag
	// Moved maps the server paths of operations in the schema to the paths below which the system serves these
	// operations.
	Moved map[string]string
}

// spelling is how the service spells the end of a path.
type spelling int8

const (
	asDeclared   spelling = iota
	withSlash             // the service adds a slash to the path of the schema
	withoutSlash          // the service drops the slash of the path of the schema
)

// spell changes the end of an encoded path to the spelling of the service.
func (s spelling) spell(e *message.Request) {
	switch s {
	case withSlash:
		e.Path = append(e.Path, message.PathPiece{Text: "/"})
	case withoutSlash:
		last := &e.Path[len(e.Path)-1]
		last.Text = strings.TrimSuffix(last.Text, "/")
	}
}

// spell changes the end of the path of a call to the spelling of the service.
func (x *routes) spell(op *api.Operation, m *message.Request) {
	if x.knows(op) {
		x.spelled[op.Index].spell(m)
	}
}

// knows reports whether the schema has an operation.
func (x *routes) knows(op *api.Operation) bool { return x.ops[op.Index] == op }

// redirects reports whether a status asks for the same call at another address.
func redirects(status int) bool {
	return status == http.StatusMovedPermanently || status == http.StatusTemporaryRedirect ||
		status == http.StatusPermanentRedirect
}

// respell learns the spelling of a path from a redirect to the same path with or without a slash at the end. It
// returns true if the spelling is new and the call should be repeated.
func (x *routes) respell(op *api.Operation, resp *sut.Response, e *execution) bool {
	if !x.knows(op) || x.spelled[op.Index] != asDeclared || resp.Outcome != sut.Answered || !redirects(resp.Status) {
		return false
	}
	to, err := url.Parse(resp.Header.Get("Location"))
	path, _, _ := strings.Cut(e.request.Target, "?")
	if err != nil || to.Path == "" {
		return false
	}
	s := &x.spelled[op.Index]
	declared := strings.HasSuffix(op.Spec.Path, "/")
	switch to.EscapedPath() {
	case path + "/":
		if declared {
			return false
		}
		*s = withSlash
	case strings.TrimSuffix(path, "/"):
		if !declared || op.Spec.Path == "/" {
			return false
		}
		*s = withoutSlash
	default:
		return false
	}
	s.spell(&e.encoded)
	return true
}

// Respelled returns the operations whose paths the service spells with another
// end than the schema.
func (x *routes) Respelled() (names []string) {
	for _, op := range x.ops {
		if x.spelled[op.Index] != asDeclared {
			names = append(names, op.Spec.Name())
		}
	}
	return names
}

// ownFindings leaves out findings in answers that say nothing about the operation: those of a router that never called
// it, and those of another operation. They are no faults against its schema.
func (x *routes) ownFindings(
	c *action.Call, resp *sut.Response, e *execution, findings []oracle.Finding,
) []oracle.Finding {
	if resp.Outcome != sut.Answered || !strings.Contains(c.Op.Spec.Path, "{") {
		return findings
	}
	against := func(f oracle.Finding) bool { return f.Code == oracle.CodeSchema }
	switch {
	case !slices.ContainsFunc(findings, against):
		return findings
	case routers(resp.Status) && slices.ContainsFunc(e.encoded.Path, isOdd):
		x.routed[c.Op.Index] = true
	case !x.belongsElsewhere(c.Op, resp.Status, &e.encoded):
		return findings
	}
	return slices.DeleteFunc(findings, against)
}

// routers reports whether a status is one that routers answer themselves.
func routers(status int) bool {
	return redirects(status) || status == http.StatusNotFound || status == http.StatusMethodNotAllowed
}

// isOdd reports whether many routers do not accept a value as one segment of a path: they split it at its slash, or
// remove its dots between slashes.
func isOdd(p message.PathPiece) bool {
	return p.Param != "" && strings.ContainsAny(p.Raw, "/\\")
}

// Routed returns the operations whose calls a router answered because of a value in the path.
func (x *routes) Routed() (names []string) {
	for _, op := range x.ops {
		if x.routed[op.Index] {
			names = append(names, op.Spec.Name())
		}
	}
	return names
}

// belongsElsewhere reports whether the path of a call belongs to another operation. That operation has a literal
// segment in place of the parameter, as "/books/new" beside "/books/{id}", or it has more segments, which a value with
// a slash fills.
func (x *routes) belongsElsewhere(op *api.Operation, status int, m *message.Request) bool {
	var b strings.Builder
	for _, p := range m.Path {
		b.WriteString(p.Text)
	}
	segments, own := strings.Split(b.String(), "/"), strings.Split(op.Spec.Path, "/")
	split := x.split(m)
	return slices.ContainsFunc(x.ops, func(o *api.Operation) bool {
		if o == op || o.Spec.Method != op.Spec.Method && !routers(status) {
			return false
		}
		template := strings.Split(o.Spec.Path, "/")
		return moreLiteral(template, own, segments) || len(split) != len(own) && literal(template, split)
	})
}

// split returns the segments of the path of a call if a router splits values at their slashes. It returns nil if no
// value has a slash.
func (x *routes) split(m *message.Request) []string {
	if !slices.ContainsFunc(m.Path, isOdd) {
		return nil
	}
	var b strings.Builder
	for _, p := range m.Path {
		if p.Param != "" {
			b.WriteString(p.Prefix + p.Raw)
		} else {
			b.WriteString(p.Text)
		}
	}
	return strings.Split(b.String(), "/")
}

// literal reports whether a path has the literal segments of a template.
func literal(template, segments []string) bool {
	if len(template) != len(segments) {
		return false
	}
	for i, s := range template {
		if !strings.Contains(s, "{") && s != segments[i] {
			return false
		}
	}
	return true
}

// moreLiteral reports whether a path matches a template that has a literal segment where another template has a
// parameter.
func moreLiteral(template, other, segments []string) bool {
	if len(template) != len(segments) || len(other) != len(segments) {
		return false
	}
	named := false
	for i, s := range template {
		switch {
		case strings.Contains(s, "{"):
		case s != segments[i]:
			return false
		case strings.Contains(other[i], "{"):
			named = true
		}
	}
	return named
}
