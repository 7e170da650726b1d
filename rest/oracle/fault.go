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
		Silenced: f.Silenced(),
	}
}

// KeyOf returns a name for a finding of an operation. The name is the same in each run. Findings of HEAD and of GET on
// the same path have the same name, because the same code answers both.
func KeyOf(op *openapi.Operation, f *Finding) string {
	op = f.On(op)
	name := op.Name()
	if op.Method == http.MethodHead {
		name = http.MethodGet + " " + op.Path
	}
	return fmt.Sprintf("%s %d %s", name, f.Code, f.Detail)
}

// CauseOf names the cause that a finding probably shares with findings of other operations: its place in the program,
// or, if that is not known, the defect in the form of the answer. It returns "" for behaviour at an unknown place: two
// operations that answer 500 or lose a change may do so for different reasons.
func CauseOf(f *Finding) string {
	switch {
	case f.Frame != "":
		return fmt.Sprintf("%d %s at %s", f.Code, f.Category, f.Frame)
	case f.Code == CodeSchema || f.Severity < Medium:
		return fmt.Sprintf("%d %s: %s", f.Code, f.Category, f.Reason)
	}
	return ""
}
