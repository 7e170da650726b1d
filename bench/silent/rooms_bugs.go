package silent

import "github.com/evoke-go/evoke/bench/silent/rooms"

// roomsBugs are the bugs of the rooms.
func roomsBugs() []Bug {
	return []Bug{
		{
			Name: "patch-drops-notes", Kind: NotStored, Half: 1, number: rooms.PatchDropsNotes,
			Operations: []string{"PATCH /rooms/{id}", "GET /rooms/{id}"},
			Seen:       "PATCH answers with the new notes; GET has the old ones",
		},
		{
			Name: "foreign-cancel", Kind: Foreign, Half: 1, number: rooms.ForeignCancel,
			Operations: []string{"POST /bookings/{id}/cancel"},
			Seen:       "a guest cancels the booking of another guest, whom PATCH and DELETE refuse",
		},
		{
			Name: "delete-keeps-bookings", Kind: NotDeleted, Half: 1, number: rooms.DeleteKeepsBookings,
			Operations: []string{"DELETE /rooms/{id}", "GET /bookings/{id}", "GET /bookings"},
			Seen:       "the bookings of a deleted room are found by their ids and in the list",
		},
		{
			Name: "if-match-ignored", Kind: Precondition, Half: 1, number: rooms.IfMatchIgnored,
			Operations: []string{"PUT /rooms/{id}"},
			Seen:       "PUT with an entity tag that the room has no more changes the room; PATCH refuses it",
		},
		{
			Name: "min-seats-exclusive", Kind: Filter, Half: 1, number: rooms.MinSeatsExclusive,
			Operations: []string{"GET /rooms"},
			Seen:       "minSeats=10 misses rooms with 10 seats",
		},
		{
			Name: "cancelled-counts", Kind: Total, Half: 1, number: rooms.CancelledCounts,
			Operations: []string{"GET /rooms/{id}/usage"},
			Seen:       "usage counts the cancelled bookings",
		},
		{
			Name: "wrong-location", Kind: Location, Half: 1, number: rooms.WrongLocation,
			Operations: []string{"POST /bookings"},
			Seen:       "GET of the Location of a new booking is 404",
		},
		{
			Name: "title-cut", Kind: WrongValue, Half: 2, number: rooms.TitleCut,
			Operations: []string{"POST /bookings", "GET /bookings/{id}", "GET /bookings"},
			Seen:       "POST answers with a title of more than 12 characters; GET has its first 12",
		},
		{
			Name: "role-unchecked", Kind: Role, Half: 2, number: rooms.RoleUnchecked,
			Operations: []string{"PATCH /rooms/{id}"},
			Seen:       "a guest changes a room by PATCH, whom PUT and DELETE refuse",
		},
		{
			Name: "duplicate-name", Kind: Duplicate, Half: 2, number: rooms.DuplicateName,
			Operations: []string{"POST /rooms"},
			Seen:       "POST with the name of a room that is there answers 201, not 409",
		},
		{
			Name: "total-of-page", Kind: Total, Half: 2, number: rooms.TotalOfPage,
			Operations: []string{"GET /rooms"},
			Seen:       "total is the number of elements of the page",
		},
		{
			Name: "update-after-delete", Kind: UsedAfterDelete, Half: 2, number: rooms.UpdateAfterDelete,
			Operations: []string{"PATCH /bookings/{id}", "DELETE /bookings/{id}"},
			Seen:       "PATCH of a deleted booking answers 200",
		},
		{
			Name: "refused-is-kept", Kind: RefusedChanges, Half: 2, number: rooms.RefusedIsKept,
			Operations: []string{"POST /bookings", "GET /bookings"},
			Seen:       "a booking that was refused by 409, as the room is taken, is in the list",
		},
		{
			Name: "cancelled-twice", Kind: StepTwice, Half: 2, number: rooms.CancelledTwice,
			Operations: []string{"POST /bookings/{id}/cancel"},
			Seen:       "cancelling a cancelled booking answers 200, not 409",
		},
	}
}
