package silent

import "github.com/evoke-go/evoke/bench/silent/tracker"

// trackerBugs are the bugs of the tracker.
func trackerBugs() []Bug {
	return []Bug{
		{
			Name: "get-touches", Kind: ReadChanges, Half: 1, number: tracker.GetTouches,
			Operations: []string{"GET /tasks/{id}"},
			Seen:       "each GET of a task raises its version",
		},
		{
			Name: "deleted-by-id", Kind: NotDeleted, Half: 1, number: tracker.DeletedByID,
			Operations: []string{"DELETE /tasks/{id}", "GET /tasks/{id}"},
			Seen:       "GET of a deleted task answers 200; the list does not have it",
		},
		{
			Name: "anonymous-members", Kind: Anonymous, Half: 1, number: tracker.AnonymousMembers,
			Operations: []string{"GET /projects/{id}/members"},
			Seen:       "the members of a project are shown without a token",
		},
		{
			Name: "stale-list", Kind: Stale, Half: 1, number: tracker.StaleList,
			Operations: []string{"GET /projects/{id}/tasks", "PUT /tasks/{id}", "POST /tasks/{id}/transitions"},
			Seen:       "after a GET of the list, changes of its tasks do not show in it until one is created or deleted",
		},
		{
			Name: "limit-ignored", Kind: Paging, Half: 1, number: tracker.LimitIgnored,
			Operations: []string{"GET /projects/{id}/tasks"},
			Seen:       "limit=1 answers with all tasks",
		},
		{
			Name: "refused-moves", Kind: RefusedChanges, Half: 1, number: tracker.RefusedMoves,
			Operations: []string{"POST /tasks/{id}/transitions", "GET /tasks/{id}"},
			Seen:       "a step that was refused by 409 was made",
		},
		{
			Name: "patch-wipes", Kind: WipesOthers, Half: 1, number: tracker.PatchWipes,
			Operations: []string{"PATCH /projects/{id}", "GET /projects/{id}"},
			Seen:       "PATCH without a description empties the description",
		},
		{
			Name: "viewer-writes", Kind: Role, Half: 1, number: tracker.ViewerWrites,
			Operations: []string{"PUT /tasks/{id}"},
			Seen:       "a viewer replaces a task, whom DELETE and the other writes refuse",
		},
		{
			Name: "wrong-location", Kind: Location, Half: 2, number: tracker.WrongLocation,
			Operations: []string{"POST /projects/{id}/tasks"},
			Seen:       "GET of the Location of a new task is 404",
		},
		{
			Name: "foreign-delete", Kind: Foreign, Half: 2, number: tracker.ForeignDelete,
			Operations: []string{"DELETE /tasks/{id}"},
			Seen:       "a user who does not see a project deletes its tasks",
		},
		{
			Name: "password-shown", Kind: Secret, Half: 2, number: tracker.PasswordShown,
			Operations: []string{"GET /me"},
			Seen:       "the answer has a member password",
		},
		{
			Name: "owners-tasks-missing", Kind: Missing, Half: 2, number: tracker.OwnersTasksMissing,
			Operations: []string{"GET /projects/{id}/tasks", "POST /projects/{id}/tasks"},
			Seen:       "the list misses the tasks of which the owner of the project is the assignee",
		},
		{
			Name: "false-not-stored", Kind: NotStored, Half: 2, number: tracker.FalseNotStored,
			Operations: []string{"PATCH /projects/{id}", "GET /projects/{id}"},
			Seen:       "PATCH with archived=false leaves an archived project archived",
		},
		{
			Name: "state-assigned", Kind: Assignment, Half: 2, number: tracker.StateAssigned,
			Operations: []string{"POST /projects/{id}/tasks"},
			Seen:       "POST with a member state makes a task that is doing or done at once",
		},
		{
			Name: "member-twice", Kind: NotIdempotent, Half: 2, number: tracker.MemberTwice,
			Operations: []string{"PUT /projects/{id}/members/{user}", "GET /projects/{id}/members"},
			Seen:       "PUT of the same member twice leaves two in the list",
		},
	}
}
