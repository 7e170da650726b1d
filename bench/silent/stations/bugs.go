package stations

import "github.com/evoke-go/evoke/bench/silent/kit"

// The bugs of the service. Package silent describes them.
const (
	PatchKeepsTag kit.Bug = iota
	DeleteIgnoresIfMatch
	PutKeepsNotes
	FalseTakenForMissing
	ReadingLocation
	ImportHalf
	FahrenheitInPlace
	DayInUTC
	MeanCut
	LatestReversed
	ReadingsOutliveStation
	InstantsAsText
	TotalOfAll
	CursorSkips
	ZeroRefused
	ImportUnchecked
	RegionByPrefix
)
