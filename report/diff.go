package report

import (
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Difference has the differences between two reports.
type Difference struct {
	// Operations are those with different outcomes, and those in only one report.
	Operations []OperationChange
	// NewFaults are only in the second report, GoneFaults only in the first.
	NewFaults, GoneFaults []Finding
	// SameFaults counts the faults that both reports have.
	SameFaults int
	// Coverage has the packages with different covered shares.
	Coverage []CoverageChange
	// NewTests, ChangedTests and DroppedTests are names of tests as in their files. A test whose text is unknown in one
	// of the reports counts as unchanged.
	NewTests, ChangedTests, DroppedTests []string
	// SameTests counts the tests with the same text in both reports.
	SameTests int
}

// OperationChange is the difference of an operation between two reports.
type OperationChange struct {
	Name string
	// New says that only the second report has the operation, Gone that only the first has it.
	New, Gone bool
	// NewOutcomes are only in the second report, GoneOutcomes only in the first.
	NewOutcomes, GoneOutcomes []string
}

// CoverageChange is the covered share of a package, or of all packages, in two reports.
type CoverageChange struct {
	// Path is the import path, "" for all packages.
	Path string
	// Before and After are percentages; -1 if the report lacks the package.
	Before, After float64
}

// Compare returns the differences between two reports that [JSON] wrote. It returns an error if one is no report of
// Evoke.
func Compare(before, after []byte) (*Difference, error) {
	var d [2]*document
	var r [2]*Report
	for i, data := range [][]byte{before, after} {
		var err error
		if d[i], err = decode(data); err != nil {
			return nil, err
		}
		if r[i], err = Read(data); err != nil {
			return nil, err
		}
	}
	out := &Difference{Operations: compareOperations(r[0].Operations, r[1].Operations),
		Coverage: compareCoverage(r[0].Coverage, r[1].Coverage)}
	out.compareFaults(Findings(r[0]), Findings(r[1]))
	out.compareTests(d[0], d[1])
	return out, nil
}

// position matches the line number of a place in a program.
var position = regexp.MustCompile(`:\d+(:\d+)?`)

// lasting returns the key of a fault without line numbers, which change with each edit of the program.
func lasting(f *Fault) string { return position.ReplaceAllString(f.Key, "") }

// compareOperations returns the differences in the order of the second report, and then the operations that it lacks.
func compareOperations(before, after []Operation) (out []OperationChange) {
	old := map[string]*Operation{}
	for i := range before {
		old[before[i].Name] = &before[i]
	}
	for i := range after {
		now := &after[i]
		was := old[now.Name]
		delete(old, now.Name)
		if was == nil {
			out = append(out, OperationChange{Name: now.Name, New: true})
			continue
		}
		c := OperationChange{Name: now.Name, NewOutcomes: onlyIn(now, was), GoneOutcomes: onlyIn(was, now)}
		if len(c.NewOutcomes)+len(c.GoneOutcomes) > 0 {
			out = append(out, c)
		}
	}
	for i := range before {
		if name := before[i].Name; old[name] != nil {
			out = append(out, OperationChange{Name: name, Gone: true})
		}
	}
	return out
}

// onlyIn returns the sorted outcomes that only the operation one had.
func onlyIn(one, other *Operation) (out []string) {
	for _, name := range slices.Sorted(maps.Keys(one.Outcomes)) {
		if one.Outcomes[name] > 0 && other.Outcomes[name] == 0 {
			out = append(out, name)
		}
	}
	return out
}

// compareFaults compares findings. Two findings are the same if they have a fault in common.
func (d *Difference) compareFaults(before, after []Finding) {
	old, now := keysOf(before), keysOf(after)
	in := func(keys map[string]bool) func(Fault) bool {
		return func(f Fault) bool { return keys[lasting(&f)] }
	}
	for i := range after {
		if slices.ContainsFunc(after[i].All(), in(old)) {
			d.SameFaults++
		} else {
			d.NewFaults = append(d.NewFaults, after[i])
		}
	}
	for i := range before {
		if !slices.ContainsFunc(before[i].All(), in(now)) {
			d.GoneFaults = append(d.GoneFaults, before[i])
		}
	}
}

// keysOf returns the lasting keys of all faults of some findings.
func keysOf(findings []Finding) map[string]bool {
	out := map[string]bool{}
	for i := range findings {
		for _, f := range findings[i].All() {
			out[lasting(&f)] = true
		}
	}
	return out
}

// compareCoverage returns the difference of the total first, and then those of packages, sorted by path.
func compareCoverage(before, after *Coverage) (out []CoverageChange) {
	if before != nil && after != nil && before.Search != after.Search {
		return nil // coverage of the search and of the written tests cannot be compared
	}
	shares := [2]map[string]float64{{}, {}}
	for i, c := range []*Coverage{before, after} {
		if c == nil || len(c.Packages) == 0 {
			continue
		}
		shares[i][""] = c.Total().Percent()
		for _, p := range c.Packages {
			shares[i][p.Path] = p.Percent()
		}
	}
	all := maps.Clone(shares[0])
	maps.Copy(all, shares[1])
	for _, path := range slices.Sorted(maps.Keys(all)) {
		c := CoverageChange{Path: path, Before: -1, After: -1}
		if share, known := shares[0][path]; known {
			c.Before = share
		}
		if share, known := shares[1][path]; known {
			c.After = share
		}
		if c.Before != c.After {
			out = append(out, c)
		}
	}
	return out
}

func (d *Difference) compareTests(before, after *document) {
	old, now := before.digests(), after.digests()
	for _, c := range after.TestCases {
		switch was, known := old[c.Name]; {
		case !known:
			d.NewTests = append(d.NewTests, c.Name)
		case was != now[c.Name] && was != "" && now[c.Name] != "":
			d.ChangedTests = append(d.ChangedTests, c.Name)
		default:
			d.SameTests++
		}
	}
	for _, c := range before.TestCases {
		if _, known := now[c.Name]; !known {
			d.DroppedTests = append(d.DroppedTests, c.Name)
		}
	}
}

// digests returns the digests of the tests by the names in their files.
func (d *document) digests() map[string]string {
	byID, out := map[string]string{}, map[string]string{}
	for _, t := range d.Evoke.Tests {
		byID[t.ID] = t.Digest
	}
	for _, c := range d.TestCases {
		out[c.Name] = byID[c.ID]
	}
	return out
}

// Same reports whether there are no differences.
func (d *Difference) Same() bool {
	return len(d.Operations)+len(d.NewFaults)+len(d.GoneFaults)+len(d.Coverage) == 0 &&
		len(d.NewTests)+len(d.ChangedTests)+len(d.DroppedTests) == 0
}

// Write writes the differences for a person to read. It returns the error of w.
func (d *Difference) Write(w io.Writer) error {
	var b strings.Builder
	d.operations(&b)
	d.faults(&b)
	d.coverage(&b)
	d.tests(&b)
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("write difference: %w", err)
	}
	return nil
}

