package billing

import "github.com/evoke-go/evoke/bench/silent/kit"

// The bugs of the service. Package silent describes them.
const (
	ZeroDiscountKept kit.Bug = iota
	PutKeepsPhone
	PatchDropsPhone
	EmailsByCase
	CreditLimitTaken
	ForeignByFilter
	ForeignPayments
	CreditByAgents
	RefusedPaymentStays
	TotalWithoutNewLine
	DiscountCut
	DueToExclusive
	TotalSortedAsText
	OffsetOfPages
	DeletedCustomerBilled
	SentTwice
	DeletedInvoiceInBalance
	InvoiceLocation
)
