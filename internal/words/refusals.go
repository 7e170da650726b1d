package words

// Pieces of patterns for the messages by which validators refuse a value, in English: those of go-playground/validator,
// Ajv, Joi, Zod, Pydantic, Django, Rails, Jakarta Bean Validation and ASP.NET.
const (
	// InputKind is the noun for an input.
	InputKind string = `(?:field|property|key|parameter)`
	// Fitting is the adjective for values that would be accepted.
	Fitting string = `(?:allowed|permitted|accepted|valid|supported)`
	// Empty is the adjective for no value.
	Empty string = `(?:blank|empty|null|nil|missing)`
	// Must begins a demand.
	Must string = `(?:must|should|has to)`
	// Required matches demands for an input that is not there.
	Required string = `required|mandatory|can(?:no|')t be ` + Empty + `|(?:must|may|should|can) ?not be ` + Empty +
		`|missing|not (?:provided|present|specified|given)` +
		`|must be (?:present|provided|set|specified|given|non-?empty)` +
		`|must contain a value|no value|is empty|non-?empty|expected (?:\w+, )?received undefined`
	// Unwanted matches refusals of an input that should not be there, where the message does not name it.
	Unwanted string = `extra inputs are not permitted|additional propert\w+|unrecognized key` +
		`|must not be (?:set|present|given)|must be absent`
)
