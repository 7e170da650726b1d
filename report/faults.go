package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/suite"
)

const (
	// maxAlike is how many faults of one kind are listed one by one.
	maxAlike = 3
	// maxCurl is the most bytes of a command line that are good to copy.
	maxCurl = 400
)

// faultKind are faults with the same reason at the same place: most likely one
// mistake that several operations share.
type faultKind struct {
	Fault          // the first
	also  []string // the operations of the others
}

// faults lists the faults. Of many that are alike the first stands for all.
func (r *Report) faults(b *strings.Builder) {
	found := r.Faults()
	if len(found) == 0 {
		b.WriteString("\nFaults: none\n")
		return
	}
	kinds := kindsOf(found)
	fmt.Fprintf(b, "\nFaults: %d", len(found))
	if len(kinds) < len(found) {
		fmt.Fprintf(b, ", of %s", count(len(kinds), "kind"))
	}
	b.WriteByte('\n')
	for i := range kinds[:min(len(kinds), maxListed)] {
		r.fault(b, &kinds[i])
	}
	more(b, len(kinds))
}

func (r *Report) fault(b *strings.Builder, f *faultKind) {
	b.WriteString(folded(fmt.Sprintf("  %d ", f.Code), f.Operation+": "+cmp.Or(f.Reason, f.Category)))
	curl := line(f.Curl)
	if len(curl) > maxCurl {
		curl = "too long for this place; see report.json"
	}
	again := "curl"
	if !strings.HasPrefix(f.Curl, "curl") {
		again = "call"
	}
	for _, d := range [][2]string{{"at", f.Frame}, {again, curl}, {"test", r.testNames(&f.Fault)}, {"note", f.Note}, {"also", others(f.also)}} {
		switch label := fmt.Sprintf("      %-5s ", d[0]); {
		case d[1] == "":
		case d[0] == again: // to be copied as it is
			fmt.Fprintf(b, "%s%s\n", label, d[1])
		default:
			b.WriteString(folded(label, d[1]))
		}
	}
}

// others names some operations and counts the rest.
func others(operations []string) string {
	shown := operations[:min(len(operations), maxAlike)]
	text := strings.Join(shown, ", ")
	if n := len(operations) - len(shown); n > 0 {
		text += fmt.Sprintf(" and %d more in report.json", n)
	}
	return text
}

// kindsOf puts faults together that are alike, if they are many.
func kindsOf(found []Fault) (kinds []faultKind) {
	times := map[suite.Fault]int{}
	for i := range found {
		times[alike(&found[i])]++
	}
	at := map[suite.Fault]int{}
	for _, f := range found {
		kind := alike(&f)
		if n, known := at[kind]; known && times[kind] > maxAlike {
			kinds[n].also = append(kinds[n].also, f.Operation)
			continue
		}
		at[kind] = len(kinds)
		kinds = append(kinds, faultKind{Fault: f})
	}
	for i := range kinds {
		kinds[i].also = slices.Compact(kinds[i].also)
	}
	return kinds
}

// alike is what faults of one kind have in common.
func alike(f *Fault) suite.Fault {
	return suite.Fault{Code: f.Code, Category: f.Category, Reason: f.Reason, Frame: f.Frame}
}

// testNames lists tests by the names that they have in their files.
func (r *Report) testNames(f *Fault) string {
	if len(f.Tests) == 0 {
		return "none" // the note says why
	}
	places := r.places()
	out := make([]string, len(f.Tests))
	for i, name := range f.Tests {
		out[i] = places[name].Name
	}
	return strings.Join(out, ", ")
}

// oneLine is "100 GET /books/{id}: panic: index out of range at shop.get (shop.go:42)".
func (f *Fault) oneLine() string {
	text := fmt.Sprintf("%d %s: %s", f.Code, f.Operation, cmp.Or(f.Reason, f.Category))
	if f.Frame != "" && !strings.Contains(text, f.Frame) {
		text += " at " + f.Frame
	}
	return text
}
