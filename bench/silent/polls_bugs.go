package silent

import "github.com/evoke-go/evoke/bench/silent/polls"

// pollsBugs returns the bugs of the service polls.
func pollsBugs() []Bug {
	return []Bug{
		{"description-kept", Merges, []string{"PUT /polls/{poll}", "GET /polls/{poll}", "GET /polls"},
			"PUT without description keeps the old one", 6, polls.DescriptionKept},
		{"tags-appended", NotIdempotent, []string{"PUT /polls/{poll}", "GET /polls/{poll}", "GET /polls"},
			"PUT adds its tags to those that are there", 6, polls.TagsAppended},
		{"closes-on-lost", NotStored, []string{"POST /polls", "GET /polls/{poll}", "GET /polls"},
			"POST answers with closesOn and does not store it", 6, polls.ClosesOnLost},
		{"has-more-at-end", Paging, []string{"GET /polls"},
			"hasMore is true on the last page if it is full", 6, polls.HasMoreAtEnd},
		{"tag-by-part", Filter, []string{"GET /polls"},
			"tag shows polls with tags that have it as a part", 6, polls.TagByPart},
		{"sorted-by-case", Sorting, []string{"GET /polls"},
			"titles with small letters come after all those with capitals", 6, polls.SortedByCase},
		{"one-option-opens", StepEarly, []string{"PUT /polls/{poll}/state"},
			"a poll with one option is opened", 6, polls.OneOptionOpens},
		{"max-choices-ignored", Limit, []string{"PUT /polls/{poll}/vote", "GET /polls/{poll}/vote"},
			"a vote has more choices than the poll allows", 6, polls.MaxChoicesIgnored},
		{"comment-count-stays", Total, []string{"DELETE /polls/{poll}/comments/{comment}", "GET /polls/{poll}", "GET /polls", "GET /polls/{poll}/comments"},
			"commentCount counts the deleted comments", 6, polls.CommentCountStays},
		{"comment-by-anyone", Foreign, []string{"DELETE /polls/{poll}/comments/{comment}"},
			"everybody deletes the comments of others", 6, polls.CommentByAnyone},
		{"guests-shown", Leaked, []string{"GET /polls/{poll}"},
			"others than the owner see who is invited", 6, polls.GuestsShown},
		{"results-early", Role, []string{"GET /polls/{poll}/results"},
			"others than the owner see the results of an open poll without liveResults", 6, polls.ResultsEarly},
		{"share-of-choices", Computed, []string{"GET /polls/{poll}/results"},
			"shares are those of all choices and not of the voters", 6, polls.ShareOfChoices},
		{"option-renamed-same", Duplicate, []string{"PUT /polls/{poll}/options/{option}"},
			"PUT gives an option the text of another one", 6, polls.OptionRenamedSame},
		{"option-id-again", IDAgain, []string{"POST /polls/{poll}/options", "GET /polls/{poll}"},
			"a new option has the number of options as its id, which another one had or has after one was removed", 6, polls.OptionIDAgain},
		{"guest-vote-stays", NotDone, []string{"DELETE /polls/{poll}/guests/{guest}", "GET /polls/{poll}/results", "GET /polls/{poll}/vote", "GET /polls/{poll}", "GET /polls"},
			"the vote of a guest who is not invited any more still counts", 6, polls.GuestVoteStays},
		{"tag-without-options", Stale, []string{"GET /polls/{poll}", "POST /polls/{poll}/options", "PUT /polls/{poll}/options/{option}", "DELETE /polls/{poll}/options/{option}", "PUT /polls/{poll}"},
			"the entity tag is the same after a change of the options: GET answers 304 to who knows the old ones", 6, polls.TagWithoutOptions},
		{"withdrawn-after-close", StepLate, []string{"DELETE /polls/{poll}/vote"},
			"a vote is taken back when the poll is closed", 6, polls.WithdrawnAfterClose},
	}
}
