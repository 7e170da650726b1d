package supervise

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestHangsAreWhereTheCallIs: a busy goroutine beside the call is not the place of
// its hang.
func TestHangsAreWhereTheCallIs(t *testing.T) {
	busy := "goroutine 7 [running]:\nexample.com/shop.refresh(...)\n\t/src/shop/refresh.go:12 +0x1\n"
	call := func(frames string) string {
		return "goroutine 9 [select]:\n" + frames +
			"github.com/evoke-go/evoke/sut.(*call).serve(0x1)\n\t/mod/sut/call.go:120 +0x1\n"
	}
	waits := "example.com/shop.list(...)\n\t/src/shop/list.go:30 +0x1\n"
	for name, tt := range map[string]struct {
		kind        Kind
		trace, want string
	}{
		"the call":                       {Hang, busy + "\n" + call(waits), "shop.list (list.go:30)"},
		"a call without code of its own": {Hang, busy + "\n" + call(""), ""},
		"no call":                        {Hang, busy, "shop.refresh (refresh.go:12)"},
		"memory that is taken beside":    {Memory, busy + "\n" + call(""), "shop.refresh (refresh.go:12)"},
	} {
		t.Run(name, func(t *testing.T) {
			exit := Exit{Kind: tt.kind}
			exit.locate(tt.trace, true)
			assert.Equal(t, tt.want, exit.Frame, fmt.Sprint(parseGoroutines(tt.trace)))
		})
	}
}
