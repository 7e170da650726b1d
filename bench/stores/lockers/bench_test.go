package lockers_test

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/stores/lockers"
	"github.com/evoke-go/evoke/bench/stores/server"
	"github.com/evoke-go/evoke/internal/rows"
)

// BenchmarkPutBack measures how long the rows take to come back after a test that rented a locker, without the test:
// the median, since the machine may do other work.
func BenchmarkPutBack(b *testing.B) {
	for name, dsn := range map[string]func(b *testing.B) string{
		"SQLite":     func(b *testing.B) string { return "file:" + filepath.Join(b.TempDir(), "db") },
		"PostgreSQL": func(b *testing.B) string { return server.Postgres(b) },
		"MariaDB":    func(b *testing.B) string { return server.MariaDB(b) },
	} {
		b.Run(name, func(b *testing.B) {
			b.Setenv(lockers.Variable, dsn(b))
			handler := lockers.New()
			kept := rows.New(rows.Options{Database: lockers.Database,
				Written: func() ([]string, bool) { return []string{"rentals"}, true }})
			require.NoError(b, kept.Keep(b.Context()))
			var spent []time.Duration
			for b.Loop() {
				w := httptest.NewRecorder()
				handler.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/rentals",
					strings.NewReader(`{"locker": 1, "name": "Eve"}`)))
				require.Equal(b, http.StatusCreated, w.Code, w.Body)
				began := time.Now()
				require.NoError(b, kept.Restore(b.Context()))
				spent = append(spent, time.Since(began))
			}
			slices.Sort(spent)
			b.ReportMetric(float64(spent[len(spent)/2].Microseconds()), "µs/restore")
		})
	}
}
