package probe

import (
	"errors"
	"reflect"
	"runtime"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/evoke-go/evoke/probe/aside"
)

// exits is the function that [OnExit] set.
var exits atomic.Pointer[func(runtime.Frame)]

// OnExit sets f, which is called before instrumented code ends the program, with the place that ends it. The call may
// be on any goroutine.
func OnExit(f func(at runtime.Frame)) { exits.Store(&f) }

// Exit notes that the program is about to end itself, and where: os.Exit(n) becomes os.Exit(Exit(n)). It returns its
// argument.
func Exit(code int) int {
	noteExit()
	return code
}

// Fatal is [Exit] for functions that take a list: log.Fatal(a, b) becomes log.Fatal(Fatal(a, b)...).
func Fatal(v ...any) []any {
	noteExit()
	return v
}

// noteExit calls the function of [OnExit] with the frame that called Exit or Fatal.
func noteExit() {
	f := exits.Load()
	if f == nil {
		return
	}
	var pc [1]uintptr
	at, _ := runtime.CallersFrames(pc[:runtime.Callers(3, pc[:])]).Next()
	(*f)(at)
}

// maxFrames bounds the stack that is kept of a panic. The function that panicked is near the top of the stack.
const maxFrames = 128

// lastPanics has the stack at the last recover that stopped a panic, and the value and the stack of the last panic of
// instrumented code.
var lastPanics struct {
	aside.Mutex
	stack [maxFrames]uintptr
	depth int
	value any
	at    [maxFrames]uintptr
	above int // number of frames in at
}

// Panics notes the value with which the program is about to panic, and the place: panic(v) becomes panic(Panics(v)).
// Otherwise only a recover would know them. It returns its argument.
func Panics(value any) any {
	lastPanics.Lock()
	defer lastPanics.Unlock()
	lastPanics.value = value
	lastPanics.above = runtime.Callers(2, lastPanics.at[:])
	return value
}

// LastPanic returns the value with which instrumented code panicked last since [ForgetRecovered], and the place. ok is
// false if it did not panic.
func LastPanic() (value any, at runtime.Frame, ok bool) {
	lastPanics.Lock()
	defer lastPanics.Unlock()
	if lastPanics.above == 0 {
		return nil, at, false
	}
	at, _ = runtime.CallersFrames(lastPanics.at[:lastPanics.above]).Next()
	return lastPanics.value, at, true
}

// LastPanicStack returns the stack of the goroutine at the panic of [LastPanic], for [runtime.CallersFrames].
func LastPanicStack() []uintptr {
	lastPanics.Lock()
	defer lastPanics.Unlock()
	return append([]uintptr(nil), lastPanics.at[:lastPanics.above]...)
}

// Recovered notes that a recover of the program stops a panic: recover() becomes Recovered(recover()), so that the
// deferred function itself still calls recover. It returns its argument.
func Recovered(value any) any {
	if value != nil {
		noteRecovered(value)
	}
	return value
}

// Stopped does as [Recovered] for a recover of a library. It notes no incident: libraries may stop panics of their own
// to return errors.
func Stopped(value any) any {
	if value != nil {
		noteStopped()
	}
	return value
}

func noteRecovered(value any) {
	if _, ok := value.(runtime.Error); ok {
		noteIncident(RecoveredError, "", nil, 2)
	}
	noteStopped()
}

func noteStopped() {
	lastPanics.Lock()
	defer lastPanics.Unlock()
	lastPanics.depth = runtime.Callers(2, lastPanics.stack[:])
}

// LastRecovered returns the stack of the goroutine at the last recover that stopped a panic, in instrumented code or in
// a library, for [runtime.CallersFrames]. The function that panicked lies below the frames of runtime.gopanic. It is
// nil if nothing was recovered since [ForgetRecovered].
func LastRecovered() []uintptr {
	lastPanics.Lock()
	defer lastPanics.Unlock()
	return append([]uintptr(nil), lastPanics.stack[:lastPanics.depth]...)
}

// ForgetRecovered clears what [LastRecovered], [LastPanic], [Last], [Cause] and [Incidents] return. The search calls it
// before each call, so that a call that runs no code with probes gets nothing of the call before.
func ForgetRecovered() {
	forget()
	forgetFailures()
	forgetIncidents()
	lastPanics.Lock()
	defer lastPanics.Unlock()
	lastPanics.depth, lastPanics.value, lastPanics.above = 0, nil, 0
}

