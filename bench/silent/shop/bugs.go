package shop

import "github.com/evoke-go/evoke/bench/silent/kit"

// The bugs that the service may have; package silent describes them.
const (
	TotalOfPrices kit.Bug = iota
	PutMerges
	ForeignRead
	MaxPriceIgnored
	PagesOverlap
	SellerAssigned
	CartAdds
	DeleteStaysInList
	PatchWipes
	SortWrongWay
	QuantityUnbounded
	RefusedInPart
	PaidTwice
	CancelledCounts
	GardenHasGames
)
