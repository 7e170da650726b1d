package evoke

import (
	"fmt"
	"time"

	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/search"
)

// nextWorkAfter is the time after a line from which on other work gets a line of its own where no line is redrawn.
const nextWorkAfter = 5 * time.Second

// working is the work after a search as it was shown.
type working struct {
	what  string
	told  string    // the work of the last line
	began time.Time // when the work began
	shown time.Time // when a line was shown; at first, when the first work began
}

// works shows the work after the search at a time.
func (p *progress) works(w search.Work, now time.Time) {
	if w.What != p.work.what {
		p.work.what, p.work.began = w.What, now
	}
	if p.work.shown.IsZero() && !p.terminal {
		p.work.shown, p.work.told = now, w.What
	}
	since, other := now.Sub(p.work.shown), w.What != p.work.told
	switch {
	case p.terminal && (other || since >= p.every):
		fmt.Fprintf(p.w, "\r%s\x1b[K", cut(workLine(w, now.Sub(p.work.began)), maxColumns))
	case !p.terminal && (since >= p.every || other && since >= nextWorkAfter):
		fmt.Fprintln(p.w, workLine(w, now.Sub(p.work.began)))
	default:
		return
	}
	p.work.shown, p.work.told = now, w.What
}

// workLine returns a line such as "trying the tests on mutants of the program: 12 of 500 mutants, 3.1s until now".
func workLine(w search.Work, since time.Duration) string {
	text := escape.Line(w.What)
	switch {
	case w.Unit == "":
	case w.Of > 0:
		text += fmt.Sprintf(": %d of %d %ss", w.Done, w.Of, w.Unit)
	default:
		text += ": " + deliver.Counted(w.Done, w.Unit)
	}
	return fmt.Sprintf("%s, %s until now", text, rounded(since))
}

// cut returns the beginning of a text of ASCII.
func cut(text string, columns int) string { return text[:min(len(text), columns)] }
