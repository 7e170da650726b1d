// Package visitor performs the acts of users in a page, and returns their effects. A part of it, in the folder script,
// runs in each document, beside the runtime of the probes.
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

// Settings are the clock and the random seed of a page.
type Settings struct {
	// Now is the time of the page's clock when a document begins, in milliseconds since 1970.
	Now int64 `json:"now"`
	// Seed is the seed of its random numbers.
	Seed int32 `json:"seed"`
}

//go:embed script
var parts embed.FS

// leaves is the name of the function that a document calls when it is replaced.
const leaves = "__visitorGoes__"

// Script returns the script that runs before the scripts of each document.
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

// Element is an element of a page, with the restrictions of its value.
type Element struct {
	// Path identifies the element: a CSS selector that fits no other element, or "window".
	Path string
	Tag  string
	ID   string
	// Role, Name and Label are the accessible role, name and label.
	Role, Name, Label string
	Href              string
	Field
}

// Field has the restrictions of a field's value, from its attributes.
type Field struct {
	// Type is "text", "date", "textarea" and so on; "one" for a list with one choice.
	Type                 string
	Options              []string
	Min, Max, Step       string
	Pattern              string
	MinLength, MaxLength int
	Required             bool
	Accept               string // the file types that it accepts
}

// Event is an act that is possible on an element.
type Event struct {
	// Kind is the kind of act: "click", "fill", "key", "submit", "wait" and so on.
	Kind string
	// Whose says what makes it an event: the element itself ("own"), a listener of the element ("listener"), a listener
	// of an element above ("below"), or a timer.
	Whose string
	// Handlers are the statements of each of its listeners with probes, by the numbers of their targets. The first
	// number is the beginning of the listener.
	Handlers [][]int
	Element
}

// Trouble is a defect that shows in a page: an "error", a "rejection", a call of console.error ("console"), a "request"
// that failed, or something that failed to "load". Defects of a document itself are a "link" that leads nowhere,
// contradictory "markup", and [Access].
type Trouble struct{ Kind, Text, Place string }

// Access is the kind of accessibility troubles. Their place is the path of the first element with the trouble.
const Access = "access"

// IsError reports whether the page did not catch the trouble: an error, or a rejected promise.
func (t Trouble) IsError() bool { return t.Kind == "error" || t.Kind == "rejection" }

// Question is a dialog of a page: by "alert", "confirm" or "prompt", or "open" for a window.
type Question struct{ Kind, Text string }

// Score is the score of an act for a target.
type Score struct {
	Target int
	Value  float64
}

// Told is the effect of an act.
type Told struct {
	// Missing says that the element does not exist.
	Missing  bool
	Scores   []Score
	Troubles []Trouble
	Asked    []Question
	Address  string
	Title    string // title of the document
	// State identifies the state of the page.
	State  string
	Time   int64 // elapsed time in milliseconds of the documents' clocks
	Busy   bool  // the page had work to do after the act, has timers, or is another document
	Events []Event
}

// told is Told in the encoding of the page.
type told struct {
	Told
	Scores string
}

// Visitor visits a page in a tab. It is not safe for concurrent use.
type Visitor struct {
	Hasty   bool // no time passes after acts that leave the page nothing to do
	tab     *browser.Tab
	address string
	origin  string
}

// New returns a visitor of the page at an address. The tab must have the script of [Script].
func New(ctx context.Context, tab *browser.Tab, address, origin string) (*Visitor, error) {
	return &Visitor{tab: tab, address: address, origin: origin}, tab.Hear(ctx, leaves)
}

// Open opens the page with empty storage and history.
func (v *Visitor) Open(ctx context.Context) (*Told, error) {
	if err := v.tab.Open(ctx, v.address, v.origin); err != nil {
		return nil, err
	}
	v.tab.Heard()
	return v.call(ctx, "start(getEventListeners)")
}

// Act performs an act on an element. answers are the answers to dialogs, by kind.
func (v *Visitor) Act(ctx context.Context, kind, path string, value any, answers map[string]any) (*Told, error) {
	arguments, err := json.Marshal([]any{kind, path, value, answers, v.Hasty})
	if err != nil {
		return nil, fmt.Errorf("the value of an act: %w", err)
	}
	return v.call(ctx, "act("+listed(arguments)+",getEventListeners)")
}

// Change changes the document: it removes the element at a path, or changes one of its attributes. If there is no such
// element, it does nothing.
func (v *Visitor) Change(ctx context.Context, path, attribute string) error {
	arguments, err := json.Marshal([]string{path, attribute})
	if err != nil {
		return fmt.Errorf("the change of a document: %w", err)
	}
	return v.tab.Evaluate(ctx, "__visitor__.change("+listed(arguments)+")", nil)
}

// listed returns the elements of a JSON array as arguments of a call. The spread syntax is not used, because pages may
// have changed iterators.
func listed(array []byte) string { return string(array[1 : len(array)-1]) }

// Sight has the visible properties of an element.
type Sight struct {
	Tag             string
	Text            string // its own text, without that of inner elements
	Inner           bool   // whether it has inner elements
	Shown, Disabled bool
	Value           *string // value of a field
	Checked         *bool   // state of a check box or radio button
	Classes, Style  string
}

// Sights returns the visible properties of each element, by path.
func (v *Visitor) Sights(ctx context.Context) (out map[string]Sight, err error) {
	return out, v.tab.Evaluate(ctx, "__visitor__.sights()", &out)
}

// Named is an element with the names by which a test may identify it.
type Named struct {
	Element
	// ByRole is the number of elements with its role and name, and ByLabel the number with its label.
	ByRole, ByLabel int
}

// Name returns the element at a path; nil for none.
func (v *Visitor) Name(ctx context.Context, path string) (out *Named, err error) {
	text, err := json.Marshal(path)
	if err != nil {
		return nil, fmt.Errorf("the path of an element: %w", err)
	}
	return out, v.tab.Evaluate(ctx, "__visitor__.named("+string(text)+")", &out)
}

// call calls the part in the document. If the document is replaced during the call, the last data of the old document
// and the data of the new one are combined.
func (v *Visitor) call(ctx context.Context, expression string) (*Told, error) {
	var parts []told
	for {
		var out told
		err := v.tab.Evaluate(ctx, "__visitor__."+expression, &out)
		gone, waitErr := v.tab.Arrived(ctx)
		switch {
		case waitErr != nil:
			return nil, waitErr
		case gone: // the tab bounds the number of documents in a row
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

// last returns all data of documents that were replaced: the answer to the call, and what they passed when they were
// replaced. If the answer did not arrive, it was lost with its document.
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

// together combines the data of several documents in a row.
func together(parts []told) (*Told, error) {
	out := &Told{}
	best := map[int]int{} // index of the score of a target
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

// recordSize is the size of a target in bytes: its number and its score.
const recordSize = 12

// scoresOf decodes the scores from the runtime of the probes.
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
