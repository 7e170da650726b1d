package bench

import (
	"net/http"

	"github.com/evoke-go/evoke/sut"
)

// Recorded returns a few tests of a service that make most of their calls
// succeed, for use before there is a recording of an engine's run.
func Recorded(service string) [][]*sut.Request {
	switch service {
	case "gotify":
		return recordedGotify()
	case "ach":
		return recordedACH()
	case "alertmanager":
		return recordedAlertmanager()
	}
	return nil
}

// call makes a request; fields are header names and values.
func call(method, target, body string, fields ...string) *sut.Request {
	r := &sut.Request{Method: method, Target: target, Header: http.Header{}}
	if body != "" {
		r.Body = []byte(body)
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(fields); i += 2 {
		r.Header.Set(fields[i], fields[i+1])
	}
	return r
}

func recordedGotify() [][]*sut.Request {
	as := func(method, target, body string) *sut.Request {
		return call(method, target, body, "X-Gotify-Key", "Cevoke.bench.01")
	}
	return [][]*sut.Request{
		{as("POST", "/application", `{"name":"a"}`), as("GET", "/application", ""),
			as("PUT", "/application/1", `{"name":"b"}`), as("DELETE", "/application/1", "")},
		{as("POST", "/client", `{"name":"c"}`), as("GET", "/client", ""), as("DELETE", "/client/2", "")},
		{as("GET", "/message?limit=5", ""), as("GET", "/current/user", ""), call("GET", "/message", "")},
		{as("POST", "/user", `{"name":"u","pass":"p","admin":false}`), as("GET", "/user/2", ""),
			call("GET", "/health", "")},
	}
}

// achFile is the smallest useful file: one batch with one entry, in fixed columns.
const achFile = "101 23138010401210428821906240000A094101Federal Reserve Bank   My Bank Name                   \n" +
	"5225Payroll Department                  121042882 PPDREG.SALARY      190625   1121042880000001\n" +
	"62723138010412345678         0100000000               Jane Doe                0121042880000001\n" +
	"82250000010023138010000100000000000000000000121042882                          121042880000001\n" +
	"9000001000001000000010023138010000100000000000000000000                                       \n"

func recordedACH() [][]*sut.Request {
	upload := func(target string) *sut.Request { return call("POST", target, achFile, "Content-Type", "text/plain") }
	return [][]*sut.Request{
		{upload("/files/f1"), call("GET", "/files/f1", ""), call("GET", "/files/f1/contents", ""),
			call("DELETE", "/files/f1", "")},
		{call("GET", "/files", ""), call("GET", "/files/none", ""), call("GET", "/ping", "")},
		{upload("/files/f2"), call("GET", "/files/f2/validate", ""), call("GET", "/files/f2/batches", "")},
	}
}

func recordedAlertmanager() [][]*sut.Request {
	const silence = `{"matchers":[{"name":"a","value":"b","isRegex":false}],"startsAt":"2100-01-01T00:00:00Z",` +
		`"endsAt":"2100-01-02T00:00:00Z","createdBy":"me","comment":"c"}`
	return [][]*sut.Request{
		{call("POST", "/api/v2/alerts", `[{"labels":{"alertname":"a","severity":"critical"}}]`),
			call("GET", "/api/v2/alerts", ""), call("GET", "/api/v2/alerts/groups", "")},
		{call("POST", "/api/v2/silences", silence), call("GET", "/api/v2/silences", ""),
			call("GET", "/api/v2/silence/x", "")},
		{call("GET", "/api/v2/status", ""), call("GET", "/api/v2/receivers", "")},
	}
}
