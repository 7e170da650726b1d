package rest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/auth"
)

// members is a service whose users can delete themselves and change their passwords.
const members = `
openapi: 3.0.3
info: {title: Members, version: "1"}
components: {securitySchemes: {token: {type: http, scheme: bearer}}}
security: [{token: []}]
paths:
  /members:
    get: {responses: {"200": {description: all}}}
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [name, pass], properties: {name: {type: string}, pass: {type: string}}}}}}
      responses: {"201": {description: made, content: {application/json: {schema: {type: object, properties: {id: {type: integer}}}}}}}
  /members/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer, minimum: 1, maximum: 5}}]
    get: {responses: {"200": {description: one}}}
    put:
      requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {pass: {type: string}, motto: {type: string}}}}}}
      responses: {"200": {description: changed}}
    delete: {responses: {"204": {description: gone}}}
  /me:
    get: {responses: {"200": {description: myself}}}
  /me/secret:
    put:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [word], properties: {word: {type: string}}}}}}
      responses: {"200": {description: changed}}
  /password:
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [newPassword], properties: {newPassword: {type: string}}}}}}
      responses: {"204": {description: changed}}
  /sign-out:
    post: {responses: {"204": {description: out}}}
  /dice:
    post: {responses: {"200": {description: rolled}}}
`

// member is a user of the service.
type member struct {
	ID    int    `json:"id"`
	Name  string `json:"name"`
	Motto string `json:"motto"`
	pass  string
	token string
}

// club is the service. What its operations do to the one who calls is counted.
type club struct {
	members map[int]*member
	next    int
	log     map[string]int
	dice    bool // whoever rolls the dice is out for good
}

// newClub returns the service, which knows ann at first.
func newClub(log map[string]int, dice bool) http.Handler {
	c := &club{members: map[int]*member{3: {ID: 3, Name: "ann", pass: "secret", token: "t-ann-0"}},
		next: 4, log: log, dice: dice}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /login", c.login)
	mux.HandleFunc("POST /sign-up", c.signUp)
	for pattern, h := range map[string]func(*member, http.ResponseWriter, *http.Request){
		"GET /members": c.list, "POST /members": c.join, "GET /members/{id}": c.one, "PUT /members/{id}": c.one,
		"DELETE /members/{id}": c.one,
		"GET /me":              c.me, "PUT /me/secret": c.renew, "POST /password": c.renew,
		"POST /sign-out": c.leave, "POST /dice": c.roll,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
			for _, m := range c.members {
				if token != "" && m.token == token {
					h(m, w, r)
					return
				}
			}
			w.WriteHeader(http.StatusUnauthorized)
		})
	}
	return mux
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func (c *club) login(w http.ResponseWriter, r *http.Request) {
	var in struct{ Name, Pass string }
	_ = json.NewDecoder(r.Body).Decode(&in)
	for _, m := range c.members {
		if m.Name == in.Name && m.pass == in.Pass {
			c.log["log in"]++
			m.token = fmt.Sprintf("t-%s-%d", m.Name, c.log["log in"])
			answer(w, http.StatusOK, map[string]any{"token": m.token})
			return
		}
	}
	w.WriteHeader(http.StatusUnauthorized)
}

// signUp takes anybody whose name is free.
func (c *club) signUp(w http.ResponseWriter, r *http.Request) {
	var in struct{ Name, Pass string }
	_ = json.NewDecoder(r.Body).Decode(&in)
	for _, m := range c.members {
		if m.Name == in.Name {
			w.WriteHeader(http.StatusConflict)
			return
		}
	}
	c.log["sign up "+in.Name]++
	c.members[c.next] = &member{ID: c.next, Name: in.Name, pass: in.Pass}
	c.next++
	w.WriteHeader(http.StatusCreated)
}

func (c *club) list(_ *member, w http.ResponseWriter, _ *http.Request) {
	all := []*member{}
	for id := range c.next {
		if m := c.members[id]; m != nil {
			all = append(all, m)
		}
	}
	answer(w, http.StatusOK, all)
}

