package silent

import "github.com/evoke-go/evoke/bench/silent/lab"

// labBugs returns the bugs of the service lab.
func labBugs() []Bug {
	return []Bug{
		{"hazardous-false-ignored", NotStored, []string{"PATCH /samples/{sample}", "GET /samples/{sample}", "GET /samples"},
			"PATCH with hazardous false keeps true", 7, lab.HazardousFalseIgnored},
		{"note-cleared", WipesOthers, []string{"PATCH /samples/{sample}", "GET /samples/{sample}", "GET /samples"},
			"after PATCH without note it is null", 7, lab.NoteCleared},
		{"offset-dropped", WrongValue, []string{"POST /samples", "GET /samples/{sample}", "GET /samples"},
			"collectedAt is taken for UTC, whatever its offset is", 7, lab.OffsetDropped},
		{"volume-sorted-as-text", Sorting, []string{"GET /samples"},
			"900 comes after 1000", 7, lab.VolumeSortedAsText},
		{"last-page-unlinked", Paging, []string{"GET /samples", "GET /batches"},
			"no link leads to the last page if it is not full", 7, lab.LastPageUnlinked},
		{"total-of-page", Total, []string{"GET /samples", "GET /batches"},
			"X-Total-Count counts the elements of the page", 7, lab.TotalOfPage},
		{"batch-location", Location, []string{"POST /batches", "GET /batches/{batch}"},
			"Location is below /batch, where there is nothing", 7, lab.BatchLocation},
		{"barcode-patched-same", Duplicate, []string{"PATCH /samples/{sample}"},
			"PATCH gives a sample the barcode of another one", 7, lab.BarcodePatchedSame},
		{"capacity-default", Default, []string{"POST /batches", "PUT /batches/{batch}", "GET /batches/{batch}", "GET /batches"},
			"the capacity is 10 if it is left out", 7, lab.CapacityDefault},
		{"patch-foreign", Foreign, []string{"PATCH /samples/{sample}"},
			"technicians change the samples of others", 7, lab.PatchForeign},
		{"approve-by-technician", Role, []string{"POST /batches/{batch}/approve"},
			"technicians approve their own batches", 7, lab.ApproveByTechnician},
		{"batch-takes-samples", DeletesMore, []string{"DELETE /batches/{batch}", "GET /samples/{sample}", "GET /samples", "GET /overview"},
			"with a batch its samples are deleted", 7, lab.BatchTakesSamples},
		{"parent-volume-stays", NotDone, []string{"POST /samples/{sample}/aliquots", "GET /samples/{sample}", "GET /samples", "GET /overview"},
			"the volume of a sample stays when a part of it is taken", 7, lab.ParentVolumeStays},
		{"refused-aliquot-reduces", RefusedChanges, []string{"POST /samples/{sample}/aliquots", "GET /samples/{sample}", "GET /samples", "GET /overview"},
			"an aliquot that is refused for its barcode has taken its volume", 7, lab.RefusedAliquotReduces},
		{"one-over-capacity", Limit, []string{"PUT /batches/{batch}/samples/{sample}", "GET /batches/{batch}", "GET /batches"},
			"a batch takes one more sample than its capacity", 7, lab.OneOverCapacity},
		{"mean-of-all", Computed, []string{"GET /batches/{batch}/results"},
			"the mean takes a missing result for 0", 7, lab.MeanOfAll},
		{"overview-stale", Stale, []string{"GET /overview"},
			"the overview is that of before as long as there are as many samples and batches", 7, lab.OverviewStale},
		{"started-empty", StepEarly, []string{"POST /batches/{batch}/start"},
			"a batch without samples is started", 7, lab.StartedEmpty},
	}
}
