package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/curl"
	"github.com/evoke-go/evoke/suite"
)

// Fault is a fault with the tests that show it.
type Fault struct {
	suite.Fault
	// Tests are the names of the tests that show the fault, in the order of the suite; none for a fault that could not
	// be reproduced.
	Tests []string
	// Note is the line of [Report.FaultNotes], or says why there is no test; "" for none.
	Note string
}

// Faults returns the faults of the suite and the untested ones, sorted by code, operation and key. Faults with the same
// key are one.
func (r *Report) Faults() []Fault {
	var out []Fault
	at := map[string]int{}
	for i := range r.tests() {
		t := &r.Suite.Tests[i]
		for _, f := range t.Faults {
			key := faultKey(&f)
			n, known := at[key]
			if !known {
				n = len(out)
				at[key] = n
				out = append(out, Fault{Fault: called(r.Suite, t, f)})
			}
			if strings.HasPrefix(out[n].Operation, "HEAD ") { // the GET replaces the HEAD with the same key
				out[n].Fault = called(r.Suite, t, f)
			}
			if !slices.Contains(out[n].Tests, t.Name) {
				out[n].Tests = append(out[n].Tests, t.Name)
			}
		}
	}
	for _, f := range r.Untested {
		if _, known := at[faultKey(&f)]; !known {
			at[faultKey(&f)] = len(out)
			out = append(out, Fault{Fault: f})
		}
	}
	for i := range out {
		out[i].Note = r.FaultNotes[out[i].Key]
		if out[i].Note == "" && len(out[i].Tests) == 0 {
			out[i].Note = cmp.Or(out[i].untested(), noTest)
		}
	}
	slices.SortStableFunc(out, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.Operation, b.Operation), cmp.Compare(a.Key, b.Key))
	})
	return out
}

// called returns a fault with the lines that make all calls up to it. The lines read the values that a call needs, such
// as an id or a token, from earlier answers. The faults of a report that was read from JSON have these lines already.
func called(in *suite.Suite, t *suite.Test, f suite.Fault) suite.Fault {
	if f.Step > 0 && f.Step < len(t.Steps) {
		if lines := curl.Lines(cmp.Or(in.Address, in.BaseURL), t.Steps[:f.Step+1]); lines != nil {
			f.Curl = strings.Join(lines, "\n")
		}
	}
	return f
}

// untested returns why no test shows a fault; "" if that is unknown.
func (f *Fault) untested() string {
	if f.Untested == "" {
		return ""
	}
	return "no test shows it: " + f.Untested
}

// noTest is the reason for a fault without a test and without another reason.
const noTest = "no test shows it: it did not come again, or could not be tried again"

// faultKey returns the key of a fault, or a key made of its other fields for a fault without a key.
func faultKey(f *suite.Fault) string {
	if f.Key != "" {
		return f.Key
	}
	return strings.Join([]string{f.Operation, f.Category, f.Reason, f.Frame}, "\x00")
}

// Finding is one defect of a system, as far as known: a fault, and the faults of the same cause in other operations.
// All counts in reports are counts of findings.
type Finding struct {
	// Fault is the first fault, if possible one with a test.
	Fault
	// Also are the other faults of the same cause, mostly in other operations, in the order of [Report.Faults].
	Also []Fault
}

// Findings groups the faults of a report by [suite.Fault.Cause], in the order of the first fault of each group. It
// leaves out silenced faults.
func Findings(r *Report) []Finding {
	return grouped(r, func(f *Fault) bool { return f.Silenced == "" })
}

// Silenced returns the findings of the silenced faults, which [Findings] leaves out.
func Silenced(r *Report) []Finding {
	return grouped(r, func(f *Fault) bool { return f.Silenced != "" })
}

func grouped(r *Report, wanted func(*Fault) bool) (out []Finding) {
	at := map[string]int{}
	for _, f := range r.Faults() {
		if !wanted(&f) {
			continue
		}
		n, known := at[f.Cause]
		if !known || f.Cause == "" {
			at[f.Cause] = len(out)
			out = append(out, Finding{Fault: f})
			continue
		}
		if len(out[n].Tests) == 0 && len(f.Tests) > 0 {
			out[n].Fault, f = f, out[n].Fault
		}
		out[n].Also = append(out[n].Also, f)
	}
	return out
}

// All returns all faults of a finding, in order.
func (f *Finding) All() []Fault { return append([]Fault{f.Fault}, f.Also...) }

// Operations returns the operations of the faults, each once.
func (f *Finding) Operations() (out []string) {
	for _, one := range f.All() {
		if !slices.Contains(out, one.Operation) {
			out = append(out, one.Operation)
		}
	}
	return out
}

// ShownBy returns the names of the tests that show a fault of the finding, each once.
func (f *Finding) ShownBy() (out []string) {
	for _, one := range f.All() {
		for _, name := range one.Tests {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// IsNew reports whether a fault of a finding is not known. Without a list of known faults it returns true.
func (f *Finding) IsNew(b *Baseline) bool {
	return b == nil || slices.ContainsFunc(f.All(), func(one Fault) bool { return slices.Contains(b.New, one.Key) })
}

// unknown counts the new findings.
func unknown(found []Finding, b *Baseline) (n int) {
	for i := range found {
		if found[i].IsNew(b) {
			n++
		}
	}
	return n
}
