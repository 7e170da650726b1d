package refusal

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/internal/words"
)

// tagged matches messages of go-playground/validator.
var tagged = lazyregexp.New(`(?:Key: ?'([^']*)' ?Error: ?)?Field validation for '([^']+)' failed on the '([^']+)' tag`)

// limits are the kinds of validator rules that have a limit or values.
var limits = []struct {
	rules words.Table
	kind  Kind
}{
	{words.RuleMin + words.RuleLeast, Least}, {words.RuleMax + words.RuleMost, Most},
	{words.RuleAbove, Above}, {words.RuleBelow, Below}, {words.RuleOneOf, OneOf},
	{words.RuleLen, exactly}, {words.RuleLong, Long}, {words.RuleShort, Short}, {words.RulePattern, Pattern},
	{words.RuleEqual, Equal}, {words.RuleAfter, After}, {words.RuleBefore, Before},
}

// limited returns the kind of a validator rule that has a limit or values, and [Other] for other rules.
func limited(rule string) Kind {
	for _, l := range limits {
		if l.rules.Has(rule) {
			return l.kind
		}
	}
	return Other
}

// ofRule returns the complaint for a validator rule without a limit or values.
func ofRule(rule string) Complaint {
	format, kind, text := words.RuleFormat(rule), words.RuleType(rule), words.RuleText(rule)
	switch limit := limited(rule); {
	case words.RuleRequired.Has(rule):
		return Complaint{Kind: Required}
	case format != "":
		return Complaint{Kind: Format, Values: []string{format}}
	case kind != "":
		return Complaint{Kind: Type, Values: []string{kind}}
	case text != "":
		return Complaint{Kind: Pattern, Values: []string{text}}
	case limit == Least || limit == Most || limit == Above || limit == Below:
		return Complaint{Kind: limit}
	}
	return Complaint{}
}

// complaints returns the demands of a statement.
func (s *statement) complaints() (out []Complaint) {
	if all := tagged().FindAllStringSubmatch(s.text, -1); len(all) > 0 {
		for _, m := range all {
			c := ofRule(m[3])
			c.Field = m[2]
			if _, inside, ok := strings.Cut(m[1], "."); ok {
				c.Field = strings.Join(path(inside), "/")
			}
			out = append(out, c)
		}
		return out
	}
	if all := s.beside(); len(all) > 0 {
		return all
	}
	whole := s.bare()
	for _, sentence := range sentences(whole.text) {
		one, text := whole.pointed(strings.TrimSpace(sentence))
		out = append(out, one.sentence(text)...)
	}
	return out
}

// beside returns the demands in the members beside a message.
func (s *statement) beside() []Complaint {
	about := Complaint{Field: strings.Join(s.field, "/")}
	inner := func(name string) members { return membersOf(s.more.get(name)) }
	for _, holder := range []members{s.more, inner("params"), inner("ctx"), inner("context")} {
		for _, m := range holder {
			// a minimum or maximum may be that of a length, see tagged
			if kind := limited(m.Name); kind != Other && !(words.RuleMin + words.RuleMax).Has(m.Name) {
				if values := texts(m.Value); len(values) > 0 {
					about.Kind, about.Values = kind, values
					return []Complaint{about}
				}
			}
		}
	}
	for member := range words.Kinds.All() {
		if tag, _ := s.more.get(member).(string); tag != "" && len(s.field) > 0 {
			if all := about.tagged(strings.ToLower(tag), s.more); len(all) > 0 {
				return all
			}
		}
	}
	return nil
}

// tagged returns the complaints for the tag or code of a validator, with the limits beside it.
func (c Complaint) tagged(tag string, beside members) (out []Complaint) {
	if values := texts(beside.get("param")); len(values) > 0 && values[0] != "" {
		if kind := limited(tag); kind != Other {
			c.Kind, c.Values = kind, values
			return c.finish("")
		}
	}
	params := membersOf(beside.get("params"))
	for _, l := range []struct {
		name         string
		number, text Kind
	}{{"min", Least, Long}, {"max", Most, Short}, {"equal", exactly, exactly}} {
		values := texts(params.get(l.name))
		switch c.Values = values; {
		case len(values) == 0:
		case tag == "range":
			c.Kind = l.number
			out = append(out, c)
		case tag == "length":
			c.Kind = l.text
			out = append(out, c.finish("")...)
		}
	}
	if known := ofRule(tag); len(out) == 0 && known.Kind != Other && known.Kind != Least && known.Kind != Most &&
		tag != "required" {
		known.Field = c.Field
		out = append(out, known)
	}
	return out
}

// ends matches the end of a complaint in a text.
var ends = lazyregexp.New(`\n+|;\s*|\.,? |\.$|, (?:and )?(?:[\pL_][\pL\pN_.]*:|` +
	`"[^"]*" (?:` + words.Verb + `|length|not|with)\b|` +
	`request/|body/)|[^'"] \| `)

func sentences(text string) (out []string) {
	from := 0
	for _, at := range ends().FindAllStringIndex(text, -1) {
		out = append(out, text[from:at[0]])
		if from = at[1]; strings.HasPrefix(text[at[0]:], ", ") {
			from = at[0] + 2
		}
	}
	return slices.DeleteFunc(append(out, text[from:]), func(s string) bool { return strings.TrimSpace(s) == "" })
}

