package words

import "github.com/evoke-go/evoke/internal/lazyregexp"

// Names of members by the meaning of their values. The sources are schema.org (price, totalPrice, minValue), UBL 2.1
// (LineExtensionAmount, TaxTotal, AllowanceCharge), SI units (BIPM) and ISO 4217, and the REST guidelines of Google and
// Zalando (status, state).
const (
	// Versions are names of versions that clients send with a change to prevent lost updates (RFC 9110, 8.8.3; locks of
	// Hibernate and Rails).
	Versions Table = ` version revision rev etag lockversion rowversion`
	// States are names of the state of a resource.
	States Table = ` status state phase stage`
	// Sums are names of the total price of all parts, Parts of the total price of one part, Prices of the price of a
	// piece, and Quantities of the number of pieces.
	Sums       Table = ` total sum totalprice totalamount amount subtotal grandtotal totalcost`
	Parts      Table = ` subtotal linetotal total amount sum lineprice`
	Prices     Table = ` price unitprice cost unitcost priceeach`
	Quantities Table = ` quantity qty count units number pieces`
	// Altering are names of amounts or currencies by which a total differs from the sum of its parts.
	Altering Table = ` *tax* *vat* *discount* *fee* *charge* *allowance* *rebate* *credit* *rounding* *currency*`
	// Due are the last words of names of amounts of money.
	Due Table = ` *total *amount *price *sum *balance *cost *due *fee`
	// Smallest, Largest and Middles are words for a minimum, a maximum and an average, before or behind the name of the
	// quantity.
	Smallest       = lows + ` lowest smallest`
	Largest        = highs + ` highest largest`
	Middles  Table = ` average avg mean median`
	// Units are the last words of names of numbers.
	Units Table = `
		milligrams kilograms grams kilos kg cents pence euros dollars percent millis milliseconds seconds secs minutes
		mins hours days millimeters centimeters kilometers meters metres km cm mm liters litres ml celsius watts bytes
		pages eur usd`
	// Digits are numbers of decimals, and Fractions the units of the last of them, each in the order of the numbers.
	// Coarse are units that are no whole number of a thing.
	Digits    Table = ` one two three four five six`
	Fractions Table = ` tenth hundredth thousandth`
	Coarse    Table = ` ten dozen hundred thousand million half third quarter multiple power`
	// Minor are units of money that are hundredths of others.
	Minor Table = ` cent penny pence`
	// AtFirst are names of numbers that keep their first value.
	AtFirst Table = ` *initial* *original* *first* *opening* *start* *base* *before* *previous* *old*`
	// Marks are called members by which services say that something is deleted without taking it away.
	Marks = Ended + ` *active* *enabled* *state* *status* *trash* *expire* *visible* *hidden*`
	// Ended are values of such members.
	Ended Table = ` *delet* *expired* *archiv* *inactive* *cancel* *closed* *removed* *disabled*`
	// Over are states in which something is not in the way any more.
	Over = givesBack + ` *revok* *reject* *expired* *aborted* *annul*`
	// Room stands before or behind the noun of what there is a greatest number of, Taken before or behind that of what
	// takes it, and Spare before or behind that of what is left. Each may stand alone.
	Room        = highs + ` capacity limit quota`
	Taken Table = ` taken occupied reserved used filled held onhold inuse`
	Spare Table = ` available free left remaining vacant`
	// Counted stand before or behind the noun of what is counted.
	Counted Table = ` count total current numberof`
	// Queued are called those that wait.
	Queued Table = ` waiting* queue* waitlist*`
	// Undoing are called calls that undo something, and Lifting those that give back what it held, and its states then.
	Undoing Table = ` undo revert reverse rollback`
	Lifting       = givesBack + ` *return* giveback`
	// Restoring are called calls that bring back what was deleted.
	Restoring Table = ` restore undelete recover unarchive revive`
	// Several are words of descriptions of calls that reach more elements than the one that they name.
	Several Table = ` all each every other others both together whole`
	// Articles are words before a noun that stands for all that it names.
	Articles Table = ` the its their his her all every each any with and`
	// Records are in paths below which things stay that are gone.
	Records Table = ` *histor* *audit* *log* *archiv* *trash* *delet* *report* *record* *journal* *backup*`
	// Ledgers are parts of names of tables with a row for each call, log-in or message, whatever becomes of it.
	Ledgers Table = `
		audit* log logs login* signin* attempt* failed* failure* session* histor* journal* idempot* outbox webhook* visit*
		metric* stat stats`
	// Strong are words of what passwords have to have.
	Strong Table = ` *password* *case* *special* *digit* *number*`
	// Fetched are called addresses from which a service may fetch something, and Goals those to which it may lead
	// (CWE-918, CWE-601).
	Fetched = links + `
		*callback* *hook* *endpoint* *source* *src* *feed* *remote* *host* *site* *image* *avatar* *icon* *target*
		*origin* *proxy*`
	Goals = links + ` *redirect* *return* *next* *goto* *continue* *dest* *back* *target* *forward*`
	// Trouble are called members that tell of what went wrong.
	Trouble Table = ` *err* *fail* *warn* *problem* *degraded* *reject*`
)

