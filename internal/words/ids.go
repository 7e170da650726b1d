package words

import "github.com/evoke-go/evoke/internal/lazyregexp"

// Names of ids. The sources are RFC 9562 (UUID), Google's AIP-122 and AIP-148 (name, uid), schema.org (identifier), the
// REST guidelines of Zalando, and common practice of public APIs.
const (
	// IDs are names of ids that are no readable names.
	IDs Table = ` id ids uuid uuids guid guids`
	// References are the last words of names of ids.
	References = IDs + ` ref refs reference`
	// Keys are words that, behind the noun of a collection, name the key of its elements, such as "order_no" in
	// /orders.
	Keys = References + ` key slug handle code number no`
	// Named are the last words of names of inputs that identify an element.
	Named = References + ` key slug handle code number token hash name names`
	// Names are the last words of names of identifiers, including names of people.
	Names = Named + ` username login mail title user`
	// Prose are names of members that hold any text, such as the title of something.
	Prose = Messages + ` name note notes subject body content comment label headline`
	// Handed are the last words of names of values that an answer gives to the client and the client sends back later:
	// ids, versions, cursors, tokens.
	Handed = References + Versions + ` cursor token number key handle hash`
	// Identities are names of members whose value identifies an object in paths, the most reliable first.
	Identities Table = ` id uuid guid key slug handle name username login code`
	// Addresses are names of members with the address of a resource, whose last part is an id (HAL, JSON:API, RFC
	// 8288).
	Addresses Table = ` self href url uri link location`
)

var (
	// OfElement matches descriptions that mention the id of an element, or an element.
	OfElement = lazyregexp.New(`(?i)\b(ids?|identifiers?|element|item|object|entry|record)\b`)
	// IDOf matches texts that call a value the id of something, as in "the id of another wallet". IDSaid matches
	// "Wallet ID" and "the customer's id". The group is the noun.
	IDOf = lazyregexp.New(`(?i)\b(?:ids?|identifiers?|uuids?|guids?|slugs?) of ` +
		`(?:(?:an?|the|one|another|other|this|that|some|any|existing|all) )*([a-z]+(?:[ -][a-z]+)?)`)
	IDSaid = lazyregexp.New(`(?i)\b((?:[a-z]+[ -])?[a-z]+?)(?:'s)? (?:ids?|identifiers?|uuids?|guids?)\b`)
	// Self matches paths that stand for the caller's own account or lie below it, such as /users/me/books. SelfAlone
	// matches only paths of the account itself, such as /users/me.
	Self      = lazyregexp.New(`(?i)/(me|self|myself|whoami|current|current[-_]?user)(/|$)`)
	SelfAlone = lazyregexp.New(`(?i)/(me|self|myself|whoami|current[-_]?user|current/\w+)$`)
)
