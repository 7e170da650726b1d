package rooms

import "github.com/evoke-go/evoke/bench/silent/kit"

// The bugs that the service may have; package silent describes them.
const (
	PatchDropsNotes kit.Bug = iota
	ForeignCancel
	DeleteKeepsBookings
	IfMatchIgnored
	MinSeatsExclusive
	CancelledCounts
	WrongLocation
	TitleCut
	RoleUnchecked
	DuplicateName
	TotalOfPage
	UpdateAfterDelete
	RefusedIsKept
	CancelledTwice
)
