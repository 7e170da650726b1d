package gotify

import "github.com/evoke-go/evoke/rest/auth"

const tokenHeader = "X-Gotify-Key"

// Users returns the administrator, by the token of the client that New makes,
// and an application of the administrator, which only posts messages. Tokens
// spare the check of a password, which takes longer than all else in a call.
func Users() []auth.User {
	return auth.Public(
		auth.APIKey("admin", auth.InHeader, tokenHeader, adminToken),
		auth.User{Name: "application", Login: &auth.Login{
			Method: "POST", Path: "/application", ContentType: "application/json", Body: `{"name":"bench"}`,
			Headers: []auth.Header{{Name: tokenHeader, Value: adminToken}},
			Token:   &auth.Token{Selector: "/token", SendName: tokenHeader},
		}},
	)
}

// UsersWithPasswords returns the administrator by what the documentation of
// the service tells people to do: make a client with the password, then use
// the token of the client.
func UsersWithPasswords() []auth.User {
	password := auth.Basic(admin, admin, admin).Headers
	return []auth.User{{Name: "admin", Public: true, Login: &auth.Login{
		Method: "POST", Path: "/client", ContentType: "application/json", Body: `{"name":"evoke"}`, Headers: password,
		Token: &auth.Token{Selector: "/token", SendName: tokenHeader},
	}}}
}
