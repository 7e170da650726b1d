package warehouse

import "github.com/evoke-go/evoke/bench/silent/kit"

// The bugs of the service. Package silent describes them.
const (
	IDByCount kit.Bug = iota
	ReleaseFreesNothing
	ReleaseAfterShip
	LastOneKept
	UndoneTheSameWay
	HalfHeld
	SameProductTwice
	ForeignShip
	ReportForClerks
	FiltersOr
	ReportLowByStock
	BarcodeZeros
	EmptyIgnored
	PagesFloored
	SortedByPage
	ListCached
	MovesLeft
	KeyIgnored
)
