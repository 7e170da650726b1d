package evoke

import (
	"errors"
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"
)

// flags are the settings that you can give to "go test". They are global,
// because package testing parses the command line before any test runs.
type flags struct {
	calls          int
	time           time.Duration
	seed           uint64
	out, algorithm string
	cover          string
	workers        int
	update         update
	search         bool
}

// update is the value of -evoke.update.
type update string

// The values of -evoke.update.
const (
	updateNothing update = ""
	updateGreen   update = "true" // write a suite if the tests of the old suite pass on the program of today
	updateAll     update = "all"  // write a suite in any case
)

// String implements [flag.Value].
func (u *update) String() string { return string(*u) }

// IsBoolFlag lets the flag stand without a value.
func (u *update) IsBoolFlag() bool { return true }

// Set implements [flag.Value].
func (u *update) Set(s string) error {
	switch v := update(s); v {
	case updateGreen, updateAll:
		*u = v
	case "false":
		*u = updateNothing
	default:
		return fmt.Errorf(`want nothing or "all"`)
	}
	return nil
}

var commandLine = register()

// register declares the flags, but only in test binaries: programs that import
// Evoke get no extra flags.
func register() *flags {
	f := &flags{}
	if testing.Testing() {
		f.declare(flag.CommandLine)
	}
	return f
}

// declare declares the flags in a flag set. The present settings are their defaults.
func (f *flags) declare(set *flag.FlagSet) {
	set.IntVar(&f.calls, "evoke.calls", f.calls, "end the search after this many HTTP calls")
	set.DurationVar(&f.time, "evoke.time", f.time, "end the search after this time")
	set.Uint64Var(&f.seed, "evoke.seed", f.seed, "seed of the search")
	set.StringVar(&f.out, "evoke.out", f.out, "folder for the generated tests and report.json")
	set.StringVar(&f.algorithm, "evoke.algorithm", f.algorithm, "search algorithm: "+strings.Join(Algorithms(), ", "))
	set.StringVar(&f.cover, "evoke.cover", f.cover,
		"packages whose code guides the search, patterns with commas between them; none for black-box")
	set.IntVar(&f.workers, "evoke.workers", f.workers, "processes that search at the same time")
	set.Var(&f.update, "evoke.update", "search and write the tests again; =all even if tests of today fail")
	set.BoolVar(&f.search, "evoke.search", f.search, "search, write nothing, and fail on faults that are not known")
}

// apply overwrites fields of the Config with the flags that are set. It returns an error for a value that is out of
// range.
func (f *flags) apply(cfg *Config) error {
	if cfg.Output.Dir == "" {
		cfg.Output.Dir = "."
	}
	if f.calls < 0 || f.time < 0 || f.workers < 0 {
		return errors.New("evoke: -evoke.calls, -evoke.time and -evoke.workers cannot be negative")
	}
	if f.search && f.update != updateNothing {
		return errors.New("evoke: -evoke.search writes nothing, and -evoke.update writes; give one of them")
	}
	if f.calls > 0 || f.time > 0 {
		cfg.Budget = Budget{Calls: f.calls, Time: f.time}
	}
	if f.seed != 0 {
		cfg.Search.Seed = f.seed
	}
	if f.out != "" {
		cfg.Output.Dir = f.out
	}
	if f.cover != "" {
		cfg.WhiteBox.Cover = strings.Split(f.cover, ",")
	}
	if f.workers != 0 {
		cfg.Search.Workers = f.workers
	}
	if f.algorithm == "" {
		return nil
	}
	algorithm, err := AlgorithmNamed(f.algorithm)
	cfg.Search.Algorithm = algorithm
	return err
}
