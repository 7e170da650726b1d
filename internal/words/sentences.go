package words

import "github.com/evoke-go/evoke/internal/lazyregexp"

// Parts of regular expressions for English sentences, each with synonyms as alternatives.
const (
	stays    = `keeps?|kept|stays?|remains?|unchanged|untouched|left alone|as (?:it|they) (?:is|are|was|were)`
	denies   = `not|never|no|cannot|neither|nor`
	excepts  = `except|without|unless`
	twice    = `taken|in use|duplicated?|unique`
	may      = `may|can|is|are`
	reserves = `allowed|reserved|visible|shown|available|restricted|open`
	when     = `if|when|once|while|as long as`
	permits  = `possible|allowed|permitted|valid|supported|accepted`
	changes  = `changed|edited|updated|modified|replaced|deleted|removed`
	// People is a group for nouns for users, such as "the author or the owner of the poll".
	people  = `(` + someone + `(?:(?:,| and| or|, and|, or) ` + someone + `)*)`
	someone = `(?:the |its |their |an? )?[a-z_-]+(?: of (?:the |its |an? )?[a-z_-]+)?`
	// it matches texts that mean an element, such as the one at the path of an operation.
	it     = `(?:it|they|(?:the|its?|an?) [a-z_-]+|one that)`
	is     = `(?:is|are|was|were)`
	during = `while|as long as`
	// states is a list of states.
	states = `(?:[a-z_-]+(?:, or |, | or | and | nor ))*[a-z_-]+`
	// refusals are the statuses that refuse a call for the state of things.
	refusals = `4(?:00|09|12|22)`
	cannot   = `cannot|can not|can't|may not|must not|can no longer`
)

// Rules for English plurals.
const (
	// EndInIE are the beginnings of nouns in "ie", whose plurals end in "ies" although their singulars do not end in
	// "y": "movie".
	EndInIE Table = ` mov cook ser spec`
	// PluralInES are ends of plurals whose singulars lack the "es".
	PluralInES Table = ` *sses *shes *ches *xes`
)

// Sentences about things that already exist, or do not exist.
var (
	// Twice matches a sentence that another element already has a value. Already matches that something already exists,
	// and Another that it belongs to something else.
	Twice   = lazyregexp.New(`(?i)\b(?:` + twice + `)\b`)
	Already = lazyregexp.New(`(?i)\b(?:already|exists?|existing|` + twice + `)\b`)
	Another = lazyregexp.New(`(?i)\b(?:another|other|same|already|exists?|existing|` + twice + `)\b`)
	// Alone matches descriptions of operations in which no two elements may have the same value, and AtMostOne those in
	// which only one element may be in a state.
	Alone = lazyregexp.New(`(?i)\bno two\b|\bunique\b|\b(?:only|used|there) once\b|\bof one \w+ only\b|` +
		`\btwo \w+(?: of [^.;]*)? cannot have\b|\b(?:of|its|their) own \(409\)|\bnever used twice\b`)
	AtMostOne = lazyregexp.New(`\b(?:at most|only|exactly|just|(?:no|never|not) more than) one\b`)
	// Missing matches sentences that something does not exist, and OtherWrong sentences about other errors.
	Missing    = lazyregexp.New(`(?i)\b(?:no|not|unknown|invalid|nonexistent|non-existent|missing|unable)\b|n['’]t\b`)
	OtherWrong = lazyregexp.New(
		`(?i)\b(?:already|at least|at most|between|longer|shorter|characters?|` + twice + `)\b`)
)

