// Package protocol has the oracles that compare answers with the rules of HTTP and the schema about statuses, headers
// and caches. The strict ones are off unless the configuration asks for them.
//
// Each is an [oracle.Rule].
package protocol

import (
	"fmt"
	"slices"

	"github.com/evoke-go/evoke/rest/oracle"
)

// Group is the name of the rules as a whole in evoke.yaml.
const Group = "protocol"

// Codes of the rules. Most are codes of Evoke. CodeOptions is a code of EvoMaster.
const (
	CodeOptions      = 908  // EvoMaster: Allow lists other methods than those that work
	CodeChallenge    = 1100 // 401 without WWW-Authenticate
	CodeAllow        = 1101 // 405 without Allow, or with the method in it
	CodeHead         = 1102 // HEAD differs from GET
	CodeNoPayload    = 1103 // 413 or 415 for a call without a body
	CodeUpgrade      = 1104 // 426 without Upgrade
	CodeMisleading   = 1105 // 201 although no element is created
	CodeMediaType    = 1107 // a declared media type is refused
	CodeForeignType  = 1108 // an undeclared media type is accepted
	CodeHeaders      = 1109 // a header is not as it is declared
	CodeWriteOnly    = 1110 // an answer shows a write-only member
	CodeTrace        = 1111 // TRACE repeats credentials
	CodeShared       = 1112 // a shared cache may keep an answer to one user
	CodeUnasked      = 1113 // 304 to a call without a condition
	CodeContent      = 1114 // a body with a status that allows none
	CodeUnsteady     = 1115 // the same read gets another status
	CodeDeletedAgain = 1116 // DELETE succeeds twice
)

// Codes returns the codes of all rules, in ascending order.
func Codes() (out []int) {
	for _, r := range Rules() {
		out = append(out, r.Code)
	}
	slices.Sort(out)
	return out
}

// Rules returns the rules of this package, new values at each call.
func Rules() []*oracle.Rule { return slices.Concat(ofSchema(), ofStatus(), ofHeaders()) }

// ofSchema returns the rules that compare answers with the schema. Those that are on by default report nothing that
// the schema leaves open.
func ofSchema() []*oracle.Rule {
	return []*oracle.Rule{
		{Code: CodeHeaders, Name: "header against the schema", Severity: oracle.Low, Check: misdeclared,
			Explanation: "A header that the schema requires is missing, or its value is not of the declared type. " +
				"Clients that are made of the schema fail."},
		{Code: CodeWriteOnly, Name: "write-only member in an answer", Check: writeOnly,
			Explanation: "The schema says that a member is only sent to the service, as passwords " +
				"are, and an answer shows it."},
		{Code: CodeMediaType, Name: "declared media type refused", Severity: oracle.Low,
			OptIn: true, Check: refusedType,
			Explanation: "415 and 406 say that a media type is not supported, and the schema declares it."},
		{Code: CodeForeignType, Name: "undeclared media type accepted", Severity: oracle.Low,
			OptIn: true, Check: foreignType,
			Explanation: "The body has a media type that the schema does not declare, and is read as " +
				"if it had one that it does."},
	}
}

// ofStatus returns the rules about statuses.
func ofStatus() []*oracle.Rule {
	return []*oracle.Rule{
		{Code: CodeChallenge, Name: "401 without a challenge", Severity: oracle.Low, OptIn: true, Check: unchallenged,
			Explanation: "401 has to say in WWW-Authenticate what is wanted (RFC 9110, 15.5.2)."},
		{Code: CodeAllow, Name: "405 with a wrong Allow", Severity: oracle.Low, OptIn: true, Check: notAllowed,
			Explanation: "405 has to list in Allow what is allowed (RFC 9110, 15.5.6)."},
		{Code: CodeHead, Name: "HEAD unlike GET", Severity: oracle.Low, OptIn: true, Check: headUnlikeGet,
			Explanation: "HEAD answers as GET does, without the body (RFC 9110, 9.3.2)."},
		{Code: CodeNoPayload, Name: "complaint about a body that was not sent", Severity: oracle.Low,
			OptIn: true, Check: noPayload,
			Explanation: "413 and 415 are about the body of the call (RFC 9110, 15.5.14 and " +
				"15.5.16), and it had none."},
		{Code: CodeUpgrade, Name: "426 without Upgrade", Severity: oracle.Low, OptIn: true, Check: notUpgraded,
			Explanation: "426 has to name the protocol in Upgrade (RFC 9110, 15.5.22)."},
		{Code: CodeMisleading, Name: "misleading 201", Severity: oracle.Low, OptIn: true, Check: misleading,
			Explanation: "201 says that the call made something, and its method makes nothing."},
		{Code: CodeContent, Name: "body where there is none", Severity: oracle.Low, OptIn: true, Check: content,
			Explanation: "204, 205 and 304 have no body (RFC 9110, 15.3.5). Clients take it for the " +
				"beginning of the next answer."},
		{Code: CodeUnsteady, Name: "same call, another status", Severity: oracle.Low, OptIn: true, Check: unsteady,
			Explanation: "A read is made again with nothing but reads between, and is answered with another status."},
		{Code: CodeDeletedAgain, Name: "DELETE that succeeds twice", Severity: oracle.Low,
			OptIn: true, Check: deletedAgain,
			Explanation: "The schema says that DELETE answers 404 where there is nothing, and the second one says " +
				"that it deleted something."},
	}
}

// ofHeaders returns the rules about headers.
func ofHeaders() []*oracle.Rule {
	return []*oracle.Rule{
		{Code: CodeOptions, Name: "wrong Allow", Severity: oracle.Low, OptIn: true, Check: misallowed,
			Explanation: "Allow lists the methods that a resource has (RFC 9110, 10.2.1). Clients " +
				"ask for what they may do."},
		{Code: CodeTrace, Name: "TRACE that repeats credentials", OptIn: true, Check: traced,
			Explanation: "A script of another page that makes the call can read the credential in " +
				"the answer (RFC 9110, 9.3.8)."},
		{Code: CodeShared, Name: "answer for one user that caches share", OptIn: true, Check: shared,
			Explanation: "The operation needs a credential, and the answer lets a cache show it to whoever " +
				"comes next (RFC 9111, 3.5)."},
		{Code: CodeUnasked, Name: "304 without a condition", Severity: oracle.Low, OptIn: true, Check: unasked,
			Explanation: "304 answers a conditional call (RFC 9110, 15.4.5). A client that has nothing gets nothing."},
	}
}

func one(detail, format string, args ...any) []oracle.Finding {
	return []oracle.Finding{{Detail: detail, Reason: fmt.Sprintf(format, args...)}}
}

// earlier returns the exchanges of the same user before a call, the last one first. It stops at the first exchange
// that is no read.
func earlier(x *oracle.Exchange) (out []*oracle.Exchange) {
	for _, b := range slices.Backward(x.Before) {
		if !b.Safe() {
			break
		}
		if b.User == x.User && b.Status() != 0 {
			out = append(out, b)
		}
	}
	return out
}