// Parts of tables and patterns.
const (
	lows      Table = ` minimum min`
	highs     Table = ` maximum max`
	givesBack Table = ` *cancel* *releas* *withdr*`
	links     Table = ` *uri* *url* *link* *href*`
	versions        = `version|revision|etag`
	tallies         = `seen|hits|views`
)

var (
	// MadeTime matches names of members that say when something was made or changed.
	MadeTime = lazyregexp.New(
		`(?i)^(date|time)?_?(creat|insert|updat|modif|chang|add)(e|ed|ion|ing)_?(at|on|time|date|stamp|timestamp)$`)
	// Image matches words for files and addresses of images.
	Image = lazyregexp.New(`(?i)image|picture|photo|avatar|thumbnail|\b(logo|icon)s?\b`)
	// Family matches names of formats of texts, of which its groups are the kinds.
	Family = lazyregexp.New(`(?i)(?P<mail>mail)|(?P<url>^(?:http_?)?ur[li]|^links?$|^href$)|(?P<uuid>^[ug]uid)|` +
		`(?P<moment>date|time|2006|15:04|3339|8601|yyyy|y-m-d|hh:mm|clock)|(?P<address>^ip)|` +
		`(?P<host>^(?:host|domain)(?:name)?$)|(?P<phone>^phone)|` +
		`(?P<number>^(?:u?int|num|float|double|decimal|amount))`)
	// Changed matches names of members that say when something was changed, and how often: reads leave them alone.
	Changed = lazyregexp.New(`(?i)` + versions + `|updated|modified|(^|_)rev$`)
	// Restless matches names of members that change by themselves: times, versions and counters. "description",
	// "message" and "country" are none.
	Restless = lazyregexp.New(`(?i:time|date|stamp|updated|modified|changed|token|` + versions + `|` + tallies + `|` +
		`nonce|signature|hash|expires|uptime)|(^|_)(?i:last|count)([A-Z_]|$)|Last|Count([A-Z]|$)|_counts?$|` +
		`(^|_)age$|Age$|(At|_at|On|_on|[Rr]ev)$`)
	// Counts matches names of numbers of things.
	Counts = lazyregexp.New(`(^|_)(?i:count)([A-Z_]|$)|Count([A-Z]|$)|_counts?$`)
	// EverMade matches names of numbers that never fall.
	EverMade = lazyregexp.New(`(?i)seq|next|last|ever|created|placed|issued|made|added|lifetime|history|requests|` +
		`deleted|` + versions + `|` + tallies + `|(^|_)ids?$`)
	// Related matches names of members that name another element by a short id, which may also be a number of anything
	// else.
	Related = lazyregexp.New(
		`(?i)(ids?|of|to|by)$|parent|root|reply|refer|thread|group|previous|next|undoes|replaces`)
	// YoungFirst and OldFirst match names of orders by age.
	YoungFirst = lazyregexp.New(`(?i)^(newest|latest|youngest|most[ _-]?recent|recent)([ _-]?first)?$`)
	OldFirst   = lazyregexp.New(`(?i)^(oldest|earliest)([ _-]?first)?$`)
)

// Usual are the least and the greatest number that the last word of a name makes usual, where they are other than
// small. Ports are those that users may have (RFC 6335), ratings those of schema.org, times are seconds since 1970, and
// postal codes have five digits.
var Usual = map[string][2]int64{
	"age": {18, 80}, "rating": {1, 5}, "stars": {1, 5},
	"year": {2000, 2030}, "port": {1024, 49151}, "zip": {10000, 99999}, "postcode": {10000, 99999},
	"timestamp": {1_500_000_000, 1_900_000_000}, "epoch": {1_500_000_000, 1_900_000_000},
}
