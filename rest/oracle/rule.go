package oracle

// Severity says how much harm a defect does.
type Severity int8

// The severities. The zero value is Medium.
const (
	// Low is for defects that a client can live with.
	Low Severity = iota - 1
	// Medium is for wrong answers.
	Medium
	// High is for lost data, wrong access and crashes.
	High
)

// String returns "low", "medium" or "high".
func (s Severity) String() string {
	switch {
	case s < Medium:
		return "low"
	case s > Medium:
		return "high"
	}
	return "medium"
}

// Rule is an oracle that looks for one kind of defect, with the texts that describe this kind.
type Rule struct {
	// Code is the code of the kind of defect in Web Fuzzing Commons or EvoMaster. If both have none, it is a code of
	// Evoke, from 1000 on.
	Code int
	// Name describes the defect in a few words.
	Name string
	// Explanation says in one or two sentences why this is a defect.
	Explanation string
	Severity    Severity
	// OptIn says that the rule is off unless the configuration asks for it.
	OptIn bool
	// Doubt says why a healthy service may show the same. The findings are hints then, which fail nothing, unless the
	// configuration asks for the rule. Default: the findings are faults.
	Doubt string
	// Check returns the findings of the rule in an exchange. It has to set their Reason. It also sets their Detail if
	// one operation may have several defects of this kind.
	Check func(x *Exchange) []Finding
}

// Judge implements [Oracle].
func (r *Rule) Judge(x *Exchange) []Finding {
	found := r.Check(x)
	for i := range found {
		f := &found[i]
		f.Code, f.Category, f.Severity = r.Code, r.Name, r.Severity
		if f.Doubt == "" {
			f.Doubt = r.Doubt
		}
	}
	return found
}
