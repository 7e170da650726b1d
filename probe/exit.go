package probe

import (
	"reflect"
	"runtime"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/evoke-go/evoke/probe/aside"
)

// exits is told where the program ends itself.
var exits atomic.Pointer[func(runtime.Frame)]

// OnExit has f told where instrumented code ends the program, before it does.
// That may be on any goroutine.
func OnExit(f func(at runtime.Frame)) { exits.Store(&f) }

// Exit notes that the program is about to end itself, and where: os.Exit(n)
// becomes os.Exit(Exit(n)). It returns its argument.
func Exit(code int) int {
	noteExit()
	return code
}

// Fatal is [Exit] for what takes a list: log.Fatal(a, b) becomes
// log.Fatal(Fatal(a, b)...).
func Fatal(v ...any) []any {
	noteExit()
	return v
}

// noteExit tells the frame that called who called it.
func noteExit() {
	f := exits.Load()
	if f == nil {
		return
	}
	var pc [1]uintptr
	at, _ := runtime.CallersFrames(pc[:runtime.Callers(3, pc[:])]).Next()
	(*f)(at)
}

// maxFrames bounds the stack that is kept of a panic. What panicked is near to
// its top.
const maxFrames = 128

// unwound is the stack at the last recover that stopped a panic, and the last
// panic of instrumented code: its value, and where it was.
var unwound struct {
	aside.Mutex
	stack [maxFrames]uintptr
	depth int
	value any
	at    [maxFrames]uintptr
	above int // how many frames of at count
}

// Panics notes what the program is about to panic with: panic(v) becomes
// panic(Panics(v)). Only a recover knows that otherwise. It returns its argument.
func Panics(value any) any {
	unwound.Lock()
	defer unwound.Unlock()
	unwound.value = value
	unwound.above = runtime.Callers(2, unwound.at[:])
	return value
}

// LastPanic returns what instrumented code panicked with last, and where, since
// [ForgetRecovered]. ok is false if it did not.
func LastPanic() (value any, at runtime.Frame, ok bool) {
	unwound.Lock()
	defer unwound.Unlock()
	if unwound.above == 0 {
		return nil, at, false
	}
	at, _ = runtime.CallersFrames(unwound.at[:unwound.above]).Next()
	return unwound.value, at, true
}

// LastPanicStack returns the stack of the goroutine at [LastPanic], for
// [runtime.CallersFrames].
func LastPanicStack() []uintptr {
	unwound.Lock()
	defer unwound.Unlock()
	return append([]uintptr(nil), unwound.at[:unwound.above]...)
}

// Recovered notes which panic a recover of the program stops: recover() becomes
// Recovered(recover()), so that it is still called by the deferred function
// itself. It returns its argument.
func Recovered(value any) any {
	if value != nil {
		noteRecovered(value)
	}
	return value
}

func noteRecovered(value any) {
	if _, ok := value.(runtime.Error); ok {
		happened(RecoveredError, "", nil, 2)
	}
	unwound.Lock()
	defer unwound.Unlock()
	unwound.depth = runtime.Callers(2, unwound.stack[:])
}

// LastRecovered returns the stack of the goroutine at the last recover of
// instrumented code that stopped a panic, for [runtime.CallersFrames]: below
// the frames of runtime.gopanic lies what panicked. It is nil if there was none
// since [ForgetRecovered].
func LastRecovered() []uintptr {
	unwound.Lock()
	defer unwound.Unlock()
	return append([]uintptr(nil), unwound.stack[:unwound.depth]...)
}

// ForgetRecovered begins a new time for [LastRecovered] and [LastPanic], and for [Last], [Cause] and [Incidents]: a
// call that runs no code with probes was last nowhere.
func ForgetRecovered() {
	forget()
	forgetFailures()
	forgetIncidents()
	unwound.Lock()
	defer unwound.Unlock()
	unwound.depth, unwound.value, unwound.above = 0, nil, 0
}

// maxFailures is how many errors are kept of a call; older ones give way.
const maxFailures = 64

// failures are the errors that instrumented code met since [ForgetRecovered], the last
// maxFailures of them.
var failures struct {
	aside.Mutex
	list [maxFailures]failure
	met  int
}

// failure is an error, and the cell of the condition or the statement that met it.
type failure struct {
	cell uintptr
	err  error
}

// Saw notes an error that a condition compares with nil: err != nil becomes
// Saw(c, err) != nil. It returns its argument.
func Saw(c *Cond, err error) error {
	if err != nil {
		met(uintptr(unsafe.Pointer(c)), err)
	}
	return err
}

// Made notes an error that a statement makes and returns: return errors.New(text) becomes
// return Made(s, errors.New(text)). It returns its argument.
func Made(s *Stmt, err error) error {
	met(uintptr(unsafe.Pointer(s)), err)
	return err
}

