package words

// Parts of regular expressions for English messages by which validators refuse a value: those of
// go-playground/validator, Ajv, Joi, Zod, Pydantic, Django, Rails, Jakarta Bean Validation and ASP.NET.
const (
	// InputKind matches a noun for an input, and RequestPart the part of the request with the input.
	InputKind string = `(?:field|property|key|(?:query )?param(?:eter)?|header|cookie|part|attribute|argument|` +
		`member|path)`
	RequestPart string = `(?:body|query(?:string)?|params?|path|headers?|form(?:Data)?|cookies?|data)`
	// Verb matches the word behind the name of an input.
	Verb string = `(?:is|are|was|has|have|must|should|do|does|may|can|cannot|can't|needs?|exceeds|contains|` +
		`fail(?:s|ed))`
	// Larger and Smaller match words that compare numbers.
	Larger  string = `(?:more|greater|higher|above|larger)`
	Smaller string = `(?:less|fewer|lower|below|smaller)`
	// Pieces matches the units in which the length of texts and lists is counted.
	Pieces string = `(?:characters?|chars?|letters?|bytes?|items?|elements?|digits?|entries|runes|long|in length)`
	// Bad matches adjectives for refused values. Well matches adjectives before a format that a text should have.
	Bad  string = `(?:invalid|missing|bad|malformed|wrong|unknown|unsupported|empty)`
	Well string = `(?:valid|well-formed|invalid|format|a|an|not|be|bad|malformed)`
	// FormatNoun matches names of formats, TypeNoun names of types, and TextType names of types in several languages
	// whose values are written as texts. ListType matches names of other JSON types.
	FormatNoun string = `(?:e-?mail|ur[li]|uuid|guid|date-?time|timestamp|ipv4|ipv6|ip address|ip|hostname|domain|` +
		`phone|duration|base64|date|time|json|hex\w*)`
	TypeNoun string = `(?:integer|int\d*|number|numeric|float\d*|double|decimal|bool(?:ean)?|string|array|list|` +
		`object|dictionary|map)`
	TextType string = `(?:u?int|[iu]\d|[iu]size|long|short|byte|float|f\d|double|decimal|num|big|single|bool)`
	ListType string = `(?:str|list|array|vec|object|map|dict|struct)`
	// Wrong matches texts that only say that something is wrong.
	Wrong string = Bad + `|illegal|unexpected|reserved|already|duplicate|unique|failed|` +
		`not (?:valid|an? valid|includ|support|exist|allowed)|could not be converted|must|should|cannot|can't`
	// Fitting matches adjectives for values that would be accepted.
	Fitting string = `(?:allowed|permitted|accepted|valid|supported)`
	// Empty matches adjectives for a missing value.
	Empty string = `(?:blank|empty|null|nil|missing)`
	// Must matches the beginning of a demand.
	Must string = `(?:must|should|has to)`
	// Required matches demands for a missing input.
	Required string = `required|mandatory|can(?:no|')t be ` + Empty + `|(?:must|may|should|can) ?not be ` + Empty +
		`|missing|(?:not|n't) (?:provided|present|specified|given|supplied|set)` +
		`|must be (?:present|provided|set|specified|given|non-?empty)` +
		`|must contain a value|no value|is empty|non-?empty|expected (?:\w+, )?received undefined`
	// Unwanted matches refusals of an input that is not allowed, if the message does not name it.
	Unwanted string = `extra inputs are not permitted|additional propert\w+|unrecognized key` +
		`|must not be (?:set|present|given)|must be absent`
)

// Unnamed are words that stand where a sentence could name an input, but are no names. Hollow are the first words of
// subjects that say what is wrong with an input, but not which input.
const (
	Unnamed Table = `
		it this value input field that there you request body payload error validation json ensure we a an the invalid
		missing bad one data object parameter idnot expected unknown string number must should is required message or
		may can cannot are has have was type argument member either please not in of be for to at and`
	Hollow Table = ` value string number list array length size`
)
