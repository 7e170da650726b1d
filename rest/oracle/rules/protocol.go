package rules

import (
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/oracle"
)

// Codes of the rules about HTTP itself.
const (
	CodeChallenge  = 1100 // 401 without WWW-Authenticate
	CodeAllow      = 1101 // 405 without Allow, or with the method in it
	CodeHead       = 1102 // HEAD differs from GET
	CodeNoPayload  = 1103 // 413 or 415 for a call without a body
	CodeUpgrade    = 1104 // 426 without Upgrade
	CodeMisleading = 1105 // 201 where nothing is made
)

// ofProtocol returns the rules about HTTP itself. They are to the letter, so they are only used where they are
// asked for.
func ofProtocol() []*oracle.Rule {
	return []*oracle.Rule{
		{Code: CodeChallenge, Name: "401 without a challenge", Severity: oracle.Low, OptIn: true, Check: unchallenged,
			Explanation: "401 has to say in WWW-Authenticate what is wanted (RFC 9110, 15.5.2)."},
		{Code: CodeAllow, Name: "405 with a wrong Allow", Severity: oracle.Low, OptIn: true, Check: notAllowed,
			Explanation: "405 has to list in Allow what is allowed (RFC 9110, 15.5.6)."},
		{Code: CodeHead, Name: "HEAD unlike GET", Severity: oracle.Low, OptIn: true, Check: headUnlikeGet,
			Explanation: "HEAD answers as GET does, without the body (RFC 9110, 9.3.2)."},
		{Code: CodeNoPayload, Name: "complaint about a body that was not sent", Severity: oracle.Low, OptIn: true, Check: noPayload,
			Explanation: "413 and 415 are about the body of the call (RFC 9110, 15.5.14 and 15.5.16), and it had none."},
		{Code: CodeUpgrade, Name: "426 without Upgrade", Severity: oracle.Low, OptIn: true, Check: notUpgraded,
			Explanation: "426 has to name the protocol in Upgrade (RFC 9110, 15.5.22)."},
		{Code: CodeMisleading, Name: "misleading 201", Severity: oracle.Low, OptIn: true, Check: misleading,
			Explanation: "201 says that the call made something, and its method makes nothing."},
	}
}

func unchallenged(x *oracle.Exchange) []oracle.Finding {
	if x.Status() != http.StatusUnauthorized || x.Response.Header.Get("WWW-Authenticate") != "" {
		return nil
	}
	return one("", "the answer is 401 without WWW-Authenticate")
}

func notAllowed(x *oracle.Exchange) []oracle.Finding {
	if x.Status() != http.StatusMethodNotAllowed {
		return nil
	}
	allow := strings.Join(x.Response.Header.Values("Allow"), ",")
	if allow == "" && len(x.Response.Header.Values("Allow")) == 0 {
		return one("", "the answer is 405 without Allow")
	}
	for m := range strings.SplitSeq(allow, ",") {
		if strings.EqualFold(strings.TrimSpace(m), x.Request.Method) {
			return one("allowed", "the answer is 405, and Allow has %s", x.Request.Method)
		}
	}
	return nil
}

// headUnlikeGet compares HEAD with the GET before it, with no change between.
func headUnlikeGet(x *oracle.Exchange) []oracle.Finding {
	if x.Request.Method != http.MethodHead || x.Status() == 0 {
		return nil
	}
	for i := len(x.Before) - 1; i >= 0 && !changes(x.Before[i]); i-- {
		b := x.Before[i]
		if b.Request.Method == http.MethodGet && b.Request.Target == x.Request.Target && b.User == x.User && b.Status() != 0 && b.Status() != x.Status() {
			return one("", "the answer is %d, and that to GET %d", x.Status(), b.Status())
		}
	}
	return nil
}

func noPayload(x *oracle.Exchange) []oracle.Finding {
	if len(x.Request.Body) > 0 || x.Status() != http.StatusUnsupportedMediaType && x.Status() != http.StatusRequestEntityTooLarge {
		return nil
	}
	return one("", "the answer is %d, and the call has no body", x.Status())
}

func notUpgraded(x *oracle.Exchange) []oracle.Finding {
	if x.Status() != http.StatusUpgradeRequired || x.Response.Header.Get("Upgrade") != "" {
		return nil
	}
	return one("", "the answer is 426 without Upgrade")
}

func misleading(x *oracle.Exchange) []oracle.Finding {
	if x.Status() != http.StatusCreated || !slices.Contains([]string{"GET", "HEAD", "DELETE"}, x.Request.Method) {
		return nil
	}
	return one("", "%s answers 201", x.Request.Method)
}
