package tracker

import "github.com/evoke-go/evoke/bench/silent/kit"

// The bugs that the service may have; package silent describes them.
const (
	GetTouches kit.Bug = iota
	DeletedByID
	AnonymousMembers
	StaleList
	LimitIgnored
	RefusedMoves
	PatchWipes
	ViewerWrites
	WrongLocation
	ForeignDelete
	PasswordShown
	OwnersTasksMissing
	FalseNotStored
	StateAssigned
	MemberTwice
)
