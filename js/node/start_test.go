package node

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/sut"
)

// TestOnlyTheProgramIsStartedAgain: the second start leaves out the programs that start the program, and the program
// sees no difference.
func TestOnlyTheProgramIsStartedAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts programs of Node")
	}
	if _, err := Version(t.Context()); err != nil {
		t.Skip(err)
	}
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		t.Skip("only Linux hands the channels to what the command starts")
	}
	c, err := New(Options{Dir: filepath.Join("testdata", "led", "app"), Command: "node ../start.js", Restart: true})
	require.NoError(t, err)
	_, err = c.Start(t.Context())
	require.NoError(t, err)
	defer func() { assert.NoError(t, c.Stop(t.Context())) }()
	said := func(method string) string {
		resp, err := c.Call(t.Context(), &sut.Request{Method: method, Target: "/"})
		require.NoError(t, err)
		return string(resp.Body)
	}
	own := fmt.Sprint(os.Getpid(), ",led,an argument,yes,,")
	first := said("POST")
	assert.NotEqual(t, own+"1", first)
	assert.Contains(t, first, ",led,an argument,yes,,1")
	require.NoError(t, c.Reset(t.Context()))
	assert.Equal(t, own+"0", said("GET"))
	assert.Equal(t, 2, c.Starts())
}

func TestIsPlain(t *testing.T) {
	for command, want := range map[string]bool{
		"node src/server.js":                  true,
		"npx tsx src/server.ts":               true,
		"PORT=1 NODE_ENV=test node -r x a.js": true,
		"npm start":                           true,
		"npm run --silent dev":                true,
		"yarn dev":                            true,
		"npm run prepared":                    false, // by another script
		"npm run both":                        false,
		"npm run itself":                      false,
		"npm run unknown":                     false,
		"npm":                                 false,
		"rm -f data.db; node a.js":            false,
		"node a.js && node b.js":              false,
		"node $FILE":                          false,
		`sh -c "node a.js"`:                   false,
		"":                                    false,
		"NAME=value":                          false,
	} {
		scripts := map[string]string{
			"start": "node dist/main.js", "dev": "npm run start", "prepared": "node a.js",
			"preprepared": "node seed.js",
			"both":        "tsc && node a.js", "itself": "npm run itself",
		}
		assert.Equal(t, want, isPlain(command, scripts), command)
	}
}
