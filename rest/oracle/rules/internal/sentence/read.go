package sentence

import (
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// ends matches the ends of sentences: a line end, a semicolon, and a full stop before a blank. A line that goes on
// within a sentence begins with a small letter.
var ends = lazyregexp.New(`\.(?:\s+|$)|;|\n+`)

// goesOn matches a line end within a sentence.
var goesOn = lazyregexp.New("([^.:;\n])\n([a-z`(])")

// All returns the sentences of a text without blanks around them.
func All(text string) (out []string) {
	text = goesOn().ReplaceAllString(text, "$1 $2")
	for _, sentence := range ends().Split(text, -1) {
		if sentence = strings.TrimSpace(sentence); sentence != "" {
			out = append(out, sentence)
		}
	}
	return out
}

// Lowered returns the sentences of a text in lower case.
func Lowered(text string) []string {
	out := All(text)
	for i := range out {
		out[i] = strings.ToLower(out[i])
	}
	return out
}

// Words returns the words of a text in lower case.
func Words(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return (r < 'a' || r > 'z') && r != '_' })
}

// lowered returns a sentence in lower case, without the marks of code.
func lowered(sentence string) string {
	return strings.ToLower(strings.ReplaceAll(strings.TrimSpace(sentence), "`", ""))
}

// read returns the laws of a sentence in the description of an operation.
func (l *Laws) read(op *openapi.Operation, sentence string) (out []Law) {
	plain := lowered(sentence)
	out = l.states(op, plain, sentence)
	switch names := PersonsIn(sentence); {
	case len(both(names, l.members())) > 0:
		out = append(out, Law{Kind: Persons, Sentence: sentence, Names: names})
	case names != nil && words.ForThem().FindString(plain) == plain: // it says nothing else
		out = append(out, Law{Kind: Roles, Sentence: sentence, Names: singular(names)})
	case out == nil:
		out = roles(sentence)
	}
	refusable := slices.ContainsFunc(op.Responses, func(r *openapi.Response) bool { return r.Status == "409" })
	if names := both(Unique(sentence), inputsOf(op)); len(names) > 0 && refusable {
		out = append(out, Law{Kind: Alone, Sentence: sentence, Names: names})
	}
	own := api.Noun(op.Path)
	others := slices.DeleteFunc(l.nouns(), func(noun string) bool { return noun == own })
	if names := both(Left(sentence), others); len(names) > 0 && op.Method != "GET" {
		out = append(out, Law{Kind: Leaves, Sentence: sentence, Names: names})
	}
	if names := both(Deleted(sentence), others); len(names) > 0 && op.Method != "GET" {
		out = append(out, Law{Kind: Deletes, Sentence: sentence, Names: names})
	}
	return out
}

// both returns the words that are in two lists.
func both(words, names []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return !slices.Contains(names, w) })
}

// nouns returns the nouns of all elements of the document.
func (l *Laws) nouns() (out []string) {
	for _, op := range l.ops {
		if api.LastParam(op.Path) != "" {
			out = append(out, api.Noun(op.Path))
		}
	}
	return out
}

// inputsOf returns the names of the members of the bodies of an operation, in lower case.
func inputsOf(op *openapi.Operation) (out []string) {
	for _, m := range op.Bodies {
		if m.Schema != nil {
			for _, p := range message.Flatten(m.Schema).Properties {
				out = append(out, strings.ToLower(p.Name))
			}
		}
	}
	return out
}

// Unique returns the words of a sentence that says that no two elements have the same, nil for another sentence.
func Unique(sentence string) []string {
	if !words.Alone().MatchString(lowered(sentence)) {
		return nil
	}
	return Words(sentence)
}

// Left returns the words of a sentence that says that elements stay as they are, in the singular, nil for another one.
func Left(sentence string) []string {
	plain := lowered(sentence)
	if !words.Staying().MatchString(plain) || words.Apart().MatchString(plain) {
		return nil
	}
	return singulars(plain)
}

// Deleted returns the words of the clauses of a sentence that say that elements are deleted, in the singular.
func Deleted(sentence string) (out []string) {
	for clause := range strings.SplitSeq(sentence, ",") {
		if words.Deletes().MatchString(clause) && !words.Kept().MatchString(sentence) {
			out = append(out, singulars(clause)...)
		}
	}
	return out
}

func singulars(text string) []string { return singular(Words(text)) }

// singular returns words in the singular.
func singular(all []string) (out []string) {
	for _, word := range all {
		out = append(out, api.Singular(word))
	}
	return out
}

// members returns the plain names of the members of all answers.
func (l *Laws) members() []string {
	if l.named == nil {
		for _, op := range l.ops {
			for _, r := range op.Responses {
				for _, m := range r.Content {
					l.named = append(l.named, membersOf(m.Schema, maxDepth)...)
				}
			}
		}
	}
	return l.named
}

// maxDepth is the number of nested objects and lists in which members are searched.
const maxDepth = 4

func membersOf(s *openapi.Schema, depth int) (out []string) {
	if s == nil || depth == 0 {
		return nil
	}
	s = message.Flatten(s)
	if items := message.Items(s); items != nil {
		return membersOf(items, depth-1)
	}
	for _, p := range s.Properties {
		out = append(append(out, words.Plain(p.Name)), membersOf(p.Schema, depth-1)...)
	}
	return out
}

