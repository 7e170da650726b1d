package api

// Words that say what a parameter of a list is for, as [PlainName] has them. They are read-only.
var (
	// Limits are called how many elements a page has.
	Limits = []string{"limit", "size", "pagesize", "perpage", "per", "take", "first", "top", "maxresults", "maxitems", "pagelimit"}
	// Offsets are called how many elements come before a page.
	Offsets = []string{"offset", "skip", "start", "startindex"}
	// Pages are called which page is asked for.
	Pages = []string{"page", "pagenumber", "pageno", "pagenum", "pageindex"}
	// Sorts are called what a list is sorted by.
	Sorts = []string{"sort", "sortby", "orderby", "order", "sortfield", "sorting", "sortkey"}
)
