package words

// Pieces of patterns for the messages by which validators refuse a value, in English: those of go-playground/validator,
// Ajv, Joi, Zod, Pydantic, Django, Rails, Jakarta Bean Validation and ASP.NET.
const (
	// InputKind is the noun for an input, and RequestPart the place of inputs.
	InputKind string = `(?:field|property|key|(?:query )?param(?:eter)?|header|cookie|part|attribute|argument|` +
		`member|path)`
	RequestPart string = `(?:body|query(?:string)?|params?|path|headers?|form(?:Data)?|cookies?|data)`
	// Verb goes on behind the name of an input.
	Verb string = `(?:is|are|was|has|have|must|should|do|does|may|can|cannot|can't|needs?|exceeds|contains|` +
		`fail(?:s|ed))`
	// Larger and Smaller compare numbers.
	Larger  string = `(?:more|greater|higher|above|larger)`
	Smaller string = `(?:less|fewer|lower|below|smaller)`
	// Pieces are counted in texts and lists.
	Pieces string = `(?:characters?|chars?|letters?|bytes?|items?|elements?|digits?|entries|runes|long|in length)`
	// Bad is the adjective for what is refused. Well stands before the format that a text should have, or has not.
	Bad  string = `(?:invalid|missing|bad|malformed|wrong|unknown|unsupported|empty)`
	Well string = `(?:valid|well-formed|invalid|format|a|an|not|be|bad|malformed)`
	// FormatNoun is the name of a format, TypeNoun that of a type, and TextType that of a type in several languages
	// whose values texts can hold. ListType are those of others that JSON has.
	FormatNoun string = `(?:e-?mail|ur[li]|uuid|guid|date-?time|timestamp|ipv4|ipv6|ip address|ip|hostname|domain|` +
		`phone|duration|base64|date|time|json|hex\w*)`
	TypeNoun string = `(?:integer|int\d*|number|numeric|float\d*|double|decimal|bool(?:ean)?|string|array|list|` +
		`object|dictionary|map)`
	TextType string = `(?:u?int|[iu]\d|[iu]size|long|short|byte|float|f\d|double|decimal|num|big|single|bool)`
	ListType string = `(?:str|list|array|vec|object|map|dict|struct)`
	// Wrong says that something is, and no more.
	Wrong string = Bad + `|illegal|unexpected|reserved|already|duplicate|unique|failed|` +
		`not (?:valid|an? valid|includ|support|exist|allowed)|could not be converted|must|should|cannot|can't`
	// Fitting is the adjective for values that would be accepted.
	Fitting string = `(?:allowed|permitted|accepted|valid|supported)`
	// Empty is the adjective for no value.
	Empty string = `(?:blank|empty|null|nil|missing)`
	// Must begins a demand.
	Must string = `(?:must|should|has to)`
	// Required matches demands for an input that is not there.
	Required string = `required|mandatory|can(?:no|')t be ` + Empty + `|(?:must|may|should|can) ?not be ` + Empty +
		`|missing|(?:not|n't) (?:provided|present|specified|given|supplied|set)` +
		`|must be (?:present|provided|set|specified|given|non-?empty)` +
		`|must contain a value|no value|is empty|non-?empty|expected (?:\w+, )?received undefined`
	// Unwanted matches refusals of an input that should not be there, where the message does not name it.
	Unwanted string = `extra inputs are not permitted|additional propert\w+|unrecognized key` +
		`|must not be (?:set|present|given)|must be absent`
)

// Unnamed are words of sentences where a name of an input may stand. Hollow begin subjects that say what of an input is
// wrong, and not which input.
const (
	Unnamed Table = `
		it this value input field that there you request body payload error validation json ensure we a an the invalid
		missing bad one data object parameter idnot expected unknown string number must should is required message or
		may can cannot are has have was type argument member either please not in of be for to at and`
	Hollow Table = ` value string number list array length size`
)
