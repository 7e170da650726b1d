package suite_test

import (
	"io"
	"log"
	"net/http/httptest"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/examples/bookshop/shop"
	"github.com/evoke-go/evoke/internal/e2e/e2etest"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/output/jstest"
	"github.com/evoke-go/evoke/suite"
)

// The lines in the comment of a fault's test show the fault, in a shell and on a fresh
// service, also where they need what earlier calls made.
func TestCommentsOfFaultsRun(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		return // it makes a long search
	}
	for _, program := range []string{"sh", "curl", "jq"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip("the lines need " + program)
		}
	}
	cfg := e2etest.ShopConfig(4000)
	cfg.Search.Seed = 1
	result, err := evoke.Run(t.Context(), cfg)
	require.NoError(t, err)
	chained := 0
	for _, w := range []output.Writer{&gotest.Writer{Package: "shop"}, &jstest.Writer{}} {
		files, err := w.Files(result.Suite)
		require.NoError(t, err)
		for i := range result.Suite.Tests {
			test := &result.Suite.Tests[i]
			if slices.ContainsFunc(test.Steps, func(s suite.Step) bool { return len(s.Given) > 0 }) {
				continue // a writer without a constructor leaves it out
			}
			lines := commented(t, files, test.Name)
			require.Len(t, lines, len(test.Faults), test.Name)
			for n, f := range test.Faults {
				if takesID(test.Steps[:f.Step+1]) {
					chained++
				}
				assertAnswers(t, lines[n], &test.Steps[f.Step].Call.Expect)
			}
		}
	}
	assert.GreaterOrEqual(t, chained, 2, "no fault needs the id that a POST answered; choose another seed")
}

// takesID reports whether the last step takes an id from the answer to an earlier POST.
func takesID(steps []suite.Step) bool {
	last := len(steps) - 1
	return slices.ContainsFunc(steps[:last], func(s suite.Step) bool {
		return s.Call.Request.Method == "POST" && s.Note == "" &&
			slices.ContainsFunc(s.Call.Captures, func(c suite.Capture) bool {
				return slices.Contains(steps[last].Call.Request.Path.Vars(), c.Var)
			})
	})
}

// commented returns the lines of a shell in the comment of a test, by its faults.
func commented(t *testing.T, files []suite.File, name string) (out []string) {
	t.Helper()
	for _, f := range files {
		for _, at := range f.Tests {
			if at.Name == name {
				written := strings.Split(string(f.Content), "\n")
				return shellLines(written[at.Start-1 : at.End])
			}
		}
	}
	t.Fatal("not written: " + name)
	return nil
}

// label stands before the lines: in Go after a tab, in JavaScript after spaces.
var label = regexp.MustCompile(`^//(\t|   )(.{8})(.*)$`)

func shellLines(written []string) (out []string) {
	inside := false
	for _, line := range written {
		m := label.FindStringSubmatch(line)
		switch {
		case m == nil || m[2] != "curl:   " && strings.TrimSpace(m[2]) != "":
			inside = false
		case m[2] == "curl:   ":
			out, inside = append(out, m[3]), true
		case inside:
			out[len(out)-1] += "\n" + m[3]
		}
	}
	return out
}

var status = regexp.MustCompile(`(?m)HTTP/1\.1 (\d+) `)

// assertAnswers runs lines on a fresh service and compares the last answer.
func assertAnswers(t *testing.T, lines string, want *suite.Expect) {
	t.Helper()
	server := httptest.NewUnstartedServer(shop.New())
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // for what panics
	server.Start()
	defer server.Close()
	require.Contains(t, lines, "http://localhost:8080/")
	out, err := exec.Command("sh", "-c",
		strings.ReplaceAll(lines, "http://localhost:8080", server.URL)).CombinedOutput()
	if want.Panics || want.Broken {
		assert.ErrorContains(t, err, "exit status 52", "%s\n%s", lines, out) // an empty reply
		return
	}
	require.NoError(t, err, "%s\n%s", lines, out)
	seen := status.FindAllStringSubmatch(string(out), -1)
	require.NotEmpty(t, seen, lines)
	assert.Equal(t, strconv.Itoa(want.Status), seen[len(seen)-1][1], "%s\n%s", lines, out)
	for _, c := range want.Checks { // where a body is the fault, such as null for a list
		if c.Pointer == "" && c.Op == suite.Equal && c.Value == nil {
			assert.True(t, strings.HasSuffix(strings.TrimSpace(string(out)), "null"), "%s\n%s", lines, out)
		}
	}
}
