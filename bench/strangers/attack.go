package strangers

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/sut"
)

// Calls is the budget of an attack.
const Calls = 60

// Attack runs a search with the schema of a file and returns its report, or the error of a
// schema that is rejected. A panic is a failure, and so is an error that no user
// can read. A system without a URL is called in the process.
func Attack(ctx context.Context, path, url string) (r *report.Report, rejected, failure error) {
	defer func() {
		if p := recover(); p != nil {
			failure = fmt.Errorf("panic: %v", p)
		}
	}()
	cfg := evoke.Config{Schema: path, Budget: evoke.Budget{Calls: Calls}, Output: evoke.Output{Mutants: -1}}
	if url == "" {
		cfg.System.Controller = inProcess{sut.NewHandler(Service, sut.HandlerOptions{})}
	} else {
		cfg.System.URL = url
	}
	result, err := evoke.Run(ctx, cfg)
	if ctx.Err() != nil {
		return nil, nil, fmt.Errorf("it is not done in time: %w", ctx.Err())
	}
	if err != nil {
		return nil, err, readable(err.Error())
	}
	for _, w := range result.Report.Warnings {
		if err := readable(w); err != nil {
			return nil, nil, err
		}
	}
	return result.Report, nil, nil
}

// inProcess is a controller that sees nothing inside of its system. Since it is a
// tracer, the search stays in this process, whose memory and time are looked at.
type inProcess struct{ *sut.Handler }

// Inside implements [sut.Tracer].
func (inProcess) Inside(*fitness.Registry) sut.Inside { return sut.Inside{} }

// Begin implements [sut.Tracer].
func (inProcess) Begin(context.Context, bool) error { return nil }

// Take implements [sut.Tracer].
func (inProcess) Take(_ context.Context, into []sut.Reached) ([]sut.Reached, error) { return into, nil }

// internals matches what messages of Go and pointers look like.
var internals = regexp.MustCompile(
	`runtime error|goroutine \d|0xc0[0-9a-f]{6,}|reading failed|reflect:|invalid memory|%!`,
)

// readable reports whether a message is one line that says nothing of the inside.
func readable(text string) error {
	switch {
	case text == "" || strings.ContainsAny(text, "\n\r"):
		return fmt.Errorf("the message is not one line: %q", text)
	case internals.MatchString(text):
		return fmt.Errorf("the message shows the inside: %q", text)
	}
	return nil
}

// Service returns a system that answers in some way, the same each time.
func Service() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body bytes.Buffer
		if _, err := body.ReadFrom(r.Body); err != nil && !errors.Is(err, http.ErrBodyReadAfterClose) {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		switch (len(r.URL.Path) + body.Len()) % 5 {
		case 0:
			w.WriteHeader(http.StatusNotFound)
			fmt.Fprint(w, `{"code": 404, "message": "not found"}`)
		case 1:
			w.WriteHeader(http.StatusCreated)
			fmt.Fprint(w, `{"id": 7, "name": "x"}`)
		case 2:
			fmt.Fprint(w, `[{"id": 1}, {"id": "two"}]`)
		case 3:
			w.WriteHeader(http.StatusNoContent)
		default:
			fmt.Fprint(w, body.String())
		}
	})
}
