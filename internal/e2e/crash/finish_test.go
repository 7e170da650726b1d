package crash_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/examples/bookshop/shop"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/sut"
)

// departing is a system that cannot be called any more after some calls.
type departing struct {
	*sut.Handler
	left int
}

var errGone = errors.New("the service is gone")

func (m *departing) Call(ctx context.Context, req *sut.Request) (*sut.Response, error) {
	if m.left--; m.left < 0 {
		return nil, errGone
	}
	return m.Handler.Call(ctx, req)
}

// TestSystemThatDiesLeavesAReport has a system that dies during the search: the
// report has what was found, why there is no more, and why there are no tests.
func TestSystemThatDiesLeavesAReport(t *testing.T) {
	out := t.TempDir()
	result, err := evoke.Run(t.Context(), evoke.Config{
		Schema: string(shop.Schema), System: evoke.System{Controller: &departing{Handler: sut.NewHandler(shop.New,
			sut.HandlerOptions{}), left: 200}},
		WhiteBox: evoke.WhiteBox{Cover: []string{"none"}}, Output: evoke.Output{Dir: out},
		Budget: evoke.Budget{Calls: 1000},
	})
	require.ErrorContains(t, err, errGone.Error())
	assert.InDelta(t, 200, result.Report.Calls, rest.DefaultMaxCalls,
		"the calls of the test that was cut short do not count")
	assert.NotEmpty(t, result.Report.Operations)
	warnings := strings.Join(result.Report.Warnings, "\n")
	assert.Regexp(t, `(?m)^the search ended early: rest: [A-Z]+ /\S+: (rest: log in \w+: )?the service is gone$`,
		warnings)
	assert.Regexp(t, "(?m)^no tests are written: .* executed again makes a test, and that failed: .+", warnings)
	assert.FileExists(t, filepath.Join(out, "report.json"))
}
