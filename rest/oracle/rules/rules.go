// Package rules has the built-in oracles other than those for crashes and schemas. Most look at several calls of a
// test: whether reads show accepted values, whether deleted elements are gone, whether lists are complete and correct,
// and whether users can do only what they may.
//
// Each is an [oracle.Rule]. They judge by nothing but the calls of one test, so a test that shows a defect shows it
// wherever it is executed. Where services differ for good reasons, the rules report nothing.
package rules

import (
	"slices"

	"github.com/evoke-go/evoke/rest/oracle"
)

// Rules returns the rules of this package, new values at each call.
func Rules() []*oracle.Rule {
	return slices.Concat(ofChanges(), ofConsequences(), ofAnswers(), ofUsers())
}

// ofChanges returns the rules about the changes that calls make.
func ofChanges() []*oracle.Rule {
	return []*oracle.Rule{
		{Code: CodeNotStored, Name: "lost change", Severity: oracle.High, Check: notStored,
			Explanation: "A value was accepted, and a read directly after it shows another one."},
		{Code: CodeStaleList, Name: "list with old values", Check: staleList,
			Explanation: "A list shows another value of an element than a read of the element directly before it."},
		{Code: CodeStepTwice, Name: "step that is made twice", Check: stepTwice,
			Explanation: "A step led out of a state, and is accepted again in the state that it led to, " +
				"where the schema has a 409."},
		{Code: CodeTwice, Name: "creation that is made twice", Check: madeTwice,
			Explanation: "The schema says that two elements may not have the same value, and a call " +
				"makes a second one that has."},
		{Code: CodePatchMore, Name: "change of what was not sent", Severity: oracle.High, Check: changedMore,
			Explanation: "PATCH changes the members that it sends (RFC 5789, RFC 7396). Others lose their values."},
		{Code: CodePartialPut, Name: "value that PUT leaves", Severity: oracle.Low, Check: keptOld,
			Explanation: "PUT replaces the whole resource (RFC 9110, 9.3.4). A client cannot take the value away."},
		{Code: CodeRepeatPut, Name: "PUT that adds up", Check: repeatedPut,
			Explanation: "PUT is idempotent (RFC 9110, 9.2.2): clients repeat it when they get no answer."},
		{Code: CodeNotDeleted, Name: "element that was deleted", Severity: oracle.High, Check: deletedStill,
			Explanation: "DELETE succeeded, and what it deleted is read or listed as before."},
		{Code: CodeUsedDeleted, Name: "use of what was deleted", Check: usedAfter,
			Explanation: "DELETE succeeded, and a later call changes what it deleted or adds to it."},
		{Code: CodeLeftBehind, Name: "parts of what was deleted", Check: leftBehind,
			Explanation: "DELETE succeeded, and what is below the path is still shown."},
		{Code: CodeRefusedChange, Name: "change by a refused call", Severity: oracle.High, Check: refusedChange,
			Explanation: "The answer says that the call was refused, so a client believes that nothing happened."},
		{Code: CodeDoneAgain, Name: "call that is done again", Severity: oracle.High, Check: doneAgain,
			Explanation: "Clients that get no answer send a call again with the same key, and it is done once."},
		{Code: CodeSameID, Name: "id of another element", Severity: oracle.High, Check: idTwice,
			Explanation: "Two elements have one id, so one of them cannot be reached, or is lost."},
		{Code: CodeDefault, Name: "other default", Check: otherDefault,
			Explanation: "What is left out gets the default that the schema declares."},
		{Code: CodeDeletesMore, Name: "deletion of others", Severity: oracle.High, Check: deletedMore,
			Explanation: "DELETE takes away what it names. Elements that do not refer to it are gone as well."},
		{Code: CodeUnsafe, Name: "change by a read", Check: unsafe,
			Explanation: "GET is safe (RFC 9110, 9.2.1): caches and crawlers call it at will."},
	}
}

// ofConsequences returns the rules about consequences of calls, and about the states in which calls are allowed.
func ofConsequences() []*oracle.Rule {
	return []*oracle.Rule{
		{Code: CodeMisplaced, Name: "step from another state", OptIn: true, Check: misplaced,
			Explanation: "The description says in which states something can be done, and it " +
				"is accepted in another one."},
		{Code: CodeExcluded, Name: "step in an excluded state", Check: excludedState,
			Explanation: "The description says in which states something is refused, and it " +
				"is accepted in one of them."},
		{Code: CodeCopy, Name: "change of what stays", Check: uncopied,
			Explanation: "The description says that something stays as it is when another thing is changed " +
				"or deleted, and it does not."},
		{Code: CodeOutdated, Name: "number that is not computed again", Check: outdatedNumber,
			Explanation: "A number follows from what clients write when something is made, " +
				"and not when that is changed."},
		{Code: CodeSeveral, Name: "several where one may be", Check: severalOf,
			Explanation: "The description says that a member is true of one element at most, and it is of two."},
		{Code: CodeNotFreed, Name: "what is gone in the way", Check: notFreed,
			Explanation: "A call is refused for what another one made, which was deleted or cancelled."},
		{Code: CodeOverfull, Name: "more than there is room for", Check: aboveLimit,
			Explanation: "A number is above its limit, or below zero, or somebody waits though there is room."},
		{Code: CodeUndone, Name: "consequence that stays", Check: notUndone,
			Explanation: "A number moved when something was made, and does not move back when that is " +
				"undone, cancelled or given back."},
		{Code: CodeRelation, Name: "number that follows no more", Check: unrelated,
			Explanation: "A number was the count, the sum or the mean of some elements, and " +
				"is not once one is deleted."},
	}
}

