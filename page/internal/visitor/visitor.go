// Package visitor does in a page what its users do, and tells what came of it. The half of it that is in the folder
// script runs in each document, beside the runtime of the probes.
package visitor

import (
	"cmp"
	"context"
	"embed"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"strings"

	"github.com/evoke-go/evoke/js"
	"github.com/evoke-go/evoke/page/internal/browser"
)

// Settings are what a page sees of the world.
type Settings struct {
	// Now is the time of its clock when a document begins, in milliseconds since 1970.
	Now int64 `json:"now"`
	// Seed is that of its random numbers.
	Seed int32 `json:"seed"`
}

//go:embed script
var parts embed.FS

// leaves is the function of a document that a tab hears when the document goes.
const leaves = "__visitorGoes__"

// Script returns what runs before the scripts of each document.
func Script(s Settings) (string, error) {
	runtime, err := js.Runtime()
	if err != nil {
		return "", err
	}
	settings, err := json.Marshal(s)
	if err != nil {
		return "", fmt.Errorf("settings: %w", err)
	}
	var out strings.Builder
	out.WriteString(runtime + "(()=>{\"use strict\";\nif(globalThis.__visitor__)return;\n")
	files, err := fs.Glob(parts, "script/*.js")
	for _, name := range files {
		part, readErr := parts.ReadFile(name)
		err = cmp.Or(err, readErr)
		out.Write(part)
	}
	if err != nil {
		return "", fmt.Errorf("script: %w", err)
	}
	out.WriteString("})();\n")
	return strings.Replace(out.String(), "SETTINGS", string(settings), 1), nil
}

// Element is an element of a page, and what a value for it has to be like.
type Element struct {
	// Path names it: a selector of CSS that fits no other element, or "window".
	Path string
	Tag  string
	ID   string
	// Role, Name and Label are what a person with a screen reader is told.
	Role, Name, Label string
	Href              string
	Field
}

// Field is what a field takes, as its attributes say.
type Field struct {
	// Type is "text", "date", "textarea" and so on, "one" for a list to choose from.
	Type                 string
	Options              []string
	Min, Max, Step       string
	Pattern              string
	MinLength, MaxLength int
	Required             bool
	Accept               string // the files that it takes
}

// Event is something that can be done with an element.
type Event struct {
	// Kind is the act: "click", "fill", "key", "submit", "wait" and so on.
	Kind string
	// Whose says who makes it an event: the element itself ("own"), who listens at it ("listener"), who listens at an
	// element above it ("below"), or a timer.
	Whose string
	// Handlers has the statements of each of its listeners that has probes, by the numbers of their targets. A listener
	// begins with the first one.
	Handlers [][]int
	Element
}

// Trouble is something that went wrong in a page: an "error", a "rejection", a call of "console".error, a "request" or
// something to "load" that failed. A "link" that leads nowhere, "markup" that contradicts itself and [Access] are wrong
// with a document by itself.
type Trouble struct{ Kind, Text, Place string }

// Access is the kind of troubles with accessibility. Its place is that of the first element with the trouble.
const Access = "access"

// IsError reports whether nothing catches the trouble in the page: an error, or the reason of a rejected promise.
func (t Trouble) IsError() bool { return t.Kind == "error" || t.Kind == "rejection" }

// Question is one that a page asked: by "alert", "confirm", "prompt", or to "open" a window.
type Question struct{ Kind, Text string }

// Score is how near an act came to a target.
type Score struct {
	Target int
	Value  float64
}

// Told is what came of an act.
type Told struct {
	// Missing says that the element was not there.
	Missing  bool
	Scores   []Score
	Troubles []Trouble
	Asked    []Question
	Address  string
	Title    string // of the document
	// State tells states of the page apart.
	State  string
	Time   int64 // that passed meanwhile, in milliseconds of the clocks of documents
	Busy   bool  // the page had something to do then, or has timers, or is another document
	Events []Event
}

// told is Told as the page tells it.
type told struct {
	Told
	Scores string
}

// Visitor visits a page in a tab. One goroutine uses it at a time.
type Visitor struct {
	Hasty   bool // no time passes after acts that leave the page nothing to do
	tab     *browser.Tab
	address string
	origin  string
}

// New returns a visitor of the page at an address, in a tab that has the script of [Script].
func New(ctx context.Context, tab *browser.Tab, address, origin string) (*Visitor, error) {
	return &Visitor{tab: tab, address: address, origin: origin}, tab.Hear(ctx, leaves)
}

// Open opens the page as if nobody had been there before.
func (v *Visitor) Open(ctx context.Context) (*Told, error) {
	if err := v.tab.Open(ctx, v.address, v.origin); err != nil {
		return nil, err
	}
	v.tab.Heard()
	return v.call(ctx, "start(getEventListeners)")
}

