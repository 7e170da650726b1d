package supervise

import "time"

// Request is a call as the flight recorder keeps it.
type Request struct {
	// Operation is what the call is, for whoever reads it.
	Operation string
	Method    string
	Target    string
	Header    map[string][]string
	Body      []byte
	// Truncated says that some of it was too long to be kept. It is set by
	// [ReadFlight] and ignored by [Recorder.Call].
	Truncated bool
}

// Flight is what a flight recorder holds.
type Flight struct {
	// Process is the id of the process that wrote it, 0 if none did.
	Process int
	// Phase is the last [Recorder.Phase].
	Phase string
	// Evaluation and Cost are those of the last [Recorder.Test].
	Evaluation, Cost int
	// Calls is how many calls the process began.
	Calls uint64
	// Calling says that the last call has not been answered.
	Calling bool
	// Began is when the last call began.
	Began time.Time
	// Requests are the calls of the current test, in order; the last one is the
	// current one if Calling.
	Requests []Request
	// Omitted is how many more calls the test had, which no longer fitted.
	Omitted int
}

// Recorder writes a flight recorder: a file that tells, even after the death
// of this process, what it was doing. It is not safe for concurrent use. No
// method allocates or fails: what cannot be written is lost.
type Recorder struct{}

// Record opens the flight recorder at a path, which is made if there is none.
func Record(path string) (*Recorder, error) { return &Recorder{}, nil }

// Phase notes what the process is about.
func (r *Recorder) Phase(name string) {}

// Test notes the beginning of a test: the number of the evaluation and what
// was spent of the budget before it. The calls of the last test are forgotten.
func (r *Recorder) Test(evaluation, cost int) {}

// Call notes the beginning of a call. From now on the time runs that
// [Command].Hang limits, so anything that may hang can be told as a call.
func (r *Recorder) Call(request *Request) {}

// Answered notes the end of the call.
func (r *Recorder) Answered() {}

// Close closes the file. What it holds stays.
func (r *Recorder) Close() error { return nil }

// ReadFlight reads the flight recorder at a path, also while it is written.
func ReadFlight(path string) (Flight, error) { return Flight{}, nil }
