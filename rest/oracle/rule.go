package oracle

// Severity says how much harm a defect does.
type Severity int8

// The severities. The zero value is Medium.
const (
	// Low is for what a client can live with.
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

// Rule is an oracle with what is said of it. It looks for one kind of defect.
type Rule struct {
	// Code is that of Web Fuzzing Commons or of EvoMaster where they have one, else one of
	// Evoke's own, from 1000 on.
	Code int
	// Name says in a few words what is wrong where the rule finds something.
	Name string
	// Explanation says why that is a defect, in one or two sentences.
	Explanation string
	Severity    Severity
	// OptIn says that the rule is only used where it is asked for.
	OptIn bool
	// Check returns what is wrong. It has to fill in Reason, and Detail where there may be
	// several defects of the rule in one operation.
	Check func(x *Exchange) []Finding
}

// Judge implements [Oracle].
func (r *Rule) Judge(x *Exchange) []Finding {
	found := r.Check(x)
	for i := range found {
		f := &found[i]
		f.Code, f.Category, f.Severity = r.Code, r.Name, r.Severity
	}
	return found
}
