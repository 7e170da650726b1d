package suite

// Silenced reports whether there are faults and all of them are silenced.
func Silenced(faults []Fault) bool {
	for i := range faults {
		if faults[i].Silenced == "" {
			return false
		}
	}
	return len(faults) > 0
}
