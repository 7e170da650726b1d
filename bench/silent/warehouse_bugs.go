package silent

import "github.com/evoke-go/evoke/bench/silent/warehouse"

// warehouseBugs returns the bugs of the service warehouse.
func warehouseBugs() []Bug {
	return []Bug{
		{"id-by-count", IDAgain, []string{"POST /products", "GET /products/{id}", "GET /products"},
			"a product that is made after another one was deleted gets an id that is taken, and replaces its product",
			4, warehouse.IDByCount},
		{"release-frees-nothing", Total,
			[]string{"PATCH /holds/{id}", "GET /products/{id}", "GET /products", "GET /report"},
			"held and available count what was released", 4, warehouse.ReleaseFreesNothing},
		{"release-after-ship", StepTwice, []string{"PATCH /holds/{id}"},
			"a shipped hold is released, and its stock comes back", 4, warehouse.ReleaseAfterShip},
		{"last-one-kept", ValidRefused, []string{"POST /products/{id}/moves"},
			"the last piece that is available cannot be moved out", 4, warehouse.LastOneKept},
		{"undone-the-same-way", Computed, []string{"POST /moves/{id}/undo", "GET /products/{id}"},
			"undoing a move out moves out once more", 4, warehouse.UndoneTheSameWay},
		{"half-held", RefusedChanges, []string{"POST /holds", "GET /holds", "GET /products/{id}", "GET /products"},
			"the lines of a refused hold that come before the first without stock are held", 4, warehouse.HalfHeld},
		{"same-product-twice", Total,
			[]string{"POST /holds", "GET /products/{id}", "GET /products", "PATCH /holds/{id}"},
			"of two lines of one product the second is held only", 4, warehouse.SameProductTwice},
		{"foreign-ship", Foreign, []string{"PATCH /holds/{id}"},
			"clerks ship what another clerk holds", 4, warehouse.ForeignShip},
		{"report-for-clerks", Role, []string{"GET /report"},
			"clerks see the report", 4, warehouse.ReportForClerks},
		{"filters-or", Filter, []string{"GET /holds"},
			"with status and product it shows what fulfils one of them", 4, warehouse.FiltersOr},
		{"report-low-by-stock", Total, []string{"GET /report"},
			"low leaves out products whose stock is held", 4, warehouse.ReportLowByStock},
		{"barcode-zeros", WrongValue, []string{"POST /products", "GET /products/{id}", "GET /products"},
			"the zeros before a barcode are lost", 4, warehouse.BarcodeZeros},
		{"empty-ignored", NotStored, []string{"PATCH /products/{id}", "GET /products/{id}"},
			"PATCH with an empty barcode keeps the old one", 4, warehouse.EmptyIgnored},
		{"pages-floored", Paging, []string{"GET /products"},
			"pages does not count the last page if it is not full", 4, warehouse.PagesFloored},
		{"sorted-by-page", Sorting, []string{"GET /products"},
			"each page is sorted and not the list", 4, warehouse.SortedByPage},
		{"list-cached", Stale, []string{"GET /products", "POST /products/{id}/moves", "POST /moves/{id}/undo",
			"POST /holds", "PATCH /holds/{id}"},
			"the list has the stock before the last moves and holds if it was asked for then", 4, warehouse.ListCached},
		{"moves-left", NotDeleted, []string{"DELETE /products/{id}", "GET /moves/{id}"},
			"the moves of a deleted product can be read", 4, warehouse.MovesLeft},
		{"key-ignored", Repeated, []string{"POST /products/{id}/moves", "GET /products/{id}"},
			"a move is made twice with one Idempotency-Key", 4, warehouse.KeyIgnored},
	}
}
