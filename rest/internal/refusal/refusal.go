// Package refusal reads what the answer to a refused call complains about: which part
// of the call, and what it has to be. It knows the forms of messages of common
// frameworks and libraries, and those that people write by hand.
package refusal

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/internal/words"
)

// Kind is what a complaint wants of a part.
type Kind int

const (
	// Other wants another value, and says no more.
	Other Kind = iota
	// Required wants the part to be there, and not to be empty.
	Required
	// Unwanted wants the part not to be there.
	Unwanted
	// Type wants the JSON type or number format in Values[0].
	Type
	// OneOf wants one of the Values.
	OneOf
	// Format wants the format in Values[0], such as "email".
	Format
	// Pattern wants a match of the expression in Values[0].
	Pattern
	// Least and Most want a number between limits, Above and Below one beyond them.
	// Without Values the limit is not known.
	Least
	Most
	Above
	Below
	// Long and Short limit the characters of a text or the elements of a list.
	Long
	Short
	// After and Before want a moment or number beyond that of the part in Values[0].
	After
	Before
	// Equal wants the value of the part in Values[0], or that text itself.
	Equal
	exactly // so many characters, which becomes Long and Short
)

// Complaint is one thing that a refusal demands.
type Complaint struct {
	// Field is the path of the part without the indexes of lists, as in
	// "items/name", or "" where only Given tells which part it is, or nothing does:
	// see [Complaint.Unplaced].
	Field string
	Kind  Kind
	// Values are limits, allowed values, a format, or another part.
	Values []string
	// Given is the text that the refusal quotes as what it got, "" for none.
	Given string
}

// Key tells complaints apart.
func (c *Complaint) Key() string {
	return fmt.Sprintf("%s %d %s", c.Field, c.Kind, strings.Join(c.Values, "|"))
}

// Unplaced reports whether the complaint says what is wrong, and nothing of where: it names a format, or a type that a
// text can have.
func (c *Complaint) Unplaced() bool {
	if c.Field != "" || c.Given != "" || len(c.Values) == 0 {
		return false
	}
	return c.Kind == Format && !strings.EqualFold(c.Values[0], "json") ||
		c.Kind == Type && inTexts().MatchString(c.Values[0])
}

// inTexts matches the types whose values texts can hold.
var inTexts = lazyregexp.New(`(?i)^` + words.TextType)

// Refusal is what an answer says.
type Refusal struct {
	// Class is its text, shortened, without what changes from call to call: numbers,
	// quoted parts, ids.
	Class string
	// Said are its statements as they stand, each behind the part that it is about.
	Said []string
	// Missing are those that say that something is not there.
	Missing []string
	// Reason is the statement that says most: the first that demands something of the call, else the first message that
	// is about no member, else the first statement; "" for none.
	Reason string
	// Complaints are what it demands, each once, in the order of the answer.
	Complaints []Complaint
}

// Undecoded reports whether the answer says that a part of the call has another type than the program reads, in the
// words of encoding/json. Some services answer 500 to that.
func (r *Refusal) Undecoded() bool {
	return slices.ContainsFunc(r.Said, func(text string) bool { return strings.Contains(text, "cannot unmarshal ") })
}

const (
	// maxBody is how much of an answer is read, maxStatements how many messages of it,
	// and maxComplaints how many complaints are taken from it.
	maxBody, maxStatements, maxComplaints = 64 << 10, 200, 64
	// maxClass is the most characters of a class.
	maxClass = 100
	// maxText is the most characters of one sentence.
	maxText = 600
)

// says is how much a statement says: 3 where it demands something, 2 for a message about no member, else 1.
func (s *statement) says(complaints []Complaint) int {
	switch {
	case len(complaints) > 0:
		return 3
	case len(s.field) == 0:
		return 2
	}
	return 1
}

// class joins texts, without those that the most characters of a class leave no room for.
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

// ClassWithout returns the class of the refusal if parts of what it said are cut out, such as what the call sent.
func (r *Refusal) ClassWithout(cut func(text string) string) string {
	return class(func(yield func(string) bool) {
		for _, text := range r.Said {
			if !yield(masked(cut(text))) {
				return
			}
		}
	})
}