// maxFailures is how many errors of a call are kept: the last ones.
const maxFailures = 64

// failures has the last maxFailures errors that instrumented code met since [ForgetRecovered].
var failures struct {
	aside.Mutex
	list [maxFailures]failure
	met  int
}

// failure is an error, and the address of the cell of the condition or statement that met it.
type failure struct {
	cell uintptr
	err  error
}

// Saw notes an error that a condition compares with nil: err != nil becomes
// Saw(c, err) != nil. It returns its argument.
func Saw(c *Cond, err error) error {
	if err != nil {
		noteFailure(uintptr(unsafe.Pointer(c)), err)
	}
	return err
}

// Made notes an error that a statement makes and returns: return errors.New(text) becomes
// return Made(s, errors.New(text)). It returns its argument.
func Made(s *Stmt, err error) error {
	noteFailure(uintptr(unsafe.Pointer(s)), err)
	return err
}

//go:noinline
//go:norace
func noteFailure(cell uintptr, err error) {
	failures.Lock()
	defer failures.Unlock()
	failures.list[failures.met%maxFailures] = failure{cell, err}
	failures.met++
}

func forgetFailures() {
	failures.Lock()
	defer failures.Unlock()
	clear(failures.list[:min(failures.met, maxFailures)])
	failures.met = 0
}

// Cause returns the place where the last error since [ForgetRecovered] began: the statement that made it, or else the
// first condition that found it not to be nil. An error that wraps another error, or that was made because a condition
// found another error, began where that other error began. Cause runs no code of the program. It returns false if there
// was no error.
func Cause() (Target, bool) {
	failures.Lock()
	defer failures.Unlock()
	from := max(0, failures.met-maxFailures)
	at := func(i int) failure { return failures.list[i%maxFailures] }
	last := failures.met - 1
	for i := last - 1; i >= from; i-- {
		if holds(at(last).err, same(at(i).err)) || guardedBy(at(last).cell, at(i).cell) {
			last = i
		}
	}
	if last < from {
		return 0, false
	}
	return located(at(last).cell)
}

// guardedBy reports whether a statement is guarded by a condition: whether it runs only for one outcome of it. Both are
// addresses of cells.
func guardedBy(statement, condition uintptr) bool {
	t, ok := located(statement)
	c, found := located(condition)
	if !ok || !found {
		return false
	}
	g := Describe(t).Guard
	return g.Conditions > 0 && c >= g.First && c < g.First+Target(2*g.Conditions)
}

// maxWrapped bounds the depth of wrapping that is searched, and maxParts the number of values that are looked at.
const maxWrapped, maxParts = 8, 64

// same returns a function that reports whether a variable has the value err. It compares the memory of the values,
// since to call errors.Is would run code of the program.
func same(err error) func(reflect.Value) bool {
	want := wordsOf(reflect.ValueOf(&err).Elem())
	return func(v reflect.Value) bool { return v.CanAddr() && wordsOf(v) == want }
}

// holds reports whether an error, or one that it wraps, is the wanted one.
func holds(outer error, wanted func(reflect.Value) bool) bool {
	parts := 0
	var within func(v reflect.Value, depth int) bool
	within = func(v reflect.Value, depth int) bool {
		parts++
		if parts > maxParts || depth > maxWrapped {
			return false
		}
		switch v.Kind() {
		case reflect.Interface:
			return !v.IsNil() && (wanted(v) || within(v.Elem(), depth+1))
		case reflect.Pointer:
			return !v.IsNil() && v.Type().Implements(reflect.TypeFor[error]()) && within(v.Elem(), depth+1)
		case reflect.Struct:
			for i := range v.NumField() {
				if within(v.Field(i), depth+1) {
					return true
				}
			}
		case reflect.Slice:
			for i := range v.Len() {
				if within(v.Index(i), depth+1) {
					return true
				}
			}
		}
		return false
	}
	return within(reflect.ValueOf(&outer).Elem(), 0)
}

// words identify the value of an interface: its dynamic type, and the address of its data.
type words struct {
	dynamic reflect.Type
	data    unsafe.Pointer
}

// wordsOf returns the words of a variable of an interface type. The variable is not nil.
func wordsOf(v reflect.Value) words {
	return words{v.Elem().Type(), (*[2]unsafe.Pointer)(v.Addr().UnsafePointer())[1]}
}

