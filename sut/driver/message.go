package driver

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/sut"
)

// Target is a statement of a system, or one side of a condition.
type Target struct {
	Number uint32
	// Kind is sut.StatementTarget or sut.BranchTarget.
	Kind fitness.Kind
	Side Side
	// Line and Column are from 1.
	Line, Column uint32
	// File is a path with slashes, relative to the folder of the system.
	File string
	// What is the source of a condition: "n > 100".
	What string
	// Way says in words what happens at the target, such as "n > 100 is true". Default: it is made of What and Side.
	Way string
	// Function is the function of the target, such as "api.(*Server).create". Default: the file and the line.
	Function string
	// Values are the constants that the condition compares: string, float64, int64, or
	// rune for a character.
	Values []any
}

// Side is a side of a condition.
type Side byte

// The sides of a condition.
const (
	NoSide Side = iota // of a statement, or of a case of a switch
	True
	False // its number is that of the true side, plus one
)

// String returns "true", "false", or "".
func (s Side) String() string { return [...]string{"", "true", "false"}[min(s, False)] }

// Module is a kind of source file.
type Module byte

// The kinds of source files.
const (
	ByName Module = iota
	ESModule
	CommonJS
)

// Source is a file into which a driver asks to have probes put.
type Source struct {
	Path   string
	Module Module
	Text   string
}

// Score is the best score of a target since the last one was taken.
type Score struct {
	Number uint32
	Value  float64
}

// Compared has the operands of a condition: string, float64, int64 or [sut.Wanted].
type Compared struct {
	Number   uint32 // of the true side
	Operands []any
}

// hello is the first frame of a driver.
type hello struct {
	version    uint16
	resets     bool
	tells      bool // it answers kindCall
	threads    bool // a call that was given up may run for ever
	places     bool // it answers kindWhere after calls without an answer
	causes     bool // it answers kindWhere after errors of the server
	interrupts bool // a process that hangs prints its place when it is interrupted
	watches    bool // it reports incidents
	mutates    bool // it obeys kindMutant
	name       string
}

func (h *hello) encode(w *writer) {
	w.begin(kindHello).uint16(h.version)
	w.byte(flag(h.resets, 1) | flag(h.tells, 2) | flag(h.threads, 4) | flag(h.places, 8) | flag(h.causes, 16) |
		flag(h.interrupts, 32) | flag(h.watches, 64) | flag(h.mutates, 128))
	w.text(h.name)
}

func decodeHello(r *reader) (h hello, err error) {
	h.version = r.uint16()
	if r.err == nil && h.version != version {
		return h, fmt.Errorf("the driver speaks version %d of the protocol, and this is version %d", h.version, version)
	}
	flags := r.byte()
	h.resets, h.tells, h.threads = flags&1 != 0, flags&2 != 0, flags&4 != 0
	h.places, h.causes, h.interrupts, h.watches = flags&8 != 0, flags&16 != 0, flags&32 != 0, flags&64 != 0
	h.mutates = flags&128 != 0
	h.name = r.text()
	return h, r.end()
}

func flag(on bool, bit byte) byte {
	if on {
		return bit
	}
	return 0
}

// encodeTargets makes a frame of targets.
func encodeTargets(w *writer, list []Target) error {
	w.begin(kindTargets).count(len(list))
	for i := range list {
		t := &list[i]
		w.uint32(t.Number)
		w.byte(1 + flag(t.Kind == sut.BranchTarget, 1))
		w.byte(byte(t.Side))
		w.uint32(t.Line)
		w.uint32(t.Column)
		w.text(t.File)
		w.text(t.What)
		w.text(t.Way)
		w.text(t.Function)
		w.count(len(t.Values))
		for _, v := range t.Values {
			if !w.constant(v) {
				return fmt.Errorf("target %d: a constant has the type %T", t.Number, v)
			}
		}
	}
	return nil
}

// constant writes a constant, and reports whether v is one.
func (w *writer) constant(v any) bool {
	switch v := v.(type) {
	case float64:
		w.byte(1)
		w.float(v)
	case string:
		w.byte(2)
		w.text(v)
	case int64:
		w.byte(3)
		w.uint64(uint64(v))
	case rune:
		w.byte(4)
		w.uint32(uint32(v))
	default:
		return false
	}
	return true
}

const leastTarget = 4 + 1 + 1 + 4 + 4 + 4 + 4 + 4 + 4 + 4 // bytes

func decodeTargets(r *reader) ([]Target, error) {
	var out []Target
	for range r.count(leastTarget) {
		t := Target{Number: r.number(), Kind: kindOf(r)}
		if t.Side = Side(r.byte()); t.Side > False {
			r.fail(fmt.Errorf("target %d has the side %d", t.Number, t.Side))
		}
		t.Line, t.Column, t.File = r.uint32(), r.uint32(), r.text()
		t.What, t.Way, t.Function = r.text(), r.text(), r.text()
		for range r.count(5) {
			t.Values = append(t.Values, r.constant())
		}
		if r.err == nil && t.File == "" {
			r.fail(fmt.Errorf("target %d is in no file", t.Number))
		}
		if r.err != nil {
			return nil, r.err
		}
		out = append(out, t)
	}
	return out, r.end()
}

func kindOf(r *reader) fitness.Kind {
	switch kind := r.byte(); kind {
	case 1:
		return sut.StatementTarget
	case 2:
		return sut.BranchTarget
	default:
		r.fail(fmt.Errorf("a target has the kind %d", kind))
		return ""
	}
}

