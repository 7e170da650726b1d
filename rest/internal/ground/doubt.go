package ground

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// history is what succeeded, and what no longer does.
type history struct {
	fine     map[string]bool     // parts of reading calls that were part of a success
	worked   map[uint64]bool     // changing calls that succeeded
	loggedIn map[string]bool     // operations that users logged in by
	strange  map[string][]string // names with which these succeeded, though nobody is called so
	elements map[string]Elements // by operation
	// spoil are operations that fail since some test, with the members that one of them sent.
	spoil  map[string][]string
	claims claims
	// strangers are the names of nothing that calls had.
	strangers strangers
	// gone are, by value, the collections from which a call removed it that its own test had not made.
	gone map[string][]string
}

func newHistory() history {
	return history{
		fine: map[string]bool{}, worked: map[uint64]bool{}, loggedIn: map[string]bool{}, strange: map[string][]string{},
		elements: map[string]Elements{}, spoil: map[string][]string{}, gone: map[string][]string{},
		claims: newClaims(), strangers: newStrangers(),
	}
}

// refused says whether an answer that is no success needs what other tests left: nothing in
// the test is the reason for it.
func refused(g *Ground, x *Exchange, named []name) Leaning {
	op, status := x.Call.Op, x.Answer.Status
	l := Leaning{Step: x.Step, Param: genotype.InBody}
	related, of := g.related(x, named)
	switch {
	case conflicts(status) && !related:
		l.Why = fmt.Sprintf("%s is answered %d, and nothing in the test is the reason", op.Spec.Name(), status)
		l.Collection, l.Value, l.Member = of.collection, of.value, of.member
	case reads(op) && fails(x.Answer) && !unique(g, x) && (!g.changed && wasFine(g, x) || !g.Tried && !g.namesOwn(x) && g.grew(x)):
		l.Why = fmt.Sprintf("%s is answered %d, and was answered otherwise before", op.Spec.Name(), status)
	}
	return l
}

// worn reports whether an element is what other tests changed, though a test can make one
// of its own: a stock runs out.
func worn(g *Ground, n *name) bool {
	return holds(g.altered, n.collection, n.value) && !holds(g.own, n.collection, n.value) &&
		slices.ContainsFunc(g.grown, func(t string) bool { return adds(t, n.collection) })
}

// hangs reports whether the answer to a call may be another one for another state of an
// element that it names: what takes from a stock, and what is computed. A test that
// changed the element itself knows its state.
func hangs(g *Ground, x *Exchange, n *name) bool {
	op, status := x.Call.Op, x.Answer.Status
	switch {
	case n.param == genotype.InBody:
		return !reads(op) && (success(status) || conflicts(status))
	case holds(g.touched, n.collection, n.value):
		return false
	case success(status):
		return reads(op) && len(x.Encoded.Query) > 0 && !leads(op.Spec.Path, n.collection)
	case status == http.StatusBadRequest:
		return reads(op) && len(x.Encoded.Query) > 0
	}
	return refuses(status) || fails(x.Answer)
}

// wasFine reports whether each part of a reading call was part of one that succeeded.
func wasFine(g *Ground, x *Exchange) bool {
	return !slices.ContainsFunc(parts(x), func(part string) bool { return !g.fine[part] })
}

// parts are the operation of a call with who calls it, and each part of its query.
func parts(x *Exchange) []string {
	op := x.Call.Op.Spec.Name()
	out := []string{fmt.Sprintf("%d %s", x.Call.User.Index, op)}
	for _, q := range x.Encoded.Query {
		out = append(out, op+"?"+q.Name+"="+q.Value)
	}
	return out
}

// spoilt reports whether a changing call fails since some test: without a change before it,
// one failed that had succeeded before. It ends with the next success that sends nothing
// beside what that one sent.
func spoilt(g *Ground, x *Exchange) bool {
	op := x.Call.Op
	if !reads(op) && !g.changed && g.worked[madeAnew(g, x)] {
		g.spoil[op.Spec.Name()] = memberNames(bodyOf(x))
	}
	_, yes := g.spoil[op.Spec.Name()]
	return yes
}

// mended notes that a changing call succeeds that sends some members.
func mended(g *Ground, op string, members []string) {
	if sent, spoilt := g.spoil[op]; spoilt && !slices.ContainsFunc(members, func(m string) bool { return !slices.Contains(sent, m) }) {
		delete(g.spoil, op)
	}
}

// madeAnew tells requests apart, but for names that are new in each execution.
func madeAnew(g *Ground, x *Exchange) uint64 {
	r := *x.Request
	for _, text := range g.Unique {
		r.Target = strings.ReplaceAll(r.Target, text, "")
		r.Body = bytes.ReplaceAll(r.Body, []byte(text), nil)
	}
	return keyOf(&Exchange{Call: x.Call, Request: &r})
}

// LoggedIn notes what a log-in made: a session, a token, an application. path is without
// the base path. A log-in that fails and did not before is a sign that a test is the reason.
func (g *Ground) LoggedIn(path string, r *sut.Request, answer *sut.Response) {
	if g == nil || answer.Outcome != sut.Answered {
		return
	}
	op := r.Method + " " + path
	sent, _ := value.ParseJSON(r.Body)
	if fails(answer) && g.loggedIn[op] {
		g.spoil[op] = memberNames(sent)
	}
	if !success(answer.Status) {
		return
	}
	g.loggedIn[op] = true
	mended(g, op, memberNames(sent))
	body, err := value.ParseJSON(answer.Body)
	if err != nil {
		return
	}
	made := ids(body, true)
	g.picked.note(path, made, nil)
	for _, v := range made {
		add(g.made, path, v)
	}
}

