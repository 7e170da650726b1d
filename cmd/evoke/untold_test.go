package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/output/jstest"
)

// TestCredentialsOfProgramsAreWrittenNowhere: written tests read the credentials in arguments from the environment, and
// the command says so.
func TestCredentialsOfProgramsAreWrittenNowhere(t *testing.T) {
	s := &settings{out: "tests"}
	s.file.program.main = "JWT_SECRET=shh LEVEL=2 ./cmd/server -addr :{port}"
	p, err := writtenProgram(s)
	require.NoError(t, err)
	assert.Equal(t, []string{"JWT_SECRET", "LEVEL=2"}, p.Env)
	assert.Equal(t, "the written tests take JWT_SECRET from the environment: credentials are written nowhere",
		untold(p))
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

// TestCredentialsOfResetsAreWrittenNowhere: a reset URL with a credential is not written, and the command says what to
// do.
func TestCredentialsOfResetsAreWrittenNowhere(t *testing.T) {
	for reset, written := range map[string]string{
		"http://localhost:8080/reset?all=1": "http://localhost:8080/reset?all=1",
		"/reset":                            "/reset", "make reset": "make reset",
		"http://ann:pw@localhost:8080/reset": "", "http://localhost:8080/reset?api_key=shh": "", "/reset?token=shh": "",
		"none": "", "": "",
	} {
		s := &settings{out: "tests", url: "http://localhost:8080/v1", reset: reset}
		s.file.language.name = inGo
		p, err := writtenProgram(s)
		require.NoError(t, err)
		if written == "" {
			assert.Nil(t, p, reset)
		} else {
			assert.Equal(t, &gotest.Program{Running: true, Reset: written, ResetDir: ".."}, p)
		}
		w := &jstest.Writer{}
		require.NoError(t, resetBy(s.reset, s.out, w))
		assert.Equal(t, written, w.Reset)
		assert.Equal(t, written == "" && hookOf(s.reset) != nil,
			strings.Contains(untoldReset(s.reset), "give a command"), reset)
		s.file.program.main = "./cmd/server"
		p, err = writtenProgram(s)
		require.NoError(t, err)
		assert.Equal(t, written, p.Reset, "of a program that tests start")
		assert.False(t, p.Running)
	}
}