//go:noinline
//go:norace
func met(cell uintptr, err error) {
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

// Cause returns where instrumented code met the last error since [ForgetRecovered] for the
// first time: what made it, or else the first condition that found it not to be nil. An error
// that wraps another one, or is made because a condition found another one, began with that.
// Cause runs no code of the program. It returns false if there was no error.
func Cause() (Target, bool) {
	failures.Lock()
	defer failures.Unlock()
	from := max(0, failures.met-maxFailures)
	at := func(i int) failure { return failures.list[i%maxFailures] }
	last := failures.met - 1
	for i := last - 1; i >= from; i-- {
		if holds(at(last).err, at(i).err) || because(at(last).cell, at(i).cell) {
			last = i
		}
	}
	if last < from {
		return 0, false
	}
	return located(at(last).cell)
}

// because reports whether a statement runs because of the outcome of a condition.
func because(statement, condition uintptr) bool {
	t, ok := located(statement)
	c, found := located(condition)
	if !ok || !found {
		return false
	}
	g := Describe(t).Guard
	return g.Conditions > 0 && c >= g.First && c < g.First+Target(2*g.Conditions)
}

// maxWrapped bounds how many errors may be around another one, and how many parts of an error
// are looked at.
const maxWrapped, maxParts = 8, 64

// holds reports whether an error is another one or wraps it, as far as the memory of its value
// tells: to ask the error would run code of the program.
func holds(outer, inner error) bool {
	want, parts := wordsOf(reflect.ValueOf(&inner).Elem()), 0
	var within func(v reflect.Value, depth int) bool
	within = func(v reflect.Value, depth int) bool {
		parts++
		if parts > maxParts || depth > maxWrapped {
			return false
		}
		switch v.Kind() {
		case reflect.Interface:
			return !v.IsNil() && (v.CanAddr() && wordsOf(v) == want || within(v.Elem(), depth+1))
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

// words identify the value of an interface: its type, and where its data is.
type words struct {
	dynamic reflect.Type
	data    unsafe.Pointer
}

// wordsOf returns the words of a variable of an interface type that is not nil.
func wordsOf(v reflect.Value) words {
	return words{v.Elem().Type(), (*[2]unsafe.Pointer)(v.Addr().UnsafePointer())[1]}
}

// IncidentKind says what kind of incident it is.
type IncidentKind uint8

// The kinds of incidents.
const (
	LoggedError    IncidentKind = iota // the program logs an error
	RecoveredError                     // it recovers from an error of the runtime, such as a nil pointer
	DroppedError                       // it does nothing about an error that a function returns
	LeftOpen                           // it opens something that nobody can close any more, see package opened
	Raced                              // two goroutines use the same memory at the same time, see package races
	Overflowed                         // a result does not fit into its type, see [Sum]
	// it writes a text with a line break into a log that has a line for each entry, see [LoggedLines]
	BrokenLine
)

// Incident is something that went wrong in instrumented code, and that it need not tell whoever called.
type Incident struct {
	Kind IncidentKind
	// Text is what the program says of it, if it always says the same at that place, else "". For DroppedError it is
	// what was called, as the source has it; for LeftOpen it is what was opened; for Overflowed it is the source with
	// the numbers of the first time; for BrokenLine it is the line after the break.
	Text string
	// Err is the error that is dropped, nil for other kinds.
	Err error
	// Stack is that of the goroutine, for [runtime.CallersFrames], at most 128 frames. For LeftOpen it is where that
	// was opened.
	Stack []uintptr

	cell uintptr // of the condition that is told once
}

// maxIncidents is how many incidents are kept of a call, the first ones.
const maxIncidents = 16

// incidents are those since [ForgetRecovered].
var incidents struct {
	aside.Mutex
	list []Incident
}

// Incidents returns what went wrong in instrumented code since [ForgetRecovered], on any
// goroutine, the first 16 in their order.
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

// happened notes an incident. skip is how many frames of this package are above instrumented code, this one not
// counted.
//
//go:norace
func happened(kind IncidentKind, text string, err error, skip int) {
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

// Holds reports whether the error that is dropped is another one or wraps it. It runs no code of the program.
func (in *Incident) Holds(err error) bool { return in.Err != nil && holds(in.Err, err) }

// Dropped notes an error that the program does nothing about: f() becomes Dropped("f", f()), and if err != nil { }
// becomes if err != nil { Dropped("err", err) }. It returns its argument.
func Dropped(of string, err error) error {
	if err != nil {
		happened(DroppedError, of, err, 1)
	}
	return err
}

// Called is what was called, as the source has it.
type Called string

// Dropped is [Dropped] for the results of a function that returns something else, too: f() becomes
// Called("f").Dropped(f()).
func (of Called) Dropped(v any, err error) (any, error) {
	if err != nil {
		happened(DroppedError, string(of), err, 1)
	}
	return v, err
}
