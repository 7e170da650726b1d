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
	// Curl is a command line of the call that showed it first.
	Curl string
}

// Plain returns the fault as plain data; it is shown by no test.
func (f *Fault) Plain() suite.Fault {
	return suite.Fault{
		Code: f.Code, Category: f.Category, Operation: f.Operation.Name(), Reason: f.Reason,
		Key: KeyOf(f.Operation, &f.Finding), Frame: f.Frame, Curl: f.Curl,
	}
}

// KeyOf names a finding on an operation, the same in each run.
func KeyOf(op *openapi.Operation, f *Finding) string {
	return fmt.Sprintf("%s %d %s", op.Name(), f.Code, f.Detail)
}
