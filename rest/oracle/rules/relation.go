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
