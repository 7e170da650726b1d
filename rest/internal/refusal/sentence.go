package refusal

import (
	"regexp"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/value"
)

// rule is a form of sentences about one part. Its groups are values, but for one with
// the name f, which is the part, and one with the name g, which is what was given.
type rule struct {
	kind  Kind
	form  *regexp.Regexp
	fixed string // the value, where the form has none
}

const (
	number = `["'(]?(-?\d+(?:\.\d+)?)`
	units  = ` ?(?:characters?|chars?|letters?|bytes?|items?|elements?|digits?|entries|runes|long|in length)`
	name   = `["'` + "`" + `]?(?P<f>[\pL_][\pL\pN_.\-\[\]]*)["'` + "`" + `]?`
	list   = `[:\s]*[\[({]*\s*([^\])}]+)`
)

func form(kind Kind, text string, fixed ...string) rule {
	return rule{kind, regexp.MustCompile(`(?i)` + text), strings.Join(fixed, "")}
}

// rules are tried in their order; the first that fits counts.
var rules = []rule{
	form(Type, `cannot unmarshal (?:\w+ )?(?P<g>\S* ?)?into Go struct field [^.\s]+\.(?P<f>\S+) of type \*?\[?\]?(\w+)`),
	form(Type, `cannot unmarshal \w+ into Go value of type \*?(\w+)`),
	form(Type, `strconv\.Parse(Int|Uint|Float|Bool): parsing "(?P<g>[^"]*)"`),
	form(Format, `parsing time "+(?P<g>[^"]*?)\\?"+ as "\\?"?([^"\\]+)`),
	form(Unwanted, `unknown (?:field|property|key|parameter) `+name),
	form(Unwanted, `(?:property )?`+name+` (?:should not exist|is not allowed|is not a valid field|is not expected)`),
	form(Unwanted, `unexpected (?:field|property|key|parameter) `+name+`|extra inputs are not permitted|additional propert\w+|unrecognized key|must not be (?:set|present|given)|must be absent`),
	form(Required, `(?:required property|missing (?:required )?(?:field|property|parameter|key|argument|query parameter|header)s?:?|parameter) `+name+`(?: (?:is|to be) .*)?$`),
	form(Format, `(rfc ?3339|iso ?-?8601|yyyy-mm-dd|y-m-d|hh:mm)`),
	form(OneOf, `(?:must|should|has to|can)(?: only)? be (?:(?:equal to|set to|exactly) )?(?:one of|any of|in)(?: the following(?: values)?| these(?: values)?)?`+list),
	form(OneOf, `(?:expected|expecting|valid|allowed|permitted|accepted|supported|possible) (?:value \S+ to be )?(?:one of|values?|options?|choices)(?: are| is)?`+list),
	form(OneOf, `\b(?:not )?(?:one of|must be either|either|accepted for enum class:|values accepted)`+list),
	form(OneOf, `input should be ((?:'[^']*'(?:, | or )?)+)`),
	form(Short, `(?:too long|maximum (?:length|size|number)|max(?:imum)?[ _]?length|(?:at most|no more than|not exceed|exceeds?|up to|shorter than or equal to|more than|longer than|fewer than or equal to|maximum is)) ?(?:is|of|\(maximum is|:|=)? ?`+number+units),
	form(Long, `(?:too short|minimum (?:length|size|number)|min(?:imum)?[ _]?length|(?:at least|no less than|no fewer than|fewer than|less than|longer than or equal to|minimum is|or more)) ?(?:is|of|\(minimum is|:|=)? ?`+number+units),
	form(Long, `(?:length|size|count)(?: of \S+)? (?:must|should|has to) be (?:at least|>=|greater than or equal to|no less than) `+number),
	form(Short, `(?:length|size|count)(?: of \S+)? (?:must|should|has to) be (?:at most|<=|less than or equal to|no more than) `+number),
	form(Long, `expected (?:length|array length|string length) >= `+number), form(Short, `expected (?:length|array length|string length) <= `+number),
	form(Long, `(?:the )?(?:length|size|number of \w+) ?(?:must|should|has to)?(?: be)? ?(?:between|in(?: the range)?|from) `+number+`(?: and | to | ?- ?|\.\.|, ?)`+number),
	form(Long, `between `+number+` (?:and|to) `+number+units), form(Long, number+`(?: and | to | ?- ?|\.\.)`+number+units),
	form(exactly, `(?:exactly|length must be|length is not|must be) `+number+units),
	form(Least, `(?:between|in(?: the)? range(?: of)?|from) [\[(]?`+number+` ?(?:and|to|-|\.\.+|,|&) ?`+number),
	form(Least, number+` ?(?:<=|≤) ?\w+ ?(?:<=|≤) ?`+number),
	form(Least, `(?:greater than or equal(?: to)?|no less than|not be less than|at least|>=|≥|not be (?:below|smaller than)|minimum(?: value)?(?: is| of|:)?|larger than or equal to) ?`+number),
	form(Most, `(?:less than or equal(?: to)?|no (?:more|greater) than|not be (?:more|greater|larger) than|at most|<=|≤|not exceed|maximum(?: value)?(?: is| of|:)?|up to) ?`+number),
	form(Above, `(?:greater than|more than|larger than|higher than|above|exceed|>) ?`+number), form(Below, `(?:less than|fewer than|lower than|smaller than|below|under|<) ?`+number),
	form(Least, `(?:non-?negative|not be negative|cannot be negative)`, "0"), form(Above, `must be (?:a )?positive|be positive|must not be zero|be greater than zero`, "0"),
	form(After, `(?:after|later than|greater than|not be before|cannot be before|more recent than|follow)(?: or equal to)? (?:the )?["'`+"`"+`]?([\pL_][\pL\pN_.]*)["'`+"`"+`]?$`),
	form(Before, `(?:before|earlier than|less than|prior to|not be after|cannot be after|precede)(?: or equal to)? (?:the )?["'`+"`"+`]?([\pL_][\pL\pN_.]*)["'`+"`"+`]?$`),
	form(Pattern, `(?:match(?:es)?|fit) (?:the )?(?:required |regular |regexp? )?(?:regex|regexp|regular expression|expression|pattern|format)?:? ?["'/`+"`"+`]([^"'`+"`"+`]+?)["'/`+"`"+`]?$`),
	form(Format, `(uppercase|upper case|lower ?case letter|special character|one digit|one number)`, "password"),
	form(Format, `(?:valid|well-formed|invalid|format|a|an|not|be|bad|malformed)[ :"'`+"`"+`(]*(e-?mail|ur[li]|uuid|guid|date-?time|timestamp|ipv4|ipv6|ip address|ip|hostname|domain|phone|duration|base64|date|time|json|hex\w*)\b`),
	form(Type, `(?:must be|should be|expected|is not|not a|needs? to be|has to be|a valid|type:?|valid|invalid)(?: of type| a| an| valid| type)*[ :"'`+"`"+`]*(integer|int\d*|number|numeric|float\d*|double|decimal|bool(?:ean)?|string|array|list|object|dictionary|map)\b`),
	form(Required, `required|mandatory|can(?:no|')t be (?:blank|empty|null|nil|missing)|(?:must|may|should|can) ?not be (?:blank|empty|null|nil|missing)|missing|not (?:provided|present|specified|given)|must be (?:present|provided|set|specified|given|non-?empty)|must contain a value|no value|is empty|non-?empty|expected (?:\w+, )?received undefined`),
	form(Equal, `(?:must|should|does not|doesn't|do not) (?:match|equal|be equal to|be the same as|be) (?:the )?["'`+"`"+`]?([\pL\pN_.\-]+)["'`+"`"+`]?$`),
	form(Other, `invalid|not valid|already (?:exists|taken|used|in use|been taken)|duplicate|unique|unsupported|not supported|unknown|bad|wrong|illegal|unexpected|malformed|not allowed|failed|must|should|cannot|can't`),
}

