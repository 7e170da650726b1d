package oracle

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/conformance"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// The codes of the fault categories that the built-in oracles report. They are those of Web Fuzzing Commons, apart
// from CodeLeak.
const (
	CodeServerError = 100 // an answer of 500 and above, unless it is a declared 501 to 504; a panic; no answer
	CodeSchema      = 101 // the answer is not what the schema declares
	CodeTimeout     = 909 // no answer in time
	// CodeLaw is the code of an answer that breaks a law that people confirmed.
	CodeLaw = 1100

	// CodeLeak says that a test leaves goroutines behind. It is Evoke's own code:
	// Web Fuzzing Commons has none for leaks, and EvoMaster's experimental codes
	// end at 909.
	CodeLeak = 950
)

// Builtin returns the oracles that always judge.
func Builtin(c *conformance.Checker) []Oracle {
	return []Oracle{serverErrors{}, conformity{c}}
}

// byStatus returns what a finding is about that the status of an answer shows, or that there is no answer.
func byStatus() suite.About { return suite.About{Op: suite.StatusOp} }

// serverErrors reports answers of 500 and above, and calls without an answer. Declared statuses from 501 to 504 are
// excepted. If the places in the program are known, errors at different places are different faults.
type serverErrors struct{}

func (serverErrors) Judge(x *Exchange) []Finding {
	switch r := x.Response; {
	case r.Outcome == sut.Panicked, r.Outcome == sut.Broken && r.Panic != nil:
		return []Finding{{
			Code: CodeServerError, Category: "handler panics", Detail: "panic " + r.Panic.Frame, Frame: r.Panic.Frame,
			Reason: "the handler panics: " + firstLine(r.Panic.Value), About: byStatus(),
		}}
	case r.Outcome == sut.TimedOut:
		return []Finding{{Code: CodeTimeout, Category: "time-out", Detail: x.Place, Frame: x.Place,
			Reason: "no complete answer in time", About: byStatus()}}
	case r.Outcome == sut.Broken:
		return []Finding{{
			Code: CodeServerError, Category: "no answer", Detail: x.at("broken"), Frame: x.Place,
			Reason: "the connection ends without a complete HTTP answer", About: byStatus(),
		}}
	default:
		if r.Status < 500 || r.Panic == nil && admitted(x) {
			return nil
		}
		status := strconv.Itoa(r.Status)
		return []Finding{{Code: CodeServerError, Category: "HTTP " + status, Detail: x.at(status), Frame: x.Place,
			Reason: "the answer is " + status + recovered(r.Panic), About: byStatus()}}
	}
}

// admitted reports whether the schema declares the status of the answer by its number, and the status shows no defect:
// the service lacks the operation (501), or another system failed (502, 503, 504; RFC 9110, 15.6.2 to 15.6.5).
// Other statuses of 5xx are faults even if they are declared.
func admitted(x *Exchange) bool {
	switch x.Response.Status {
	case http.StatusNotImplemented, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		status := strconv.Itoa(x.Response.Status)
		return slices.ContainsFunc(x.Operation.Responses, func(r *openapi.Response) bool { return r.Status == status })
	}
	return false
}

// recovered returns the reason of a finding for an answer that the program gave after it recovered from a panic.
func recovered(p *sut.Panic) string {
	switch {
	case p == nil:
		return ""
	case p.Value == "":
		return ", for a panic"
	}
	return ", for a panic: " + firstLine(p.Value)
}

// at adds the place in the program to a detail, if the place is known.
func (x *Exchange) at(detail string) string {
	if x.Place == "" {
		return detail
	}
	return detail + " " + x.Place
}

// conformity reports answers that the schema does not allow.
type conformity struct{ checker *conformance.Checker }

func (c conformity) Judge(x *Exchange) []Finding {
	r := x.Response
	if r.Outcome != sut.Answered || r.Status >= 500 {
		return nil
	}
	if r.Status == http.StatusNotAcceptable && !acceptable(x) {
		return nil // HTTP itself defines this answer (RFC 9110, 15.5.7), so the schema need not declare it
	}
	if r.Status == http.StatusSwitchingProtocols && x.Request.Header.Get("Upgrade") != "" {
		return nil // HTTP also defines the answer to a handshake (15.2.2), whatever the schema declares for other calls
	}
	violations := c.checker.Judge(x.Operation, conformance.Answer{
		Status: r.Status, ContentType: r.Header.Get("Content-Type"), Coding: x.coding(), Body: r.Body,
		Partial: r.Truncated || r.Stream, Reader: x,
	})
	if len(violations) == 0 {
		return nil
	}
	findings := make([]Finding, 0, len(violations))
	seen := map[string]bool{}
	for _, v := range violations {
		detail := strconv.Itoa(r.Status) + " " + string(v.Kind)
		if member := outermost(v.Pointer); member != "" {
			detail += " " + member
		}
		if seen[detail] {
			continue
		}
		seen[detail] = true
		findings = append(findings, Finding{Code: CodeSchema, Category: "answer against the schema", Detail: detail,
			Reason: reasonOf(&v, r.Status), About: x.about(&v)})
	}
	return findings
}

// about returns the part of the answer that shows a violation.
func (x *Exchange) about(v *conformance.Violation) suite.About {
	_, isJSON := x.Got()
	switch {
	case v.Kind == conformance.UndeclaredStatus:
		return byStatus()
	case v.Kind == conformance.UndeclaredContentType:
		return suite.About{Op: suite.ContentTypeOp}
	case v.Kind == conformance.SchemaMismatch && isJSON:
		return suite.About{Op: suite.Equal, Pointer: v.At}
	}
	return suite.About{}
}

// acceptable reports whether the call accepts any media type, or one that the operation declares.
func acceptable(x *Exchange) bool {
	accept := x.Request.Header.Get("Accept")
	if accept == "" || strings.Contains(accept, "*") {
		return true
	}
	return slices.ContainsFunc(x.Operation.Responses, func(r *openapi.Response) bool {
		return slices.ContainsFunc(r.Content, func(m *openapi.MediaType) bool {
			return strings.Contains(accept, m.Type)
		})
	})
}

// reasonOf returns the reason of a finding: how an answer violates the schema, and where.
func reasonOf(v *conformance.Violation, status int) string {
	switch {
	case v.Kind == conformance.UndeclaredContentType:
		return v.Message + " for status " + strconv.Itoa(status)
	case v.Kind != conformance.SchemaMismatch:
		return v.Message
	case v.Pointer == "":
		return "the body " + v.Message
	}
	return v.Pointer + " " + v.Message
}

// outermost returns the part of a JSON pointer that ends with its first name. All violations below that name count as
// one fault, because a developer repairs that part of the answer as a whole.
func outermost(pointer string) string {
	out := ""
	for _, name := range value.Steps(pointer) {
		out = value.Below(out, name)
		if _, err := strconv.Atoi(name); err != nil && name != "*" {
			break
		}
	}
	return out
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