// related reports whether the test changed something that a call is about. What was
// there before all tests may be the same for another reason: where a test can make such
// an element of its own, the second result is the name that should be that of one.
func (g *Ground) related(x *Exchange, named []name) (yes bool, of name) {
	if len(x.Uses) > 0 && g.changed || g.ways[x.Call.Op.Spec.Path] {
		return true, name{}
	}
	for _, n := range named {
		touched := holds(g.touched, n.collection, n.value)
		if touched && holds(g.own, n.collection, n.value) {
			return true, name{}
		}
		switch grown := slices.ContainsFunc(g.grown, func(t string) bool { return adds(t, n.collection) }); {
		case grown && (touched || of.collection == "" && g.there(n.collection, n.value)):
			of = n
		case touched && !grown:
			return true, name{}
		}
	}
	return false, of
}

// remade says whether a call makes, by an id that it chooses, what another test made before and
// some other one removed: without that one it cannot make it again.
func remade(g *Ground, x *Exchange) Leaning {
	op := x.Call.Op
	if op.Spec.Method != http.MethodPost || keptIn(op) != op.Spec.Path {
		return Leaning{}
	}
	for _, v := range sentIDs(x, false) {
		if holds(g.made, op.Spec.Path, v) && holds(g.gone, op.Spec.Path, v) && !holds(g.own, op.Spec.Path, v) {
			return Leaning{Why: fmt.Sprintf("%s makes %q, which another test made and one removed", op.Spec.Name(), v), Step: x.Step, Param: genotype.InBody}
		}
	}
	return Leaning{}
}

// grew reports whether calls added to the collection that an operation reads, or to what
// is below its elements, and the operation succeeded with other values for who calls it: then the answer may hang on what they added.
func (g *Ground) grew(x *Exchange) bool {
	op := x.Call.Op
	if !g.fine[parts(x)[0]] {
		return false
	}
	return slices.ContainsFunc(g.grown, func(t string) bool { return adds(t, op.Spec.Path) || strings.HasPrefix(t, op.Spec.Path+"/") })
}

// logsIn notes whether a call by which users log in names somebody whom another test made:
// elsewhere, since a log-in makes nobody.
func logsIn(g *Ground, x *Exchange) {
	op := x.Call.Op
	if !g.loggedIn[op.Spec.Name()] {
		return
	}
	elsewhere := func(collection string) bool { return collection != keptIn(op) }
	if admitsAnybody(g, x, elsewhere) {
		return
	}
	for _, v := range sentIDs(x, true) {
		if slices.ContainsFunc(g.made[v], elsewhere) && !slices.ContainsFunc(g.own[v], elsewhere) {
			g.lean(Leaning{Why: fmt.Sprintf("%s logs in %q, whom another test made", op.Spec.Name(), v), Step: x.Step, Param: genotype.InBody})
		}
	}
}

// maxStrange is how many names of nobody an operation takes before it is known to take any: it
// makes a thing of that name, such as a client, by which a user is let in.
const maxStrange = 3

// admitsAnybody reports whether an operation by which users log in takes any name, and learns
// that from a call that succeeded.
func admitsAnybody(g *Ground, x *Exchange, elsewhere func(collection string) bool) bool {
	op := x.Call.Op.Spec.Name()
	for _, v := range sentIDs(x, true) {
		known := slices.ContainsFunc(g.made[v], elsewhere) || slices.ContainsFunc(g.found[v], elsewhere)
		if !known && !slices.Contains(g.strange[op], v) && len(g.strange[op]) < maxStrange {
			g.strange[op] = append(g.strange[op], v)
		}
	}
	return len(g.strange[op]) >= maxStrange
}

// Spoils notes that the test at hand leaves behind what makes other tests fail.
func Spoils(g *Ground, step int, operation string) {
	if g != nil {
		g.lean(Leaning{Why: operation + " leaves behind what makes other calls fail", Step: step, Param: genotype.InBody})
	}
}

// keyOf tells requests apart. It leaves credentials out, since a user may get others.
func keyOf(x *Exchange) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s %s\n", x.Call.User.Index, x.Request.Method, x.Request.Target)
	var own message.Request // as the call is without them
	x.Call.Genotype.Encode(x.Call.Op.Spec, &own)
	names := []string{"Content-Type"}
	for _, header := range own.Headers {
		names = append(names, http.CanonicalHeaderKey(header.Name))
	}
	for _, name := range names {
		fmt.Fprintf(h, "%s %q\n", name, x.Request.Header[name])
	}
	for _, line := range x.Request.Header["Cookie"] {
		for cookie := range strings.SplitSeq(line, "; ") {
			name, value, _ := strings.Cut(cookie, "=")
			switch {
			case slices.ContainsFunc(own.Cookies, func(p message.Pair) bool { return p.Name == name }):
				fmt.Fprintf(h, "%s=%s\n", name, value)
			case slices.Contains(x.Call.Op.Cookies, name): // it may be a credential
				fmt.Fprintf(h, "%s\n", name)
			}
		}
	}
	_, _ = h.Write(x.Request.Body) // it returns no errors
	return h.Sum64()
}