// tagged is the form of go-playground/validator.
var tagged = regexp.MustCompile(`(?:Key: ?'([^']*)' ?Error: ?)?Field validation for '([^']+)' failed on the '([^']+)' tag`)

// ofTags are the kinds of the tags and codes of validators.
var ofTags = map[string]Complaint{
	"required": {Kind: Required}, "missing": {Kind: Required}, "blank": {Kind: Required}, "presence": {Kind: Required}, "notblank": {Kind: Required}, "notnull": {Kind: Required}, "notempty": {Kind: Required}, "any.required": {Kind: Required},
	"min": {Kind: Least}, "gte": {Kind: Least}, "max": {Kind: Most}, "lte": {Kind: Most}, "gt": {Kind: Above}, "lt": {Kind: Below},
	"email": {Kind: Format, Values: []string{"email"}}, "url": {Kind: Format, Values: []string{"url"}}, "uri": {Kind: Format, Values: []string{"url"}}, "http_url": {Kind: Format, Values: []string{"url"}},
	"uuid": {Kind: Format, Values: []string{"uuid"}}, "uuid4": {Kind: Format, Values: []string{"uuid"}}, "datetime": {Kind: Format, Values: []string{"date"}},
	"ip": {Kind: Format, Values: []string{"ip"}}, "ipv4": {Kind: Format, Values: []string{"ip"}}, "hostname": {Kind: Format, Values: []string{"hostname"}}, "e164": {Kind: Format, Values: []string{"phone"}},
	"numeric": {Kind: Type, Values: []string{"integer"}}, "number": {Kind: Type, Values: []string{"integer"}}, "boolean": {Kind: Type, Values: []string{"boolean"}},
	"alpha": {Kind: Pattern, Values: []string{"^[A-Za-z]{3,8}$"}}, "alphanum": {Kind: Pattern, Values: []string{"^[A-Za-z0-9]{3,8}$"}}, "hexcolor": {Kind: Pattern, Values: []string{"^#[0-9a-f]{6}$"}},
	"lowercase": {Kind: Pattern, Values: []string{"^[a-z]{3,8}$"}}, "uppercase": {Kind: Pattern, Values: []string{"^[A-Z]{3,8}$"}},
}

