package refusal

import "testing"

// TestForms compiles the form of each rule, which is put together and compiled when a refusal needs it.
func TestForms(*testing.T) {
	for _, r := range rules {
		r.form()
	}
}
