package api

// Bit returns the bit of a parameter in [Operation.Following], 0 if there are too many parameters.
func Bit(param int) uint64 {
	if param < 0 {
		return 0
	}
	return 1 << param
}
