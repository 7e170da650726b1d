package labdesk

import (
	"testing"

	"github.com/evoke-go/evoke/bench/unseen/internal/sess"
)

func TestBugs(t *testing.T) { sess.Check(t, "BUGS.md", NewWithBug) }

func TestRules(t *testing.T) { sess.CheckRules(t, "RULES.md", New) }
