package archive

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

// Known is a known fault.
type Known struct {
	// Operation and Fault describe the fault for people.
	Operation string `yaml:"operation"`
	Fault     string `yaml:"fault"`
	// Key identifies the fault. It has no line numbers, see [Lasting].
	Key string `yaml:"key"`
	// Reason says why the fault is accepted. People write it.
	Reason string `yaml:"reason"`
}

// Baseline is the list of known faults. Comments that people write into it stay.
type Baseline struct {
	list *yaml.Node // the YAML list of the faults
	root *yaml.Node
	// Silence is the list "silence", of faults that the team does not regard as faults.
	Silence []report.Silence
	// Laws is the list "laws", of laws that people confirmed: a call that breaks one is a fault.
	Laws []Law
}

// Law is a law of an operation, in the words of the report.
type Law struct {
	Operation string `yaml:"operation"`
	Law       string `yaml:"law"`
}

// header is the comment at the beginning of a new baseline.
const header = `The faults that are known. A run with -evoke.search fails on any other one.
Write in "reason" why a fault may stay. Your reasons and comments are kept.`

// newBaseline returns an empty baseline.
func newBaseline() *Baseline {
	list := &yaml.Node{Kind: yaml.SequenceNode}
	top := &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{{Kind: yaml.ScalarNode, Value: "faults"}, list}}
	return &Baseline{list: list, root: &yaml.Node{Kind: yaml.DocumentNode, HeadComment: header,
		Content: []*yaml.Node{top}}}
}

// readBaseline reads a baseline. It returns nil if there is no such file.
func readBaseline(name string) (*Baseline, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("archive: %w", err)
	}
	b, err := parseBaseline(data)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrFormat, name, err)
	}
	return b, nil
}

func parseBaseline(data []byte) (*Baseline, error) {
	b := &Baseline{root: &yaml.Node{}}
	if err := yaml.Unmarshal(data, b.root); err != nil {
		return nil, err
	}
	if b.root.Kind != yaml.DocumentNode || b.root.Content[0].Kind != yaml.MappingNode {
		return nil, errors.New(`it has to be a mapping with the list "faults"`)
	}
	members := b.root.Content[0].Content
	for i := 0; i+1 < len(members); i += 2 {
		if members[i].Value == "faults" {
			b.list = members[i+1]
		}
	}
	if b.list == nil || b.list.Kind == yaml.AliasNode {
		return nil, errors.New(`there is no list "faults"`)
	}
	if b.list.Kind != yaml.SequenceNode { // an empty list
		b.list.Kind, b.list.Tag, b.list.Value = yaml.SequenceNode, "", ""
	}
	if err := b.readOthers(members); err != nil {
		return nil, err
	}
	for _, n := range b.list.Content {
		var k Known
		if err := n.Decode(&k); err != nil {
			return nil, err
		}
		if k.Key == "" {
			return nil, fmt.Errorf("line %d: a fault without a key", n.Line)
		}
	}
	return b, nil
}

// readOthers reads the lists "silence" and "laws".
func (b *Baseline) readOthers(members []*yaml.Node) error {
	for i := 0; i+1 < len(members); i += 2 {
		var err error
		switch members[i].Value {
		case "silence":
			err = members[i+1].Decode(&b.Silence)
		case "laws":
			err = members[i+1].Decode(&b.Laws)
		}
		if err != nil {
			return err
		}
	}
	for i := range b.Silence {
		if err := b.Silence[i].Check(); err != nil {
			return err
		}
	}
	return nil
}

// Silences returns the silences of a baseline; nil for a nil baseline.
func (b *Baseline) Silences() []report.Silence {
	if b == nil {
		return nil
	}
	return b.Silence
}

// Confirmed returns the confirmed laws of a baseline; nil for a nil baseline.
func (b *Baseline) Confirmed() []Law {
	if b == nil {
		return nil
	}
	return b.Laws
}

