package supervise

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// goroutine is a stack in the text of a crash, innermost frame first. The parts
// of a report of the race detector count as goroutines too.
type goroutine struct {
	state   string // "running", "chan receive"
	race    bool   // of a report of the race detector
	text    string
	frames  []frame
	created frame // where it was started
}

var (
	goroutineLine = regexp.MustCompile(`^goroutine \d+ (?:[^\[]* )?\[([^\],]*)[^\]]*\]:$`)
	raceSection   = regexp.MustCompile(`^(?:Previous )?(?:atomic )?(?:[Rr]ead|[Ww]rite) at 0x[0-9a-f]+ by `)
	fileLine      = regexp.MustCompile(`^\s+(.+):(\d+)(?: \+0x[0-9a-f]+.*)?$`)
	inGoroutine   = regexp.MustCompile(` in goroutine \d+$`)
	arguments     = regexp.MustCompile(`\([^()]*\)$`)
)

// parseGoroutines parses the stacks in the text of a crash. It ignores what
// comes before the first of them, such as the runtime's own stack.
func parseGoroutines(text string) []goroutine {
	var out []goroutine
	start := -1
	add := func(end int) {
		if start >= 0 {
			out[len(out)-1].text = text[start:end]
		}
	}
	previous := ""
	for at := 0; at < len(text); {
		line, _, _ := strings.Cut(text[at:], "\n")
		if g, ok := begins(line); ok {
			add(at)
			start = at
			out = append(out, g)
		} else if len(out) > 0 {
			out[len(out)-1].take(previous, line)
		}
		previous = line
		at = min(at+len(line)+1, len(text))
	}
	add(len(text))
	return out
}

func begins(line string) (goroutine, bool) {
	if !strings.HasPrefix(line, "goroutine ") {
		return goroutine{race: true}, raceSection.MatchString(line)
	}
	m := goroutineLine.FindStringSubmatch(strings.TrimSuffix(line, "\r"))
	if m == nil {
		return goroutine{}, false
	}
	return goroutine{state: m[1]}, true
}

// take adds a frame, which has two lines: the function and the file.
func (g *goroutine) take(function, file string) {
	m := fileLine.FindStringSubmatch(strings.TrimSuffix(file, "\r"))
	function = strings.TrimSpace(function)
	if m == nil || function == "" {
		return
	}
	line, err := strconv.Atoi(m[2])
	if err != nil {
		return
	}
	function, created := strings.CutPrefix(function, "created by ")
	if created {
		function = inGoroutine.ReplaceAllString(function, "")
	} else {
		function = arguments.ReplaceAllString(function, "")
	}
	f := frame{file: strings.ReplaceAll(m[1], `\`, "/"), line: line}
	f.pkg, f.name = splitFunction(function)
	switch {
	case created:
		g.created = f
	case function == "panic":
		// A deferred function ran after the first panic, and its frames lie above.
		// The fault is where the first panic began.
		g.frames = g.frames[:0]
	default:
		g.frames = append(g.frames, f)
	}
}

// innermost returns the innermost frame of the user's code. If there is none,
// it returns the user's code that started the goroutine.
func (o *origin) innermost(g goroutine) frame {
	for _, f := range append(slices.Clip(g.frames), g.created) {
		if o.user(f) {
			return f
		}
	}
	return frame{}
}

// These levels say how likely it is that a goroutine of a stopped process works
// on the current call.
const (
	unlikely  = iota // no code of the user, or it is the search itself
	blocked          // waits for something, somewhere in the user's code
	busy             // runs
	serving          // serves a connection
	answering        // answers the call of Evoke
)

// likelihood looks at what called the user's code and what the user's code
// called.
func (o *origin) likelihood(g goroutine) int {
	user := slices.IndexFunc(g.frames, o.user)
	if user < 0 {
		return unlikely
	}
	called := func(f frame) bool { return f.own() && strings.HasPrefix(f.pkg, ownModule+"/sut") }
	if slices.ContainsFunc(g.frames[user:], called) {
		return answering
	}
	if slices.ContainsFunc(g.frames[:user], func(f frame) bool { return f.own() && !f.injected() }) {
		return unlikely
	}
	served := func(f frame) bool { return f.pkg == "net/http" && f.name == "(*conn).serve" }
	switch {
	case slices.ContainsFunc(g.frames[user:], served):
		return serving
	case g.state == "running" || g.state == "runnable":
		return busy
	}
	return blocked
}

// likeliest returns the goroutine that most likely works on the current call.
// It returns the first of equally likely ones, and nil if none runs the user's
// code.
func (o *origin) likeliest(goroutines []goroutine) *goroutine {
	var best *goroutine
	most := unlikely
	for i := range goroutines {
		if l := o.likelihood(goroutines[i]); cmp.Compare(l, most) > 0 {
			best, most = &goroutines[i], l
		}
	}
	return best
}

// servedPanic begins the line that net/http logs when a handler panics: after it comes the
// value, and then the stack.
var servedPanic = regexp.MustCompile(`(?:^|[\s"])http: panic serving \S+: `)

// Served returns the value of the last panic of a handler for which net/http dropped the
// connection, as it logs that, and the frame where the panic began. Both are "" without one.
func Served(log []byte) (value, frame string) {
	text := strings.ToValidUTF8(string(log), "�")
	all := servedPanic.FindAllStringIndex(text, -1)
	if len(all) == 0 {
		return "", ""
	}
	value, trace, whole := strings.Cut(text[all[len(all)-1][1]:], "\ngoroutine ")
	goroutines := parseGoroutines("goroutine " + trace)
	if !whole || len(goroutines) == 0 || goroutines[0].created.name == "" { // the rest is still to come
		return "", ""
	}
	o := newOrigin(goroutines)
	return oneLine(value), o.innermost(goroutines[0]).String()
}
