package kitchen

import "github.com/evoke-go/evoke/bench/silent/kit"

// The bugs of the service. Package silent describes them.
const (
	NotesKept kit.Bug = iota
	IngredientsLeft
	UnratedMissing
	OpenCuts
	VegetarianFalse
	MinutesAsText
	SizeIgnored
	PasswordsShown
	CooksAnonymous
	ForeignItem
	AuthorTaken
	MatchIgnored
	RatedTwice
	AverageStays
	ScaledToNothing
	SameNameDeleted
	OwnTitleRefused
	TitleCut
)
