package silent

import "github.com/evoke-go/evoke/bench/silent/tracker"

// trackerBugs are the bugs of the tracker.
func trackerBugs() []Bug {
	return []Bug{
		{"get-touches", ReadChanges, []string{"GET /tasks/{id}"},
			"each GET of a task raises its version", 1, tracker.GetTouches},
		{"deleted-by-id", NotDeleted, []string{"DELETE /tasks/{id}", "GET /tasks/{id}"},
			"GET of a deleted task answers 200; the list does not have it", 1, tracker.DeletedByID},
		{"anonymous-members", Anonymous, []string{"GET /projects/{id}/members"},
			"the members of a project are shown without a token", 1, tracker.AnonymousMembers},
		{"stale-list", Stale, []string{"GET /projects/{id}/tasks", "PUT /tasks/{id}", "POST /tasks/{id}/transitions"},
			"after a GET of the list, changes of its tasks do not show in it until one is created or deleted",
			1, tracker.StaleList},
		{"limit-ignored", Paging, []string{"GET /projects/{id}/tasks"},
			"limit=1 answers with all tasks", 1, tracker.LimitIgnored},
		{"refused-moves", RefusedChanges, []string{"POST /tasks/{id}/transitions", "GET /tasks/{id}"},
			"a step that was refused by 409 was made", 1, tracker.RefusedMoves},
		{"patch-wipes", WipesOthers, []string{"PATCH /projects/{id}", "GET /projects/{id}"},
			"PATCH without a description empties the description", 1, tracker.PatchWipes},
		{"viewer-writes", Role, []string{"PUT /tasks/{id}"},
			"a viewer replaces a task, whom DELETE and the other writes refuse", 1, tracker.ViewerWrites},
		{"wrong-location", Location, []string{"POST /projects/{id}/tasks"},
			"GET of the Location of a new task is 404", 2, tracker.WrongLocation},
		{"foreign-delete", Foreign, []string{"DELETE /tasks/{id}"},
			"a user who does not see a project deletes its tasks", 2, tracker.ForeignDelete},
		{"password-shown", Secret, []string{"GET /me"},
			"the answer has a member password", 2, tracker.PasswordShown},
		{"owners-tasks-missing", Missing, []string{"GET /projects/{id}/tasks", "POST /projects/{id}/tasks"},
			"the list misses the tasks of which the owner of the project is the assignee",
			2, tracker.OwnersTasksMissing},
		{"false-not-stored", NotStored, []string{"PATCH /projects/{id}", "GET /projects/{id}"},
			"PATCH with archived=false leaves an archived project archived", 2, tracker.FalseNotStored},
		{"state-assigned", Assignment, []string{"POST /projects/{id}/tasks"},
			"POST with a member state makes a task that is doing or done at once", 2, tracker.StateAssigned},
		{"member-twice", NotIdempotent, []string{"PUT /projects/{id}/members/{user}", "GET /projects/{id}/members"},
			"PUT of the same member twice leaves two in the list", 2, tracker.MemberTwice},
	}
}
