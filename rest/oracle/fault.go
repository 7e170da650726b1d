package oracle

import (
	"fmt"

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
		Key: KeyOf(f.Operation, &f.Finding), Frame: f.Frame, Curl: f.Curl,
	}
}

// KeyOf returns a name for a finding in an exchange of an operation that is the same
// in each run.
func KeyOf(op *openapi.Operation, f *Finding) string {
	return fmt.Sprintf("%s %d %s", f.On(op).Name(), f.Code, f.Detail)
}
