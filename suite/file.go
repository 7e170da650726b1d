package suite

// File is one written file: a name relative to the output folder, with "/" as
// separator, and its content.
type File struct {
	Name    string
	Content []byte
	// Tests tells where in Content the tests are, in the order of the file.
	// It is empty for a file without tests.
	Tests []Location
}

// Location is where a test is written.
type Location struct {
	// Name is the name of the test in the suite.
	Name string
	// Title is its name in the file: "TestPostBooksReturns201".
	Title string
	// Start and End are its first and last line, its comment included,
	// counted from 1.
	Start, End int
}
