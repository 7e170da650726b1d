package conformance

import (
	"errors"
	"regexp"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/value"
)

// patterns maps the regular expressions of a document to what matches them. It
// has nil for those that Go cannot express.
type patterns map[string]*regexp.Regexp

// engine gives the library the expressions compiled before.
func (p patterns) engine(text string) (jsonschema.Regexp, error) {
	re := p[text]
	if re == nil {
		// Also how the library judges a value of the format "regex".
		return regexp.Compile(text)
	}
	return named{re, text}, nil
}

// named is an expression known by the text in the document.
type named struct {
	*regexp.Regexp
	text string
}

func (n named) String() string { return n.text }

// collectPatterns compiles every pattern that a response may be checked with.
func collectPatterns(doc *openapi.Document) (patterns, []openapi.Warning) {
	w := walker{patterns: patterns{}, seen: map[*openapi.Schema]bool{}}
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
	re, err := compilePattern(pattern)
	if err != nil {
		w.warnings = append(w.warnings, openapi.Warning{
			Where:  w.where,
			Reason: "the pattern " + strconv.Quote(pattern) + " is not checked: " + err.Error(),
		})
	}
	w.patterns[pattern] = re
}

// maxPattern bounds the size of what is compiled.
const maxPattern = 10_000

// compilePattern compiles a regular expression of JavaScript, which the
// specifications ask for, in the reading that refuses least.
func compilePattern(pattern string) (*regexp.Regexp, error) {
	if len(pattern) > maxPattern {
		return nil, errors.New("it is too long")
	}
	re, err := value.CompilePattern(pattern)
	if err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	return re, nil
}