func (d *Difference) operations(b *strings.Builder) {
	if len(d.Operations) == 0 {
		b.WriteString("Operations: the same\n")
		return
	}
	fmt.Fprintf(b, "Operations: %d not the same\n", len(d.Operations))
	for i := range d.Operations {
		c := &d.Operations[i]
		var parts []string
		switch {
		case c.New:
			parts = append(parts, "new")
		case c.Gone:
			parts = append(parts, "gone")
		}
		if len(c.NewOutcomes) > 0 {
			parts = append(parts, "now also "+strings.Join(c.NewOutcomes, ", "))
		}
		if len(c.GoneOutcomes) > 0 {
			parts = append(parts, "no longer "+strings.Join(c.GoneOutcomes, ", "))
		}
		b.WriteString(folded("  ", c.Name+": "+strings.Join(parts, "; ")))
	}
}

func (d *Difference) faults(b *strings.Builder) {
	fmt.Fprintf(b, "\nFaults: %d new, %d gone, %d the same\n", len(d.NewFaults), len(d.GoneFaults), d.SameFaults)
	for _, list := range []struct {
		label  string
		faults []Finding
	}{{"new   ", d.NewFaults}, {"gone  ", d.GoneFaults}} {
		for i := range list.faults {
			b.WriteString(folded("  "+list.label, list.faults[i].oneLine()))
		}
	}
}

func (d *Difference) coverage(b *strings.Builder) {
	if len(d.Coverage) == 0 {
		b.WriteString("\nStatements: covered as before\n")
		return
	}
	for _, c := range d.Coverage {
		if c.Path == "" {
			fmt.Fprintf(b, "\nStatements: %s -> %s\n", percent(c.Before), percent(c.After))
		}
	}
	if d.Coverage[0].Path != "" {
		b.WriteString("\nStatements: the same share of all\n")
	}
	for _, c := range d.Coverage {
		if c.Path != "" {
			fmt.Fprintf(b, "  %s  %s -> %s\n", line(c.Path), percent(c.Before), percent(c.After))
		}
	}
}

func percent(share float64) string {
	if share < 0 {
		return "not measured"
	}
	return fmt.Sprintf("%.1f %%", share)
}

func (d *Difference) tests(b *strings.Builder) {
	fmt.Fprintf(b, "\nTests: %d new, %d changed, %d dropped, %d the same\n", len(d.NewTests), len(d.ChangedTests),
		len(d.DroppedTests), d.SameTests)
	for _, list := range []struct {
		label string
		names []string
	}{{"new      ", d.NewTests}, {"changed  ", d.ChangedTests}, {"dropped  ", d.DroppedTests}} {
		for _, name := range list.names {
			fmt.Fprintf(b, "  %s%s\n", list.label, line(name))
		}
	}
}
