package users_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"html"

	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/internal/hostile/leaky"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/report/calls"
	"github.com/evoke-go/evoke/report/ci"
	"github.com/evoke-go/evoke/report/page"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/search"
)

// leakyUsers carry their credentials in all ways.
func leakyUsers() []auth.User {
	return []auth.User{
		auth.Bearer("ann", leaky.Token),
		auth.Basic("bob", "bob", leaky.Password),
		auth.APIKey("carol", auth.InQuery, "key", leaky.Key),
		auth.BearerLogin("dora", "/login", `{"user": "dora", "pin": "`+leaky.Secret+`"}`, "/token"),
	}
}

// given returns how bytes show one of the credentials, "" if they do not. It knows
// them by code of its own, and not by that of Evoke.
func given(data []byte) string {
	for _, value := range []string{leaky.Token, leaky.Password, leaky.Key, leaky.Secret} {
		asJSON, _ := json.Marshal(value)
		shown := map[string]string{
			"as it is": value,
			"in JSON":  strings.Trim(string(asJSON), `"`), "escaped for a query": url.QueryEscape(value),
			"with %20":           strings.ReplaceAll(url.QueryEscape(value), "+", "%20"),
			"escaped for a path": url.PathEscape(value), "quoted": strings.Trim(strconv.Quote(value), `"`),
			"in HTML": html.EscapeString(value), "in hex": hex.EncodeToString([]byte(value)),
		}
		for _, user := range []string{"", "x:", "bob:", "ab"} {
			code := base64.StdEncoding.EncodeToString([]byte(user + value))
			shown["in base64 behind "+user] = code[len(code)/2 : len(code)-4]
		}
		for name, text := range shown {
			if i := bytes.Index(data, []byte(text)); i >= 0 {
				return strconv.Quote(value) + " " + name + ": " +
					strconv.Quote(string(data[max(0, i-60):min(i+len(text)+30, len(data))]))
			}
		}
	}
	return ""
}

// assertDiscreet fails the test for each file below a folder that shows a credential.
func assertDiscreet(t *testing.T, dir string) (files int) {
	t.Helper()
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil // it is gone
		}
		if data, err := os.ReadFile(path); err == nil {
			files++
			if strings.HasPrefix(d.Name(), "worker-") || d.Name() == "identity" {
				info, err := d.Info()
				assert.True(t, err != nil || info.Mode().Perm() == 0o600, "%s: %v", path, info)
			}
			assert.Empty(t, given(data), path)
		}
		return nil
	})
	return files
}

// TestNothingWrittenShowsCredentials: the tests, the archive, the reports, what is
// shown, and the journals of a run that is under way hold no credential, whatever
// the service does with it.
func TestNothingWrittenShowsCredentials(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		return // it builds the program with probes
	}
	dir, looked := t.TempDir(), 0
	cfg := evoke.Config{
		Schema: leaky.Schema, Handler: leaky.New, Budget: evoke.Budget{Calls: 900},
		REST:     rest.Options{Users: leakyUsers()},
		WhiteBox: evoke.WhiteBox{Cover: []string{"github.com/evoke-go/evoke/internal/hostile/leaky"}},
		Output: evoke.Output{Dir: dir, Archive: filepath.Join(dir, "archive"), Fuzz: true, Mutants: -1,
			Reports: map[string]report.Format{
				filepath.Join(dir, "junit.xml"): ci.JUnit, filepath.Join(dir, "evoke.sarif"): ci.SARIF,
				filepath.Join(dir, "github.txt"):  ci.GitHub,
				filepath.Join(dir, "findings.sh"): calls.Curl, filepath.Join(dir, "calls.har"): calls.HAR,
				filepath.Join(dir, "evoke.html"): page.HTML,
			}},
	}
	last := 0
	cfg.Search.Observe = func(e search.Event) {
		if n, ok := e.(search.Evaluation); ok && n.Stats.Evaluations-last >= 100 {
			last = n.Stats.Evaluations
			looked += assertDiscreet(t, filepath.Join(dir, "archive", "run"))
		}
	}
	result, err := evoke.Run(context.Background(), cfg)
	require.NoError(t, err)
	assert.Positive(t, looked, "journals were looked at")
	assert.GreaterOrEqual(t, assertDiscreet(t, dir), 12)
	var shown bytes.Buffer
	require.NoError(t, report.Summary(&shown, result.Report))
	require.NoError(t, report.Brief(&shown, result.Report))
	assert.Empty(t, given(shown.Bytes()), "the summary")

	tests := ""
	for _, f := range result.Files {
		tests += string(f.Content)
	}
	for _, text := range []string{`"Bearer "+api.secret("EVOKE_TOKEN_ANN")`, `"Basic "+api.secret("EVOKE_TOKEN_BOB")`,
		`query("key", api.secret("EVOKE_TOKEN_CAROL"))`, `api.secret("EVOKE_PASSWORD_DORA")`} {
		assert.Contains(t, tests, text)
	}
	died := ""
	for _, f := range result.Report.Faults() {
		if f.Fatal {
			died += f.Reason + "\n" + f.Curl + "\n"
		}
	}
	assert.Contains(t, died, "dead: ${EVOKE_")
	assert.Regexp(t,
		`-H "Authorization: (Bearer \$\{EVOKE_TOKEN_ANN\}|Basic \$\{EVOKE_TOKEN_BOB\})"|key=\$\{EVOKE_TOKEN_CAROL\}`,
		died, "the line makes the call again")
	assert.Contains(t, strings.Join(result.Report.Warnings, "\n"),
		"set EVOKE_PASSWORD_DORA, EVOKE_TOKEN_ANN, EVOKE_TOKEN_BOB, EVOKE_TOKEN_CAROL to run them")
	assert.NotContains(t, strings.Join(result.Report.Warnings, "\n"), "left out", "the tests pass with the credentials")
}

// Credentials that are public are written as they are.
func TestPublicCredentials(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	result, err := evoke.Run(context.Background(), evoke.Config{
		Schema: leaky.Schema, Handler: leaky.New, Budget: evoke.Budget{Calls: 60},
		WhiteBox: evoke.WhiteBox{Cover: []string{"none"}},
		REST:     rest.Options{Users: auth.Public(auth.Bearer("ann", leaky.Token)), Include: []string{"/me"}},
	})
	require.NoError(t, err)
	for _, f := range result.Files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, f.Name), f.Content, 0o600))
	}
	data, err := fs.ReadFile(os.DirFS(dir), "evoke_success_test.go")
	require.NoError(t, err)
	assert.Contains(t, string(data), leaky.Token)
	assert.NotContains(t, string(data), "api.secret")
}