// Sentences about the effects of a change on other things.
var (
	// Staying matches sentences that something does not change, and Apart sentences that a part of it does not.
	Staying = lazyregexp.New(`\b(?:` + stays + `)\b`)
	Apart   = lazyregexp.New(`\b(?:but|apart from|loses?|may (?:stay|remain|keep)|` + excepts + `)\b`)
	// LeftOut matches descriptions of a change by which the members that are left out keep their values.
	LeftOut = lazyregexp.New(`(?i)\b(?:left out|omitted|absent|missing|not (?:sent|given|in it|present|have)|` +
		`leaves? out)\b[^.;]*\b(?:` + stays + `)\b`)
	// OtherBody matches descriptions that refuse a key of idempotency with another body, and OnceOnly those of a value
	// that no second element gets, even after the first one is gone.
	OtherBody = lazyregexp.New(`(?i)\bkey\b[^.;]*\b(?:another|other|different|changed) ` +
		`(?:body|request|payload|content|call|data)\b[^.;]*(?:\b4\d\d\b|refus|reject|error|conflict)`)
	OnceOnly = lazyregexp.New(`(?i)\b(?:never|not) (?:\w+ )?(?:given|assigned|issued|used|handed out) ` +
		`(?:again|twice|to (?:any\w* else|another|others|other \w+))\b|\b(?:never|not) (?:re-?used|reassigned)\b`)
	// Kept matches descriptions of a DELETE that keeps something, and Deletes descriptions of one that deletes
	// something.
	Kept = lazyregexp.New(`(?i)\b(?:only|go(?:es|ing)? on|orphan\w*|keeping|staying|remain(?:ing|ed)|` + stays + `|` +
		denies + `|` + excepts + `)\b`)
	Deletes = lazyregexp.New(
		`(?i)\b(?:delet\w*|remov\w*|cascad\w*|gone|goes|go|vanish\w*|disappear\w*|destroy\w*|erase\w*|purge\w*)\b`)
	// Uncounted matches descriptions of a number that excludes something, and Beyond those of a number that filters do
	// not change.
	Uncounted = lazyregexp.New(`(?i)\b(?:not|excluding|excludes|excluded|ignor\w+|` + excepts + `)\b`)
	Beyond    = lazyregexp.New(`(?i)regardless|unfiltered|overall|altogether|whatever|before filter|` +
		`without (?:the |any )?filter|in (?:the )?(?:database|store|system)|of all`)
	// None matches sentences in which there is none of what they name.
	None = lazyregexp.New(`(?i)\b(?:no|none|never)\b`)
	// Phrase matches a phrase that says where something is or whose it is, not what a sentence is about.
	Phrase = lazyregexp.New(`(?i)\b(?:in|of|from|by|on|at|for) (?:the|its|their|an?|this|that|each|all) [a-z_-]+`)
	// Repeatable matches descriptions of calls that may come again.
	Repeatable = lazyregexp.New(`(?i)\b(?:again|twice|once more|repeat\w*|another time)\b[^.;]*` +
		`\b(?:nothing|same|safe|no effect|is (?:fine|ok))\b|\bsafe to\b|\bidempotent\b`)
	// PerChange matches descriptions of numbers that move with each change.
	PerChange = lazyregexp.New(`(?i)\b(?:each|every|any|per|whenever)\b[^.;]*\b(?:chang\w*|updat\w*|writ\w*)\b`)
	// Copies matches descriptions of elements that keep values as they were when the elements were made.
	Copies = lazyregexp.New(`(?i)\b(?:is|are|has|have|keeps?|gets?|takes?) (?:a |the |its own )?cop(?:y|ies)\b|` +
		`\b(?:does|do) not change\b[^.;]*\b(?:whatever|when|later|afterwards)\b|` +
		`\b(?:copied|copies)\b|\bsnapshots? of\b|\bas (?:it|they) (?:was|were)\b|\bat that (?:time|moment)\b|` +
		`\bat the time (?:of|when)\b|\bfrom then on\b`)
	// NullLeaves matches sentences that null leaves a value unchanged.
	NullLeaves = lazyregexp.New(`(?i)\bnull\b[^.;]*\b(?:ignor\w+|leaves?|left|no change|` + stays + `)\b`)
	// Waits matches descriptions of an effect on people in a queue, and Ends descriptions of the end of a session.
	Waits = lazyregexp.New(`(?i)\b(?:wait\w*|queue\w*)\b`)
	Ends  = lazyregexp.New(`(?i)\b(?:ends?|ended|invalidat\w*|revok\w+|terminat\w+|expires?|destroy\w*|` +
		`no (?:use|good|longer)|not (?:valid|accepted|usable)|logged out)\b`)
	// Begins matches the last part of the path of a call that begins a session.
	Begins = lazyregexp.New(`(?i)log_?-?in|sign_?-?in|sessions?$|tokens?$|auth\w*$|refresh`)
)

// Unless begins the exception from a sentence.
const Unless = "unless "

