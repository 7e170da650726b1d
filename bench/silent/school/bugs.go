package school

import "github.com/evoke-go/evoke/bench/silent/kit"

// The bugs of the service. Package silent describes them.
const (
	OneSeatMore kit.Bug = iota
	NobodyMovesUp
	VersionIgnored
	OffsetDropped
	DraftsByCode
	RemarkShown
	GradeByStudent
	AverageOfAll
	GradeSurvives
	StartsAsText
	CursorInclusive
	TakenCountsWaiting
	RemindersReset
	SeatsDefault
	WithdrawsAll
	WaitsTwice
	EnrolsOthers
	RefusedSeatsStored
)
