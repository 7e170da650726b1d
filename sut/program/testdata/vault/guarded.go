package vault

import (
	"fmt"
	"net/http"

	"example.com/guard"
)

var guarded = guard.Handler(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, share(len(r.URL.RawQuery))) })

func share(n int) int { return 100 / n }