func (c *club) join(_ *member, w http.ResponseWriter, r *http.Request) {
	m := &member{ID: c.next}
	if json.NewDecoder(r.Body).Decode(m) != nil || m.Name == "" || m.Name == "ann" {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	m.ID = c.next
	c.members[m.ID] = m
	c.next++
	answer(w, http.StatusCreated, m)
}

func (c *club) one(by *member, w http.ResponseWriter, r *http.Request) {
	id, _ := strconv.Atoi(r.PathValue("id"))
	m := c.members[id]
	var in struct{ Pass, Motto string }
	switch {
	case m == nil:
		w.WriteHeader(http.StatusNotFound)
		return
	case r.Method == http.MethodDelete && m == by:
		c.log["delete itself"]++
		delete(c.members, id)
	case r.Method == http.MethodDelete:
		c.log["delete another"]++
		delete(c.members, id)
	case r.Method == http.MethodPut && json.NewDecoder(r.Body).Decode(&in) == nil:
		if m == by && in.Pass != "" {
			c.log["change itself"]++
			m.pass, m.token = in.Pass, ""
		}
		m.Motto = in.Motto
	}
	answer(w, http.StatusOK, m)
}

func (c *club) me(by *member, w http.ResponseWriter, _ *http.Request) { answer(w, http.StatusOK, by) }

func (c *club) renew(by *member, w http.ResponseWriter, r *http.Request) {
	var in struct{ Word, NewPassword string }
	if json.NewDecoder(r.Body).Decode(&in) != nil || in.Word+in.NewPassword == "" {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	c.log["change itself"]++
	c.log[by.Name+" changes"]++
	by.pass, by.token = in.Word+in.NewPassword, ""
	w.WriteHeader(http.StatusNoContent)
}

func (c *club) leave(by *member, w http.ResponseWriter, _ *http.Request) {
	c.log["sign out"]++
	by.token = ""
	w.WriteHeader(http.StatusNoContent)
}

func (c *club) roll(by *member, w http.ResponseWriter, _ *http.Request) {
	if c.dice {
		by.token, by.pass = "", "?"
	}
	answer(w, http.StatusOK, 6)
}

func ann() rest.Options {
	return rest.Options{Users: []auth.User{auth.BearerLogin("ann", "/login",
		`{"name":"ann","pass":"secret"}`, "/token")}}
}

// TestUsersStayAlive: in a service that keeps what tests do, nobody deletes itself or
// changes its password, while others are deleted. Signing out is rare, and said.
func TestUsersStayAlive(t *testing.T) {
	log := map[string]int{}
	o := ann()
	o.Exclude = []string{"POST /dice"}
	c, p := counted(t, members, func() http.Handler { return newClub(log, false) }, true, 4000, o)
	assert.Zero(t, log["delete itself"])
	assert.Zero(t, log["change itself"])
	assert.Greater(t, log["delete another"], 20)
	assert.NotZero(t, log["sign out"])
	assert.Less(t, c.share(401), 0.08)
	told := strings.Join(p.Warnings(), "\n")
	kept := regexp.MustCompile(`(DELETE /members/\{id\}|PUT /me/secret|POST /password): calls that were not made, ` +
		`since they would delete or change the account, .*: \d+`)
	assert.GreaterOrEqual(t, len(kept.FindAllString(told, -1)), 2, told)
	assert.Regexp(t, `POST /sign-out: calls that were not made, since earlier ones ended the credential of user ann, who had to log in again: \d+`, told)
}

// TestResetsGiveCredentialsBack: where each test begins anew, all calls are made.
func TestResetsGiveCredentialsBack(t *testing.T) {
	log := map[string]int{}
	o := ann()
	o.LoginEachTest = true
	c, p := counted(t, members, func() http.Handler { return newClub(log, true) }, false, 2500, o)
	assert.NotZero(t, log["delete itself"])
	assert.NotZero(t, log["change itself"])
	assert.Less(t, c.share(401), 0.25)
	assert.NotContains(t, strings.Join(p.Warnings(), "\n"), "user ann")
}

// TestEndedCredentialsAreTold: a credential that ended in a way that nobody could
// foresee is said, with the call that did it.
func TestEndedCredentialsAreTold(t *testing.T) {
	o := rest.Options{Users: []auth.User{auth.Bearer("ann", "t-ann-0")},
		Exclude: []string{"POST /sign-out", "*/members/{id}"}}
	log := map[string]int{}
	_, p := counted(t, members, func() http.Handler { return newClub(log, true) }, true, 500, o)
	assert.Zero(t, log["change itself"], "what is below /me is the user's own, whoever that is")
	assert.Regexp(t,
		`user ann: its credential has ended: the last \d+ calls of operations that had let it in were answered 401. `+
			`The last call before that which changed something was POST /dice \(/dice\)`,
		strings.Join(p.Warnings(), "\n"))
}

// TestExpendableUsersStandIn: in a service that keeps what tests do, a user who signs up
// makes the calls that would lock the others out, and signs up anew when it is out itself.
func TestExpendableUsersStandIn(t *testing.T) {
	log := map[string]int{}
	o := ann()
	o.Exclude = []string{"POST /dice"}
	o.Users = auth.Public(o.Users[0].WithSignUp("/sign-up", `{"name":"ann","pass":"secret"}`))
	c, p := counted(t, members, func() http.Handler { return newClub(log, false) }, true, 4000, o)
	assert.Zero(t, log["ann changes"])
	assert.Zero(t, log["sign up ann"], "she is there, and stays")
	assert.Greater(t, log["eve changes"]+log["eve2 changes"]+log["eve3 changes"], 2)
	assert.NotZero(t, log["sign up eve2"], "eve cannot log in with the password that she had")
	assert.NotZero(t, log["sign out"])
	assert.Less(t, c.share(401), 0.1)
	told := strings.Join(p.Warnings(), "\n")
	assert.Regexp(t, `users: calls that were made by a user of their own, who signs up, since they would end the credential of the user who makes them: \d+`, told)
	assert.NotContains(t, told, "user ann: its credential")
	for _, name := range []string{"PUT /me/secret", "POST /password"} {
		i := slices.IndexFunc(p.Tallies(), func(t problem.Tally) bool { return t.Operation == name })
		assert.NotZero(t, p.Tallies()[i].Outcomes["204"], name)
	}
}