// ofAnswers returns the rules about the content of answers.
func ofAnswers() []*oracle.Rule {
	return []*oracle.Rule{
		{Code: CodeStaleTag, Name: "ETag of another version", Check: staleTag,
			Explanation: "An entity tag names one version (RFC 9110, 8.8.3). Caches show the old one, and " +
				"If-Match lets changes through."},
		{Code: CodeFigures, Name: "figures that contradict each other", Check: contradictory,
			Explanation: "A mean is not between the least and the greatest value that the same answer has."},
		{Code: CodeCondition, Name: "version ignored", Severity: oracle.High, Check: unconditional,
			Explanation: "If-Match, or a version in the body, keeps clients from overwriting what they have " +
				"not seen (RFC 9110, 13.1.1)."},
		{Code: CodeNotListed, Name: "list without a new element", Check: notListed,
			Explanation: "What was made can be read by its path, and its collection does not have it."},
		{Code: CodeFilter, Name: "filter that does not hold", Check: misfiltered,
			Explanation: "A parameter is called like a member of the elements, and the list " +
				"has others, or lacks some."},
		{Code: CodePages, Name: "pages that do not fit", Check: offPage,
			Explanation: "A client that goes through the pages gets an element twice, or never, " +
				"or more than it asked for."},
		{Code: CodeOrder, Name: "list out of order", Check: outOfOrder,
			Explanation: "A parameter asks for an order by a member, and the elements are in none."},
		{Code: CodeTotal, Name: "wrong total", Check: miscounted,
			Explanation: "A total in the answer is not the number, or the sum, of the elements beside it."},
		{Code: CodeCountsDeleted, Name: "count of what was deleted", Check: countsDeleted,
			Explanation: "A number rose by one when something was made, and stays when it is deleted."},
		{Code: CodeUncounted, Name: "count of what does not count", Check: uncounted,
			Explanation: "A number counts what its description says it does not count."},
		{Code: CodeLocation, Name: "wrong Location", Check: mislocated,
			Explanation: "The Location of 201 names what was made (RFC 9110, 15.3.2). Clients follow it."},
		{Code: CodeInvalidAccepted, Name: "invalid data accepted", Severity: oracle.Low, OptIn: true, Check: accepted,
			Explanation: "The schema does not allow what was sent, and the call succeeds: one of the two is wrong."},
		{Code: CodeValidRefused, Name: "valid data refused", Check: validRefused,
			Explanation: "The schema allows a value, and the answer says that the call is refused for " +
				"it: one of the two is wrong."},
	}
}

// ofUsers returns the rules about what users may see and do.
func ofUsers() []*oracle.Rule {
	return []*oracle.Rule{
		{Code: CodeNobody, Name: "access without a credential", Severity: oracle.High, Check: nobody,
			Explanation: "The schema says that the operation needs a credential, and it works without, " +
				"or with one that is made up."},
		{Code: CodeExistence, Name: "existence told", Severity: oracle.Low, OptIn: true, Check: revealed,
			Explanation: "Users find out by 403 and 404 what exists that is not theirs: who has an account, " +
				"which numbers are taken."},
		{Code: CodeShutOut, Name: "credential not taken", Severity: oracle.Low, OptIn: true, Check: shutOut,
			Explanation: "401 says that the credential is missing or wrong (RFC 9110, 15.5.2). One that is not " +
				"enough is refused with 403."},
		{Code: CodeSession, Name: "session after its end", Severity: oracle.High, Check: stillIn,
			Explanation: "The description of a log-out says that it ends the session, and the credential is " +
				"accepted after it (CWE-613)."},
		{Code: CodeMissedCheck, Name: "access of another user", Severity: oracle.High, Check: missedCheck,
			Explanation: "A user who is refused to see something can change it, or reads what " +
				"no list shows to the user."},
		{Code: CodeMassAssignment, Name: "member that clients may not write", Severity: oracle.High, Check: assigned,
			Explanation: "A member that the schema does not let clients write takes the value that was sent."},
		{Code: CodePassword, Name: "password in an answer", Severity: oracle.High, Check: shownPassword,
			Explanation: "Passwords end up in logs and caches of whoever reads the answer."},
	}
}
