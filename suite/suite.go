// Package suite holds generated tests as plain data. A test is a sequence of
// steps. A step has one of these kinds:
//
//   - [Call] is an HTTP call. It has a request, reads values of the answer into
//     variables for later calls, and asserts the answer.
//   - [Function] is the call of a Go function. It has arguments and asserts the
//     results.
//   - [Act] is what a user does in a page. It asserts what the page shows then.
//   - [Unit] is the call of a function of a script of a page. It has a fixture and asserts what came of the call.
//
// A [Fault] says what is wrong with a step of a test. Writers (package output)
// turn a suite into files. A suite can be sent to another process: encoding/gob
// keeps every value as it is, and so does encoding/json except for texts that
// are not UTF-8.
//
// A suite holds only plain values, which package value describes.
package suite

// Suite is a set of generated tests.
type Suite struct {
	// Title names the API.
	Title string
	// BaseURL is where a remote system was called; "" for one in-process.
	BaseURL string
	// Address is where people find the system who make the calls of a test by hand: BaseURL, or where the system or its
	// schema says that it is on this machine; "" if nobody says.
	Address string
	// Repeat tells how to get the same suite again: one line, no paths.
	Repeat string
	Tests  []Test
}

// Kind sorts tests into files.
type Kind string

// The kinds of tests.
const (
	Success     Kind = "success"      // the last answer is below 400, or the last function returns no error
	ClientError Kind = "client_error" // the last answer is 4xx, or any but 2xx to a client that left before it
	ErrorKind   Kind = "error"        // the last function returns an error
	FaultKind   Kind = "fault"        // the test shows a fault
)

// Test is one test: a sequence of steps on a fresh system.
type Test struct {
	// Name is made of words without separators and has no "Test" before it:
	// "PostBooksReturns201". No two tests of a suite have the same name. It is ""
	// until [Suite.NameTests] gives the test one, and never changes after that.
	Name string
	// Purpose says in one line what the test shows.
	Purpose string
	Kind    Kind
	Steps   []Step
	Faults  []Fault
	// Ways are some outcomes of conditions in the program that this test causes
	// and no other test of the suite does, the one that says most first. See
	// [Test.Tell].
	Ways []Way
	// Known are the values of the step that the test is about which mean something
	// to a reader: those of an enum, the examples of the schema, and the constants
	// of the program. The name of the test may hold them. It holds no other values
	// but true, false, null, the empty text, 0, 1 and -1.
	Known []string
	// Invalid says what is invalid on purpose in the step that the test is about: the
	// one that shows its first fault, or the last one. It is nil if nothing is.
	Invalid *Invalid
	// Form says how the test is written, as far as that depends on other tests. It is
	// nil until [Suite.Arrange] gives the test one, which never changes it after that.
	Form *Form
}

// Form says how a test is written, as far as that depends on other tests.
type Form struct {
	// SetUps are the functions that stand for steps of the test, in the order of
	// these. Where the beginning of the test has a function, that one is the first,
	// and those of steps in it follow as well.
	SetUps []SetUp `json:",omitempty"`
	// Table names the test of which this one is a row, in the form of the name of a
	// test, and Row is the name of the row. Both are "" for a test of its own. The
	// rows of a table have the same answer, each to one call: refusals, or a fault that operations share.
	Table string `json:",omitempty"`
	Row   string `json:",omitempty"`
}

// SetUp is a function that stands for steps of a test. Several tests may share it.
// It stands either for one step that only prepares the test, such as a log-in, or
// for the steps with which the test begins.
type SetUp struct {
	// Name is in lower camel case: "postTodosAsAnn". Set-ups of a suite with the
	// same name are the same function. A writer puts another name in its place
	// where that means something else in its language.
	Name string
	// First is the index of the first step, and Steps is how many there are.
	First int `json:",omitempty"`
	Steps int
	// Returns are what the function returns, in order. The test may need less.
	Returns []Returned `json:",omitempty"`
}

// Returned is a captured value that a function returns.
type Returned struct {
	Var string
	// JSON says that it is the whole value as JSON, and not a text.
	JSON bool `json:",omitempty"`
}