func (r *reader) constant() any {
	switch kind := r.byte(); kind {
	case 1:
		return r.float()
	case 2:
		return r.text()
	case 3:
		return int64(r.uint64())
	case 4:
		return rune(r.uint32())
	default:
		r.fail(fmt.Errorf("a constant has the kind %d", kind))
		return nil
	}
}

// scores are the results of one round: scores of targets, operands of comparisons, inputs that were read, and tables of
// databases that were used.
type scores struct {
	list     []Score
	compared []Compared
	inputs   []sut.Input
	tables   []sut.Table
	went     happenings
}

func (s *scores) encode(w *writer) error {
	w.count(len(s.list))
	for _, score := range s.list {
		w.uint32(score.Number)
		w.float(score.Value)
	}
	pairs := make([][2]any, len(s.compared))
	for i, c := range s.compared {
		operands := make([]any, len(c.Operands))
		for j, o := range c.Operands {
			switch v := o.(type) {
			case sut.Wanted:
				o = map[string]string{"form": string(v.Form), "text": v.Text}
			case int64:
				if plain(float64(v)) != any(v) { // JSON numbers are float64
					o = map[string]string{"whole": strconv.FormatInt(v, 10)}
				}
			}
			operands[j] = o
		}
		pairs[i] = [2]any{c.Number, operands}
	}
	err := errors.Join(encodeJSON(w, pairs, len(pairs)), encodeJSON(w, s.inputs, len(s.inputs)))
	s.went.told = s.went.told || len(s.tables) > 0 // which come after it
	s.went.encode(w)
	if len(s.tables) > 0 {
		err = errors.Join(err, encodeJSON(w, s.tables, len(s.tables)))
	}
	return err
}

// encodeJSON appends a list of n elements as a text, which is empty if n is 0.
func encodeJSON(w *writer, list any, n int) error {
	if n == 0 {
		w.text("")
		return nil
	}
	b, err := json.Marshal(list)
	w.text(string(b))
	return err
}

// decode reads scores. It reuses their memory.
func (s *scores) decode(r *reader) error {
	*s = scores{list: s.list[:0]}
	return s.more(r)
}

// add moves other scores into s.
func (s *scores) add(other *scores) {
	s.list, s.compared, s.inputs = append(s.list, other.list...), append(s.compared, other.compared...),
		append(s.inputs, other.inputs...)
	s.tables = append(s.tables, other.tables...)
	s.went.add(&other.went)
	*other = scores{}
}

// more reads scores and adds them to s.
func (s *scores) more(r *reader) error {
	for range r.count(12) {
		score := Score{r.number(), r.float()}
		if r.err == nil && !(score.Value > 0 && score.Value <= 1) {
			r.fail(fmt.Errorf("target %d has the value %v, which is not in (0,1]", score.Number, score.Value))
		}
		s.list = append(s.list, score)
	}
	compared := r.take(int(min(r.uint32(), maxFrame+1)))
	inputs := r.take(int(min(r.uint32(), maxFrame+1)))
	s.went.more(r)
	var used []byte
	if r.err == nil && len(r.b) > 0 {
		used = r.take(int(min(r.uint32(), maxFrame+1)))
	}
	if err := r.end(); err != nil {
		return err
	}
	err := decodeJSON(inputs, &s.inputs)
	if err != nil {
		return fmt.Errorf("what was read: %w", err)
	}
	if err = decodeJSON(used, &s.tables); err != nil {
		return fmt.Errorf("which tables were used: %w", err)
	}
	if len(compared) == 0 {
		return nil
	}
	return s.hear(compared)
}

// decodeJSON appends the elements of a list in JSON, which may be empty.
func decodeJSON[T any](text []byte, to *[]T) error {
	if len(text) == 0 {
		return nil
	}
	var list []T
	err := json.Unmarshal(text, &list)
	*to = append(*to, list...)
	return err
}

// hear adds the operands of comparisons from JSON: a list of pairs of a target and its operands.
func (s *scores) hear(text []byte) error {
	var pairs [][2]any
	if err := json.Unmarshal(text, &pairs); err != nil {
		return fmt.Errorf("what was compared: %w", err)
	}
	for _, pair := range pairs {
		number, isNumber := pair[0].(float64)
		operands, isList := pair[1].([]any)
		if !isNumber || !isList || number != math.Trunc(number) || number < 0 || number >= maxNumber {
			return fmt.Errorf("what was compared: %.40q is no target with its operands", fmt.Sprint(pair))
		}
		for i, o := range operands {
			var err error
			if operands[i], err = operand(o); err != nil {
				return fmt.Errorf("what was compared: %w", err)
			}
		}
		s.compared = append(s.compared, Compared{Number: uint32(number), Operands: operands})
	}
	return nil
}

// operand converts an operand from JSON.
func operand(v any) (any, error) {
	switch v := v.(type) {
	case string:
		return v, nil
	case float64:
		return plain(v), nil
	case map[string]any:
		if digits, ok := v["whole"].(string); ok {
			return strconv.ParseInt(digits, 10, 64)
		}
		form, _ := v["form"].(string)
		of, _ := v["text"].(string)
		return sut.Wanted{Form: probe.Form(form), Text: of}, nil
	}
	return nil, fmt.Errorf("%.20q is no operand", fmt.Sprint(v))
}

// plain converts a constant or an operand: whole numbers become int64.
func plain(v any) any {
	if f, ok := v.(float64); ok && f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return int64(f)
	}
	return v
}

// ended is what a process says before it ends.
type ended struct {
	reason, place string
	scores
}

func (e *ended) decode(r *reader) error {
	e.reason, e.place = r.text(), r.text()
	return e.scores.decode(r)
}
