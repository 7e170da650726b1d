package words

import "github.com/evoke-go/evoke/internal/lazyregexp"

// Parts of the patterns for sentences in English, each a choice of words that say the same.
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
	// People is a group for words for users, such as "the author or the owner of the poll". Choices is one for states.
	people  = `(` + someone + `(?:(?:,| and| or|, and|, or) ` + someone + `)*)`
	someone = `(?:the |its |their |an? )?[a-z_-]+(?: of (?:the |its |an? )?[a-z_-]+)?`
	choices = `((?:[a-z_-]+(?:, or |, | or | and ))*[a-z_-]+)`
	// it is what the path of an operation leads to.
	it = `(?:it|the [a-z_-]+)`
)

// Plurals of English.
const (
	// EndInIE are nouns without "ie", whose plurals end in "ies" and whose singulars do not end in "y".
	EndInIE Table = ` mov cook ser spec`
	// PluralInES are ends of plurals whose singulars have no "e" at their end.
	PluralInES Table = ` *sses *shes *ches *xes`
)

// Sentences about what is there already, or not there.
var (
	// Twice says of a text that something else has it. Already says so of anything, and Another that it belongs to
	// something else.
	Twice   = lazyregexp.New(`(?i)\b(?:` + twice + `)\b`)
	Already = lazyregexp.New(`(?i)\b(?:already|exists?|existing|` + twice + `)\b`)
	Another = lazyregexp.New(`(?i)\b(?:another|other|same|already|exists?|existing|` + twice + `)\b`)
	// Alone says of an operation that no two elements share something, and AtMostOne that no two elements are
	// something.
	Alone     = lazyregexp.New(`(?i)\bno two\b|\bunique\b|\bonly once\b|\bof one \w+ only\b`)
	AtMostOne = lazyregexp.New(`\b(?:at most|only|exactly|just|(?:no|never|not) more than) one\b`)
	// Missing says that something is not there, and OtherWrong what else is wrong.
	Missing    = lazyregexp.New(`(?i)\b(?:no|not|unknown|invalid|nonexistent|non-existent|missing|unable)\b|n['’]t\b`)
	OtherWrong = lazyregexp.New(
		`(?i)\b(?:already|at least|at most|between|longer|shorter|characters?|` + twice + `)\b`)
)

// Sentences about what a change does to something else.
var (
	// Staying says that something is left alone, and Apart that not all of it is.
	Staying = lazyregexp.New(`\b(?:` + stays + `)\b`)
	Apart   = lazyregexp.New(`\b(?:but|apart from|loses?|` + excepts + `)\b`)
	// Kept says of a DELETE that something is not deleted, and Deletes that something is.
	Kept = lazyregexp.New(`(?i)\b(?:only|orphan\w*|keeping|staying|remain(?:ing|ed)|` + stays + `|` +
		denies + `|` + excepts + `)\b`)
	Deletes = lazyregexp.New(
		`(?i)\b(?:delet\w*|remov\w*|cascad\w*|gone|goes|go|vanish\w*|disappear\w*|destroy\w*|erase\w*|purge\w*)\b`)
	// Uncounted says of a number that something does not count, and Beyond that filters leave it as it is.
	Uncounted = lazyregexp.New(`(?i)\b(?:not|excluding|excludes|excluded|ignor\w+|` + excepts + `)\b`)
	Beyond    = lazyregexp.New(`(?i)regardless|unfiltered|overall|altogether|whatever|before filter|` +
		`without (?:the |any )?filter|in (?:the )?(?:database|store|system)|of all`)
	// NullLeaves says that null stands for what is there.
	NullLeaves = lazyregexp.New(`(?i)\bnull\b[^.;]*\b(?:ignor\w+|leaves?|left|no change|` + stays + `)\b`)
	// Waits says what a call does to those who wait, and Ends that it ends a session.
	Waits = lazyregexp.New(`(?i)\b(?:wait\w*|queue\w*)\b`)
	Ends  = lazyregexp.New(`(?i)\b(?:ends?|ended|invalidat\w*|revok\w+|terminat\w+|expires?|destroy\w*|` +
		`no (?:use|good|longer)|not (?:valid|accepted|usable)|logged out)\b`)
	// Begins matches the last part of the path of a call that begins a session.
	Begins = lazyregexp.New(`(?i)log_?-?in|sign_?-?in|sessions?$|tokens?$|auth\w*$|refresh`)
)

