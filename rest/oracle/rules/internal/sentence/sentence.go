// Package sentence reads laws in the descriptions of operations, sentence by sentence, with the words that the document
// gives itself: states are values of enums, nouns are those of paths. A sentence that it understands only in part is no
// law.
package sentence

import (
	"fmt"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
)

// Kind is what a law says of its operation.
type Kind int

// The kinds of laws.
const (
	Within  Kind = iota // it is refused unless an element is in one of the states
	Except              // it is refused if an element is in one of the states
	Roles               // it is for users of the roles
	Persons             // it is for the users whom members name
	Alone               // no two elements have the same value of the member
	Deletes             // it deletes elements of the noun too
	Leaves              // it leaves elements of the noun as they are
	kinds
)

// Law is a law that a sentence says.
type Law struct {
	Kind     Kind
	Sentence string   // as it is written
	Noun     string   // the noun of the element whose state counts, "" for any on the path of the operation
	Names    []string // states, roles, members or nouns, in lower case
}

// Means says the law in words.
func (l *Law) Means() string {
	noun := "it"
	if l.Noun != "" {
		noun = "the " + l.Noun
	}
	all := strings.Join(l.Names, " or ")
	return [kinds]string{
		Within: "refused unless " + noun + " is " + all, Except: "refused if " + noun + " is " + all,
		Roles: "for " + all + " only", Persons: "for the user that " + all + " names only",
		Alone:   "refused if another one has the same " + all,
		Deletes: "deletes each " + all + " of it", Leaves: "leaves each " + all + " as it is",
	}[l.Kind]
}

// String returns the meaning with the sentence.
func (l *Law) String() string { return fmt.Sprintf("%s (%q)", l.Means(), l.Sentence) }

// Laws has the laws of the operations of a document. It is not safe for concurrent use.
type Laws struct {
	ops []*openapi.Operation
	of  map[*openapi.Operation][]Law
	// named are the plain names of the members of all answers, nil before they are needed.
	named []string
}

// New returns the laws of all operations of a document. It reads a text when it is asked for the first time.
func New(ops []*openapi.Operation) *Laws { return &Laws{ops: ops, of: map[*openapi.Operation][]Law{}} }

// Of returns the laws of an operation in the order of its sentences.
func (l *Laws) Of(op *openapi.Operation) []Law {
	laws, done := l.of[op]
	if done {
		return laws
	}
	for _, sentence := range All(op.Text) {
		laws = append(laws, l.read(op, sentence)...)
	}
	for _, r := range op.Responses {
		for _, sentence := range All(r.Description) {
			switch r.Status {
			case "403":
				laws = append(laws, roles(sentence)...)
			case "409":
				plain := words.When().ReplaceAllString(lowered(sentence), "")
				laws = append(laws, l.states(op, "409 if "+plain, sentence)...)
			}
		}
	}
	l.of[op] = laws
	return laws
}

// Named returns the names of the laws of a kind.
func (l *Laws) Named(op *openapi.Operation, k Kind) (names []string) {
	for _, law := range l.Of(op) {
		if law.Kind == k {
			names = append(names, law.Names...)
		}
	}
	return names
}

// Unread returns the sentences of an operation that may be laws and are not understood.
func (l *Laws) Unread(op *openapi.Operation) (out []string) {
	read := map[string]bool{}
	for _, law := range l.Of(op) {
		read[law.Sentence] = true
	}
	for _, sentence := range All(op.Text) {
		if !read[sentence] && words.Modal().MatchString(sentence) {
			out = append(out, sentence)
		}
	}
	return out
}
