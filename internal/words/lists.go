package words

// Names of parameters of lists. Their sources are Google's AIP-132 and AIP-158, the REST guidelines of Microsoft and Zalando,
// OData 4.01, JSON:API 1.1, OpenSearch 1.1, Spring Data, Django REST framework, and the APIs of GitHub and Stripe.
const (
	// Limits are called how many elements a page has.
	Limits Table = `
		limit size pagesize perpage per take first top maxresults maxitems pagelimit rows itemsperpage resultsperpage`
	// Offsets are called how many elements come before a page.
	Offsets Table = ` offset skip start startindex`
	// Pages are called which page is asked for.
	Pages Table = ` page pagenumber pageno pagenum pageindex`
	// Paging are called which part of a list is asked for.
	Paging = Limits + Offsets + Pages
	// Ways are called in which direction a list is sorted.
	Ways Table = `
		order direction dir sortorder sortdirection sortdir orderdirection desc descending asc ascending reverse`
	// Sorts are called what a list is sorted by.
	Sorts Table = `
		sort sortby orderby order sortfield sorting sortkey ordering orderfield orderkey sorted sortedby ordered orderedby`
	// Afters are called after which element a list is asked for, by its id.
	Afters Table = ` after afterid startingafter startafter startafterid sinceid lastid`
	// Cursors are called from where on a list is asked for.
	Cursors = Afters + ` since cursor before token pagetoken nexttoken marker from next`
)