// Sentences about what a parameter or a member takes.
var (
	// Outside matches descriptions of bounds that exclude the bound ("before", "less than"), and Inside those of bounds
	// that include it ("at least", "or equal").
	Outside = lazyregexp.New(
		`(?i)\b(?:before|after|than|exclusive|excluded|excluding|below|above|until|under|over|past)\b`)
	Inside = lazyregexp.New(`(?i)\b(?:or|inclusive|included|including|at least|at most|up to)\b`)
	// Just matches descriptions of filters that want the whole value of a member ("exactly"), and Part those of filters
	// that want a part of the value ("contains").
	Just = lazyregexp.New(`(?i)\b(?:exact|exactly|equals?|equal to)\b|\b(?:of|in|with|from|by|on|at|has|have) this\b`)
	Part = lazyregexp.New(`(?i)\b(?:parts?|contains?|containing|substrings?|text|words?|begin\w*|start\w*|` +
		`prefix|match\w*|search\w*|in (?:its|the|their))\b`)
	// Caseless says that upper and lower case are the same.
	Caseless = lazyregexp.New(`(?i)\b(?:whatever|regardless|irrespective|ignor\w+|independent\w*|without regard|` +
		`insensitiv\w+|not sensitive|no matter)\b[^.;]*\b(?:case|capital\w*)|` +
		`\bcase[- ]?(?:insensitiv|independent|less|folded)|\b(?:capitals?|capital letters|upper[- ]?case) or not\b`)
	// Listing stands before the values that a text may be.
	Listing = lazyregexp.New(`(?i)\b(?:one of|either|(?:` + permits + `) (?:values?|options?|codes?)(?: are| is)?|` +
		`values?:|can be|may be|must be)\s*:?\s*`)
)

// Sentences about who may do something, and when.
var (
	// ForThem says for whom alone something is, whom one of its groups names. Audience begins it.
	ForThem = lazyregexp.New(`^(?:only )?(?:for|by) ` + people + `(?: only| alone)?$` +
		`|^only ` + people + ` (?:` + may + `|sees?|has|have|gets?|deletes?|changes?|reads?)\b` +
		`|^(?:` + reserves + `) (?:only )?(?:to|for) ` + people + `(?: only| alone)?$|^` + people + ` only$`)
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
	// InTheseOnly says in which states alone something is done, which one of its groups names, and NotInThese those in
	// which it is refused. CannotBe says what cannot be done to something in a state.
	InTheseOnly = lazyregexp.New(`^only (?:an? )?` + choices + ` [a-z_-]+ (?:` + may + `)\b` +
		`|\bonly (?:` + when + `) ` + it + ` is (?:still )?` + choices + `$` +
		`|\b409 in any other (?:state|status|phase|stage) than ` + choices + `$` +
		`|^` + it + ` (?:has to|must|needs to) be ` + choices + `$`)
	NotInThese = lazyregexp.New(`\b409 (?:` + when + `) ` + it + ` is (?:already )?` + choices + `$`)
	CannotBe   = lazyregexp.New(`^(?:an? |the )?` + choices +
		` [a-z_-]+ (?:cannot|can not|can't|may not|must not|can no longer) be (` + changes + `)\b`)
	// MoreThanStates says in a sentence about states that it is more than a list of those in which something is
	// allowed.
	MoreThanStates = lazyregexp.New(`(?i)\b(?:other than|into|becomes?|as an?|back|reopen\w*|restor\w*|also|` +
		denies + `|` + excepts + `)\b`)
)