// IncidentKind is the kind of an incident.
type IncidentKind uint8

// The kinds of incidents.
const (
	LoggedError    IncidentKind = iota // the program logs an error
	RecoveredError                     // the program recovers from an error of the runtime, such as a nil pointer
	DroppedError                       // the program does nothing about an error that a function returns
	LeftOpen                           // the program opens something that nobody can close any more, see package opened
	Raced                              // two goroutines use the same memory at the same time, see package races
	Overflowed                         // a result does not fit into its type, see [Sum]
	// the program writes a text with a line break into a log of one line per entry, see [LoggedLines]
	BrokenLine
	// the program changes rows of a database for good, see package tables: wrong only where the answer refuses the call
	Committed
	Spliced  // a statement has an input of an attack in its text, and not in its arguments
	Repeated // the program executes the same statement for each row that another statement returned
)

// Incident is something that went wrong in instrumented code, although the caller may have got a normal result.
type Incident struct {
	Kind IncidentKind
	// Text is a text that is the same each time, "" if there is none. For LoggedError it is the logged text if that is
	// a constant; for DroppedError the source of the call; for LeftOpen what was opened; for Overflowed the source with
	// the numbers of the first time; for BrokenLine the line after the break; for Committed what is done to tables,
	// such as "inserts into orders; updates stock (count)"; for Spliced the part of the statement around the input; for
	// Repeated how often, for how many rows, and the statement without its values.
	Text string
	// Err is the dropped error, nil for other kinds.
	Err error
	// Stack is the stack of the goroutine, for [runtime.CallersFrames], at most 128 frames. For LeftOpen it is the
	// stack at the moment of opening, for Committed that of the first change.
	Stack []uintptr

	cell uintptr // address of the condition whose incident is kept only once
}

// maxIncidents is how many incidents of a call are kept: the first ones.
const maxIncidents = 16

// incidents has the incidents since [ForgetRecovered].
var incidents struct {
	aside.Mutex
	list []Incident
}

// Incidents returns the first 16 incidents in instrumented code since [ForgetRecovered], on any goroutine, in the order
// of time.
func Incidents() []Incident {
	incidents.Lock()
	defer incidents.Unlock()
	return append([]Incident(nil), incidents.list...)
}

func forgetIncidents() {
	incidents.Lock()
	defer incidents.Unlock()
	incidents.list = nil
}

// noteIncident notes an incident. skip is the number of frames of this package between noteIncident and instrumented
// code.
//
//go:norace
func noteIncident(kind IncidentKind, text string, err error, skip int) {
	note(Incident{Kind: kind, Text: text, Err: err}, skip+1)
}

//go:norace
func note(in Incident, skip int) {
	incidents.Lock()
	defer incidents.Unlock()
	if len(incidents.list) == maxIncidents ||
		in.cell != 0 && slices.ContainsFunc(incidents.list, func(i Incident) bool { return i.cell == in.cell }) {
		return
	}
	var pcs [maxFrames]uintptr
	in.Stack = append([]uintptr(nil), pcs[:runtime.Callers(skip+2, pcs[:])]...)
	incidents.list = append(incidents.list, in)
}

// Holds reports whether the dropped error is err or wraps it. It runs no code of the program.
func (in *Incident) Holds(err error) bool { return in.Err != nil && holds(in.Err, same(err)) }

// Says reports whether the dropped error is one that errors.New made of a text, or wraps one. It is for errors of
// packages that the program need not have. It runs no code of the program.
func (in *Incident) Says(text string) bool {
	plain := reflect.TypeOf(errors.New(text))
	return in.Err != nil && holds(in.Err, func(v reflect.Value) bool {
		return v.Elem().Type() == plain && v.Elem().Elem().Field(0).String() == text
	})
}

// Dropped notes an error that the program ignores: f() becomes Dropped("f", f()), and if err != nil { } becomes if err
// != nil { Dropped("err", err) }. It returns its argument.
func Dropped(of string, err error) error {
	if err != nil {
		noteIncident(DroppedError, of, err, 1)
	}
	return err
}

// Called is the source of a call, such as "f".
type Called string

// Dropped is the function [Dropped] for calls with one more result: f() becomes Called("f").Dropped(f()).
func (of Called) Dropped(v any, err error) (any, error) {
	if err != nil {
		noteIncident(DroppedError, string(of), err, 1)
	}
	return v, err
}
