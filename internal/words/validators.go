package words

// Names of rules of validators: as tags and codes, and as members beside a message. The sources are
// go-playground/validator (gte, eqfield, e164), Ajv (minLength, allowedValues), Joi (any.required, valids), Zod
// (options), Pydantic (missing, ge, le), Rails (blank), Yup and Vee-Validate (min, max), and Jakarta Bean Validation
// (NotBlank, NotNull).
const (
	// RuleRequired are rules that require an input.
	RuleRequired Table = ` required missingfield missing blank presence notblank notnull notempty anyrequired`
	// RuleMin and RuleMax are rules that limit a number or a length, inclusively.
	RuleMin Table = ` min`
	RuleMax Table = ` max`
	// RuleLeast and RuleMost are rules that limit a number inclusively, RuleAbove and RuleBelow exclusively.
	RuleLeast Table = ` gte ge`
	RuleMost  Table = ` lte le`
	RuleAbove Table = ` gt`
	RuleBelow Table = ` lt`
	// RuleOneOf are rules that list the allowed values.
	RuleOneOf Table = ` oneof allowedvalues valids options enumvalues`
	// RuleLen, RuleLong and RuleShort are rules about lengths, and RulePattern rules that require a match.
	RuleLen     Table = ` len`
	RuleLong    Table = ` minlength`
	RuleShort   Table = ` maxlength`
	RulePattern Table = ` pattern`
	// RuleEqual, RuleAfter and RuleBefore are rules that compare an input with another one.
	RuleEqual  Table = ` eqfield`
	RuleAfter  Table = ` gtfield gtefield`
	RuleBefore Table = ` ltfield ltefield`
)

// RuleFormat returns the format that a rule of a validator requires; "" for other rules.
func RuleFormat(rule string) string {
	switch rule {
	case "email", "hostname":
		return rule
	case "url", "uri", "http_url":
		return "url"
	case "uuid", "uuid4":
		return "uuid"
	case "ip", "ipv4":
		return "ip"
	case "datetime":
		return "date"
	case "e164":
		return "phone"
	}
	return ""
}

// RuleType returns the type that a rule of a validator requires; "" for other rules.
func RuleType(rule string) string {
	switch rule {
	case "numeric", "number":
		return "integer"
	case "boolean":
		return rule
	}
	return ""
}

// RuleText returns a regular expression for the texts that a rule about characters allows; "" for other rules.
func RuleText(rule string) string {
	switch rule {
	case "alpha":
		return "^[A-Za-z]{3,8}$"
	case "alphanum":
		return "^[A-Za-z0-9]{3,8}$"
	case "hexcolor":
		return "^#[0-9a-f]{6}$"
	case "lowercase":
		return "^[a-z]{3,8}$"
	case "uppercase":
		return "^[A-Z]{3,8}$"
	}
	return ""
}

// TypeFormat returns the format of texts that represent a type of a programming language; "" for other types. Sources:
// java.time, the System namespace of .NET, Python's datetime and uuid, and RFC 9562.
func TypeFormat(name string) string {
	switch Plain(name) {
	case "localdate", "date", "dateonly":
		return "date"
	case "localdatetime", "offsetdatetime", "zoneddatetime", "instant", "datetime", "datetimeoffset", "time":
		return "date-time"
	case "localtime", "timeonly":
		return "time"
	case "timespan", "duration":
		return "duration"
	case "uuid", "guid":
		return "uuid"
	case "uri", "url":
		return "url"
	}
	return ""
}
