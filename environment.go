package evoke

import (
	"flag"
	"fmt"
	"strconv"
	"strings"
)

// flagPrefix begins the names of the flags, and variablePrefix those of the
// variables that stand for them: EVOKE_CALLS stands for -evoke.calls.
const (
	flagPrefix     = "evoke."
	variablePrefix = "EVOKE_"
)

// withEnvironment returns a copy of the settings in which environment variables give the values of all flags that are
// missing on the command line. Variables reach every package in "go test ./...", but a flag is an error in a package
// that does not import Evoke. An empty variable counts as not set.
//
// Generate reads the variables at each call, not once when the program starts. The go command sees these reads, and so
// knows that a cached test result depends on the variables.
func (f *flags) withEnvironment(line *flag.FlagSet, lookup func(string) (string, bool)) (*flags, error) {
	own := *f
	set := flag.NewFlagSet("", flag.ContinueOnError)
	own.declare(set)
	given := map[string]bool{}
	line.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if given["evoke.calls"] || given["evoke.time"] {
		// The two flags are one budget: a flag for either makes the variables of both count for nothing.
		given["evoke.calls"], given["evoke.time"] = true, true
	}
	var first error
	set.VisitAll(func(f *flag.Flag) {
		name := variableOf(f.Name)
		text, ok := lookup(name)
		if given[f.Name] || !ok || text == "" {
			return
		}
		if err := f.Value.Set(plainBool(f.Value, text)); err != nil && first == nil {
			first = fmt.Errorf("evoke: environment variable %s=%q: %w", name, text, err)
		}
	})
	return &own, first
}

// plainBool returns the value that the variable of a boolean flag stands for, as "true" or "false": EVOKE_UPDATE=1 is
// -evoke.update. For other flags, and for a text that is no truth value, it returns the text.
func plainBool(v flag.Value, text string) string {
	b, ok := v.(interface{ IsBoolFlag() bool })
	truth, err := strconv.ParseBool(text)
	if !ok || !b.IsBoolFlag() || err != nil {
		return text
	}
	return strconv.FormatBool(truth)
}

// variableOf returns the environment variable of a flag: EVOKE_CALLS for "evoke.calls".
func variableOf(name string) string {
	return variablePrefix + strings.ToUpper(strings.TrimPrefix(name, flagPrefix))
}
