package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/evoke-go/evoke/output/jstest"
)

// TestRowsOfWrittenTests: the command names a variable, and never its value.
func TestRowsOfWrittenTests(t *testing.T) {
	for variable, want := range map[string]string{
		"EVOKE_DSN": "evoke-rows restore 'my tests/testdata/evoke-rows.json'",
		"X":         "evoke-rows restore -dsn X 'my tests/testdata/evoke-rows.json'",
	} {
		if got := rowsCommand(variable, "my tests"); got != want {
			t.Errorf("%s: %q, want %q", variable, got, want)
		}
	}
}

// TestResetsOfWrittenTests: written tests have no reset command if a new process is enough, since each test starts one.
func TestResetsOfWrittenTests(t *testing.T) {
	dir := t.TempDir()
	script := filepath.Join(t.TempDir(), "reset.sh")
	if err := os.WriteFile(script, nil, 0o700); err != nil {
		t.Fatal(err)
	}
	for reset, want := range map[string]struct {
		written string
		command bool
	}{
		"": {}, noReset: {}, reload: {}, restart: {},
		"/test/reset":           {written: "/test/reset"},
		"http://127.0.0.1:1/x":  {written: "http://127.0.0.1:1/x"},
		"npm run seed":          {written: "npm run seed", command: true},
		"db":                    {written: rowsCommand("EVOKE_DSN", dir), command: true},
		"db:X":                  {written: rowsCommand("X", dir), command: true},
		"/bin/true --now":       {written: "/bin/true --now", command: true},
		script:                  {written: "exec " + script, command: true},
		"https://127.0.0.1:1/x": {written: "https://127.0.0.1:1/x"},
	} {
		w := &jstest.Writer{Start: "node server.js"}
		if err := resetBy(reset, dir, w); err != nil || w.Reset != want.written {
			t.Errorf("%q: written tests have %q, want %q; %v", reset, w.Reset, want.written, err)
		}
		if isCommand(reset) != want.command {
			t.Errorf("%q is a command: %t", reset, isCommand(reset))
		}
	}
}
