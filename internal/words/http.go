package words

import "github.com/evoke-go/evoke/internal/lazyregexp"

// Methods are the HTTP methods of RFC 9110, 9.3, and RFC 5789.
const Methods Table = ` get head post put delete connect options trace patch`

// The parts of addresses.
const (
	// WebSchemes and Schemes are the beginnings of addresses (IANA, Uniform Resource Identifier Schemes).
	WebSchemes Table = ` http https`
	Schemes          = WebSchemes + ` ftp ws`
	// TopLevels are the ends of host names: of several lengths, including those of countries (IANA, Root Zone Database;
	// RFC 2606).
	TopLevels Table = ` com org net io example de museum`
)

// Headers of requests.
const (
	// ByClient are headers that HTTP clients set themselves (RFC 9110, 7.2 and 7.6.1; RFC 9112, 6).
	ByClient Table = ` host connection contentlength transferencoding expect upgrade te keepalive trailer`
	// ByETag and ByDate are headers that make a call conditional on the state of a resource, as described by the
	// headers ETag and Last-Modified (RFC 9110, 13.1).
	ByETag Table = ` ifmatch ifnonematch`
	ByDate Table = ` ifmodifiedsince ifunmodifiedsince`
	// OfHTTP are headers that a schema need not declare (OpenAPI 3.1, 4.8.12).
	OfHTTP Table = ` accept contenttype authorization cookie`
)

var (
	// Open matches names of headers without credentials (RFC 9110, RFC 7240).
	Open = lazyregexp.New(
		`(?i)^(accept|accept-.*|content-.*|user-agent|host|origin|referer|x-requested-with|prefer|cache-control)$`)
	// Once matches names of headers whose value identifies a call, so that a repeated call has no further effect (the
	// Idempotency-Key of the IETF's working group on HTTP APIs, and of Stripe).
	Once = lazyregexp.New(`(?i)^(x-)?idempotency-?(key|token|id)$`)
)

// Texts that reveal internals of programs.
var (
	// StackTrace matches stack traces of Go, the JVM, Python, JavaScript, .NET and PHP.
	StackTrace = lazyregexp.New(`goroutine \d+ \[|\n\s+at [\w$.]+\([\w$]+\.(java|kt|scala):\d+\)|` +
		`Traceback \(most recent call last\)|\n\s+at .+\(.+\.[jt]s:\d+:\d+\)|\n\s+at .+ in .+:line \d+|` +
		`#\d+ /.+\.php\(\d+\)`)
	// Internals matches statements of SQL, and paths of servers (Filesystem Hierarchy Standard 3.0; Windows).
	Internals = lazyregexp.New(`\b(SELECT\s.+\sFROM\s|INSERT INTO\s+\S+\s*\(|UPDATE\s+\S+\s+SET\s|` +
		`DELETE FROM\s)|SQLSTATE|` +
		`syntax error at or near|sqlite3?[:.]|ORA-\d{5}|` +
		`(^|[\s"'(])(/(home|usr|var|root|app|tmp|opt|srv)/|[A-Z]:\\\\)[\w./\\-]+\.\w+`)
	// ErrorLine matches lines that begin with the name of an error.
	ErrorLine = lazyregexp.New(`(?i)^\S*(error|exception|panic|fatal)\S*:? `)
)

// Sentences about inputs that an answer names.
var (
	// DemandedHeader matches sentences that name a header, in one of its groups.
	DemandedHeader = lazyregexp.New(`(?i)\bheaders?\b(?: named| called|:)? *` + quote + `?(` + dashed + `)` +
		`|\bheaders? ` + quote + `([\w-]+)|\b(` + dashed + `)` + quote + `? +(?:http |request )?header\b` +
		`|\b(X-[a-z\d][\w-]*)`)
	// DemandedQuery matches sentences that name a query parameter, in one of its groups.
	DemandedQuery = lazyregexp.New(`(?i)\bquery(?: string)?(?: param(?:eter)?s?| arg(?:ument)?s?)?` +
		`(?: named| called|:)? *` + quote + `([\w.\[\]-]+)|` + quote + `([\w.-]+)` + quote + ` (?:is )?(?:a )?` +
		`(?:required |missing )?(?:in |from )?(?:the )?query\b` +
		`|\bquery (?:string )?param(?:eter)?:? ([a-z][\w.-]*) (?:is|was|must|has)\b` +
		`|\b(?:missing|required) query (?:string )?param(?:eter)?s?:? ([a-z][\w.-]*)|^query ([a-z][\w.-]*) `)
)

// quote matches a quotation mark, and dashed a name of several words.
const (
	quote  = "[\"'`]"
	dashed = `[a-z][a-z\d]*(?:[-_][a-z\d]+)+`
)
