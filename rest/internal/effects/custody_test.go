package effects

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/sut"
)

const accounts = `
openapi: 3.0.3
info: {title: Accounts, version: "1"}
paths:
  /accounts: {get: {responses: {"200": {description: all}}}, post: {responses: {"201": {description: made}}}}
  /accounts/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {description: one}}}
    put: {responses: {"200": {description: changed}}}
    delete: {responses: {"204": {description: gone}}}
  /accounts/{id}/password:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    put: {responses: {"204": {description: changed}}}
  /accounts/{id}/pictures:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    delete: {responses: {"204": {description: gone}}}
  /keys/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    delete: {responses: {"204": {description: gone}}}
  /current/account: {get: {responses: {"200": {description: mine}}}, patch: {responses: {"200": {description: changed}}}}
  /reset: {post: {responses: {"204": {description: done}}}}
  /login: {post: {responses: {"200": {description: in}}}}
`

// keeping returns a custody of ann, who logs in with her name, and of a program with a key.
func keeping(t *testing.T, lasting bool) (*Custody, *api.API) {
	a := api.New(resttest.Read(t, accounts).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	users := []auth.User{auth.BearerLogin("ann", "/login", `{"username":"ann","password":"secret"}`, "/token"),
		auth.APIKey("program", auth.InHeader, "X-Key", "key-123")}
	for _, op := range a.Ops {
		op.Admission = api.NewAdmission([]bool{true, true}, false, 0)
	}
	return newCustody(users, a.Ops, lasting), a
}

// sent is a call as it is sent; id is the value in its path.
func sent(op *api.Operation, id, body string) *message.Request {
	e := &message.Request{}
	op.Template.Encode(op.Spec, e)
	for i := range e.Path {
		if e.Path[i].Param != "" {
			e.Path[i].Set(id)
		}
	}
	e.HasBody, e.Body = body != "", []byte(body)
	return e
}

// spares reports whether a call of ann is not made.
func spares(k *Custody, op *api.Operation, e *message.Request) bool {
	_, ok := k.By(0, op, e, nil)
	return !ok
}

func TestWhatIsSpared(t *testing.T) {
	learn := func(k *Custody, a *api.API) {
		for op, body := range map[string]string{
			"GET /accounts":        `[{"id": 7, "username": "ann"}, {"id": 8, "username": "bob"}]`,
			"GET /current/account": `{"data": {"id": 9, "motto": "x"}}`,
			"GET /accounts/{id}":   `{"keys": [{"id": "k1", "value": "key-123"}, {"id": "k2", "value": "key-124"}]}`,
		} {
			k.heard(a.Named(op), 0, &sut.Response{Outcome: sut.Answered, Status: 200, Body: []byte(body)})
		}
	}
	tests := []struct {
		name, op, id, body string
		want               bool
	}{
		{"own account", "DELETE /accounts/{id}", "7", "", true},
		{"by its name", "DELETE /accounts/{id}", "ann", "", true},
		{"whoever called", "DELETE /accounts/{id}", "9", "", true},
		{"another account", "DELETE /accounts/{id}", "8", "", false},
		{"own key", "DELETE /keys/{id}", "k1", "", true},
		{"the number of the account", "DELETE /keys/{id}", "7", "", false},
		{"what is below", "DELETE /accounts/{id}/pictures", "7", "", false},
		{"own password", "PUT /accounts/{id}/password", "7", `"x"`, true},
		{"another's password", "PUT /accounts/{id}/password", "8", `"x"`, false},
		{"reading", "GET /accounts/{id}", "7", "", false},
		{"a motto", "PUT /accounts/{id}", "7", `{"motto": "x"}`, false},
		{"the same name", "PUT /accounts/{id}", "7", `{"username": "ann"}`, false},
		{"another name", "PUT /accounts/{id}", "7", `{"username": "eve"}`, true},
		{"rights", "PUT /accounts/{id}", "7", `{"profile": {"isAdmin": false}}`, true},
		{"no value", "PUT /accounts/{id}", "7", `{"password": null}`, false},
		{"without an id", "PATCH /current/account", "", `{"password": "x"}`, true},
		{"without an id, a motto", "PATCH /current/account", "", `{"motto": "x"}`, false},
		{"a new account", "POST /accounts", "", `{"username": "eve", "password": "x"}`, false},
		{"a password of whoever calls", "POST /reset", "", `{"newPassword": "x"}`, true},
		{"no password", "POST /reset", "", `{"all": true}`, false},
		{"the log-in", "POST /login", "", `{"username": "ann", "password": "x"}`, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			k, a := keeping(t, true)
			learn(k, a)
			op := a.Named(tt.op)
			assert.Equal(t, tt.want, spares(k, op, sent(op, tt.id, tt.body)))
			assert.Equal(t, tt.want, len(k.warnings()) == 1)

			k, a = keeping(t, false)
			learn(k, a)
			assert.False(t, spares(k, a.Named(tt.op), sent(a.Named(tt.op), tt.id, tt.body)), "a reset brings it back")
		})
	}
}