// complaints reads what a statement demands.
func (s *statement) complaints() (out []Complaint) {
	if all := tagged.FindAllStringSubmatch(s.text, -1); len(all) > 0 {
		for _, m := range all {
			c := ofTags[m[3]]
			c.Field = m[2]
			if _, inside, ok := strings.Cut(m[1], "."); ok {
				c.Field = strings.Join(path(inside), "/")
			}
			out = append(out, c)
		}
		return out
	}
	if c, ok := s.beside(); ok {
		return []Complaint{c}
	}
	for _, sentence := range sentences(s.text) {
		out = append(out, s.sentence(sentence)...)
	}
	return out
}

// besides are the members beside a message that hold what it demands.
var besides = map[string]Kind{
	"allowedvalues": OneOf, "valids": OneOf, "options": OneOf, "ge": Least, "gt": Above, "le": Most, "lt": Below,
	"min_length": Long, "max_length": Short, "minlength": Long, "maxlength": Short, "pattern": Pattern,
}

// beside reads the members beside a message.
func (s *statement) beside() (Complaint, bool) {
	field := strings.Join(s.field, "/")
	for _, holder := range []any{s.more, get(s.more, "params"), get(s.more, "ctx"), get(s.more, "context")} {
		o, _ := holder.(value.Object)
		for _, m := range o {
			if kind, ok := besides[plain(m.Name)]; ok {
				if values := texts(m.Value); len(values) > 0 {
					return Complaint{Field: field, Kind: kind, Values: values}, true
				}
			}
		}
	}
	for _, member := range []string{"tag", "rule", "code", "type", "keyword"} {
		tag, _ := get(s.more, member).(string)
		if c, ok := ofTags[strings.ToLower(tag)]; ok && (c.Kind != Least && c.Kind != Most) && len(s.field) > 0 && tag != "required" {
			c.Field = field
			return c, true
		}
	}
	return Complaint{}, false
}

// sentences splits a text where one complaint ends.
var ends = regexp.MustCompile(`\n+|; |;$|\.,? |\.$|, (?:and )?(?:[\pL_][\pL\pN_.]*:|")| \| `)

func sentences(text string) (out []string) {
	from := 0
	for _, at := range ends.FindAllStringIndex(text, -1) {
		out = append(out, text[from:at[0]])
		if from = at[1]; strings.HasPrefix(text[at[0]:], ", ") {
			from = at[0] + 2
		}
	}
	return slices.DeleteFunc(append(out, text[from:]), func(s string) bool { return strings.TrimSpace(s) == "" })
}

