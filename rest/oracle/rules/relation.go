// Package rules has the built-in oracles other than those for crashes and schemas. Most look at several calls of a
// test: whether reads show accepted values, whether deleted elements are gone, whether lists are complete and correct,
// and whether users can do only what they may.
//
// Each is an [oracle.Rule] of a [Relation]: a law about the acts and the observations of a test. They judge by nothing
// but the calls of one test, so a test that shows a defect shows it wherever it is executed. Where services differ for
// good reasons, the rules report nothing. README.md lists the relations.
package rules

import (
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/rules/internal/sentence"
)

// Relations returns the relations of this package, new values at each call. The rules of one call share what they know
// of the test at hand, so that one goroutine may use them at a time.
func Relations() []Relation {
	m := &model{}
	return []Relation{
		unchanged(m),
		written(m),
		undone(m),
		ended(m),
		oneThing(m),
		agreeing(m),
		stepped(m),
		counting(m),
		limited(m),
		complete(m),
		subsets(m),
		parted(m),
		ordered(m),
		counted(m),
		consistent(m),
		permitted(m),
	}
}

// Rules returns the rules of all relations, new values at each call.
func Rules() (out []*oracle.Rule) {
	for _, r := range Relations() {
		out = append(out, r.Rules...)
	}
	return out
}

// Description is what the rules read in the texts of an operation.
type Description struct {
	Operation string         `json:"operation"` // such as "PATCH /books/{id}"
	Laws      []DescribedLaw `json:"laws,omitempty"`
	// NotUnderstood are the sentences that may be laws and are not understood.
	NotUnderstood []string `json:"notUnderstood,omitempty"`
}

// DescribedLaw is a law that a sentence says.
type DescribedLaw struct {
	Means    string `json:"means"` // such as "refused unless it is open"
	Sentence string `json:"sentence"`
}

// Descriptions returns what the rules read in the descriptions of operations, without operations that say no law.
func Descriptions(ops []*openapi.Operation) (out []Description) {
	laws := sentence.New(ops)
	for _, op := range ops {
		d := Description{Operation: op.Name(), NotUnderstood: laws.Unread(op)}
		for _, law := range laws.Of(op) {
			d.Laws = append(d.Laws, DescribedLaw{law.Means(), law.Sentence})
		}
		if len(d.Laws)+len(d.NotUnderstood) > 0 {
			out = append(out, d)
		}
	}
	return out
}