// TestOthersMakeSuchCalls: where only whoever makes a call would be locked out, an expendable
// user makes it, if it is ready; nobody makes a call that names the account of ann.
func TestOthersMakeSuchCalls(t *testing.T) {
	a := api.New(resttest.Read(t, accounts).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	ann := auth.Public(auth.BearerLogin("ann", "/login", `{"username":"ann","password":"secret"}`,
		"/token").WithSignUp("/join", `{"username":"ann","password":"secret"}`))
	eve, ok := auth.Expendable(ann)
	require.True(t, ok)
	for _, op := range a.Ops {
		op.Admission = api.NewAdmission([]bool{true, false}, false, 1)
	}
	k := newCustody(append(ann, eve), a.Ops, true)
	list, mine := a.Named("GET /accounts"), a.Named("GET /current/account")
	k.heard(list, 0, &sut.Response{Outcome: sut.Answered, Status: 200, Body: []byte(`[{"id": 7, "username": "ann"}]`)})
	k.heard(mine, 0, &sut.Response{Outcome: sut.Answered, Status: 200, Body: []byte(`{"id": 7}`)})
	k.heard(mine, 1, &sut.Response{Outcome: sut.Answered, Status: 200, Body: []byte(`{"id": 9}`)})
	for _, tt := range []struct {
		name, op, id, body string
		user               int
		ready              bool
		by                 int // -1 for nobody
	}{
		{"a password of whoever calls", "POST /reset", "", `{"newPassword": "x"}`, 0, true, 1},
		{"its own account", "PATCH /current/account", "", `{"password": "x"}`, 0, true, 1},
		{"nobody is ready", "PATCH /current/account", "", `{"password": "x"}`, 0, false, -1},
		{"the account of ann", "DELETE /accounts/{id}", "7", "", 0, true, -1},
		{"by eve", "DELETE /accounts/{id}", "7", "", 1, true, -1},
		{"her own account", "DELETE /accounts/{id}", "9", "", 1, true, 1},
		{"her own password", "POST /reset", "", `{"newPassword": "x"}`, 1, true, 1},
		{"no harm", "PATCH /current/account", "", `{"motto": "x"}`, 0, true, 0},
	} {
		op := a.Named(tt.op)
		by, ok := k.By(tt.user, op, sent(op, tt.id, tt.body), func(user int) bool { return user == 1 && tt.ready })
		if !ok {
			by = -1
		}
		assert.Equal(t, tt.by, by, tt.name)
	}
	login := a.Named("POST /login")
	by, ok := k.By(auth.Anonymous, login, sent(login, "", `{"username": "ann", "password": "x"}`), nil)
	assert.True(t, ok && by == 0, "who logs in as ann has signed up")
	by, ok = k.By(auth.Anonymous, login, sent(login, "", `{"username": "eli", "password": "x"}`), nil)
	assert.True(t, ok && by == auth.Anonymous)
	for op, want := range map[string]bool{"DELETE /accounts/{id}": true, "POST /reset": false, "GET /accounts": true} {
		_, ok := k.By(1, a.Named(op), sent(a.Named(op), "9", `{"newPassword": "x"}`), nil)
		assert.Equal(t, want, ok, "in a suite: "+op)
	}
	assert.Contains(t, k.warnings()[0].Reason, "since they would end the credential of the user who makes them: 3")
}

// TestEndsAreNoticed: a few refusals in a row, in several tests, of operations that let
// the user in before.
func TestEndsAreNoticed(t *testing.T) {
	list, mine, reset := "GET /accounts", "GET /current/account", "POST /reset"
	tests := []struct {
		name  string
		calls []string // with their status; "" begins a test
		want  string   // the call that is blamed
	}{
		{"two operations in two tests", []string{list + " 200", mine + " 200", reset + " 204", list + " 401", "",
			list + " 401", mine + " 401"}, reset + " (/now)"},
		{"within one test",
			[]string{list + " 200", mine + " 200", reset + " 204", list + " 401", mine + " 401", list + " 401"}, ""},
		{"too few", []string{list + " 200", mine + " 200", reset + " 204", list + " 401", "", mine + " 401"}, ""},
		{"never let in", []string{reset + " 204", list + " 401", mine + " 401", "", list + " 401", mine + " 401"}, ""},
		{"let in again", []string{list + " 200", mine + " 200", reset + " 204", list + " 401", "", list + " 401",
			mine + " 401", "", mine + " 200"}, ""},
		{"one operation", []string{list + " 200", reset + " 204", list + " 401", "", list + " 401", list + " 401",
			list + " 401", list + " 401", list + " 401"}, reset + " (/now)"},
		{"what came later", []string{list + " 200", mine + " 200", reset + " 204", list + " 401", "", "POST /login 200",
			list + " 401", mine + " 401"}, reset + " (/now)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			k, a := keeping(t, true)
			k.begin()
			for _, call := range tt.calls {
				if call == "" {
					k.begin()
					continue
				}
				cut := len(call) - 4
				status := int(call[cut+1]-'0')*100 + int(call[cut+2]-'0')*10 + int(call[cut+3]-'0')
				k.Answered(a.Named(call[:cut]), 0, &sut.Request{Target: "/now"},
					&sut.Response{Outcome: sut.Answered, Status: status})
			}
			warnings := k.warnings()
			if tt.want == "" {
				assert.Empty(t, warnings)
			} else if assert.Len(t, warnings, 1) {
				assert.Equal(t, "user ann", warnings[0].Where)
				assert.Contains(t, warnings[0].Reason, "changed something was "+tt.want)
			}
		})
	}
}
