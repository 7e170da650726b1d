package function_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/function"
	"github.com/evoke-go/evoke/function/testdata/trial"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// all is the spec of the functions whose tests can be written.
func all() problem.Spec {
	return function.Spec(trial.Triangle, trial.Cents, trial.Total, trial.Nth, trial.Sum, trial.Open, trial.Shuffle,
		trial.Ticket, trial.Visit)
}

func (s *searched) suite(t testing.TB) *suite.Suite {
	t.Helper()
	out, _, err := s.Suite(context.Background(), s.session.Archive(), problem.Harvest{})
	require.NoError(t, err)
	require.NoError(t, out.Validate())
	return out
}

// lines returns each step with its assertions.
func lines(s *suite.Suite) (out []string) {
	for _, test := range s.Tests {
		line := string(test.Kind)
		for _, step := range test.Steps {
			line += " " + step.Function.String()
			if step.Function.Expect.Panics {
				line += " panics"
			}
			for _, r := range step.Function.Expect.Results {
				v := value.AppendJSON(nil, r.Value)
				line += " " + string(r.Op) + "=" + string(v)
			}
		}
		out = append(out, line)
	}
	return out
}

// Arguments are simple, and of results that vary only the constant properties are asserted.
func TestSuitesAreSmallAndPlain(t *testing.T) {
	got := lines(find(t, all(), problem.Env{}, 20_000).suite(t))
	for _, want := range []string{
		`success Cents("0") equal=0 nil=null`,
		`error Cents("") =null equal="\"\" is no amount"`,
		`fault Nth(null, 0) panics`,
		`success Nth(null, -1) equal=0`,
		`success Open("") equal=false`,
		`success Sum() equal=0`,
		`success Sum(1) equal=1`,
		`success Total(null, null) equal=0 nil=null nil=null`,
		`success Total([{"Cents":1}], null) equal=1 equal={"Tags":["first"]} nil=null`,
		`error Total([{"Cents":-1}], null) =null =null equal="item 1 costs less than nothing"`,
		`success Triangle(0, 0, 0) equal=""`,
		`success Shuffle() length=30`,
		`error Ticket() not nil=null not nil=null`,
		`success Visit() =null`,
	} {
		assert.Contains(t, got, want)
	}
	if t.Failed() {
		t.Log(got)
	}
}

// locking is a tracer that sees nothing, but locks the door before each test.
type locking struct{}

func (locking) Inside(*fitness.Registry) sut.Inside { return sut.Inside{} }

func (locking) Begin(context.Context, bool) error { trial.Lock(); return nil }

func (locking) Take(_ context.Context, into []sut.Reached) ([]sut.Reached, error) { return into, nil }

// A call stays if a later call needs it; all others are removed.
func TestSuitesKeepTheCallsThatMatter(t *testing.T) {
	s := find(t, function.Options{MaxCalls: 4}.Spec(trial.Lock, trial.Unlock, trial.Enter, trial.Sum),
		problem.Env{Tracer: locking{}}, 2000)
	got := lines(s.suite(t))
	assert.ElementsMatch(t, []string{
		"success Unlock() Enter() nil=null", `error Enter() equal="locked"`, "success Lock()", "success Unlock()",
		"success Sum() equal=0", "success Sum(1) equal=1", "success Sum(-1) equal=-1",
	}, got)
}

func TestSuitesComeOutTheSame(t *testing.T) {
	write := func() map[string]string {
		files, err := (&gotest.Writer{}).Files(find(t, function.Spec(trial.Triangle, trial.Cents, trial.Total,
			trial.Nth, trial.Sum), problem.Env{}, 5000).suite(t))
		require.NoError(t, err)
		out := map[string]string{}
		for _, f := range files {
			out[f.Name] = string(f.Content)
		}
		return out
	}
	first := write()
	assert.Len(t, first, 4)
	assert.Equal(t, first, write())
}

// TestWrittenTestsPass runs the written tests in the package of the functions, by an overlay.
func TestWrittenTestsPass(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs the go command")
	}
	files, err := (&gotest.Writer{Package: "trial_test"}).Files(find(t, all(), problem.Env{}, 20_000).suite(t))
	require.NoError(t, err)
	dir := t.TempDir()
	replace := map[string]string{}
	for _, f := range files {
		path := filepath.Join(dir, f.Name)
		require.NoError(t, os.WriteFile(path, f.Content, 0o600))
		abs, err := filepath.Abs(filepath.Join("testdata", "trial", f.Name))
		require.NoError(t, err)
		replace[abs] = path
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	name := filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(name, overlay, 0o600))
	out, err := exec.Command("go", "test", "-vet=off", "-v", "-overlay", name, "./testdata/trial").CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Contains(t, string(out), "--- PASS: TestNthPanics")
	assert.NotContains(t, string(out), "SKIP")
}

