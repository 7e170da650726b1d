//go:build !unix

package instrument

// secured assumes that folders of a user belong to this user alone, as this system does by default.
func secured(string) error { return nil }
