package twin

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/archive"
	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

// aTest returns a test of two calls, of which only the second one has a name of its
// own.
func aTest(name string) suite.Test {
	step := func(path string) suite.Step {
		return suite.Step{Operation: "GET " + path, Call: &suite.Call{Request: suite.Request{Method: "GET",
			Path: suite.Literal(path)}, Expect: suite.Expect{Status: 200}}}
	}
	return suite.Test{Name: name, Kind: suite.Success, Steps: []suite.Step{step("/first"), step("/" + name)}}
}

// TestAnUpdateKeepsSetUps: an earlier test keeps its text although two new tests begin with the same calls, and the
// archive keeps it for the next time.
func TestAnUpdateKeepsSetUps(t *testing.T) {
	dir := t.TempDir()
	plain := map[string][]byte{}
	update := func(names ...string) string {
		own := &task.Task{Output: task.Output{Dir: t.TempDir(), Archive: dir}}
		k, err := newKeeper(own)
		require.NoError(t, err)
		r := &deliver.Result{Suite: &suite.Suite{}}
		r.Report = &report.Report{Suite: r.Suite}
		for _, name := range names {
			r.Suite.Tests, plain[name] = append(r.Suite.Tests, aTest(name)), []byte("{}")
		}
		_, err = r.AskWriters(own) // by the process of the search, which knows no set-ups
		require.NoError(t, err)
		s := &supervisor{task: own, keeper: k}
		require.NoError(t, s.askWriters(r))
		require.NoError(t, k.keep(r, plain, nil))
		return string(r.Files[0].Content)
	}
	text := func(files, name string) string {
		_, body, _ := strings.Cut(files, "func Test"+name+"(")
		body, _, _ = strings.Cut(body, "\n}\n")
		return body
	}
	first := update("A")
	assert.NotContains(t, first, "api.getFirst()")
	second := update("B", "A", "C")
	assert.Contains(t, text(second, "B"), "api.getFirst()")
	assert.Equal(t, text(first, "A"), text(second, "A"))
	third := update("A", "C", "D")
	assert.Equal(t, text(second, "A"), text(third, "A"))
	assert.Equal(t, text(second, "C"), text(third, "C"))
	assert.Contains(t, text(third, "D"), "api.getFirst()")
	fourth := update("C")
	assert.Equal(t, text(second, "C"), text(fourth, "C"), "even alone")

	kept, err := archive.Read(dir)
	require.NoError(t, err)
	require.Len(t, kept.Tests, 1)
	assert.Equal(t, &suite.Form{SetUps: []suite.SetUp{{Name: "getFirst", Steps: 1}}}, kept.Tests[0].Form)
}