// Sentences about the values of a parameter or a member.
var (
	// Outside matches descriptions of bounds that exclude the bound ("before", "less than"), and Inside those of bounds
	// that include it ("at least", "or equal").
	Outside = lazyregexp.New(
		`(?i)\b(?:before|after|than|exclusive|excluded|excluding|below|above|until|under|over|past)\b`)
	Inside = lazyregexp.New(`(?i)\b(?:or|inclusive|included|including|at least|at most|up to)\b`)
	// Just matches descriptions of filters that compare the whole value of a member ("exactly"), and Part those of
	// filters that look for a part of the value ("contains").
	Just = lazyregexp.New(`(?i)\b(?:exact|exactly|equals?|equal to)\b|\b(?:of|in|with|from|by|on|at|has|have) this\b`)
	Part = lazyregexp.New(`(?i)\b(?:parts?|contains?|containing|substrings?|text|words?|begin\w*|start\w*|` +
		`prefix|match\w*|search\w*|in (?:its|the|their))\b`)
	// Every matches descriptions of filters with several values, all of which an element has to have.
	Every = lazyregexp.New(`(?i)\b(?:all|each|every one) (?:of )?(?:these|those|them|the (?:given|named|values?))\b`)
	// Rounds matches sentences that a number is rounded, with the direction, the unit and the noun behind it in its
	// groups, and Halves what they say of halves. Rate matches a rate of another number, with the number of per cent in
	// its group, Ratio sentences about a quotient, Times those about a product, and Weighted those about a weighted
	// mean, with the weights. Apiece matches sentences that the parts of a sum are rounded, not the sum.
	Rounds = lazyregexp.New(`(?i)\brounded\b(?: off| commercially)?(?: (up|down)\b)?` +
		`(?: to (?:(?:an?|the|nearest|next|whole|full) )*(\w+)(?: (decimal|place|digit|of)?)?)?`)
	Halves   = lazyregexp.New(`(?i)\bhal(?:f|ves)\b[^.;,]*\b(up|down|even)\b`)
	Rate     = lazyregexp.New(`(?i)\b(\d+(?:\.\d+)?) ?(?:%|per ?cent) of\b`)
	Ratio    = lazyregexp.New(`(?i)\bper\b|\bfor each\b|\bdivided by\b|\bshare of\b|\bratio\b`)
	Times    = lazyregexp.New(`(?i)\btimes\b|\bmultiplied\b`)
	Apiece   = lazyregexp.New(`(?i)\beach (?:is )?rounded\b|\brounded\b[^.;]*\b(?:per|each|every|itself|before)\b`)
	Weighted = lazyregexp.New(`(?i)\bweighted (?:by|with) ([^.;,]*)`)
	// Caseless matches sentences that upper and lower case are equivalent.
	Caseless = lazyregexp.New(`(?i)\b(?:whatever|regardless|irrespective|ignor\w+|independent\w*|without regard|` +
		`insensitiv\w+|not sensitive|no matter)\b[^.;]*\b(?:case|capital\w*)|` +
		`\bcase[- ]?(?:insensitiv|independent|less|folded)|\b(?:capitals?|capital letters|upper[- ]?case) or not\b`)
	// InOrder matches sentences that say by which member a list is ordered, which the group names, and Falls those that
	// may say that its greatest value comes first. Making matches words for the making of elements there, and
	// NewestFirst sentences that the youngest comes first.
	InOrder = lazyregexp.New(`(?i)^\s*(?:[^,;]{0,60}, (?:and (?:are )?)?|(?:[\w-]+ ){0,4})?` +
		`(?:in (?:the )?order of|(?:sorted|ordered) by) ` +
		`(?:the |their |its )?` + "`?" + `([a-z_]+)`)
	Falls = lazyregexp.New(`(?i)\b(?:desc\w*|revers\w*|newest|latest|recent|highest|largest|most|` +
		`first|last|back\w*)\b`)
	Making      = lazyregexp.New(`(?i)^(?:creation|addition|making|insertion)s?$`)
	NewestFirst = lazyregexp.New(`(?i)\b(?:newest|latest|youngest|most recent)(?: \w+)? (?:comes? )?first\b`)
	// Listing matches the words before the allowed values of a text.
	Listing = lazyregexp.New(`(?i)\b(?:one of|either|(?:` + permits + `) (?:values?|options?|codes?)(?: are| is)?|` +
		`values?:|can be|may be|must be)\s*:?\s*`)
)