// Kept tests are executed in another process in which results differ; the differing results are not asserted.
func TestSuitesInAnotherProcess(t *testing.T) {
	trial.Lock()
	spec := function.Options{MaxCalls: 1}.Spec(trial.Enter, trial.Sum, trial.Ticket)
	s := find(t, spec, problem.Env{}, 200)
	before := lines(s.suite(t))
	assert.Contains(t, before, `error Enter() equal="locked"`)
	kept, err := s.Problem.(problem.Repeater).Kept()
	require.NoError(t, err)
	require.Len(t, kept.Tests, len(before))

	another := func() problem.Repeater {
		p, err := spec.Make(context.Background(), problem.Env{Registry: &fitness.Registry{}})
		require.NoError(t, err)
		return p.(problem.Repeater)
	}
	require.NoError(t, another().Answer(context.Background(), &kept))
	assert.True(t, kept.Opaque, "the number of a ticket may be made of the time")
	again := another()
	out, left, err := again.SuiteAgain(context.Background(), kept, time.Now())
	require.NoError(t, err)
	assert.Empty(t, left)
	assert.Equal(t, before, lines(out))
	more, err := again.Kept()
	require.NoError(t, err)
	assert.Equal(t, kept.Tests, more.Tests, "it can be made again and again")

	trial.Unlock()
	defer trial.Lock()
	out, left, err = another().SuiteAgain(context.Background(), kept, time.Now())
	require.NoError(t, err)
	if assert.Len(t, left, 1, "it comes out differently now") {
		assert.Contains(t, left[0], "Enter")
	}
	for _, line := range lines(out) {
		assert.NotContains(t, line, "Enter")
	}
}

func TestKeptTestsThatCannotBeRead(t *testing.T) {
	p, err := function.Spec(trial.Sum).Make(context.Background(), problem.Env{Registry: &fitness.Registry{}})
	require.NoError(t, err)
	for name, data := range map[string]string{
		"form":    `{`,
		"case":    `{"Case": "e30="}`,
		"answers": `{"Case": "` + "" + `", "Answers": ["bnVsbA=="]}`,
	} {
		t.Run(name, func(t *testing.T) {
			k := problem.Kept{Tests: []problem.KeptTest{{Name: "X", Data: []byte(data)}}}
			_, _, err := p.(problem.Repeater).SuiteAgain(context.Background(), k, time.Now())
			assert.Error(t, err)
			assert.Error(t, p.(problem.Repeater).Answer(context.Background(), &k))
		})
	}
}

// When the making of a suite is stopped, the tests that are ready remain.
func TestHarvestLimits(t *testing.T) {
	s := find(t, all(), problem.Env{}, 5000)
	asked := 0
	out, _, err := s.Suite(context.Background(), s.session.Archive(), problem.Harvest{
		Confirm: func(_, _ problem.Work) bool { asked++; return asked <= 3 },
		Allow:   func(_, _ problem.Work) bool { return false },
	})
	require.NoError(t, err)
	assert.NotEmpty(t, out.Tests)
	assert.LessOrEqual(t, len(out.Tests), 3)

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, _, err = s.Suite(ctx, s.session.Archive(), problem.Harvest{})
	assert.ErrorIs(t, err, context.Canceled)
}

// TestFormerTestsStay: a suite keeps the tests of an earlier suite under their names, whatever the new search finds.
func TestFormerTestsStay(t *testing.T) {
	first := find(t, function.Spec(trial.Cents, trial.Nth), problem.Env{}, 3000)
	before, _, err := first.Suite(t.Context(), first.session.Archive(), problem.Harvest{})
	require.NoError(t, err)
	require.NotEmpty(t, before.Tests)
	archived, err := first.Problem.(problem.Archivist).Archived()
	require.NoError(t, err)

	again := find(t, function.Spec(trial.Cents, trial.Nth), problem.Env{}, 300)
	var how problem.Harvest
	how.Dropped = func(name, reason string) { t.Errorf("%s: %s", name, reason) }
	for i := range before.Tests {
		b := &before.Tests[i]
		c, _, err := again.Problem.(problem.Archivist).Recall(archived[b.Name])
		require.NoError(t, err)
		f := problem.Former{Name: "Our" + b.Name, Purpose: b.Purpose, Case: c}
		for n := range b.Steps {
			f.Outcomes = append(f.Outcomes, b.Steps[n].Outcome())
		}
		how.Former = append(how.Former, f)
	}
	after, _, err := again.Suite(t.Context(), again.session.Archive(), how)
	require.NoError(t, err)
	for i := range before.Tests {
		at := slices.IndexFunc(after.Tests, func(s suite.Test) bool { return s.Name == "Our"+before.Tests[i].Name })
		require.GreaterOrEqual(t, at, 0, before.Tests[i].Name)
		assert.Equal(t, before.Tests[i].Steps, after.Tests[at].Steps)
	}
}
