package suite

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
