package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCredentialsOfProgramsAreWrittenNowhere: written tests take them from the environment, and the command says so.
func TestCredentialsOfProgramsAreWrittenNowhere(t *testing.T) {
	s := &settings{out: "tests"}
	s.file.program.main = "JWT_SECRET=shh LEVEL=2 ./cmd/server -addr :{port}"
	p, err := writtenProgram(s)
	require.NoError(t, err)
	assert.Equal(t, []string{"JWT_SECRET", "LEVEL=2"}, p.Env)
	assert.Equal(t, "the written tests take JWT_SECRET from the environment: credentials are written nowhere", untold(p))
	p.Env = p.Env[1:]
	assert.Empty(t, untold(p))
	assert.Empty(t, untold(nil))

	s.file.program.main = "./cmd/server -jwt-secret shh --db-password=pw -v -token -addr :{port}"
	p, err = writtenProgram(s)
	require.NoError(t, err)
	assert.Equal(t, []string{
		"-jwt-secret", "{env:EVOKE_ARG_JWT_SECRET}", "--db-password={env:EVOKE_ARG_DB_PASSWORD}",
		"-v", "-token", "-addr", ":{port}",
	}, p.Args, "a flag follows -token, not its value")
	assert.Equal(t, "the written tests take EVOKE_ARG_JWT_SECRET, EVOKE_ARG_DB_PASSWORD from the environment: "+
		"credentials are written nowhere", untold(p))
	_, kept := withoutSecrets([]string{"-jwt-secret", "shh", "--db-password=pw"})
	inTests := []string{"EVOKE_ARG_JWT_SECRET=shh", "EVOKE_ARG_DB_PASSWORD=pw"}
	assert.Equal(t, inTests, kept, "in the environment of the tests")
}
