package words

// Names of parameters of lists. Their sources are Google's AIP-132 and AIP-158, the REST guidelines of Microsoft and
// Zalando, OData 4.01, JSON:API 1.1, OpenSearch 1.1, Spring Data, Django REST framework, and the APIs of GitHub and
// Stripe.
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
		sort sortby orderby order sortfield sorting sortkey ordering orderfield orderkey sorted sortedby ordered
		orderedby`
	// Afters are called after which element a list is asked for, by its id.
	Afters Table = ` after afterid startingafter startafter startafterid sinceid lastid`
	// Cursors are called from where on a list is asked for.
	Cursors = Afters + ` since cursor before token pagetoken nexttoken marker from next`
)

// Names of parameters by which a list has some elements alone. Their sources are OData 4.01 ($filter, $search), FIQL,
// JSON:API (filter), the label selectors of Kubernetes, and the suffixes of bounds that Django (gte, lte) and Strapi
// have.
const (
	// Filters are called what elements are like.
	Filters Table = ` *filter* *query* *queries* *match* *selector* *where* *search* *expr* *criteri* *condition* q`
	// Searches are called a text that is in some members.
	Searches Table = ` q search query text term keyword contains find searchtext`
	// Least and Greatest stand before or behind the name of a member whose bound a parameter is.
	Least    = lows + ` from gte atleast`
	Greatest = highs + ` to lte atmost`
	// Earliest and Latest are called the bounds of the only time that elements have.
	Earliest Table = ` from since after start startdate fromdate datefrom begin`
	Latest   Table = ` to until before end enddate todate dateto`
	// Wider are called what shows more than a list does without them.
	Wider Table = `
		*user* *owner* *author* *member* *public* *visib* *scope* *shared* *all* *include* *archiv* *delet*`
)

// Names of members of answers with lists. Their sources are Spring Data (content, totalElements, last), Django REST
// framework (results, next), JSON:API (data, meta), Google's AIP-158, and the APIs of GitHub and Stripe (has_more).
const (
	// Envelopes are called what holds the resource or the list that an answer is about.
	Envelopes Table = ` data result results item items content payload records response values`
	// Besides are called what holds the totals of a page.
	Besides Table = ` meta metadata pagination page paging pageinfo`
	// Totals are called how many elements there are.
	Totals Table = ` total count totalcount totalitems totalelements totalresults numberofelements length`
	// PageCounts are called how many pages there are.
	PageCounts Table = ` pages totalpages pagecount pagestotal numberofpages numpages pagesnumber`
	// More are flags that say that there are more elements, Last that there are none.
	More Table = ` hasmore hasnext hasnextpage more moreavailable`
	Last Table = ` islast islastpage lastpage last`
	// Onward are called where the next page begins.
	Onward Table = ` *next* *cursor* *token* *marker* *after* *continuation*`
)