// Sentences about who may do something, and when.
var (
	// ForThem says for whom alone something is, whom one of its groups names. Audience begins it.
	ForThem = lazyregexp.New(`^(?:only )?(?:for|by) ` + people + `(?: only| alone)?$` +
		`|^only ` + people + ` (?:` + may + `|sees?|has|have|gets?|deletes?|changes?|reads?)\b` +
		`|^(?:` + reserves + `) (?:only )?(?:to|for) ` + people + `(?: only| alone)?$|^` + people + ` only$` +
		`|, as (?:its|their) ` + people + `$`)
	Audience = lazyregexp.New(`^(?:only )?(?:for|by) `)
	// Owning says of an operation that what it names has to be the user's, or to be shown to the user.
	Owning = lazyregexp.New(`(?i)\b(?:own|yours?|mine|visible|you (?:see|have|may see)|accessible)\b`)
	// Reserved says of an operation or a member that users of a role alone may call or see it. "For teachers." says so
	// where it stands alone.
	Reserved = lazyregexp.New(`(?i)\bonly (?:by |for |an? |the |users who are )?(\w+) ` +
		`(?:may|can|are allowed|is allowed|have access|has access)\b|\b(?:allowed|available|reserved|` +
		`restricted|open) (?:only )?(?:to|for) (\w+)(?: only)?\b|\b(\w+)s? only\b|` +
		`\brequires? (?:the |an? )?(\w+)(?: role| rights| permissions?| privileges?)|\bonly (?:by|for) (\w+)\b|` +
		`(?:^|[.:;,\n]\s*)for (?:the )?(\w+)\s*(?:[.;\n]|$)`)
	// Within says in which states alone something is done, and Except in which it is refused. The groups whose names
	// begin with s have the states, those with n the element that is in them, those with v the refused act.
	Within = lazyregexp.New(`\bonly (?:` + during + `|if|when|once) (?P<n1>` + it + `) ` + is +
		` (?:still )?(?P<s1>` + states + `)$` +
		`|^(?:` + during + `) (?P<n2>` + it + `) ` + is + ` (?:still )?(?P<s2>` + states + `)$` +
		`|^only (?:(?:` + during + `|of|for|from|in|an?|the) )*(?P<s3>` + states + `)(?: (?P<n3>[a-z_-]+))?` +
		`(?: (?:may|can) be [a-z]+)?$` +
		`|^only (?:an? )?(?P<s4>` + states + `) (?P<n4>[a-z_-]+) (?:` + may + `)\b` +
		`|\b4\d\d in any other (?:state|status|phase|stage) than (?P<s5>` + states + `)$` +
		`|^(?P<n6>` + it + `) (?:has to|have to|must|needs to) be (?:still )?(?P<s6>` + states + `)(?: still)?$`)
	Except = lazyregexp.New(`\b(?:` + refusals + `|refused|rejected)(?: with ` + refusals + `)? (?:` + when +
		`) (?P<n1>` + it + `) ` + is + ` (?:already )?(?P<s1>` + states + `)(?: already)?$` +
		`|^not (?:` + when + `) (?P<n2>` + it + `) ` + is + ` (?:already )?(?P<s2>` + states + `)$` +
		`|(?:^|\bonly )(?:` + when + `) (?P<n3>` + it + `) ` + is + ` not (?:yet |already )?(?P<s3>` + states + `)$` +
		`|^(?P<n4>` + it + `) must not be (?:already )?(?P<s4>` + states + `)$` +
		`|^(?:an? |the )?(?P<s5>` + states + `) (?P<n5>[a-z_-]+) (?:` + cannot + `) be (?P<v5>` + changes + `)\b` +
		`|^(?:an? |the )?(?P<n6>[a-z_-]+) (?:that|which|who) ` + is + ` (?P<s6>` + states + `) (?:` + cannot +
		`) be (?P<v6>` + changes + `)\b`)
	// ForSome begins a sentence that goes on with a condition. Status matches the status of an answer in brackets.
	ForSome = lazyregexp.New(`^(?:only )?(?:for|by) [^,]*, `)
	Status  = lazyregexp.New(`\s*\(4\d\d[^)]*\)`)
	// When matches the word that begins a condition.
	When = lazyregexp.New(`^(?:` + when + `) `)
	// Modal matches sentences that may be laws.
	Modal = lazyregexp.New(
		`(?i)\b(?:must|cannot|only|never|(?:has|have) to|4\d\d|refused|rejected|unless|at (?:most|least))\b`)
	// MoreThanStates says in a sentence about states that it is more than a list of those in which something is
	// allowed.
	MoreThanStates = lazyregexp.New(`(?i)\b(?:other than|into|becomes?|as an?|back|reopen\w*|restor\w*|also|` +
		denies + `|` + excepts + `)\b`)
)
