// Package suite holds generated tests as plain data. A test is a sequence of steps. A step has one of these kinds:
//
//   - [Call] is an HTTP call. It has a request, reads values of the answer into
//     variables for later calls, and asserts the answer.
//   - [Function] is the call of a Go function. It has arguments and asserts the
//     results.
//   - [Act] is an act of a user in a page. It asserts what the page shows then.
//   - [Unit] is the call of a function of a script of a page. It has a fixture and asserts the results of the call.
//
// A [Fault] says what is wrong with a step of a test. Writers (package output) turn a suite into files. A suite can be
// sent to another process: encoding/gob keeps every value as it is, and so does encoding/json except for texts that are
// not UTF-8.
//
// A suite holds only plain values, which package value describes. Suites are not safe for concurrent use while one
// goroutine changes them.
package suite

import "time"

// Suite is a set of generated tests.
type Suite struct {
	// Title is the name of the API.
	Title string
	// BaseURL is the base URL of a remote system; "" for a system in the process.
	BaseURL string
	// Neighbours says that the system calls other services. Tests that run in its process keep it from calling them:
	// they answer what the tests arrange, and refuse all else.
	Neighbours bool `json:",omitempty"`
	// Address is the base URL for people who make the calls of a test by hand: BaseURL, or the address on this machine
	// that the system or its schema names; "" if none is known.
	Address string
	// Repeat says how to get the same suite again, in one line without paths.
	Repeat string
	Tests  []Test
}

// Kind classifies tests. Each kind has a file of its own.
type Kind string

// The kinds of tests.
const (
	Success     Kind = "success"      // the last answer is below 400, or the last function returns no error
	ClientError Kind = "client_error" // the last answer is 4xx, or any but 2xx after the client disconnected
	ErrorKind   Kind = "error"        // the last function returns an error
	FaultKind   Kind = "fault"        // the test shows a fault
)

// Test is one test: a sequence of steps on a fresh system.
type Test struct {
	// Name consists of words without separators and has no "Test" before it: "PostBooksReturns201". No two tests of a
	// suite have the same name. It is "" until [Suite.NameTests] sets it, and never changes after that.
	Name string
	// Purpose says in one line what the test shows.
	Purpose string
	Kind    Kind
	Steps   []Step
	Faults  []Fault
	// Ways are some outcomes of conditions in the program that only this test of the suite causes, the most telling one
	// first. See [Test.Tell].
	Ways []Way
	// Known are the values in the step that the test is about which mean something to a reader: values of an enum,
	// examples of the schema, and constants of the program. The name of the test may contain these values, and true,
	// false, null, the empty text, 0, 1 and -1, but no others.
	Known []string
	// Invalid says what is invalid on purpose in the step that the test is about: the step of its first fault, or the
	// last step. It is nil if nothing is invalid.
	Invalid *Invalid
	// At is the time at which the test begins if time passes in it: the time at which the search saw its answers. A row
	// that is valid today is not valid tomorrow, and only from the same day on is a week later the same weekday. The
	// zero time is any time.
	At time.Time `json:",omitzero"`
	// Form says how the test is written, as far as that depends on other tests. It is nil until [Suite.Arrange] sets
	// it, and never changes after that.
	Form *Form
}

// Form says how a test is written, as far as that depends on other tests.
type Form struct {
	// SetUps are the functions that perform steps of the test, in the order of the steps. If one function performs
	// several first steps, it is the first, and the functions of single steps among them follow as well.
	SetUps []SetUp `json:",omitempty"`
	// Table is the name of the table of which the test is a row, in the form of a test name, and Row is the name of the
	// row. Both are "" for a test that is no row. Each row of a table makes one call. All get the same answer:
	// refusals, or a fault that operations share.
	Table string `json:",omitempty"`
	Row   string `json:",omitempty"`
}

// SetUp is a function that performs steps of a test. Several tests may share it. It performs either one step that only
// prepares the test, such as a log-in, or the first steps of the test.
type SetUp struct {
	// Name is in lower camel case: "postTodosAsAnn". Set-ups of a suite with the same name are the same function. A
	// writer uses another name if this one already has a meaning in its language.
	Name string
	// First is the index of the first step, and Steps is the number of steps.
	First int `json:",omitempty"`
	Steps int
	// Returns are the captured values that the function returns, in order. The test may need only some of them.
	Returns []Returned `json:",omitempty"`
}

