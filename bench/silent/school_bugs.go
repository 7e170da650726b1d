package silent

import "github.com/evoke-go/evoke/bench/silent/school"

// schoolBugs returns the bugs of the service school.
func schoolBugs() []Bug {
	return []Bug{
		{"one-seat-more", Limit, []string{"POST /courses/{course}/enrolments", "GET /courses/{course}", "GET /courses"},
			"a full course takes one more student", 4, school.OneSeatMore},
		{"nobody-moves-up", NotDone, []string{"DELETE /enrolments/{id}", "GET /courses/{course}", "GET /courses"},
			"who waits does not get the seat of who withdraws", 4, school.NobodyMovesUp},
		{"version-ignored", Precondition, []string{"PUT /courses/{course}"},
			"PUT with an old version replaces what somebody else has changed", 4, school.VersionIgnored},
		{"offset-dropped", WrongValue,
			[]string{"POST /courses", "PUT /courses/{course}", "GET /courses/{course}", "GET /courses"},
			"18:30+02:00 becomes 18:30Z", 4, school.OffsetDropped},
		{"drafts-by-code", Foreign, []string{"GET /courses/{course}"},
			"students who know its code see a course that is not published", 4, school.DraftsByCode},
		{"remark-shown", Leaked, []string{"GET /enrolments"},
			"the list shows students what the teacher remarked", 4, school.RemarkShown},
		{"grade-by-student", Role, []string{"PUT /enrolments/{id}/grade"},
			"students grade themselves", 4, school.GradeByStudent},
		{"average-of-all", Computed, []string{"GET /me", "PATCH /me"},
			"enrolments without a grade count as 0 in the average", 4, school.AverageOfAll},
		{"grade-survives", NotDeleted, []string{"DELETE /enrolments/{id}", "POST /courses/{course}/enrolments"},
			"who withdraws and enrols again has the old grade", 4, school.GradeSurvives},
		{"starts-as-text", Sorting, []string{"GET /courses"},
			"courses are in the order of the texts of their starts, whatever the offsets", 4, school.StartsAsText},
		{"cursor-inclusive", Paging, []string{"GET /enrolments"},
			"a page begins with the last of the page before", 4, school.CursorInclusive},
		{"taken-counts-waiting", Total, []string{"GET /courses/{course}", "GET /courses", "PUT /courses/{course}"},
			"taken counts those who wait", 4, school.TakenCountsWaiting},
		{"reminders-reset", WipesOthers, []string{"PATCH /me", "GET /me"},
			"PATCH of the name turns reminders on again", 4, school.RemindersReset},
		{"seats-default", Default, []string{"POST /courses", "PUT /courses/{course}"},
			"a course has 20 seats if nobody says how many, and not 25", 4, school.SeatsDefault},
		{"withdraws-all", DeletesMore, []string{"DELETE /enrolments/{id}", "GET /enrolments/{id}", "GET /enrolments",
			"GET /courses/{course}/enrolments", "GET /me"},
			"who withdraws from one course is out of all", 4, school.WithdrawsAll},
		{"waits-twice", Duplicate, []string{"POST /courses/{course}/enrolments"},
			"who waits for a seat can wait for another one", 4, school.WaitsTwice},
		{"enrols-others", Foreign, []string{"POST /courses/{course}/enrolments"},
			"students enrol other students", 4, school.EnrolsOthers},
		{"refused-seats-stored", RefusedChanges,
			[]string{"PUT /courses/{course}", "GET /courses/{course}", "GET /courses"},
			"PUT that is refused for too few seats has stored all but the seats", 4, school.RefusedSeatsStored},
	}
}
