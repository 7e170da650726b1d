package silent

import "github.com/evoke-go/evoke/bench/silent/stations"

// stationsBugs returns the bugs of the service stations.
func stationsBugs() []Bug {
	return []Bug{
		{"patch-keeps-tag", Stale, []string{"PATCH /stations/{code}", "GET /stations/{code}"},
			"the entity tag is the old one after PATCH: GET answers 304 to who knows the old station",
			3, stations.PatchKeepsTag},
		{"delete-ignores-if-match", Precondition, []string{"DELETE /stations/{code}"},
			"DELETE with an old entity tag deletes", 3, stations.DeleteIgnoresIfMatch},
		{"put-keeps-notes", Merges, []string{"PUT /stations/{code}", "GET /stations/{code}"},
			"PUT without notes keeps the old ones", 3, stations.PutKeepsNotes},
		{"false-taken-for-missing", WrongValue, []string{"POST /stations", "GET /stations/{code}"},
			"POST with active false makes an active station", 3, stations.FalseTakenForMissing},
		{"reading-location", Location, []string{"POST /stations/{code}/readings"},
			"Location lacks the station", 3, stations.ReadingLocation},
		{"import-half", RefusedChanges,
			[]string{"POST /stations/{code}/readings/import", "GET /stations/{code}/readings"},
			"readings before the one that is refused are kept", 3, stations.ImportHalf},
		{"fahrenheit-in-place", ReadChanges,
			[]string{"GET /stations/{code}/readings", "GET /stations/{code}/readings/{id}"},
			"who asks for Fahrenheit changes the readings themselves", 3, stations.FahrenheitInPlace},
		{"day-in-utc", Computed, []string{"GET /stations/{code}/summary"},
			"days of stations elsewhere are those of UTC", 3, stations.DayInUTC},
		{"mean-cut", Computed, []string{"GET /stations/{code}/summary"},
			"the mean is cut to a whole number", 3, stations.MeanCut},
		{"latest-reversed", Sorting, []string{"GET /stations/{code}/readings"},
			"order desc with a limit shows the oldest readings, reversed", 3, stations.LatestReversed},
		{"readings-outlive-station", NotDeleted, []string{"DELETE /stations/{code}", "GET /stations/{code}/readings",
			"POST /stations", "PUT /stations/{code}"},
			"a new station of the code has the readings of the deleted one", 3, stations.ReadingsOutliveStation},
		{"instants-as-text", Duplicate,
			[]string{"POST /stations/{code}/readings", "POST /stations/{code}/readings/import"},
			"an instant is accepted twice, with two offsets", 3, stations.InstantsAsText},
		{"total-of-all", Total, []string{"GET /stations/{code}/readings"},
			"total counts all readings whatever span is asked for", 3, stations.TotalOfAll},
		{"cursor-skips", Missing, []string{"GET /stations"},
			"following next leaves a station out", 3, stations.CursorSkips},
		{"zero-refused", ValidRefused,
			[]string{"POST /stations/{code}/readings", "POST /stations/{code}/readings/import"},
			"humidity 0 is refused as missing", 3, stations.ZeroRefused},
		{"import-unchecked", InvalidAccepted, []string{"POST /stations/{code}/readings/import"},
			"import accepts temperatures and humidities out of bounds", 3, stations.ImportUnchecked},
		{"region-by-prefix", Filter, []string{"GET /stations"},
			"region north shows the northwest too", 3, stations.RegionByPrefix},
	}
}
