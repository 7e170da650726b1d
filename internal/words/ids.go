package words

import "github.com/evoke-go/evoke/internal/lazyregexp"

// Names of what identifies something. Their sources are RFC 9562 (UUID), Google's AIP-122 and AIP-148 (name, uid), schema.org
// (identifier), the REST guidelines of Zalando, and what public APIs do.
const (
	// IDs are called what identifies something and says nothing else.
	IDs Table = ` id ids uuid uuids guid guids`
	// Identifying end the names of inputs by which an element is named.
	Identifying Table = ` ids id names name uuid guid key code slug ref`
	// References end the names of ids.
	References Table = ` ids uuid uuids guid guids ref refs reference`
	// Handed end the names of what one call hands out and another one sends back.
	Handed Table = ` id ids uuid guid cursor token number key version revision etag reference handle hash`
	// Keys stand behind a noun in the name of what identifies something.
	Keys Table = ` token key code number no ref reference uuid guid slug hash handle`
	// Naming end the names of what names something.
	Naming Table = ` name id key code slug login mail user title`
	// Opaque end the names of what identifies something and is no name.
	Opaque Table = ` id uuid guid slug`
	// Spoken end the names of what identifies something and may be a name.
	Spoken Table = ` name key code`
	// Chosen end the names of members by which a call chooses what a new element is called.
	Chosen Table = ` id name key code slug login`
	// Referring are the last words of names that refer to something by what stands before them.
	Referring Table = ` id name value key code number uuid ref`
	// Bare are called ids that say of what only where they stand.
	Bare Table = ` id uuid guid key ref name slug`
	// Identities are called what identifies an object, the surest first.
	Identities Table = ` id uuid key slug name username code`
	// Addresses are called addresses of resources, of which the last part is an id (HAL, JSON:API, RFC 8288).
	Addresses Table = ` self href url uri link location`
	// Selves are the last parts of paths that lead whoever calls them to itself, as in the APIs of GitHub, Slack and Microsoft.
	Selves Table = ` me self myself whoami current currentuser`
)

var (
	// OwnID matches names of members that name a resource in paths.
	OwnID = lazyregexp.New(`(?i)^_?(id|uuid|guid|key|slug|handle)$|[a-z](Id|ID|_id|Uuid|UUID|_uuid)$`)
	// OfElement says in a description that something is the id of an element, or an element.
	OfElement = lazyregexp.New(`(?i)\b(ids?|identifiers?|element|item|object|entry|record)\b`)
	// IDOf matches how texts say that a value is the id of something, "the id of another wallet", and IDSaid "Wallet ID" or
	// "the customer's id". The group is the noun.
	IDOf = lazyregexp.New(`(?i)\b(?:ids?|identifiers?|uuids?|guids?|slugs?) of ` +
		`(?:(?:an?|the|one|another|other|this|that|some|any|existing|all) )*([a-z]+(?:[ -][a-z]+)?)`)
	IDSaid = lazyregexp.New(`(?i)\b((?:[a-z]+[ -])?[a-z]+?)(?:'s)? (?:ids?|identifiers?|uuids?|guids?)\b`)
	// Self matches paths that lead whoever calls them to itself, and SelfAlone those whose answer is the account of the caller.
	Self      = lazyregexp.New(`(?i)/(me|self|myself|whoami|current|current[-_]?user)(/|$)`)
	SelfAlone = lazyregexp.New(`(?i)/(me|self|myself|whoami|current[-_]?user|current/\w+)$`)
)
