// Package security has the oracles that look for security holes: injection, markup that is not escaped, addresses that
// a service is led to call, and answers that reveal internals to clients. They are off unless the configuration asks
// for them, and are meant for services of one's own: the search then sends attacks, which may do harm to a service.
//
// Each is an [oracle.Rule]. An attack counts if two payloads with different random numbers had their effect in the
// same input. So a coincidence in an answer is no finding.
package security

import (
	"slices"

	"github.com/evoke-go/evoke/internal/payload"
	"github.com/evoke-go/evoke/rest/oracle"
)

// Codes of the rules, of Web Fuzzing Commons where it has one.
const (
	CodeSQL       = payload.CodeSQL      // Web Fuzzing Commons: SQL injection
	CodeMarkup    = payload.CodeMarkup   // Web Fuzzing Commons: XSS
	CodeCalls     = payload.CodeCalls    // Web Fuzzing Commons: SSRF
	CodeHidden    = 210                  // Web Fuzzing Commons: a hidden endpoint
	CodeLeaked    = 209                  // Web Fuzzing Commons: a stack trace
	CodeInternals = 1106                 // SQL or a path of the server
	CodeRedirect  = payload.CodeRedirect // an open redirect
	CodeTemplate  = payload.CodeTemplate // a template is executed
	CodePath      = payload.CodePath     // a file of the system is read
	CodeHeader    = payload.CodeHeader   // a client adds a header to the answer
	CodeSlow      = payload.CodeSlow     // a pattern that backtracks
)

// Group is the name of the rules as a whole in evoke.yaml.
const Group = "security"

// Codes returns the codes of all rules, in ascending order.
func Codes() (out []int) {
	for _, r := range Rules(nil) {
		out = append(out, r.Code)
	}
	slices.Sort(out)
	return out
}

// Rules returns the rules of this package, new values at each call. The listener records the calls of a service to
// addresses that clients send. If it is nil, the rule about such calls finds nothing.
func Rules(l *Listener) []*oracle.Rule {
	return []*oracle.Rule{
		{Code: CodeSQL, Name: "SQL injection", Severity: oracle.High, OptIn: true, Check: injected,
			Explanation: "An input is a part of an SQL statement, so whoever sends it can read " +
				"and change what they like."},
		{Code: CodeMarkup, Name: "markup of a client in a page", Severity: oracle.High, OptIn: true, Check: unescaped,
			Explanation: "A page has a script that a client sent, and browsers of others execute " +
				"it (cross-site scripting)."},
		{Code: CodeCalls, Name: "call to an address of a client", Severity: oracle.High, OptIn: true, Check: l.calls,
			Explanation: "The service calls what it is sent, so clients reach what only the service can reach (SSRF)."},
		{Code: CodeLeaked, Name: "stack trace in an answer", OptIn: true, Check: leakedStack,
			Explanation: "It tells strangers how the program is built."},
		{Code: CodeHidden, Name: "hidden endpoint", OptIn: true, Check: hidden,
			Explanation: "The service answers what its schema does not have. Nobody looks at " +
				"it, tests it, or protects it."},
		{Code: CodeInternals, Name: "internals in an answer", OptIn: true, Check: leakedInternals,
			Explanation: "SQL and paths of the server tell strangers where to attack."},
		{Code: CodeRedirect, Name: "open redirect", OptIn: true, Check: redirected,
			Explanation: "A link to the service leads to any other one, which whoever sends it around chooses."},
		{Code: CodeTemplate, Name: "template of a client", Severity: oracle.High, OptIn: true, Check: executed,
			Explanation: "The service executes an input as a template, so clients can run code in it."},
		{Code: CodePath, Name: "file outside of the folder", Severity: oracle.High, OptIn: true, Check: climbed,
			Explanation: "An input is a part of the name of a file, and leads to any file of the system."},
		{Code: CodeHeader, Name: "header of a client", OptIn: true, Check: split,
			Explanation: "A line break in an input ends a header, and what follows it is another " +
				"one: a cookie, or a page."},
		{Code: CodeSlow, Name: "slow text", OptIn: true, Check: slowed,
			Explanation: "A short text keeps the service busy, usually in a regular expression that goes back and " +
				"forth, and longer ones keep it from serving others."},
	}
}
