package twin

import (
	"fmt"
	"slices"

	"github.com/evoke-go/evoke/internal/archive"
	"github.com/evoke-go/evoke/internal/corpus"
	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/suite"
)

// keeper keeps the tests of one run in an archive for the next run.
type keeper struct {
	dir    string // "" for nowhere
	writes bool   // false: it only compares
	before *archive.Archive
	done   bool // the results of the run are in the archive
	// crashers are inputs that a fuzzer found, in the form of archived tests.
	crashers [][]byte
}

// newKeeper reads the archive of a task.
func newKeeper(t *task.Task) (*keeper, error) {
	k := &keeper{dir: t.Archive, writes: t.Dir != "", before: &archive.Archive{}}
	var err error
	if t.Corpus != "" {
		if k.crashers, err = corpus.Read(t.Corpus); err != nil {
			return nil, fmt.Errorf("evoke: %w", err)
		}
	}
	if t.Archive == "" {
		return k, nil
	}
	if k.before, err = archive.Read(t.Archive); err != nil {
		return nil, fmt.Errorf("evoke: %w", err)
	}
	t.Silence = slices.Concat(t.Silence, k.before.Known.Silences())
	return k, confirm(t, k.before.Known.Confirmed())
}

// confirm has the search of a task take calls that break confirmed laws for faults.
func confirm(t *task.Task, laws []archive.Law) error {
	t.REST.Oracles = slices.Clip(t.REST.Oracles)
	for _, l := range laws {
		o, err := rest.Confirmed(l.Operation, l.Law)
		if err != nil {
			return fmt.Errorf("evoke: faults.yaml: %w", err)
		}
		t.REST.Oracles = append(t.REST.Oracles, o)
	}
	return nil
}

// keep adds to the report what became of the tests of the archive. If the suite is written, it also writes the archive
// of the new tests. plain are the tests encoded by their problem, and by is what the suite was made of, or nil.
func (k *keeper) keep(r *deliver.Result, plain map[string][]byte, by *problem.Kept) error {
	if k.dir == "" || plain == nil {
		return nil
	}
	after := &archive.Archive{}
	for i := range r.Suite.Tests {
		t := &r.Suite.Tests[i]
		if plain[t.Name] == nil {
			continue
		}
		kept, err := archive.New(t, plain[t.Name])
		if err != nil {
			return fmt.Errorf("evoke: %w", err)
		}
		kept.Left = left(by, t.Name)
		after.Tests = append(after.Tests, *kept)
	}
	found := k.found(r)
	if r.Report.Changes != nil {
		archive.Compare(k.before.Tests, after.Tests, found, r.Report.Changes)
	}
	known, mended := k.before.Known, k.before.Known.Mended(k.before.Tests, found)
	r.Report.Baseline = k.baseline(found, mended)
	if !k.writes || len(after.Tests) == 0 {
		return nil
	}
	count := slices.DeleteFunc(slices.Clone(found), func(f suite.Fault) bool { return f.Silenced != "" })
	after.Known = known.Update(count, mended)
	if err := after.Write(k.dir); err != nil {
		return fmt.Errorf("evoke: %w", err)
	}
	k.done = true
	return nil
}

// left returns the assertions that are left out of a test.
func left(by *problem.Kept, name string) []suite.Assertion {
	if by == nil {
		return nil
	}
	for i := range by.Tests {
		if by.Tests[i].Name == name {
			return by.Tests[i].Left
		}
	}
	return nil
}

// settle gives the tests of an earlier suite the text that they had, and returns which tests these are. Tests whose
// answers have changed are not among them.
func (k *keeper) settle(s *suite.Suite) (left [][]suite.Assertion, settled []bool) {
	left, settled = make([][]suite.Assertion, len(s.Tests)), make([]bool, len(s.Tests))
	for i := range s.Tests {
		for n := range k.before.Tests {
			if t := &k.before.Tests[n]; t.Name == s.Tests[i].Name && t.Leave(&s.Tests[i]) {
				left[i], settled[i] = slices.Clone(t.Left), true
			}
		}
	}
	return left, settled
}

// found returns the faults that the run found.
func (k *keeper) found(r *deliver.Result) (out []suite.Fault) {
	for _, f := range r.Report.Faults() {
		out = append(out, f.Fault)
	}
	return out
}

// baseline compares the faults found with those that were known. It returns nil
// if there is no list of known faults.
func (k *keeper) baseline(found []suite.Fault, mended []archive.Known) *report.Baseline {
	if k.before.Known == nil {
		return nil
	}
	out := &report.Baseline{}
	for _, f := range k.before.Known.NewFaults(found) {
		out.New = append(out.New, f.Key)
	}
	for _, m := range mended {
		out.Mended = append(out.Mended, report.KnownFault{Operation: m.Operation, Fault: m.Fault, Reason: m.Reason})
	}
	return out
}