// Returned is a captured value that a function returns.
type Returned struct {
	Var string
	// JSON says that the function returns the whole value as JSON, not as text.
	JSON bool `json:",omitempty"`
}

// Way is an outcome of a condition in the program.
type Way struct {
	What  string // "n > 100 is true"
	Place string // the function: "api.(*Server).create"
}

// Invalid describes data in a call that is invalid on purpose.
type Invalid struct {
	// In is the part of the call: "path", "query", "header", "cookie", "body", "method" for a method that no operation
	// has, or "client" for a client that disconnects before the answer.
	In string
	// At is the path to the value: the name of the parameter, unless the value is in the body, and then names of
	// members and indexes of elements. It is empty for the body as a whole.
	At []string
	// What says what is wrong with the value: "is too long".
	What string
}

// Step is one action of a test, with its expected outcome. Exactly one of the pointers is set, which is the kind of the
// step.
type Step struct {
	// Operation is the operation of the step: the method and path template of a call, such as "POST /books", or a
	// function, such as "strconv.Atoi".
	Operation string
	// Note explains, in one line, a step that the test is not about: why it is needed before the others ("log in as
	// ann"), or that it follows to show their effects or to tidy up. It is "" for steps that the test is about.
	Note string
	// Whole says that the test is about the answer as a whole, such as the order of a list: none of its assertions is
	// left out. Default: false.
	Whole bool
	// User is the name of the user who acts; "" for no particular user.
	User string
	// Given are the surroundings that the test arranges before the step, in their order.
	Given []Given `json:",omitempty"`
	// Call is set for an HTTP call.
	Call *Call
	// Function is set for the call of a Go function.
	Function *Function
	// Act is set for an act of a user in a page.
	Act *Act
	// Unit is set for the call of a function of a script of a page.
	Unit *Unit
}

// Fault is a defect of the system that an oracle found.
type Fault struct {
	// Code is the Web Fuzzing Commons code of the category, such as 100.
	Code int
	// Category is the name of the code in a few words.
	Category string
	// Operation is the operation of the step.
	Operation string
	// Reason describes the fault in one line.
	Reason string
	// Key identifies the fault. It consists of the operation, the code and the place in the program.
	Key string
	// Cause is equal for faults that probably have the same root cause, also in different operations; "" if unknown.
	Cause string
	// Step is the index of the step that shows the fault.
	Step int
	// About names the part of the answer that shows the fault.
	About About `json:",omitzero"`
	// Frame is the place in the program, "" if unknown: "api.(*Server).create
	// (books.go:12)". See [Fault.Where].
	Frame string
	// Stack is the stack of a panic, "" if there was none.
	Stack string
	// Curl reproduces the step in one line, for an HTTP call a line of curl. A report has a line for each earlier call
	// as well. For a page it has all acts of the user, one a line. It is "" if the earlier steps suffice.
	Curl string
	// Fatal says that the fault ends the process, so that no test shows it.
	Fatal bool
	// Untested says in one line why no test shows the fault; "" if a test shows it, or if the reason is unknown.
	Untested string
	// Sequence says that the fault is about several steps of a test, not about one answer. Data left behind by earlier
	// tests may cause the same finding.
	Sequence bool
	// Silenced is the user's reason why this is no fault; "" for a fault. The test of a silenced fault records what the
	// system does, and does not fail because of it.
	Silenced string
}

// EndsOtherwise begins [Fault.Untested] if the test of the fault has another outcome when no other test ran before it.
const EndsOtherwise = "its test ends in another way"

// File is one written file.
type File struct {
	// Name is its path relative to the output folder, with "/" as separator.
	Name    string
	Content []byte
	// Mark is a text in all files of the same writer. An existing file without this text belongs to somebody else and
	// is not overwritten. With "" any file is overwritten.
	Mark string
	// Tests says where the tests are in Content, in the order of the file. It is empty for a file without tests.
	Tests []Location
	// Runner is the program that runs the tests, such as [GoTest]; "" if no
	// program does.
	Runner string
}

// GoTest is the runner of Go tests. Evoke runs these tests to measure their coverage.
const GoTest = "go test"

// Location is the place of a test in a file.
type Location struct {
	// Name is the name of the test in the suite.
	Name string
	// Title is the name of the test in the file: "TestPostBooksReturns201".
	Title string
	// Start and End are the first and last line of the test, including its comment, counted from 1.
	Start, End int
	// Fails says that the test is meant to fail until a fault is mended.
	Fails bool
}
