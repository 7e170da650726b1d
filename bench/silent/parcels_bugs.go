package silent

import "github.com/evoke-go/evoke/bench/silent/parcels"

// parcelsBugs returns the bugs of the service parcels.
func parcelsBugs() []Bug {
	return []Bug{
		{"country-not-updated", NotStored, []string{"PUT /addresses/{address}", "GET /addresses/{address}", "GET /addresses"},
			"PUT answers with the new country and keeps the old one", 6, parcels.CountryNotUpdated},
		{"insured-null-ignored", NotStored, []string{"PATCH /shipments/{number}", "GET /shipments/{number}", "GET /shipments"},
			"PATCH with insured_value null keeps the insurance", 6, parcels.InsuredNullIgnored},
		{"price-not-updated", Computed, []string{"PATCH /shipments/{number}", "GET /shipments/{number}", "GET /shipments"},
			"after PATCH of the weight the price is that of the old one", 6, parcels.PriceNotUpdated},
		{"next-drops-filters", Paging, []string{"GET /shipments", "GET /addresses"},
			"the link to the next page has the number of it only, without what is asked for", 6, parcels.NextDropsFilters},
		{"max-weight-exclusive", Filter, []string{"GET /shipments"},
			"max_weight leaves out those of just this weight", 6, parcels.MaxWeightExclusive},
		{"price-ascending", Sorting, []string{"GET /shipments"},
			"-price shows the cheapest first", 6, parcels.PriceAscending},
		{"location-by-row", Location, []string{"POST /shipments", "GET /shipments/{number}"},
			"Location has the number of the row, where there is nothing", 6, parcels.LocationByRow},
		{"weight-unchecked", InvalidAccepted, []string{"PATCH /shipments/{number}"},
			"PATCH takes a weight of 0", 6, parcels.WeightUnchecked},
		{"fragile-reset", WipesOthers, []string{"PATCH /shipments/{number}", "GET /shipments/{number}", "GET /shipments"},
			"after PATCH without fragile it is false", 6, parcels.FragileReset},
		{"foreign-address", Foreign, []string{"POST /shipments", "PATCH /shipments/{number}"},
			"a shipment goes to an address of another merchant, which its recipient shows", 6, parcels.ForeignAddress},
		{"merchant-scans", Role, []string{"POST /shipments/{number}/events"},
			"merchants scan their own shipments", 6, parcels.MerchantScans},
		{"count-of-everyone", Total, []string{"GET /shipments"},
			"count has the shipments that the user does not see", 6, parcels.CountOfEveryone},
		{"default-twice", NotDone, []string{"POST /addresses", "PUT /addresses/{address}", "GET /addresses", "GET /addresses/{address}"},
			"the default address before stays one when another becomes it", 6, parcels.DefaultTwice},
		{"tracked-after-delete", NotDeleted, []string{"DELETE /shipments/{number}", "GET /track/{number}"},
			"a deleted shipment can be tracked", 6, parcels.TrackedAfterDelete},
		{"third-attempt-goes-on", NotDone, []string{"POST /shipments/{number}/events", "GET /shipments/{number}"},
			"a shipment is not returned with the third failed attempt, but with the fourth", 6, parcels.ThirdAttemptGoesOn},
		{"recipient-follows", NotACopy, []string{"PUT /addresses/{address}", "GET /shipments/{number}", "GET /shipments"},
			"PUT of an address changes the recipients of the shipments that were made before", 6, parcels.RecipientFollows},
		{"refused-scan-stored", RefusedChanges, []string{"POST /shipments/{number}/events", "GET /shipments/{number}/events", "GET /track/{number}"},
			"a scan that is refused is in the list of events", 6, parcels.RefusedScanStored},
		{"delivered-early", StepEarly, []string{"POST /shipments/{number}/events"},
			"a shipment is delivered that is not out for delivery", 6, parcels.DeliveredEarly},
	}
}
