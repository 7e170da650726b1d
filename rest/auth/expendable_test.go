package auth

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestExpendableUsersHaveNamesOfTheirOwn: an expendable user takes names that no other user has, one after another.
func TestExpendableUsersHaveNamesOfTheirOwn(t *testing.T) {
	ann := BearerLogin("ann", "/login", `{"annual":"planner","user":"ann"}`, "/token").WithSignUp("/join",
		`{"user":"ann","mail":"ann@example.com","annual":1}`)
	_, ok := Expendable([]User{ann})
	assert.False(t, ok, "her password is a secret")
	users := Public(ann, Bearer("eve", "t"))
	u, ok := Expendable(users)
	require.True(t, ok)
	assert.Equal(t, "eve2", u.Name)
	assert.True(t, u.Expendable() && u.Alternate() && u.Public)
	assert.Equal(t, `{"user":"eve2","mail":"eve2@example.com","annual":1}`, u.SignUp.Body)
	assert.Equal(t, `{"annual":"planner","user":"eve2"}`, u.Login.Body)
	assert.Equal(t, ann.SignUp.Body, users[0].SignUp.Body, "the other one is as before")

	u, ok = Expendable(Public(ann))
	require.True(t, ok)
	require.True(t, u.next())
	require.True(t, u.next())
	assert.Equal(t, `{"user":"eve3","mail":"eve3@example.com","annual":1}`, u.SignUp.Body)
	assert.Equal(t, "eve", u.Name, "reports call it as before")
	for u.next() {
	}
	assert.Contains(t, u.SignUp.Body, "eve1000")

	basic := Basic("ann", "ann", "ann-secret").WithSignUp("/join", `{"user":"ann"}`)
	u, ok = Expendable(Public(basic))
	require.True(t, ok)
	assert.Equal(t, Basic("eve", "eve", "ann-secret").Headers, u.Headers)

	for _, none := range []User{Bearer("ann", "t"),
		BearerLogin("ann", "/login", `{"user":"a-1"}`, "/t").WithSignUp("/join", `{"user":"a-1"}`)} {
		_, ok = Expendable(Public(none))
		assert.False(t, ok)
	}
	for _, u := range users {
		assert.False(t, u.Expendable() || u.next())
	}
}