// lead matches beginnings of sentences that name the part.
var lead = []lazyregexp.Regexp{
	lazyregexp.New(`(?i)(?:^|: |\(|\b)(?:the )?(?:` + words.InputKind + `|value of` +
		`|value for(?: path)?|value at|value in)s? ["'` + "`" + `]?([\pL_][\pL\pN_.\-\[\]]*)["'` + "`" + `]?`),
	lazyregexp.New("^(?:\\w+:? )?[\"'`]([\\pL_][\\pL\\pN_.\\-\\[\\]]*)[\"'`]"),
	lazyregexp.New(`(?i)(?:^|: )(?:the )?([\pL_][\pL\pN_.\-\[\]]*(?: [\pL\pN_]+){0,2}?)(?: field| parameter` +
		`| value)? (?:` + words.Verb + `|already|too) ?`),
	lazyregexp.New(`(?i)(?:^|: )(?:(?:validation|input|bad request|error|invalid request` +
		`|invalid input)[^:]*: )?\(?([\pL_][\pL\pN_.\-\[\]]*)\)?: `),
	lazyregexp.New(`(?i)` + words.Bad + ` ([\pL_][\pL\pN_.\-]*)`),
}

// unreadable matches messages that a body is no JSON. They are about no part of it.
var unreadable = lazyregexp.New(
	`(?i)invalid character .* (?:in|looking|after)\b|unexpected end of json|unexpected token`,
)

// sentence returns the demands of a sentence.
func (s *statement) sentence(text string) []Complaint {
	if unreadable().MatchString(text) {
		return nil
	}
	small := smallLetters(text)
	for i := range rules {
		if !rules[i].fits(small) {
			continue
		}
		form := rules[i].form()
		m := form.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		c := Complaint{Kind: rules[i].kind, Field: strings.Join(s.field, "/"), Given: s.given}
		own := ""
		for at, group := range form.SubexpNames() {
			switch {
			case at == 0 || m[at] == "":
			case group == "f":
				own = strings.Join(path(strings.ReplaceAll(strings.Trim(m[at], ". "), " ", "_")), "/")
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

// about returns the part that a sentence is about, or "" if there is none.
func about(text string) string {
	for _, form := range lead {
		for _, m := range form().FindAllStringSubmatch(text, -1) {
			word := strings.ToLower(strings.TrimRight(m[1], "."))
			first, _, more := strings.Cut(word, " ")
			if !words.Unnamed.Has(word) && !(more && words.Hollow.Has(first)) {
				return strings.Join(path(strings.ReplaceAll(strings.Trim(m[1], "."), " ", "_")), "/")
			}
		}
	}
	return spelled(text)
}

// camel and leading match names of parts anywhere in a sentence: names with a spelling that ordinary words do not have
// (BatchNumber, batchNumber, batch_number), and a name at the beginning of the sentence with its value behind it.
var (
	camel = lazyregexp.New(`(?:^|[\s(])((?:\pL[\pL\pN]*\p{Ll}\p{Lu}|\p{Lu}[\p{Ll}\pN]*\pN\p{Lu}` +
		`|\p{Lu}\p{Ll}+\pN|\p{Ll}+_\p{Ll})[\pL\pN_]*)(?:[\s,:)]|$)`)
	leading = lazyregexp.New(`^(\p{Lu}[\pL\pN_]*) ["']?-?\d[\pL\pN.]*["']? `)
)

// spelled returns the only name of a part in a sentence that is recognized by its spelling. It returns "" if there are
// none or several.
func spelled(text string) string {
	if all := camel().FindAllStringSubmatch(text, -1); len(all) == 1 {
		return all[0][1]
	}
	if first := leading().FindStringSubmatch(text); first != nil {
		return first[1]
	}
	return ""
}

// finish converts values to the form that [Complaint] promises: two limits become two complaints, and a list is split.
func (c Complaint) finish(fixed string) []Complaint {
	if fixed != "" {
		c.Values = []string{fixed}
	}
	if c.Kind == Type && len(c.Values) > 0 {
		c.typed()
	}
	if c.Field == "" && c.Given == "" && !c.Unplaced() {
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

// jsonType matches the names of JSON types in several languages.
var jsonType = lazyregexp.New(`^(?:` + words.TextType + `|` + words.ListType + `)`)

// typed turns a Type into a Format if its name is a format, and into Other if it is no JSON type.
func (c *Complaint) typed() {
	name := strings.ToLower(c.Values[0])
	if format := words.TypeFormat(name); format != "" {
		c.Kind, c.Values = Format, []string{format}
	} else if !jsonType().MatchString(name) {
		c.Kind, c.Values = Other, nil
	}
}

var (
	between = lazyregexp.New(`\s*(?:,|\bor\b|\band\b|\||/)\s*`)
	inside  = lazyregexp.New("\"([^\"]*)\"|'([^']*)'|`([^`]*)`")
)

// items splits a list of values as people write it, such as "a, b or c".
func items(text string) (out []string) {
	if all := inside().FindAllStringSubmatch(text, -1); len(all) == 1 && strings.Contains(all[0][1], ", ") {
		text = all[0][1] // the whole list is quoted, and not its elements
	} else if len(all) > 0 {
		for _, m := range all {
			out = append(out, m[1]+m[2]+m[3])
		}
		return out
	}
	text = strings.Trim(text, " .\"'`")
	split := between().Split(text, -1)
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
