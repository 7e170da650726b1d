package labdesk

import (
	"net/http"
	"testing"

	"github.com/evoke-go/evoke/bench/unseen/internal/sess"
)

func TestBugs(t *testing.T) { sess.Check(t, "BUGS.md", New) }

func TestRules(t *testing.T) { sess.CheckRules(t, "RULES.md", func() http.Handler { return New(0) }) }
