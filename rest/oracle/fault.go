package oracle

import (
	"fmt"
	"net/http"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/suite"
)

// Fault is a fault found during a search.
type Fault struct {
	Finding
	Operation *openapi.Operation
	Target    fitness.ID
	// Curl is a command line for the call that first showed the fault.
	Curl string
}

// Plain returns the fault as plain data. No test shows it yet.
func (f *Fault) Plain() suite.Fault {
	return suite.Fault{
		Code: f.Code, Category: f.Category, Operation: f.Operation.Name(), Reason: f.Reason,
		Key: KeyOf(f.Operation, &f.Finding), Cause: CauseOf(&f.Finding), Frame: f.Frame, Curl: f.Curl,
	}
}

// KeyOf returns a name for a finding in an exchange of an operation that is the same
// in each run. A HEAD is answered by what answers the GET of its path, so the finding on
// the one has the name of that on the other.
func KeyOf(op *openapi.Operation, f *Finding) string {
	op = f.On(op)
	name := op.Name()
	if op.Method == http.MethodHead {
		name = http.MethodGet + " " + op.Path
	}
	return fmt.Sprintf("%s %d %s", name, f.Code, f.Detail)
}

// CauseOf names what a finding most likely has in common with findings in other
// operations: its place in the program, or where that is not known, what is wrong with the
// form of an answer. It returns "" for what the program did at an unknown place: two
// operations that answer 500 or lose a change need not do so for the same reason.
func CauseOf(f *Finding) string {
	switch {
	case f.Frame != "":
		return fmt.Sprintf("%d %s at %s", f.Code, f.Category, f.Frame)
	case f.Code == CodeSchema || f.Severity < Medium:
		return fmt.Sprintf("%d %s: %s", f.Code, f.Category, f.Reason)
	}
	return ""
}
