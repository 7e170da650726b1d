package conformance

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dlclark/regexp2"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/value"
)

// patterns maps the regular expressions of a document to their matchers, nil for expressions that no library can
// compile.
type patterns map[string]matcher

type matcher interface{ MatchString(text string) bool }

// engine gives the library the expressions compiled before.
func (p patterns) engine(text string) (jsonschema.Regexp, error) {
	re := p[text]
	if re == nil {
		// The library also calls this for a value of the format "regex".
		return regexp.Compile(text)
	}
	return named{re, text}, nil
}

// named is an expression known by the text in the document.
type named struct {
	matcher
	text string
}

func (n named) String() string { return n.text }

// collectPatterns compiles every pattern that a response may be checked with.
func collectPatterns(doc *openapi.Document) (patterns, []openapi.Warning) {
	w := walker{patterns: patterns{}, seen: map[*openapi.Schema]bool{}, formats: map[string]bool{}}
	for _, op := range doc.Operations {
		w.where = op.Name()
		for _, res := range op.Responses {
			for _, m := range res.Content {
				w.walk(m.Schema)
			}
		}
	}
	return w.patterns, w.warnings
}

type walker struct {
	patterns patterns
	seen     map[*openapi.Schema]bool
	formats  map[string]bool // that are not checked
	queue    []*openapi.Schema
	where    string
	warnings []openapi.Warning
}

func (w *walker) walk(s *openapi.Schema) {
	w.add(s)
	for len(w.queue) > 0 {
		s := w.queue[len(w.queue)-1]
		w.queue = w.queue[:len(w.queue)-1]
		if s.Pattern != "" {
			w.compile(s.Pattern)
		}
		w.format(s.Format)
		for _, p := range s.PatternProperties {
			w.compile(p.Name)
			w.add(p.Schema)
		}
		for _, p := range s.Properties {
			w.add(p.Schema)
		}
		w.add(s.Items, s.Contains, s.Additional, s.PropertyNames, s.Not)
		w.add(s.PrefixItems...)
		w.add(s.AllOf...)
		w.add(s.AnyOf...)
		w.add(s.OneOf...)
		if s.Discriminator != nil {
			for _, p := range s.Discriminator.Mapping {
				w.add(p.Schema)
			}
		}
	}
}

func (w *walker) add(all ...*openapi.Schema) {
	for _, s := range all {
		if s != nil && !w.seen[s] {
			w.seen[s] = true
			w.queue = append(w.queue, s)
		}
	}
}

func (w *walker) compile(pattern string) {
	if _, ok := w.patterns[pattern]; ok {
		return
	}
	m, err := compilePattern(pattern)
	if err != nil {
		w.warnings = append(w.warnings, openapi.Warning{
			Where:  w.where,
			Reason: "the pattern " + strconv.Quote(pattern) + " is not checked: " + err.Error(),
		})
	}
	w.patterns[pattern] = m
}

// maxPattern bounds the size of a pattern that is compiled.
const maxPattern = 10_000

// format warns once of a format that is not checked.
func (w *walker) format(name string) {
	if name == "" || isChecked(name) || words.Free.Has(name) || w.formats[name] {
		return
	}
	w.formats[name] = true
	w.warnings = append(w.warnings, openapi.Warning{Where: w.where,
		Reason: "the format " + strconv.Quote(name) + " is not checked"})
}

// compilePattern compiles a regular expression of JavaScript, as the specifications ask for, in the reading that
// rejects least. Patterns that package regexp does not support, such as lookaround, are compiled by a backtracking
// library.
func compilePattern(pattern string) (matcher, error) {
	if len(pattern) > maxPattern {
		return nil, errors.New("it is too long")
	}
	re, err := value.CompilePattern(pattern)
	if err == nil {
		return re, nil
	}
	if beyond := value.Backtracking(""); errors.As(err, &beyond) {
		if b := newBacktracker(pattern); b != nil {
			return b, nil
		}
	}
	return nil, errors.New(strings.TrimPrefix(err.Error(), "error parsing regexp: "))
}

// backtracker has the readings of a pattern by several engines.
type backtracker []*regexp2.Regexp

// patience is how long a match may take. After that the text counts as a match.
const patience = time.Second

// newBacktracker returns nil for a pattern that the library cannot compile either.
func newBacktracker(pattern string) (out backtracker) {
	flags := regexp2.RegexOptions(regexp2.None)
	if end := strings.LastIndex(pattern, "/"); end > 0 && pattern[0] == '/' && strings.Trim(pattern[end+1:],
		"dgimsuvy") == "" {
		if strings.Contains(pattern[end:], "i") {
			flags |= regexp2.IgnoreCase
		}
		pattern = pattern[1:end]
	}
	for _, reading := range []regexp2.RegexOptions{regexp2.None, regexp2.ECMAScript | regexp2.Unicode} {
		re, err := regexp2.Compile(pattern, reading|flags)
		if err != nil {
			return nil
		}
		re.MatchTimeout = patience
		out = append(out, re)
	}
	return out
}

// MatchString reports whether a text matches in any of the readings.
func (b backtracker) MatchString(text string) bool {
	return slices.ContainsFunc(b, func(re *regexp2.Regexp) bool {
		ok, err := re.MatchString(text)
		return ok || err != nil
	})
}