// lead are the ways in which a sentence begins with the part that it is about.
var lead = []*regexp.Regexp{
	regexp.MustCompile(`(?i)(?:^|: |\(|\b)(?:the )?(?:field|parameter|param|property|attribute|key|value of|value for|value at|header|argument|member)s? ["'` + "`" + `]?([\pL_][\pL\pN_.\-\[\]]*)["'` + "`" + `]?`),
	regexp.MustCompile("^(?:\\w+:? )?[\"'`]([\\pL_][\\pL\\pN_.\\-\\[\\]]*)[\"'`]"),
	regexp.MustCompile(`(?i)(?:^|: )(?:the )?([\pL_][\pL\pN_.\-\[\]]*(?: [\pL\pN_]+){0,2}?)(?: field| parameter| value)? (?:is|are|must|should|may|can|cannot|can't|has|have|needs?|does|do|was|exceeds|already|too) ?`),
	regexp.MustCompile(`(?i)(?:^|: )(?:(?:validation|input|bad request|error|invalid request|invalid input)[^:]*: )?\(?([\pL_][\pL\pN_.\-\[\]]*)\)?: `),
	regexp.MustCompile(`(?i)(?:invalid|missing|bad|malformed|wrong|unknown|unsupported|empty) ([\pL_][\pL\pN_.\-]*)`),
}

// pronouns are words that name no part.
var pronouns = []string{"it", "this", "value", "input", "field", "that", "there", "you", "request", "body", "payload", "error", "validation", "json", "ensure", "we", "a", "an", "the", "invalid", "missing", "bad", "one", "data", "object", "parameter", "id not", "expected", "unknown", "string", "number", "must", "should", "is", "required", "message", "or", "may", "can", "cannot", "are", "has", "have", "was", "not", "in", "of", "be", "for", "to", "at", "and"}

func (s *statement) sentence(text string) []Complaint {
	text = strings.TrimSpace(text)
	for i := range rules {
		m := rules[i].form.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		c := Complaint{Kind: rules[i].kind, Field: strings.Join(s.field, "/")}
		own := ""
		for at, group := range rules[i].form.SubexpNames() {
			switch {
			case at == 0 || m[at] == "":
			case group == "f":
				own = strings.Join(path(strings.Trim(m[at], ".")), "/")
			case group == "g":
				c.Given = strings.TrimSpace(m[at])
			default:
				c.Values = append(c.Values, strings.TrimSpace(m[at]))
			}
		}
		if own == "" && c.Field == "" && c.Given == "" {
			own = about(text)
		}
		if own != "" && !strings.HasSuffix(c.Field, own) {
			c.Field = strings.Trim(c.Field+"/"+own, "/")
		}
		return c.finish(rules[i].fixed)
	}
	return nil
}

// about finds the part that a sentence is about, "" for none.
func about(text string) string {
	for _, form := range lead {
		for _, m := range form.FindAllStringSubmatch(text, -1) {
			if word := strings.ToLower(m[1]); !slices.Contains(pronouns, word) {
				return strings.Join(path(strings.ReplaceAll(strings.Trim(m[1], "."), " ", "_")), "/")
			}
		}
	}
	return ""
}

// finish puts values into the form that [Complaint] promises: two limits are two
// complaints, and a list is split.
func (c Complaint) finish(fixed string) []Complaint {
	if fixed != "" {
		c.Values = []string{fixed}
	}
	if c.Field == "" && c.Given == "" {
		return nil
	}
	switch {
	case c.Kind == OneOf:
		if c.Values = items(strings.Join(c.Values, " ")); len(c.Values) == 0 {
			c.Kind = Other
		}
	case c.Kind == exactly:
		long, short := c, c
		long.Kind, short.Kind = Long, Short
		return []Complaint{long, short}
	case (c.Kind == Long || c.Kind == Least) && len(c.Values) == 2:
		most := c
		most.Kind, most.Values = map[Kind]Kind{Long: Short, Least: Most}[c.Kind], c.Values[1:]
		c.Values = c.Values[:1]
		return []Complaint{c, most}
	}
	return []Complaint{c}
}

var (
	between = regexp.MustCompile(`\s*(?:,|\bor\b|\band\b|\||/)\s*`)
	inside  = regexp.MustCompile("\"([^\"]*)\"|'([^']*)'|`([^`]*)`")
)

// items splits a list of values as people write it.
func items(text string) (out []string) {
	if all := inside.FindAllStringSubmatch(text, -1); len(all) == 1 && strings.Contains(all[0][1], ", ") {
		text = all[0][1] // the list is quoted, not its elements
	} else if len(all) > 0 {
		for _, m := range all {
			out = append(out, m[1]+m[2]+m[3])
		}
		return out
	}
	text = strings.Trim(text, " .\"'`")
	split := between.Split(text, -1)
	if len(split) == 1 {
		split = strings.Fields(text)
	}
	for _, item := range split {
		if item = strings.Trim(item, " .\"'`[](){}"); item != "" && len(strings.Fields(item)) <= 3 {
			out = append(out, item)
		}
	}
	return out
}
