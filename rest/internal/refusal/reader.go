package refusal

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/value"
)

// Reader reads refusals. Most answers and statements come again and again, so it remembers them. The zero Reader has
// read nothing. It is not safe for concurrent use.
type Reader struct {
	answers    map[string]*Refusal    // by body
	statements map[string][]Complaint // by the statement
}

// maxAnswers and maxKnown are the numbers of answers and statements that a [Reader] remembers.
const maxAnswers, maxKnown = 512, 4096

// Read reads the body of an answer, which is JSON or text. The refusal is read-only.
func Read(body []byte) *Refusal { return new(Reader).Read(body) }

// Read is like [Read].
func (r *Reader) Read(body []byte) *Refusal {
	out, known := r.answers[string(body)]
	if !known {
		if r.answers == nil || len(r.answers) == maxAnswers {
			r.answers = map[string]*Refusal{}
		}
		out = r.read(statementsIn(body[:min(len(body), maxBody)]))
		r.answers[string(body)] = out
	}
	return out
}

// statementsIn returns the statements in the body of an answer.
func statementsIn(body []byte) []statement {
	var c collector
	if v, err := value.ParseJSON(body); err == nil {
		c.visit(v, nil)
	} else {
		c.add(statement{text: string(body)})
	}
	return c.statements
}

func (r *Reader) read(statements []statement) *Refusal {
	out := &Refusal{}
	best := 0 // the rank of the present reason, see says
	for i := range statements {
		s := &statements[i]
		said := s.saying(s.text)
		out.Said = append(out.Said, said)
		if words.Missing().MatchString(said) && !words.OtherWrong().MatchString(said) {
			out.Missing = append(out.Missing, said)
		}
		complaints := r.complaints(s)
		if says := s.says(complaints); says > best {
			best, out.Reason = says, said
		}
		for _, complaint := range complaints {
			out.add(complaint)
		}
	}
	out.Class = class(func(yield func(string) bool) {
		for i := range statements {
			if s := &statements[i]; !yield(s.saying(masked(s.text))) {
				return
			}
		}
	})
	return out
}

// saying returns a text behind the part that its statement is about.
func (s *statement) saying(text string) string {
	return strings.Join(append(slices.Clip(s.field), text), " ")
}

// add adds a complaint, unless an earlier complaint is the same.
func (r *Refusal) add(c Complaint) {
	if c.Field == "" && c.Given == "" && !c.Unplaced() || len(r.Complaints) == maxComplaints {
		return
	}
	same := func(k Complaint) bool {
		return k.Field == c.Field && k.Kind == c.Kind && slices.Equal(k.Values, c.Values)
	}
	if !slices.ContainsFunc(r.Complaints, same) {
		r.Complaints = append(r.Complaints, c)
	}
}

// complaints returns the complaints in a statement, and remembers them.
func (r *Reader) complaints(s *statement) []Complaint {
	if s.more != nil {
		return s.complaints() // the demand may stand beside the message
	}
	key := strings.Join(s.field, "/") + "\n" + s.text
	out, known := r.statements[key]
	if !known {
		if r.statements == nil || len(r.statements) == maxKnown {
			r.statements = map[string][]Complaint{}
		}
		out = s.complaints()
		r.statements[key] = out
	}
	return out
}
