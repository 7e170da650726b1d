package silent

import "github.com/evoke-go/evoke/bench/silent/rooms"

// roomsBugs are the bugs of the rooms.
func roomsBugs() []Bug {
	return []Bug{
		{"patch-drops-notes", NotStored, []string{"PATCH /rooms/{id}", "GET /rooms/{id}"},
			"PATCH answers with the new notes; GET has the old ones", 1, rooms.PatchDropsNotes},
		{"foreign-cancel", Foreign, []string{"POST /bookings/{id}/cancel"},
			"a guest cancels the booking of another guest, whom PATCH and DELETE refuse", 1, rooms.ForeignCancel},
		{"delete-keeps-bookings", NotDeleted, []string{"DELETE /rooms/{id}", "GET /bookings/{id}", "GET /bookings"},
			"the bookings of a deleted room are found by their ids and in the list", 1, rooms.DeleteKeepsBookings},
		{"if-match-ignored", Precondition, []string{"PUT /rooms/{id}"},
			"PUT with an entity tag that the room has no more changes the room; PATCH refuses it",
			1, rooms.IfMatchIgnored},
		{"min-seats-exclusive", Filter, []string{"GET /rooms"},
			"minSeats=10 misses rooms with 10 seats", 1, rooms.MinSeatsExclusive},
		{"cancelled-counts", Total, []string{"GET /rooms/{id}/usage"},
			"usage counts the cancelled bookings", 1, rooms.CancelledCounts},
		{"wrong-location", Location, []string{"POST /bookings"},
			"GET of the Location of a new booking is 404", 1, rooms.WrongLocation},
		{"title-cut", WrongValue, []string{"POST /bookings", "GET /bookings/{id}", "GET /bookings"},
			"POST answers with a title of more than 12 characters; GET has its first 12", 2, rooms.TitleCut},
		{"role-unchecked", Role, []string{"PATCH /rooms/{id}"},
			"a guest changes a room by PATCH, whom PUT and DELETE refuse", 2, rooms.RoleUnchecked},
		{"duplicate-name", Duplicate, []string{"POST /rooms"},
			"POST with the name of a room that is there answers 201, not 409", 2, rooms.DuplicateName},
		{"total-of-page", Total, []string{"GET /rooms"},
			"total is the number of elements of the page", 2, rooms.TotalOfPage},
		{"update-after-delete", UsedAfterDelete, []string{"PATCH /bookings/{id}", "DELETE /bookings/{id}"},
			"PATCH of a deleted booking answers 200", 2, rooms.UpdateAfterDelete},
		{"refused-is-kept", RefusedChanges, []string{"POST /bookings", "GET /bookings"},
			"a booking that was refused by 409, as the room is taken, is in the list", 2, rooms.RefusedIsKept},
		{"cancelled-twice", StepTwice, []string{"POST /bookings/{id}/cancel"},
			"cancelling a cancelled booking answers 200, not 409", 2, rooms.CancelledTwice},
	}
}