// Faults returns the known faults in the order of the file.
func (b *Baseline) Faults() []Known {
	if b == nil {
		return nil
	}
	out := make([]Known, len(b.list.Content))
	for i, n := range b.list.Content {
		_ = n.Decode(&out[i]) // it was decoded before, without an error
	}
	return out
}

// Knows reports whether a fault is known.
func (b *Baseline) Knows(f *suite.Fault) bool {
	key := Lasting(f.Key)
	return slices.ContainsFunc(b.Faults(), func(k Known) bool { return k.Key == key })
}

// NewFaults returns the faults that are not known, each once.
func (b *Baseline) NewFaults(faults []suite.Fault) (out []suite.Fault) {
	seen := map[string]bool{}
	for i := range faults {
		if key := Lasting(faults[i].Key); !seen[key] && !b.Knows(&faults[i]) {
			seen[key] = true
			out = append(out, faults[i])
		}
	}
	return out
}

// Mended returns the known faults that earlier tests showed but the run did not find. A fault without a test may just
// not have been reached.
func (b *Baseline) Mended(tests []Test, found []suite.Fault) (out []Known) {
	for _, k := range b.Faults() {
		tested := slices.ContainsFunc(tests, func(t Test) bool { return slices.Contains(t.Faults, k.Key) })
		again := slices.ContainsFunc(found, func(f suite.Fault) bool { return Lasting(f.Key) == k.Key })
		if tested && !again {
			out = append(out, k)
		}
	}
	return out
}

// Update returns a baseline with the faults found and without the mended ones. Texts that people wrote about the others
// stay.
func (b *Baseline) Update(found []suite.Fault, mended []Known) *Baseline {
	out := newBaseline()
	if b != nil {
		out = b.clone()
	}
	out.list.Content = slices.DeleteFunc(out.list.Content, func(n *yaml.Node) bool {
		var k Known
		_ = n.Decode(&k)
		return slices.ContainsFunc(mended, func(m Known) bool { return m.Key == k.Key })
	})
	for _, f := range out.NewFaults(found) {
		n := &yaml.Node{}
		k := Known{Operation: f.Operation, Fault: strings.TrimSpace(strconv.Itoa(f.Code) + " " + f.Category),
			Key: Lasting(f.Key)}
		if err := n.Encode(&k); err == nil { // a struct of texts can always be encoded
			quote(n)
			out.list.Content = append(out.list.Content, n)
		}
	}
	slices.SortStableFunc(out.list.Content, func(a, b *yaml.Node) int { return strings.Compare(keyOf(a), keyOf(b)) })
	return out
}

func keyOf(n *yaml.Node) string {
	var k Known
	_ = n.Decode(&k)
	return k.Key
}

// clone returns a baseline with its own list.
func (b *Baseline) clone() *Baseline {
	list, top, root := *b.list, *b.root.Content[0], *b.root
	list.Content = slices.Clone(list.Content)
	list.Style = 0 // the style of "[]" would keep the entries on one line
	top.Content = slices.Clone(top.Content)
	for i := range top.Content {
		if top.Content[i] == b.list {
			top.Content[i] = &list
		}
	}
	root.Content = []*yaml.Node{&top}
	return &Baseline{list: &list, root: &root, Silence: b.Silence, Laws: b.Laws}
}

func (b *Baseline) encode() ([]byte, error) {
	var out bytes.Buffer
	e := yaml.NewEncoder(&out)
	e.SetIndent(2)
	if err := errors.Join(e.Encode(b.root), e.Close()); err != nil {
		return nil, fmt.Errorf("archive: faults: %w", err)
	}
	return []byte(escape.Lines(out.String())), nil
}

// quote puts texts with invisible characters in quotes, because YAML escapes characters only there.
func quote(n *yaml.Node) {
	for _, text := range n.Content {
		if text.Kind == yaml.ScalarNode && escape.Line(text.Value) != text.Value {
			text.Style = yaml.DoubleQuotedStyle
		}
	}
}