// Act does one thing with an element. Answers are those to questions of the page, by their kind.
func (v *Visitor) Act(ctx context.Context, kind, path string, value any, answers map[string]any) (*Told, error) {
	arguments, err := json.Marshal([]any{kind, path, value, answers, v.Hasty})
	if err != nil {
		return nil, fmt.Errorf("the value of an act: %w", err)
	}
	return v.call(ctx, "act("+listed(arguments)+",getEventListeners)")
}

// Change changes the document: the element at a path goes, or one of its attributes gets another value. An element that
// is not there is none to change.
func (v *Visitor) Change(ctx context.Context, path, attribute string) error {
	arguments, err := json.Marshal([]string{path, attribute})
	if err != nil {
		return fmt.Errorf("the change of a document: %w", err)
	}
	return v.tab.Evaluate(ctx, "__visitor__.change("+listed(arguments)+")", nil)
}

// listed are the elements of an array of JSON as arguments of a call. Pages may have changed how arrays are spread.
func listed(array []byte) string { return string(array[1 : len(array)-1]) }

// Sight is what a user sees of an element.
type Sight struct {
	Tag             string
	Text            string // its own, without that of the elements in it
	Inner           bool   // there are elements in it
	Shown, Disabled bool
	Value           *string // of a field
	Checked         *bool   // of a box
	Classes, Style  string
}

// Sights returns what a user sees of each element, by its path.
func (v *Visitor) Sights(ctx context.Context) (out map[string]Sight, err error) {
	return out, v.tab.Evaluate(ctx, "__visitor__.sights()", &out)
}

// Named is an element with what a test may name it by.
type Named struct {
	Element
	// ByRole is how many elements have its role and name, and ByLabel how many have its label.
	ByRole, ByLabel int
}

// Name returns the element at a path, nil for none.
func (v *Visitor) Name(ctx context.Context, path string) (out *Named, err error) {
	text, err := json.Marshal(path)
	if err != nil {
		return nil, fmt.Errorf("the path of an element: %w", err)
	}
	return out, v.tab.Evaluate(ctx, "__visitor__.named("+string(text)+")", &out)
}

// call calls the half in the document. Where the document goes meanwhile, what it told last and what the next one tells
// count together.
func (v *Visitor) call(ctx context.Context, expression string) (*Told, error) {
	var parts []told
	for {
		var out told
		err := v.tab.Evaluate(ctx, "__visitor__."+expression, &out)
		gone, waitErr := v.tab.Arrived(ctx)
		switch {
		case waitErr != nil:
			return nil, waitErr
		case gone: // the tab lets no endless row of documents go
			parts = append(parts, v.last(out, err == nil)...)
			expression = "start(getEventListeners)"
			continue
		case err != nil:
			return nil, err
		}
		if v.tab.Restless() {
			out.Troubles = append(out.Troubles, Trouble{Kind: "hang", Text: "each document goes to the next one"})
		}
		return together(append(parts, out))
	}
}

// last is all that documents told which went: in answer to the call, and when they went. An answer that did not arrive
// went with its document.
func (v *Visitor) last(answer told, arrived bool) (out []told) {
	if arrived {
		out = append(out, answer)
	}
	for _, text := range v.tab.Heard() {
		var gone struct {
			Handed *told
			Left   told
		}
		if json.Unmarshal([]byte(text), &gone) != nil {
			continue
		}
		if gone.Handed != nil && !arrived {
			out = append(out, *gone.Handed)
		}
		out, arrived = append(out, gone.Left), false
	}
	return out
}

// together is what several documents told one after the other.
func together(parts []told) (*Told, error) {
	out := &Told{}
	best := map[int]int{} // where the score of a target is
	for _, p := range parts {
		scores, err := scoresOf(p.Scores)
		if err != nil {
			return nil, err
		}
		for _, s := range scores {
			if at, known := best[s.Target]; known {
				out.Scores[at].Value = max(out.Scores[at].Value, s.Value)
				continue
			}
			best[s.Target] = len(out.Scores)
			out.Scores = append(out.Scores, s)
		}
		out.Troubles, out.Asked = append(out.Troubles, p.Troubles...), append(out.Asked, p.Asked...)
		out.Missing, out.Busy = out.Missing || p.Missing, out.Busy || p.Busy
		out.Address, out.Title, out.State, out.Events, out.Time = p.Address, p.Title, p.State, p.Events, out.Time+p.Time
	}
	return out, nil
}

// recordSize is how many bytes a target takes: its number and its score.
const recordSize = 12

// scoresOf reads what the runtime of the probes hands over.
func scoresOf(text string) (out []Score, err error) {
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(b)%recordSize != 0 {
		return nil, fmt.Errorf("the scores of a page are no records: %w", err)
	}
	for ; len(b) > 0; b = b[recordSize:] {
		bits := binary.LittleEndian.Uint64(b[4:])
		out = append(out, Score{int(binary.LittleEndian.Uint32(b)), math.Float64frombits(bits)})
	}
	return out, nil
}
