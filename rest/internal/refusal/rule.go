package refusal

import (
	"strings"
	"sync"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/internal/words"
)

// rule is a form of sentences about one part. The group f of its expression is the part, the group g the value that it
// got. All other groups are values of the complaint.
type rule struct {
	kind  Kind
	form  lazyregexp.Regexp
	needs func() []string // see needed
	fixed string          // the value, if the form has no group for it
}

const (
	number = `["'(]?(-?\d+(?:\.\d+)?)`
	units  = ` ?` + words.Pieces
	name   = `["'` + "`" + `]?(?P<f>[\pL_][\pL\pN_.\-\[\]]*)["'` + "`" + `]?`
	list   = `[:\s]*[\[({]*\s*([^\])}]+)`
)

func form(kind Kind, text string, fixed ...string) rule {
	text = `(?i)` + text
	needs := sync.OnceValue(func() []string { return needed(text) })
	return rule{kind, lazyregexp.New(text), needs, strings.Join(fixed, "")}
}

// rules are tried in their order. The first match counts. It is read-only.
var rules = []rule{
	form(OneOf, `from string \\?"(?P<g>[^"\\]*)\\?": not one of the values accepted for enum class: \[([^\]]*)\]`),
	form(Type, `deserialize value of type .* from string \\?"(?P<g>[^"\\]*)\\?": not a valid .?(?:[\w.]*\.)?(\w+)`),
	form(Type, `to required type '(?:[\w.]*\.)?(\w+)'.*(?:for value ['"\[]|input string: ")(?P<g>[^'"\]]*)`),
	form(Type, `converting value "?(?P<g>[^"{}]*)"? to type '(?:[\w.]*\.)?(\w+)'`),
	form(Type, `could not be converted to (?:System\.(?:Nullable\S*?\[System\.)?(\w+))`),
	form(Type, `expected=(\w+), got=\S+, field=(?P<f>[\w.\[\]]+)`),
	form(Type, `invalid value for (\w+) field (?P<f>[\w.]+): "?(?P<g>[^"]*)`),
	form(Type, `invalid type: .*, expected (?:a |an )?(\w+)`), form(Type, `invalid digit found in string`, "integer"),
	form(Type, `error\.expected\.js(number|string|boolean)`),
	form(Other, `failed to convert '(?P<f>[^']+)' with value: '(?P<g>[^']*)'`),
	form(Required, `required (?:request |query |path |form )*`+words.InputKind+
		`(?: variable)?:? '(?P<f>[^']+)' (?:for|is)`),
	form(Required, `(?:param is missing or the value is empty(?: or invalid)?|missing required param|NOT NULL constraint failed): (?:\w+\.)?(?P<f>\w+)`),
	form(Required, `null value in column "(?P<f>\w+)"`),
	form(Least, `not validate as range\((-?[\d.]+)\|(-?[\d.]+)\)`),
	form(Long, `not validate as (?:string|rune)?length\((\d+)\|(\d+)\)`),
	form(OneOf, `not validate as in\(([^)]*)\)`), form(Pattern, `not validate as matches\((.*)\)$`),
	form(Format, `not validate as (?:is)?(email|ur[li]|uuid|ipv4|ip|base64|json|rfc3339)`),
	form(Type, `not validate as (?:is)?(int|float|numeric)`), form(Other, `not validate as`),
	form(Long, `minimum length of `+number+`["')]? and a maximum length of `+number),
	form(Long, `length greater than or equal to `+number), form(Short, `length less than or equal to `+number),
	form(Long, `(?:minimum|min)[ _]?(?:string |array |list )?length(?: is| of|:| =)? ?`+number),
	form(Short, `(?:maximum|max)[ _]?(?:string |array |list )?length(?: is| of|:| =)? ?`+number),
	form(Long, `minimum number of (?:items|properties|elements) is `+number),
	form(Short, `maximum number of (?:items|properties|elements) is `+number),
	form(Long, `to have >=? ?`+number+units), form(Short, `to have <=? ?`+number+units),
	form(Long, number+units+` or (?:more|longer|greater)`), form(Short, number+units+` or (?:less|fewer|shorter)`),
	form(Least, number+` or `+words.Larger+`\b`),
	form(Most, number+` or `+words.Smaller+`\b`),
	form(Least, `less than (?:the )?minimum(?: allowed)?(?: value)? \(?`+number),
	form(Most, `more than (?:the )?maximum(?: allowed)?(?: value)? \(?`+number),
	form(After, `(?:not|n't) be (?:a |in the )?past`, "now"),
	form(Before, `(?:not|n't) be (?:a |in the )?future`, "now"), form(After, `(?:be|in|a) (?:a |the )?future`, "now"),
	form(Before, `(?:be|in|a) (?:a |the )?past`, "now"),
	// the gene has no value of that type
	form(Unwanted, `cannot unmarshal (?:array|object) into Go struct field [^.\s]*\.(?P<f>\S+) of type `),
	form(Type,
		`cannot unmarshal (?:\w+ )?(?P<g>\S* ?)?into Go struct field [^.\s]+\.(?P<f>\S+) of type \*?\[?\]?(\w+)`),
	form(Type, `cannot unmarshal \w+ into Go value of type \*?(\w+)`),
	form(Type, `strconv\.Parse(Int|Uint|Float|Bool): parsing "(?P<g>[^"]*)"`),
	form(Format, `parsing time "+(?P<g>[^"]*?)\\?"+ as "\\?"?([^"\\]+)`),
	form(Unwanted, `(?:unknown|unrecognized) `+words.InputKind+` `+name),
	form(Unwanted, `^(?:unknown|unrecognized) `+words.InputKind+`$`),
	form(Unwanted, `property `+name+` is unsupported`),
	form(Unwanted, `(?:property )?`+name+` (?:should not exist|is not allowed|is not a valid field|is not expected)`),
	form(Unwanted, `unexpected `+words.InputKind+` `+name+`|`+words.Unwanted),
	form(Required, `(?:required property|missing (?:required )?`+words.InputKind+`s?:?|parameter) `+name+
		`(?: (?:is|to be) .*)?$`),
	form(Format, `(rfc ?3339|iso ?-?8601|yyyy-mm-dd|y-m-d|hh:mm)`),
	form(OneOf, `(?:must|should|has to|can)(?: only)? be (?:(?:equal to|set to|exactly) )?(?:one of|any of|in\b)`+
		`(?: the following(?: values)?| these(?: values)?`+
		`| the `+words.Fitting+` (?:values|options|choices))?`+list),
	form(OneOf, `\b(?:expect(?:ed|ing)|possible|`+words.Fitting+
		`) (?:value \S+ to be )?(?:one of|values?|options?|choices)(?: are| is)?`+list),
	form(OneOf, `expected ((?:'[^']*'(?: ?\| ?)?)+)`), form(OneOf, `permitted: `+list),
	form(OneOf, `enum value set: `+list), form(OneOf, `must be accepted$`, "true, 1, on"),
	form(OneOf, `\b(?:not )?(?:one of|must be either|either)`+
		`(?: the `+words.Fitting+` (?:values|options|choices))?`+list),
	form(OneOf, `input should be ((?:'[^']*'(?:, | or )?)+)`),
	form(Short, `(?:too long|maximum (?:length|size|number)|max(?:imum)?[ _]?length|(?:at most|no more than|not exceed|exceeds?|up to|shorter than or equal to|more than|longer than|fewer than or equal to|maximum is)) ?(?:is|of|\(maximum is|:|=)? ?`+number+units),
	form(Long, `(?:too short|minimum (?:length|size|number)|min(?:imum)?[ _]?length|(?:at least|no less than|no fewer than|fewer than|less than|longer than or equal to|minimum is|or more)) ?(?:is|of|\(minimum is|:|=)? ?`+number+units),
	form(Long, `(?:length|size|count)(?: of \S+)? `+words.Must+
		` be (?:at least|>=|greater than or equal to|no less than) `+number),
	form(Short, `(?:length|size|count)(?: of \S+)? `+words.Must+
		` be (?:at most|<=|less than or equal to|no more than) `+number),
	form(Long, `expected (?:length|array length|string length) >= `+number),
	form(Short, `expected (?:length|array length|string length) <= `+number),
	form(Long, `(?:the )?(?:length|size|number of \w+) ?`+words.Must+
		`?(?: be)? ?(?:between|in(?: the range)?|from) `+number+`(?: and | to | ?- ?|\.\.|, ?)`+number),
	form(Long, `between `+number+` (?:and|to) `+number+units),
	form(Long, number+`(?: and | to | ?- ?|\.\.)`+number+units),
	form(exactly, `(?:exactly|length must be|length is not|must be|wrong length \(should be) `+number+units),
	form(Least, `(?:between|in(?: the)? range(?: of)?|from) [\[(]?`+number+` ?(?:and|to|-|\.\.+|,|&) ?`+number),
	form(Least, number+` ?(?:<=|≤) ?\w+ ?(?:<=|≤) ?`+number),
	form(Least, `(?:greater than or equal(?: to)?|no less than|not be less than|at least|>=|≥|not be (?:below|smaller than)|minimum(?: value)?(?: is| of|:)?|larger than or equal to) ?`+number),
	form(Most, `(?:less than or equal(?: to)?|no (?:more|greater) than|not be (?:more|greater|larger) than|at most|<=|≤|not exceed|maximum(?: value)?(?: is| of|:)?|up to) ?`+number),
	form(Above, `(?:greater than|more than|larger than|higher than|above|exceed|>) ?`+number),
	form(Below, `(?:less than|fewer than|lower than|smaller than|below|under|<) ?`+number),
	form(Least, `(?:non-?negative|not be negative|cannot be negative)`, "0"),
	form(Above, `must be (?:a )?positive|be positive|must not be zero|be greater than zero`, "0"),
	form(After, `(?:after|later than|greater than|not be before|cannot be before|more recent than|follow)(?: or equal to)? (?:the )?["'`+"`"+`]?([\pL_][\pL\pN_.]*)["'`+"`"+`]?$`),
	form(Before,
		`(?:before|earlier than|less than|prior to|not be after|cannot be after|precede)(?: or equal to)? (?:the )?["'`+
			"`"+`]?([\pL_][\pL\pN_.]*)["'`+"`"+`]?$`),
	form(Equal, `(?:requires? (?:that )?[\pL_ ]+ (?:is|be|to be)|(?:must|should|has to|needs to) (?:be|equal)(?: equal to)?) zero$`, "0"),
	form(Format, `match(?:es)? (?:the )?format ["']?([a-z][a-z0-9-]*)["']?$`),
	form(Pattern, `(?:match(?:es)?|fit) (?:the )?(?:required |regular |regexp? )?`+
		`(?:regexp?|(?:regular )?expression|pattern|format)?:? ?`+
		`["'/`+"`"+`]([^"'`+"`"+`]+?)["'/`+"`"+`]?$`),
	form(Pattern, `regular expression pattern: (\S+)$`),
	form(Pattern, `valid ["']?slug|alpha-?numeric|(?:only|consist(?:s|ing)? of|contain only) `+
		`(?:lowercase )?(?:letters|alphabetic)`, "^[a-z]{3,8}$"),
	form(Format, `(uppercase|upper case|lower ?case letter|special character|one digit|one number)`, "password"),
	form(Format, words.Well+`[ :"'`+"`"+`(]*(`+words.FormatNoun+`)\b`),
	form(Type, `(?:must be|should be|expected|is not|not a|needs? to be|has to be|a valid|type:?|valid|invalid)`+
		`(?: of type| a| an| valid| type)*[ :"'`+"`"+`]*(`+words.TypeNoun+`)\b`),
	form(Unwanted, `(?:cannot|can not|can't|must not|may not|should not) have (?:an?|any) `+
		`(?P<f>(?:[\pL_][\pL\pN_]*(?: |$)){1,4})$`),
	form(Required, words.Required),
	form(Equal, `(?:must|should|does not|doesn't|do not) (?:match|equal|be equal to|be the same as|be) (?:the )?["'`+
		"`"+`]?([\pL\pN_.\-]+)["'`+"`"+`]?$`),
	form(Other, `^["'](?P<g>[^"']+)["'] is not (?:an? )?(?:known|`+words.Fitting+`)`),
	form(Other, words.Wrong),
}
