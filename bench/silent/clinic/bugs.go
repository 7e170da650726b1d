package clinic

import "github.com/evoke-go/evoke/bench/silent/kit"

// The bugs of the service. Package silent describes them.
const (
	PhoneNotStored kit.Bug = iota
	InsuredCleared
	OffsetByPages
	StatusIgnored
	ForeignCancel
	DeletedByDoctors
	EmailTwice
	CancelledTwice
	EmptyName
	NoteLocation
	TotalOfPage
	OthersOfPatient
	NotesTold
	AppointmentsLeft
	BookedAfterDelete
	SlotStaysTaken
	RefusedStored
	CancelledLeftOut
)
