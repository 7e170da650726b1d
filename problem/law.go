package problem

// Law is a relation between the values of an operation that held in all but a few of its accepted executions.
type Law struct {
	// Text is the relation in words, such as "response/total is at most body/budget": the total that is answered is at
	// most the budget that is sent.
	Text string
	// Held is the number of executions, or of elements of lists, in which it held, and Broken that of all others.
	Held, Broken int
	// Right is an execution in which it held, and Wrong the first in which it did not, such as lines of curl; both are
	// "" for a relation that always held.
	Right, Wrong string
}
