package evoke

import (
	"flag"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// settingsOf returns the settings that a command line and an environment give together.
func settingsOf(t *testing.T, line []string, environment map[string]string) (*flags, error) {
	t.Helper()
	f := &flags{}
	set := flag.NewFlagSet("test", flag.ContinueOnError)
	f.declare(set)
	set.Bool("other", false, "a flag of the user's test")
	require.NoError(t, set.Parse(line))
	return f.withEnvironment(set, func(name string) (string, bool) {
		text, ok := environment[name]
		return text, ok
	})
}

func TestVariables(t *testing.T) {
	for name, tt := range map[string]struct {
		line        []string
		environment map[string]string
		want        flags
	}{
		"none": {nil, nil, flags{}},
		"each flag": {nil, map[string]string{"EVOKE_CALLS": "50", "EVOKE_TIME": "2m", "EVOKE_SEED": "7",
			"EVOKE_OUT": "x", "EVOKE_COVER": "a,b", "EVOKE_WORKERS": "2", "EVOKE_ALGORITHM": "random"},
			flags{calls: 50, time: 2 * time.Minute, seed: 7, out: "x", cover: "a,b", workers: 2, algorithm: "random"}},
		"a flag wins": {[]string{"-evoke.seed=3"}, map[string]string{"EVOKE_SEED": "7", "EVOKE_OUT": "x"},
			flags{seed: 3, out: "x"}},
		"a flag of zero": {[]string{"-evoke.seed=0"}, map[string]string{"EVOKE_SEED": "7"}, flags{}},
		"one budget": {[]string{"-evoke.time=5m"}, map[string]string{"EVOKE_CALLS": "50"},
			flags{time: 5 * time.Minute}},
		"the same, calls": {[]string{"-evoke.calls=9"}, map[string]string{"EVOKE_TIME": "1s"}, flags{calls: 9}},
		"update":          {nil, map[string]string{"EVOKE_UPDATE": "1"}, flags{update: updateGreen}},
		"update all":      {nil, map[string]string{"EVOKE_UPDATE": "all"}, flags{update: updateAll}},
		"no update":       {[]string{"-evoke.update=false"}, map[string]string{"EVOKE_UPDATE": "all"}, flags{}},
		"search":          {nil, map[string]string{"EVOKE_SEARCH": "true", "EVOKE_UPDATE": "0"}, flags{search: true}},
		"empty":           {nil, map[string]string{"EVOKE_CALLS": "", "EVOKE_OUT": ""}, flags{}},
		"of others": {[]string{"-other"},
			map[string]string{"EVOKE_OTHER": "maybe", "EVOKE_JOB": "file", "CALLS": "4"}, flags{}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := settingsOf(t, tt.line, tt.environment)
			require.NoError(t, err)
			assert.Equal(t, tt.want, *got)
		})
	}
}

func TestVariablesThatAreWrong(t *testing.T) {
	_, err := settingsOf(t, nil, map[string]string{"EVOKE_CALLS": "many"})
	require.EqualError(t, err, `evoke: environment variable EVOKE_CALLS="many": parse error`)
	_, err = settingsOf(t, nil, map[string]string{"EVOKE_UPDATE": "some"})
	require.EqualError(t, err, `evoke: environment variable EVOKE_UPDATE="some": want nothing or "all"`)
	_, err = settingsOf(t, []string{"-evoke.calls=5"}, map[string]string{"EVOKE_CALLS": "many"})
	require.NoError(t, err, "the flag is what counts")
}

// TestVariablesGoBeforeTheConfig applies variables and a Config as Generate does: a variable overrides the Config.
func TestVariablesGoBeforeTheConfig(t *testing.T) {
	t.Setenv("EVOKE_CALLS", "12")
	t.Setenv("EVOKE_COVER", "none")
	f := &flags{}
	cfg := Config{Budget: Budget{Time: time.Hour}, Search: Search{Seed: 4}}
	require.NoError(t, applyFlags(t, f, &cfg))
	assert.Equal(t, Budget{Calls: 12}, cfg.Budget)
	assert.Equal(t, []string{"none"}, cfg.WhiteBox.Cover)
	assert.Equal(t, uint64(4), cfg.Search.Seed)
	assert.Equal(t, flags{}, *f, "the flags themselves stay for the next call")

	t.Setenv("EVOKE_WORKERS", "-1")
	require.ErrorContains(t, applyFlags(t, f, &cfg), "cannot be negative")
}

// applyFlags applies variables and flags to a Config as Generate does.
func applyFlags(t *testing.T, f *flags, cfg *Config) error {
	t.Helper()
	f, err := f.withEnvironment(flag.NewFlagSet("", flag.ContinueOnError), os.LookupEnv)
	require.NoError(t, err)
	return f.apply(cfg)
}

// TestNoVariableIsThatOfAChild: no flag has a variable that Evoke uses for something else, such as EVOKE_JOB, which
// tells a child its job.
func TestNoVariableIsThatOfAChild(t *testing.T) {
	set := flag.NewFlagSet("test", flag.ContinueOnError)
	(&flags{}).declare(set)
	names := map[string]bool{}
	set.VisitAll(func(f *flag.Flag) { names[variableOf(f.Name)] = true })
	assert.True(t, names["EVOKE_CALLS"] && names["EVOKE_ALGORITHM"])
	for _, taken := range []string{"EVOKE_JOB", "EVOKE_BASE_URL"} {
		assert.False(t, names[taken], taken)
	}
}