// Way is an outcome of a condition in the program.
type Way struct {
	What  string // "n > 100 is true"
	Place string // the function: "api.(*Server).create"
}

// Invalid says what in a call is invalid on purpose.
type Invalid struct {
	// In is the part of the call: "path", "query", "header", "cookie", "body", "method" for one that no operation has,
	// or "client" for one that leaves before the answer.
	In string
	// At leads to the value. It begins with the name of the parameter, unless the
	// value is in the body, and goes on with names of members and indexes of
	// elements. It is empty for the body as a whole.
	At []string
	// What is wrong with the value: "is too long".
	What string
}

// Step is one action of a test, with what is expected of it. What every step
// has stands here; the rest depends on its kind: exactly one of the pointers
// is set.
type Step struct {
	// Operation says what the step is about: the template of a call, such as
	// "POST /books", or a function, such as "strconv.Atoi".
	Operation string
	// Note says in one line why the test needs a step that only prepares it
	// ("log in as ann"), or one behind those that the test is about: it shows what came of them, or
	// tidies up. It is "" for the steps that the test is about.
	Note string
	// Whole says that all of the answer is what the test is about, such as the order of a list: no assertion of it is
	// left out. Default: false.
	Whole bool
	// User is who acts, "" for nobody in particular.
	User string
	// Call is set for an HTTP call.
	Call *Call
	// Function is set for the call of a function.
	Function *Function
	// Act is set for what a user does in a page.
	Act *Act
	// Unit is set for the call of a function of a script of a page.
	Unit *Unit
}

// Fault is what an oracle found wrong.
type Fault struct {
	// Code is the Web Fuzzing Commons code of the category, such as 100.
	Code int
	// Category names the code in a few words.
	Category string
	// Operation is that of the step.
	Operation string
	// Reason is one line.
	Reason string
	// Key tells faults apart: operation, code and where in the program.
	Key string
	// Cause is the same for faults that most likely come of one mistake, in whatever
	// operations; "" where nothing tells which these are.
	Cause string
	// Step is the index of the step that shows it.
	Step int
	// Frame is the place in the program, "" if unknown: "api.(*Server).create
	// (books.go:12)". See [Fault.Where].
	Frame string
	// Stack is the stack of a panic, "" if there was none.
	Stack string
	// Curl is a line that makes the call again, for an HTTP call one of curl. A report has one for
	// each call before it as well. For a page it is all that a user does, an act a line. It is "" if it needs no
	// more than the steps before it.
	Curl string
	// Fatal says that the fault ends the process: no test shows it.
	Fatal bool
	// Untested says why no test shows the fault, in a line; "" where one does, or nobody
	// knows.
	Untested string
	// Sequence says that the fault is about several steps of a test, and not about one answer: what earlier tests
	// left behind may look like it.
	Sequence bool
	// Silenced says why the fault is none for those who run the tests, in their words; "" where
	// it is one. Its test records what the system does, and does not fail for it.
	Silenced string
}

// EndsOtherwise begins the reason why no test shows a fault whose test ends in another way where no other test came
// before it, see [Fault.Untested].
const EndsOtherwise = "its test ends in another way"

// File is one written file.
type File struct {
	// Name is its path relative to the output folder, with "/" as separator.
	Name    string
	Content []byte
	// Mark is a text that all files of the same writer hold. A file without it
	// that stands in the place of this one was written by somebody else, and is
	// not overwritten. "" overwrites all.
	Mark string
	// Tests tells where in Content the tests are, in the order of the file.
	// It is empty for a file without tests.
	Tests []Location
	// Runner is the program that runs the tests, such as [GoTest]; "" if no
	// program does.
	Runner string
}

// GoTest is the runner of Go tests. Evoke runs these to measure what they
// cover.
const GoTest = "go test"

// Location is where a test is written.
type Location struct {
	// Name is the name of the test in the suite.
	Name string
	// Title is its name in the file: "TestPostBooksReturns201".
	Title string
	// Start and End are the first and the last line of the test with its comment,
	// counted from 1.
	Start, End int
	// Fails says that the test is meant to fail until a fault is mended.
	Fails bool
}