// states returns the laws of a sentence about the states in which an operation is done or refused.
func (l *Laws) states(op *openapi.Operation, plain, sentence string) (out []Law) {
	if strings.Contains(plain, "unless") || strings.Contains(plain, "except") {
		return nil
	}
	plain = words.Status().ReplaceAllString(plain, "")
	plain = words.ForSome().ReplaceAllString(plain, "")
	for kind, re := range []lazyregexp.Regexp{Within: words.Within, Except: words.Except} {
		found := re().FindStringSubmatch(plain)
		if found == nil {
			continue
		}
		law := Law{Kind: Kind(kind), Sentence: sentence}
		states, verb := "", ""
		for i, name := range re().SubexpNames() {
			switch {
			case name == "" || found[i] == "":
			case name[0] == 'n':
				law.Noun = nounOf(found[i])
			case name[0] == 's':
				states = found[i]
			case name[0] == 'v':
				verb = found[i]
			}
		}
		if removal := verb == "deleted" || verb == "removed"; verb != "" &&
			(removal != (op.Method == "DELETE") || op.Method == "POST") {
			continue
		}
		if law.Names = l.among(op, &law, states); law.Names != nil {
			out = append(out, law)
		}
	}
	return out
}

// nounOf returns the noun of an element, "" for a pronoun.
func nounOf(phrase string) string {
	all := strings.Fields(phrase)
	if noun := all[len(all)-1]; noun != "it" && noun != "they" && noun != "that" && noun != "one" && noun != "ones" {
		return api.Singular(noun)
	}
	return ""
}

// between matches the separators of the words in a list.
var between = lazyregexp.New(`, or |, | or | and | nor `)

// among returns the states that a list of words names. They have to be choices of one member of an element on the path
// of the operation, the one with the noun of the law. It returns nil if they are not.
func (l *Laws) among(op *openapi.Operation, law *Law, list string) []string {
	for template := op.Path; len(template) > 1; template = path.Dir(template) {
		if api.LastParam(template) == "" || law.Noun != "" && law.Noun != api.Noun(template) {
			continue
		}
		for _, reader := range l.ops {
			if reader.Method != "GET" || reader.Path != template {
				continue
			}
			for _, choices := range choicesIn(reader) {
				if names := statesOf(list, choices); names != nil {
					return names
				}
			}
		}
	}
	return nil
}

// choicesIn returns the choices of the members of the answers of a reader, in lower case.
func choicesIn(reader *openapi.Operation) (out [][]string) {
	for _, r := range reader.Responses {
		for _, m := range r.Content {
			if m.Schema == nil || !strings.HasPrefix(r.Status, "2") {
				continue
			}
			for _, p := range message.Flatten(m.Schema).Properties {
				var choices []string
				if OfWho(p.Name) {
					continue // "only owners" is about users
				}
				for _, v := range message.Flatten(p.Schema).Enum {
					if text, isText := v.(string); isText {
						choices = append(choices, State(text))
					}
				}
				if len(choices) > 1 {
					out = append(out, choices)
				}
			}
		}
	}
	return out
}

// OfWho reports whether a member says who somebody is, and is no state.
func OfWho(member string) bool {
	return strings.HasSuffix(words.Plain(member), "role") || words.Person.Has(member)
}

// State returns the name of a state in lower case, with one form of separators between its words.
func State(s string) string {
	return strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(s))
}

// statesOf returns the states that a list of words names. It returns nil if a word is none of the choices.
func statesOf(list string, choices []string) (out []string) {
	for _, word := range between().Split(list, -1) {
		state := State(word)
		if !slices.Contains(choices, state) {
			state = State(api.Singular(word))
		}
		if !slices.Contains(choices, state) {
			return nil
		}
		out = append(out, state)
	}
	return out
}

// roles returns the law of a sentence that reserves an operation for roles, nil for none.
func roles(sentence string) []Law {
	if names := RolesIn(sentence); names != nil {
		return []Law{{Kind: Roles, Sentence: sentence, Names: names}}
	}
	return nil
}

// RolesIn returns the words for the users whom a text reserves something for, in lower case.
func RolesIn(text string) (out []string) {
	for _, found := range words.Reserved().FindAllStringSubmatch(text, -1) {
		for _, word := range found[1:] {
			if word != "" {
				out = append(out, api.Singular(strings.ToLower(word)))
			}
		}
	}
	return out
}

// item separates the persons of a list.
var item = lazyregexp.New(`, and |, or | and | or |, `)

// PersonsIn returns the words for the persons whom the first such sentence of a text reserves something for. It returns
// nil if the text reserves nothing.
func PersonsIn(text string) (out []string) {
	for _, sentence := range All(text) {
		found := words.ForThem().FindStringSubmatch(lowered(sentence))
		if found == nil {
			continue
		}
		for _, one := range item().Split(strings.Join(found[1:], ""), -1) {
			one, _, _ = strings.Cut(one, " of ")
			terms := strings.Fields(one)
			out = append(out, words.Plain(terms[len(terms)-1]))
		}
		return out
	}
	return nil
}
