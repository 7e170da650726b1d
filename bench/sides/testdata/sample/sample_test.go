package sample

import "testing"

func TestFlags(t *testing.T) {
	if Flags(true, 1) != 3 || Flags(false, -1) != 0 {
		t.Error("flags")
	}
}
