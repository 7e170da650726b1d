package execute

import (
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/refusal"
	"github.com/evoke-go/evoke/rest/internal/repair"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// maxRead is how many answers are kept as read.
const maxRead = 512

// refusals reads what refused calls are answered.
type refusals struct {
	read    map[string]refusal.Refusal // by body
	repairs *repair.Repairs            // is told, nil for nobody
}

// of reads an answer. Most come again and again.
func (f *refusals) of(resp *sut.Response) *refusal.Refusal {
	out, known := f.read[string(resp.Body)]
	if !known {
		if f.read == nil || len(f.read) == maxRead {
			f.read = map[string]refusal.Refusal{}
		}
		out = refusal.Read(resp.Body)
		f.read[string(resp.Body)] = out
	}
	return &out
}

// complaints counts what a refusal complains about.
func (f *refusals) complaints(resp *sut.Response) int {
	if resp.Outcome != sut.Answered || resp.Status/100 != 4 {
		return 0
	}
	return len(f.of(resp).Complaints)
}

// told tells of the answer to a call of a test.
func (x *Executor) told(c *testcase.Case, at int, e *execution) {
	if e.Suite || e.answer == nil || e.answer.Outcome != sut.Answered {
		return
	}
	switch e.answer.Status / 100 {
	case 2:
		x.refusals.repairs.Succeeded(c, at)
	case 4:
		op := c.Actions[at].(*action.Call).Op
		x.refusals.repairs.Refused(c, at, e.answer.Status, x.refusals.of(e.answer), x.Tally[op.Index].Succeeded())
	}
}
