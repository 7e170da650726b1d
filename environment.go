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

// withEnvironment returns the settings with the values of environment variables
// for all flags that the command line does not have. "go test ./..." can then
// set them for packages that do not import Evoke, and so know no such flags. An
// empty variable counts as none.
//
// Generate reads the variables each time, and not once when the program starts:
// the go command then knows that a cached result depends on them.
func (f *flags) withEnvironment(line *flag.FlagSet, lookup func(string) (string, bool)) (*flags, error) {
	own := *f
	set := flag.NewFlagSet("", flag.ContinueOnError)
	own.declare(set)
	given := map[string]bool{}
	line.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if given["evoke.calls"] || given["evoke.time"] {
		given["evoke.calls"], given["evoke.time"] = true, true // a budget is one setting
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

// plainBool writes a truth value in a variable of a flag that needs none as the
// command line does: EVOKE_UPDATE=1 is -evoke.update.
func plainBool(v flag.Value, text string) string {
	b, ok := v.(interface{ IsBoolFlag() bool })
	truth, err := strconv.ParseBool(text)
	if !ok || !b.IsBoolFlag() || err != nil {
		return text
	}
	return strconv.FormatBool(truth)
}

// variableOf returns the name of the variable that stands for a flag.
func variableOf(name string) string {
	return variablePrefix + strings.ToUpper(strings.TrimPrefix(name, flagPrefix))
}
