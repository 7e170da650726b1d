package auth

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/openapi"
)

// TestAccountsInWords: accounts are found in texts as two labelled values, or as a pair.
func TestAccountsInWords(t *testing.T) {
	for text, want := range map[string][]account{
		"Try it as user alice / password wonder.":                         {{"alice", "wonder"}},
		"Log in with demo:demo":                                           {{"demo", "demo"}},
		"username: `admin`, password: `s3cret!x`":                         {{"admin", "s3cret!x"}},
		"The user **ann** and the password \"pw-1\" are for tests.":       {{"ann", "pw-1"}},
		"E-Mail = a@b.example; Password = x.y":                            {{"a@b.example", "x.y"}},
		"Demo accounts: alice/wonder. Others ask.":                        {{"alice", "wonder"}},
		"| user: alice | password: wonder |\n| user: bob | pass: build |": {{"alice", "wonder"}, {"bob", "build"}},
		"Log in with a username/password pair.":                           nil,
		"The user name and password are required.":                        nil,
		"Sessions end at 10:30, and tokens after a day.":                  nil,
		"": nil,
	} {
		assert.Equal(t, want, said(&openapi.Document{Description: text}), text)
	}
}

// TestAccountsAreCandidates: the accounts are candidates together and alone, by forms and by HTTP basic authentication.
func TestAccountsAreCandidates(t *testing.T) {
	const answer = ", responses: {'200': {description: in, content: {application/json: {schema: {type: object, " +
		"properties: {token: {type: string}}}}}}}}}\n"
	doc := documented(t, "paths:\n  /in: {get: {security: [{h: []}], responses: {'200': {description: ok}}}}\n"+
		"  /login: {post: {description: 'user ann / password a1, user bob / password b2', "+
		body("application/json", userAndPassword)+answer+
		"components: {securitySchemes: {h: {type: http, scheme: basic}}}")
	var got [][]string
	for _, c := range Infer(doc) {
		if !c.Complete {
			continue
		}
		var users []string
		for _, u := range c.Users {
			assert.True(t, u.Public)
			if u.Login != nil {
				users = append(users, u.Name+" "+u.Login.Body)
			} else {
				users = append(users, u.Name+" "+u.Headers[0].Value)
			}
		}
		got = append(got, users)
	}
	const ann, bob = `ann {"username":"ann","password":"a1"}`, `bob {"username":"bob","password":"b2"}`
	const basicAnn, basicBob = "ann Basic YW5uOmEx", "bob Basic Ym9iOmIy"
	assert.Equal(t, [][]string{{ann, bob}, {basicAnn, basicBob}, {ann}, {basicAnn}, {bob}, {basicBob}}, got)
}
