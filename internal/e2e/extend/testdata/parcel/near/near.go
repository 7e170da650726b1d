// Package near has a wrong replacement: its function returns other results than the standard function that it replaces.
package near

import (
	"strings"

	"github.com/evoke-go/evoke/probe"
)

// Index stands in for strings.Index, and is wrong by a hundred.
func Index(at probe.Call, s, part string) int {
	i := strings.Index(s, part)
	at.Report(i >= 0, 0.5, 0.5, s, part)
	if i >= 0 {
		i += 100
	}
	return i
}
