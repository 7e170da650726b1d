package api

// Words that say what a parameter of a list is for, as [PlainName] has them. They are read-only.
var (
	// Limits are called how many elements a page has.
	Limits = []string{"limit", "size", "pagesize", "perpage", "per", "take", "first", "top", "maxresults", "maxitems", "pagelimit"}
	// Offsets are called how many elements come before a page.
	Offsets = []string{"offset", "skip", "start", "startindex"}
	// Pages are called which page is asked for.
	Pages = []string{"page", "pagenumber", "pageno", "pagenum", "pageindex"}
	// Ways are called in which direction a list is sorted.
	Ways = []string{"order", "direction", "dir", "sortorder", "sortdirection", "sortdir", "orderdirection", "desc", "descending", "asc", "ascending", "reverse"}
	// Cursors are called from where on a list is asked for.
	Cursors = []string{"since", "cursor", "after", "before", "token", "pagetoken", "nexttoken", "marker", "from", "next", "startingafter"}
	// Sorts are called what a list is sorted by.
	Sorts = []string{"sort", "sortby", "orderby", "order", "sortfield", "sorting", "sortkey"}
)
