package main

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/evoke-go/evoke/rest/auth"
)

// start is what a tool is told.
type start struct {
	url, schema string
	users       string // a file of Web Fuzzing Commons, "" for no users
	calls, seed int
	dir         string // for what the tool writes
}

// tool is a program that calls a service.
type tool struct {
	// args are what it is told, without what the user adds.
	args func(start) []string
	// again says that it is started once more, with another seed, when it ends
	// before the calls are made.
	again bool
}

var tools = map[string]tool{
	"evoke": {args: func(s start) []string {
		args := []string{"run", "--schema", s.schema, "--url", s.url, "--calls", strconv.Itoa(s.calls), "--seed",
			strconv.Itoa(s.seed), "--out", s.dir}
		if s.users != "" {
			args = append(args, "--auth", s.users)
		}
		return args
	}},
	"schemathesis": {again: true, args: func(s start) []string {
		args := []string{"run", s.schema, "--origin", s.url, "--seed", strconv.Itoa(s.seed)}
		if s.users != "" {
			args = append(args, "--auth-wfc", s.users)
		}
		return args
	}},
}

// commons is an authentication file of Web Fuzzing Commons with some users.
func commons(users []auth.User) ([]byte, error) {
	entries := []any{}
	for _, u := range users {
		if len(u.Query)+len(u.Cookies) > 0 || u.SignUp != nil {
			return nil, fmt.Errorf("user %s: no file for what is neither a header nor a log-in", u.Name)
		}
		entry := map[string]any{"name": u.Name}
		if len(u.Headers) > 0 {
			entry["fixedHeaders"] = headers(u.Headers)
		}
		if u.Login != nil {
			entry["loginEndpointAuth"] = login(u.Login)
		}
		entries = append(entries, entry)
	}
	return json.MarshalIndent(map[string]any{"auth": entries}, "", "  ")
}

func headers(from []auth.Header) []any {
	all := []any{}
	for _, h := range from {
		all = append(all, map[string]any{"name": h.Name, "value": h.Value})
	}
	return all
}

func login(l *auth.Login) map[string]any {
	all := map[string]any{"endpoint": l.Path, "verb": or(l.Method, "POST"), "contentType": l.ContentType,
		"payloadRaw": l.Body}
	if len(l.Headers) > 0 {
		all["headers"] = headers(l.Headers)
	}
	if t := l.Token; t != nil {
		all["token"] = map[string]any{
			"extractFrom": or(t.From, auth.InBody), "extractSelector": t.Selector,
			"sendIn": or(t.SendIn, auth.InHeader), "sendName": or(t.SendName, "Authorization"),
			"sendTemplate": or(t.Template, "{token}"),
		}
	}
	if l.Cookies {
		all["expectCookies"] = true
	}
	return all
}

// or is the default of a text that is empty.
func or[T ~string](text, otherwise T) T {
	if text == "" {
		return otherwise
	}
	return text
}
