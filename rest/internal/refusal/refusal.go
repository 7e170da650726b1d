// Package refusal finds the complaints in the answer to a refused call: which part of the call is wrong, and what it
// has to be. It knows the forms of messages of common frameworks and libraries, and those that people write by hand.
package refusal

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/internal/words"
)

// Kind is the kind of demand that a complaint makes on a part.
type Kind int

const (
	// Other demands another value, and says no more.
	Other Kind = iota
	// Required demands that the part is present and not empty.
	Required
	// Unwanted demands that the part is absent.
	Unwanted
	// Type wants the JSON type or number format in Values[0].
	Type
	// OneOf wants one of the Values.
	OneOf
	// Format wants the format in Values[0], such as "email".
	Format
	// Pattern wants a match of the expression in Values[0].
	Pattern
	// Least and Most demand a number within a limit, the limit included. Above and Below exclude the limit. Without
	// Values the limit is not known.
	Least
	Most
	Above
	Below
	// Long and Short limit the characters of a text or the elements of a list.
	Long
	Short
	// After and Before demand a time or number beyond that of the part in Values[0].
	After
	Before
	// Equal demands the value of the part in Values[0], or that text itself.
	Equal
	exactly // an exact number of characters, which becomes Long and Short
)

// Complaint is one demand of a refusal.
type Complaint struct {
	// Field is the path of the part without the indexes of lists, as in "items/name". It is "" if only Given
	// identifies the part, or if the part is unknown: see [Complaint.Unplaced].
	Field string
	Kind  Kind
	// Values are limits, allowed values, a format, or another part.
	Values []string
	// Given is the received value that the refusal quotes, or "" if there is none.
	Given string
}

// Key returns a text that distinguishes complaints.
func (c *Complaint) Key() string {
	return fmt.Sprintf("%s %d %s", c.Field, c.Kind, strings.Join(c.Values, "|"))
}

// Unplaced reports whether the complaint says what is wrong but not where: it names a format, or a type that a text
// can have.
func (c *Complaint) Unplaced() bool {
	if c.Field != "" || c.Given != "" || len(c.Values) == 0 {
		return false
	}
	return c.Kind == Format && !strings.EqualFold(c.Values[0], "json") ||
		c.Kind == Type && inTexts().MatchString(c.Values[0])
}

// inTexts matches the types whose values can be written as texts.
var inTexts = lazyregexp.New(`(?i)^` + words.TextType)

// Refusal is the content of an answer that refuses a call.
type Refusal struct {
	// Class is the shortened text without the parts that change from call to call: numbers, quotations, ids.
	Class string
	// Said are the statements in their original words, each behind the part that it is about.
	Said []string
	// Missing are the statements that something does not exist.
	Missing []string
	// Reason is the most informative statement: the first with a demand on the call, else the first message that is
	// about no member, else the first statement. It is "" if there is none.
	Reason string
	// Complaints are the demands, each once, in the order of the answer.
	Complaints []Complaint
}

// Undecoded reports whether the answer says that a part of the call has another type than the program reads, in the
// words of encoding/json. Some services answer 500 to that.
func (r *Refusal) Undecoded() bool {
	return slices.ContainsFunc(r.Said, func(text string) bool { return strings.Contains(text, "cannot unmarshal ") })
}

const (
	// maxBody is the number of bytes of an answer that are read. maxStatements and maxComplaints bound the messages
	// and complaints that are taken from it.
	maxBody, maxStatements, maxComplaints = 64 << 10, 200, 64
	// maxClass is the most characters of a class.
	maxClass = 100
	// maxText is the most characters of one sentence.
	maxText = 600
)

// says ranks a statement: 3 if it demands something, 2 for a message about no member, else 1.
func (s *statement) says(complaints []Complaint) int {
	switch {
	case len(complaints) > 0:
		return 3
	case len(s.field) == 0:
		return 2
	}
	return 1
}

// class joins texts. It leaves out texts beyond the greatest length of a class.
func class(texts iter.Seq[string]) (out string) {
	for text := range texts {
		if out != "" {
			text = out + "; " + text
		}
		out = strings.Join(strings.Fields(text), " ")
		if runes := []rune(out); len(runes) > maxClass {
			return string(runes[:maxClass])
		}
	}
	return out
}

// ClassWithout returns the class of the refusal after cut has removed parts of its text, such as sent values.
func (r *Refusal) ClassWithout(cut func(text string) string) string {
	return class(func(yield func(string) bool) {
		for _, text := range r.Said {
			if !yield(masked(cut(text))) {
				return
			}
		}
	})
}
