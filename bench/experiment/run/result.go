package run

import (
	"encoding/json"
	"fmt"
	"math"
	"time"
)

// Version is that of the form of results. Results of another one are made anew.
const Version = 1

// Key names a run.
type Key struct {
	// SUT is the name of the service, Config that of the configuration.
	SUT    string `json:"sut"`
	Config string `json:"config"`
	// Calls is the budget.
	Calls int    `json:"calls"`
	Seed  uint64 `json:"seed"`
}

// String is "rest-ncs, mio, 10000 calls, seed 3".
func (k Key) String() string {
	return fmt.Sprintf("%s, %s, %d calls, seed %d", k.SUT, k.Config, k.Calls, k.Seed)
}

// Result is what came of a run. All but Seconds is the same whenever the same
// engine repeats it.
type Result struct {
	Version int `json:"version"`
	// Engine is the revision of the source that the run was made with.
	Engine string `json:"engine"`
	Key
	// Error says why the run failed, "" if it did not. Then the rest is empty.
	Error string `json:"error,omitempty"`

	// CallsMade are those of the search, log-ins included, and Tried the tests
	// that it executed.
	CallsMade int `json:"calls_made"`
	Tried     int `json:"tried"`
	// CallsToLast are the calls until a target had its last better score.
	CallsToLast int `json:"calls_to_last"`
	// Targets are those that the search reached, and how many of them it covered.
	Targets Share `json:"targets"`
	// Statements are those that the written suite executes, on the plain build.
	Statements Share `json:"statements"`
	// Feasible are those of them that some requests were shown to execute (package
	// feasible); nil where the service has no list of them.
	Feasible *Share `json:"feasible,omitempty"`
	// Sides are those of the conditions of the program that the written suite
	// takes, of the feasible ones; nil where the service has no list of them.
	Sides *Share `json:"sides,omitempty"`
	// Operations are those of the schema; Succeeded and Failed count those
	// that ever answered 2xx and 5xx.
	Operations Operations `json:"operations"`
	// Faults count the distinct faults by their kind.
	Faults map[string]int `json:"faults"`
	// Seeded are the numbers of the kinds of seeded faults that were found, of
	// the service that has such.
	Seeded []int `json:"seeded,omitempty"`
	// Tests are those of the suite, TestsFailed those of them that fail on the
	// plain build.
	Tests       int `json:"tests"`
	TestsFailed int `json:"tests_failed"`
	// Curve is how many targets were covered after so many calls: element i
	// after [CurvePoint](i).
	Curve []int `json:"curve"`
	// Seconds are all that differs when a run is repeated.
	Seconds *Seconds `json:"seconds,omitempty"`
}

// Share is a part of a whole.
type Share struct {
	Covered int `json:"covered"`
	All     int `json:"all"`
}

// Percent is the share in [0,100], 0 of nothing.
func (s Share) Percent() float64 { return 100 * float64(s.Covered) / float64(max(s.All, 1)) }

// Operations counts those of a schema by what they ever answered.
type Operations struct {
	All       int `json:"all"`
	Succeeded int `json:"2xx"`
	Failed    int `json:"5xx"`
}

// Seconds says how long the parts of a run took.
type Seconds struct {
	// Search is the time of the search alone, ToLast the part of it until the
	// last improvement.
	Search Second `json:"search"`
	ToLast Second `json:"to_last"`
	// Generate is the whole of it: instrumenting, building, the search, and
	// making the suite.
	Generate Second `json:"generate"`
	// Measure is the time for statements and sides of the suite.
	Measure Second `json:"measure"`
}

// Second is a time in seconds, to milliseconds.
type Second float64

func seconds(d time.Duration) Second { return Second(d.Seconds()) }

// MarshalJSON implements json.Marshaler.
func (s Second) MarshalJSON() ([]byte, error) {
	return json.Marshal(math.Round(float64(s)*1000) / 1000)
}

// FaultCount is how many distinct faults there are.
func (r *Result) FaultCount() int {
	n := 0
	for _, count := range r.Faults {
		n += count
	}
	return n
}
