package patterns

// Unbounded is how far a text is from having a match of a pattern, which may be 0.
func Unbounded(pattern, text string) uint64 {
	return measured.Distance(pattern, text, machineOf(pattern))
}
