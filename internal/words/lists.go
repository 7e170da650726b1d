package words

// Names of parameters of lists. The sources are Google's AIP-132 and AIP-158, the REST guidelines of Microsoft and
// Zalando, OData 4.01, JSON:API 1.1, OpenSearch 1.1, Spring Data, Django REST framework, and the APIs of GitHub and
// Stripe.
const (
	// Limits are names of the number of elements on a page.
	Limits Table = `
		limit size pagesize perpage per take first top maxresults maxitems pagelimit rows itemsperpage resultsperpage`
	// Offsets are names of the number of elements before a page.
	Offsets Table = ` offset skip start startindex`
	// Pages are names of the number of a page.
	Pages Table = ` page pagenumber pageno pagenum pageindex`
	// Paging are all names of parameters that select a part of a list.
	Paging = Limits + Offsets + Pages
	// Ways are names of the direction in which a list is sorted.
	Ways Table = `
		order direction dir sortorder sortdirection sortdir orderdirection desc descending asc ascending reverse`
	// Sorts are names of the member by which a list is sorted.
	Sorts Table = `
		sort sortby orderby order sortfield sorting sortkey ordering orderfield orderkey sorted sortedby ordered
		orderedby`
	// Afters are names of the id of the element after which a page begins.
	Afters Table = ` after afterid startingafter startafter startafterid sinceid lastid`
	// Cursors are names of the position at which a page begins.
	Cursors = Afters + ` since cursor before token pagetoken nexttoken marker from next`
)

// Names of parameters that select elements of a list. The sources are OData 4.01 ($filter, $search), FIQL, JSON:API
// (filter), the label selectors of Kubernetes, and the suffixes of bounds in Django (gte, lte) and Strapi.
const (
	// Filters are names of conditions on elements.
	Filters Table = ` *filter* *query* *queries* *match* *selector* *where* *search* *expr* *criteri* *condition* q`
	// Searches are names of a text that some members contain.
	Searches Table = ` q search query text term keyword contains find searchtext`
	// Least and Greatest are words before or behind the name of a member, in the name of a parameter that is a lower or
	// upper bound of the member.
	Least    = lows + ` from gte atleast`
	Greatest = highs + ` to lte atmost`
	// Earliest and Latest are names of bounds of the time, for elements with only one time.
	Earliest Table = ` from since after start startdate fromdate datefrom begin`
	Latest   Table = ` to until before end enddate todate dateto`
	// Wider are names of parameters with which a list shows more elements.
	Wider Table = `
		*user* *owner* *author* *member* *public* *visib* *scope* *shared* *all* *include* *archiv* *delet*`
)

// Names of members of answers with lists. The sources are Spring Data (content, totalElements, last), Django REST
// framework (results, next), JSON:API (data, meta), Google's AIP-158, and the APIs of GitHub and Stripe (has_more).
const (
	// Envelopes are names of the member that has the resource or the list.
	Envelopes Table = ` data result results item items content payload records response values`
	// Besides are names of the member that has the data about a page.
	Besides Table = ` meta metadata pagination page paging pageinfo`
	// Totals are names of the number of elements.
	Totals Table = ` total count totalcount totalitems totalelements totalresults numberofelements length`
	// PageCounts are names of the number of pages.
	PageCounts Table = ` pages totalpages pagecount pagestotal numberofpages numpages pagesnumber`
	// More are names of flags that further elements exist, Last of flags that none do.
	More Table = ` hasmore hasnext hasnextpage more moreavailable`
	Last Table = ` islast islastpage lastpage last`
	// Onward are names of the position where the next page begins.
	Onward Table = ` *next* *cursor* *token* *marker* *after* *continuation*`
)
