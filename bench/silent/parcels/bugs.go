package parcels

import "github.com/evoke-go/evoke/bench/silent/kit"

// The bugs of the service. Package silent describes them.
const (
	CountryNotUpdated kit.Bug = iota
	InsuredNullIgnored
	PriceNotUpdated
	NextDropsFilters
	MaxWeightExclusive
	PriceAscending
	LocationByRow
	WeightUnchecked
	FragileReset
	ForeignAddress
	MerchantScans
	CountOfEveryone
	DefaultTwice
	TrackedAfterDelete
	ThirdAttemptGoesOn
	RecipientFollows
	RefusedScanStored
	DeliveredEarly
)
