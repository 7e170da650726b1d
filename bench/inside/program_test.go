package inside_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/bench/inside"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/oracle/whitebox"
	"github.com/evoke-go/evoke/sut/program"
)

// ran searches the service as a program of its own.
func ran(t *testing.T, with []int, defects ...inside.Defect) []report.Fault {
	t.Helper()
	o := program.Options{Package: "./server", Cover: []string{"github.com/evoke-go/evoke/bench/inside"}, Reset: reset}
	for _, d := range defects {
		o.Args = append(o.Args, string(d))
	}
	controller, err := program.New(o)
	require.NoError(t, err)
	result, err := evoke.Run(t.Context(), evoke.Config{
		REST: rest.Options{With: with}, Budget: evoke.Budget{Calls: 1500}, Schema: string(inside.Schema),
		Search: evoke.Search{Seed: 1}, System: evoke.System{Controller: controller},
		Output: evoke.Output{Dir: t.TempDir()},
	})
	require.NoError(t, err)
	return result.Report.Faults()
}

// reset has the program begin with a new service.
func reset(ctx context.Context, baseURL string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, baseURL+"/reset", nil)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	return response.Body.Close()
}

// keys are the keys of faults with a test.
func keys(t *testing.T, faults []report.Fault) (out []string) {
	t.Helper()
	for _, f := range faults {
		t.Logf("%s: %s; tests %v", f.Key, f.Reason, f.Tests)
		assert.NotEmpty(t, f.Tests, f.Key)
		out = append(out, f.Key)
	}
	return out
}

// TestProgram: a program of its own shows what its handler shows in the process of the search, and nothing without
// defects.
func TestProgram(t *testing.T) {
	for name, c := range map[string]struct {
		with    []int
		defects []inside.Defect
	}{
		"incidents": {whitebox.Codes(), inside.All()},
		"overflows": {[]int{whitebox.CodeOverflow}, inside.Overflows()},
		"heavy":     {[]int{whitebox.CodeGrowth}, inside.Heavy()},
		"forged":    {[]int{whitebox.CodeLine}, []inside.Defect{inside.Forged}},
	} {
		t.Run(name, func(t *testing.T) {
			assert.ElementsMatch(t, keys(t, faults(t, c.with, c.defects...)), keys(t, ran(t, c.with, c.defects...)))
		})
	}
	assert.Empty(t, ran(t, whitebox.Codes()))
}
