package gotify

import "github.com/evoke-go/evoke/rest"

const tokenHeader = "X-Gotify-Key"

// Users returns the administrator, by the token of the client that New makes,
// and an application of the administrator, which only posts messages. Tokens
// spare the check of a password, which takes longer than all else in a call.
func Users() []rest.User {
	return []rest.User{
		rest.APIKey("admin", rest.InHeader, tokenHeader, adminToken),
		{Name: "application", Login: &rest.Login{
			Method: "POST", Path: "/application", ContentType: "application/json", Body: `{"name":"bench"}`,
			Headers: []rest.Header{{Name: tokenHeader, Value: adminToken}},
			Token:   &rest.Token{Selector: "/token", SendName: tokenHeader},
		}},
	}
}

// UsersWithPasswords returns the administrator by what the documentation of
// the service tells people to do: make a client with the password, then use
// the token of the client.
func UsersWithPasswords() []rest.User {
	password := rest.Basic(admin, admin, admin).Headers
	return []rest.User{{Name: "admin", Login: &rest.Login{
		Method: "POST", Path: "/client", ContentType: "application/json", Body: `{"name":"evoke"}`, Headers: password,
		Token: &rest.Token{Selector: "/token", SendName: tokenHeader},
	}}}
}
