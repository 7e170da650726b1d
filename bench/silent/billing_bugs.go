package silent

import "github.com/evoke-go/evoke/bench/silent/billing"

// billingBugs returns the bugs of the service billing.
func billingBugs() []Bug {
	return []Bug{
		{"zero-discount-kept", NotStored, []string{"PATCH /customers/{id}", "GET /customers/{id}"},
			"PATCH with discount 0 answers with it and the customer keeps the old one", 3, billing.ZeroDiscountKept},
		{"put-keeps-phone", Merges, []string{"PUT /customers/{id}", "GET /customers/{id}"},
			"PUT without phone keeps the old one", 3, billing.PutKeepsPhone},
		{"patch-drops-phone", WipesOthers, []string{"PATCH /customers/{id}", "GET /customers/{id}"},
			"PATCH of anything empties the phone", 3, billing.PatchDropsPhone},
		{"emails-by-case", Duplicate, []string{"POST /customers", "PUT /customers/{id}", "PATCH /customers/{id}"},
			"an address is accepted again in capitals", 3, billing.EmailsByCase},
		{"credit-limit-taken", Assignment, []string{"POST /customers", "GET /customers/{id}", "GET /customers"},
			"POST with creditLimit sets it, as any agent", 3, billing.CreditLimitTaken},
		{"foreign-by-filter", Foreign, []string{"GET /invoices"},
			"the filter for a customer shows the invoices of another agent's", 3, billing.ForeignByFilter},
		{"foreign-payments", Foreign, []string{"GET /invoices/{id}/payments"},
			"agents see what was paid of another agent's invoice", 3, billing.ForeignPayments},
		{"credit-by-agents", Role, []string{"PUT /customers/{id}/credit"},
			"agents set limits, of their own customers", 3, billing.CreditByAgents},
		{"refused-payment-stays", RefusedChanges,
			[]string{"POST /invoices/{id}/payments", "GET /invoices/{id}/payments", "GET /payments/{id}"},
			"a payment that is refused as too high is listed", 3, billing.RefusedPaymentStays},
		{"total-without-new-line", Total, []string{"POST /invoices/{id}/lines", "GET /invoices/{id}", "GET /invoices"},
			"net and total leave out the line that was added last", 3, billing.TotalWithoutNewLine},
		{"discount-cut", Computed, []string{"POST /invoices/{id}/lines", "GET /invoices/{id}", "GET /invoices"},
			"the total is cut to a cent and not rounded", 3, billing.DiscountCut},
		{"due-to-exclusive", Filter, []string{"GET /invoices"},
			"dueTo leaves out what is due on that day", 3, billing.DueToExclusive},
		{"total-sorted-as-text", Sorting, []string{"GET /invoices"},
			"900 comes after 10000 by total", 3, billing.TotalSortedAsText},
		{"offset-of-pages", Paging, []string{"GET /invoices", "GET /customers"},
			"offset counts pages", 3, billing.OffsetOfPages},
		{"deleted-customer-billed", UsedAfterDelete, []string{"POST /invoices"},
			"a deleted customer can be billed", 3, billing.DeletedCustomerBilled},
		{"sent-twice", StepTwice, []string{"POST /invoices/{id}/send"},
			"an invoice that was sent is sent again", 3, billing.SentTwice},
		{"deleted-invoice-in-balance", NotDeleted, []string{"DELETE /invoices/{id}", "GET /customers/{id}/balance"},
			"the balance of a customer has deleted invoices", 3, billing.DeletedInvoiceInBalance},
		{"invoice-location", Location, []string{"POST /invoices", "GET /invoices/{id}"},
			"Location has the number of the customer in place of the invoice's", 3, billing.InvoiceLocation},
	}
}
