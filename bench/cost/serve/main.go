// Command serve is the program whose build and start are measured: it makes
// the handler of gotify, answers one request and ends.
package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"

	"github.com/evoke-go/evoke/bench/gotify"
	_ "github.com/evoke-go/evoke/probe" // the runtime, which an instrumented build has anyway
)

func main() {
	h := gotify.New()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/health", nil))
	fmt.Println(w.Code, w.Body)
	if c, ok := h.(io.Closer); ok && c.Close() != nil || w.Code != http.StatusOK {
		os.Exit(1)
	}
}
