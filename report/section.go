package report

import (
	"strconv"

	"github.com/evoke-go/evoke/suite"
)

// evokeSection is what Web Fuzzing Commons has no place for.
type evokeSection struct {
	Title       string             `json:"title"`
	Algorithm   string             `json:"algorithm"`
	Seed        uint64             `json:"seed"`
	Budget      string             `json:"budget"`
	Repeat      string             `json:"repeat"`
	Evaluations int                `json:"evaluations"`
	Interrupted bool               `json:"interrupted"`
	Operations  []operationSection `json:"operations"`
	Faults      []faultSection     `json:"faults"`
}

type operationSection struct {
	EndpointID string         `json:"endpointId"`
	Calls      int            `json:"calls"`
	Statuses   map[string]int `json:"statuses"` // encoding/json sorts the keys
	NoAnswer   int            `json:"noAnswer"`
	Success    bool           `json:"success"`
	Reason     string         `json:"reason,omitempty"` // why it never answered 2xx
}

type faultSection struct {
	Code      int      `json:"code"`
	Category  string   `json:"category"`
	Operation string   `json:"operationId"`
	Reason    string   `json:"reason"`
	Frame     string   `json:"frame,omitempty"`
	Curl      string   `json:"curl,omitempty"`
	Tests     []string `json:"testCaseIds,omitempty"`
}

func (r *Report) evokeSection() evokeSection {
	out := evokeSection{
		Title: r.title(), Algorithm: r.Algorithm, Seed: r.Seed, Budget: r.Budget, Repeat: r.repeat(),
		Evaluations: r.Evaluations, Interrupted: r.Interrupted,
		Operations: []operationSection{}, Faults: []faultSection{},
	}
	for i := range r.Operations {
		o := &r.Operations[i]
		s := operationSection{
			EndpointID: endpointID(o.Name), Calls: o.Calls, Statuses: map[string]int{},
			NoAnswer: o.NoAnswer, Success: o.Succeeded(), Reason: o.Why(),
		}
		for status, count := range o.Statuses {
			s.Statuses[strconv.Itoa(status)] = count
		}
		out.Operations = append(out.Operations, s)
	}
	places := r.places()
	for _, f := range r.Faults() {
		s := newFaultSection(&f.Fault)
		for _, name := range f.Tests {
			s.Tests = append(s.Tests, places[name].ID)
		}
		out.Faults = append(out.Faults, s)
	}
	return out
}

func newFaultSection(f *suite.Fault) faultSection {
	return faultSection{
		Code: f.Code, Category: f.Category, Operation: endpointID(f.Operation),
		Reason: f.Reason, Frame: f.Frame, Curl: f.Curl,
	}
}
