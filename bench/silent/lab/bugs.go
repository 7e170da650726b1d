package lab

import "github.com/evoke-go/evoke/bench/silent/kit"

// The bugs of the service. Package silent describes them.
const (
	HazardousFalseIgnored kit.Bug = iota
	NoteCleared
	OffsetDropped
	VolumeSortedAsText
	LastPageUnlinked
	TotalOfPage
	BatchLocation
	BarcodePatchedSame
	CapacityDefault
	PatchForeign
	ApproveByTechnician
	BatchTakesSamples
	ParentVolumeStays
	RefusedAliquotReduces
	OneOverCapacity
	MeanOfAll
	OverviewStale
	StartedEmpty
)
