package patterns

// Unbounded is distance without the lower bound of 1.
func Unbounded(pattern, text string) uint64 {
	return measured.Distance(pattern, text, machineOf(pattern))
}
