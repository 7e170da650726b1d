package rest_test

import (
	"fmt"
	"strings"

	"github.com/evoke-go/evoke/rest/auth"
)

func ExampleLoadUsers() {
	users, err := auth.LoadUsers(strings.NewReader(`
auth:
  - name: ann
    loginEndpointAuth:
      payloadUserPwd: {username: ann, password: secret, usernameField: user, passwordField: pass}
  - name: guest
    fixedHeaders: [{name: X-Guest, value: "1"}]
    loginEndpointAuth: {payloadRaw: '{}'}
authTemplate:
  loginEndpointAuth:
    endpoint: /login
    verb: POST
    contentType: application/json
    token: {extractFrom: body, extractSelector: /token, sendIn: header, sendName: Authorization, sendTemplate: "Bearer {token}"}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, u := range users {
		fmt.Println(u.Name, u.Headers, u.Login.Body, u.Login.Token.Template)
	}
	_, err = auth.LoadUsers(strings.NewReader("auth:\n  - name: ann\n    fixedHeader: []\n"))
	fmt.Println(strings.ReplaceAll(err.Error(), "; ", "\n"))
	// Output:
	// ann [] {"user":"ann","pass":"secret"} Bearer {token}
	// guest [{X-Guest 1}] {} Bearer {token}
	// rest: authentication file: auth[0].fixedHeader: unknown field
	// known are name, requireMockHandling, fixedHeaders, loginEndpointAuth, createUsers (line 3)
}

func ExampleBearerLogin() {
	ann := auth.BearerLogin("ann", "/login", `{"user":"ann","pass":"secret"}`, "/token")
	fmt.Println(ann.Login.Path, ann.Login.ContentType, ann.Login.Token.Template)
	// Output: /login application/json Bearer {token}
}
