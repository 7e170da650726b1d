package suttest

import (
	"context"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/sut"
)

func quiet() *log.Logger { return log.New(io.Discard, "", 0) }

func TestMisbehavioursComeToTheirOutcome(t *testing.T) {
	for _, m := range Misbehaviours() {
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			ctx := context.Background()
			limit := time.Minute
			if m.Outcome == sut.TimedOut {
				limit = short
			}
			remote := sut.NewRemote(Listen(t, m.Serve), sut.RemoteOptions{Timeout: limit, MaxBody: 1000})
			_, err := remote.Start(ctx)
			require.NoError(t, err)
			defer func() { _ = remote.Stop(ctx) }()
			for range 3 {
				resp, err := remote.Call(ctx, &sut.Request{Method: "GET", Target: "/"})
				require.NoError(t, err)
				assert.Equal(t, m.Outcome, resp.Outcome, resp.Detail)
				assert.NotContains(t, resp.Detail, "127.0.0.1", "details must not change from run to run")
				assert.Equal(t, m.Outcome == sut.Answered, resp.Truncated)
				assert.LessOrEqual(t, len(resp.Body), 1000)
			}
		})
	}
}

func TestHandlersMisbehave(t *testing.T) {
	w := httptest.NewRecorder()
	Unauthorized(w, httptest.NewRequest("GET", "/", nil))
	assert.Equal(t, http.StatusUnauthorized, w.Code)
	assert.NotEmpty(t, w.Header().Get("WWW-Authenticate"))

	w = httptest.NewRecorder()
	Huge(100_001)(w, httptest.NewRequest("GET", "/", nil))
	assert.Equal(t, 100_001, w.Body.Len())
}
