// Package rules has the built-in oracles other than those for crashes and schemas. Most look at several calls of a
// test: whether reads show accepted values, whether deleted elements are gone, whether lists are complete and correct,
// and whether users can do only what they may.
//
// Each is an [oracle.Rule] of a [Relation]: a law about the acts and the observations of a test. They judge by nothing
// but the calls of one test, so a test that shows a defect shows it wherever it is executed. Where services differ for
// good reasons, the rules report nothing. README.md lists the relations.
package rules

import "github.com/evoke-go/evoke/rest/oracle"

// Relations returns the relations of this package, new values at each call. The rules of one call share what they know
// of the test at hand, so that one goroutine may use them at a time.
func Relations() []Relation {
	m := &model{}
	return []Relation{
		unchanged(m),
		written(m),
		undone(m),
		ended(m),
		called(m),
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

func called(*model) Relation {
	return Relation{
		Name:     "one name, one thing",
		Law:      "A name has one content: an id, a version, an entity tag, a key of idempotency, an address.",
		Scenario: "act, observe, act, observe",
		Rules: []*oracle.Rule{
			{Code: CodeStaleTag, Name: "ETag of another version", Check: staleTag,
				Explanation: "An entity tag names one version (RFC 9110, 8.8.3). Caches show the old one, and " +
					"If-Match lets changes through."},
			{Code: CodeCondition, Name: "version ignored", Severity: oracle.High, Check: unconditional,
				Explanation: "If-Match, or a version in the body, keeps clients from overwriting what they have " +
					"not seen (RFC 9110, 13.1.1)."},
			{Code: CodeDoneAgain, Name: "call that is done again", Severity: oracle.High, Check: doneAgain,
				Explanation: "Clients that get no answer send a call again with the same key, and it is done once."},
			{Code: CodeSameID, Name: "id of another element", Severity: oracle.High, Check: idTwice,
				Explanation: "Two elements have one id, so one of them cannot be reached, or is lost."},
			{Code: CodeTwice, Name: "creation that is made twice", Check: madeTwice,
				Explanation: "The schema says that two elements may not have the same value, and a call " +
					"makes a second one that has."},
			{Code: CodeLocation, Name: "wrong Location", Check: mislocated,
				Explanation: "The Location of 201 names what was made (RFC 9110, 15.3.2). Clients follow it."},
		},
	}
}

func agreeing(*model) Relation {
	return Relation{
		Name:     "siblings agree",
		Law:      "Elements with equal inputs have equal results, in whatever way they came to their inputs.",
		Scenario: "act, equal act on another element, observe both",
		Rules: []*oracle.Rule{
			{Code: CodeOutdated, Name: "number that is not computed again", Check: outdatedNumber,
				Explanation: "A number follows from what clients write when something is made, " +
					"and not when that is changed."},
		},
	}
}

func stepped(*model) Relation {
	return Relation{
		Name:     "steps",
		Law:      "An act succeeds only in the states that its description allows, and leaves the one it begins in.",
		Scenario: "act that reaches a state, act",
		Rules: []*oracle.Rule{
			{Code: CodeStepTwice, Name: "step that is made twice", Check: stepTwice,
				Explanation: "A step led out of a state, and is accepted again in the state that it led to, " +
					"where the schema has a 409."},
			{Code: CodeMisplaced, Name: "step from another state", OptIn: true, Check: misplaced,
				Explanation: "The description says in which states something can be done, and it " +
					"is accepted in another one."},
			{Code: CodeExcluded, Name: "step in an excluded state", Check: excludedState,
				Explanation: "The description says in which states something is refused, and it " +
					"is accepted in one of them."},
			{Code: CodeSeveral, Name: "several where one may be", Check: severalOf,
				Explanation: "The description says that a member is true of one element at most, and it is of two."},
		},
	}
}

func counting(*model) Relation {
	return Relation{
		Name:     "count by states",
		Law:      "A number follows the states that its description counts, and no others.",
		Scenario: "observe, act that changes a state, observe",
		Rules: []*oracle.Rule{
			{Code: CodeUncounted, Name: "count of what does not count", Check: uncounted,
				Explanation: "A number counts what its description says it does not count."},
		},
	}
}
