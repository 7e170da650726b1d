package words

import "github.com/evoke-go/evoke/internal/lazyregexp"

// Names of what identifies something. Their sources are RFC 9562 (UUID), Google's AIP-122 and AIP-148 (name, uid),
// schema.org (identifier), the REST guidelines of Zalando, and what public APIs do.
const (
	// IDs are called what identifies something and is no name.
	IDs Table = ` id ids uuid uuids guid guids`
	// References end the names of ids.
	References = IDs + ` ref refs reference`
	// Keys end the names of what tells the elements of a collection apart, behind the noun of the collection.
	Keys = References + ` key slug handle code number no`
	// Named end the names of inputs by which an element is named.
	Named = References + ` key slug handle code number token hash name names`
	// Names end the names of what names something, people too.
	Names = Named + ` username login mail title user`
	// Handed end the names of values that an answer gives to the client, for the client to send back later: ids,
	// versions, cursors, tokens.
	Handed = References + Versions + ` cursor token number key handle hash`
	// Identities are called what identifies an object in paths, the surest first.
	Identities Table = ` id uuid guid key slug handle name username login code`
	// Addresses are called addresses of resources, of which the last part is an id (HAL, JSON:API, RFC 8288).
	Addresses Table = ` self href url uri link location`
)

var (
	// OfElement says in a description that something is the id of an element, or an element.
	OfElement = lazyregexp.New(`(?i)\b(ids?|identifiers?|element|item|object|entry|record)\b`)
	// IDOf matches how texts say that a value is the id of something, "the id of another wallet", and IDSaid "Wallet
	// ID" or "the customer's id". The group is the noun.
	IDOf = lazyregexp.New(`(?i)\b(?:ids?|identifiers?|uuids?|guids?|slugs?) of ` +
		`(?:(?:an?|the|one|another|other|this|that|some|any|existing|all) )*([a-z]+(?:[ -][a-z]+)?)`)
	IDSaid = lazyregexp.New(`(?i)\b((?:[a-z]+[ -])?[a-z]+?)(?:'s)? (?:ids?|identifiers?|uuids?|guids?)\b`)
	// Self matches paths that stand for the caller's own account or lie below it, such as /users/me/books. SelfAlone
	// matches only paths of the account itself, such as /users/me.
	Self      = lazyregexp.New(`(?i)/(me|self|myself|whoami|current|current[-_]?user)(/|$)`)
	SelfAlone = lazyregexp.New(`(?i)/(me|self|myself|whoami|current[-_]?user|current/\w+)$`)
)
