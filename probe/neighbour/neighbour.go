package neighbour

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/evoke-go/evoke/probe/aside"
	"github.com/evoke-go/evoke/probe/inputs"
)

// Break is a way in which a neighbour fails to answer.
type Break string

// The ways.
const (
	Refused Break = "refused" // nobody listens there
	Closed  Break = "closed"  // the connection is closed before the answer
	Cut     Break = "cut"     // the connection is closed in the middle of the body
)

// Answer is an arranged answer of a neighbour.
type Answer struct {
	// Method is the method of the requests that it is for, "" for any.
	Method string
	// URL says for which requests it is. "http://rates.example/rates?in=EUR" is for this URL alone. Without the query
	// it is for the path with any query, without the path it is for all requests to the host, and without the host,
	// "/rates", it is for the path of any host. "" is for all requests. A segment "*" of the path stands for each
	// segment.
	URL string
	// Status is the status. Default: 200, also for a status below that, which ends no request.
	Status int
	// Header has the header. Default of its Content-Type: "application/json" for a body that is JSON, else the type
	// that http.DetectContentType finds.
	Header http.Header
	// Body is the body. Nobody may change it from now on.
	Body []byte
	// After is how long the neighbour takes. A client that has less time gets a timeout.
	After time.Duration
	// Break says how the neighbour fails. Default: it does not.
	Break Break
	// Once says that the answer is for a single request, and goes before the answers to all others.
	Once bool
}

// Asked is a request that the program made to a neighbour.
type Asked struct {
	Method string
	// URL is the whole URL, without a user and a fragment.
	URL string
	// Schema is a JSON Schema of the type that the body of the answer was decoded into, "" if it is not known. Media is
	// then the media type of the decoded text.
	Schema, Media string
	// Headers are the names of the headers that the program read of the answer, sorted, with commas between them.
	Headers string
	// Answered says that an arranged answer was for it.
	Answered bool
	// Failed says that the neighbour did not do its work: nobody was there, its answer broke off or came too late, or
	// it had a status of 500 or above.
	Failed bool
	// Again says that the program made the request several times, with the same result.
	Again bool
	// Own says that the request went through a transport other than the one that is the value of
	// http.DefaultTransport, so that tests cannot answer it there.
	Own bool
}

// Options say which neighbours are really called.
type Options struct {
	// Hosts are the hosts that are really called: "rates.example", which means all of its ports, or "localhost:8081".
	// "*" means all hosts.
	Hosts []string
}

// most bounds the requests that are noted in one round.
const most = 256

// neighbourhood has the arranged answers, and the requests of a round.
type neighbourhood struct {
	now      atomic.Pointer[arrangement] // nil: each request goes its way
	changing sync.Mutex                  // of now
	mu       aside.Mutex                 // of asked
	asked    []*exchange
}

// arrangement says what happens to requests. It does not change.
type arrangement struct {
	watching bool
	allowed  []string
	answers  []*arranged
}

// exchange is a request with its answer.
type exchange struct {
	Asked
	body   []byte
	read   int    // bytes of body that the program has read
	reader string // the goroutine that read last
	names  []string
}

// noted has what happened in this process.
var noted neighbourhood

// Watch switches on that requests are noted, and that none but those to the allowed hosts is really made.
func Watch(o Options) {
	noted.set(func(a *arrangement) { a.watching, a.allowed = true, slices.Clone(o.Hosts) })
}

// Watching reports whether [Watch] is on.
func Watching() bool {
	now := noted.now.Load()
	return now != nil && now.watching
}

// Stop ends [Watch] and [Arrange].
func Stop() { noted.set(func(a *arrangement) { *a = arrangement{} }) }

// Arrange sets the answers to requests until the next Arrange, and forgets the requests so far, as [Drop] does. If
// several answers fit a request equally well, the first one counts. An answer for a single request that was among those
// of the last Arrange, and was given, is not given again: of equal answers, the last ones were.
func Arrange(answers []Answer) {
	all := make([]*arranged, len(answers))
	for i := range answers {
		all[i] = arrange(&answers[i])
	}
	noted.set(func(a *arrangement) {
		spend(all, a.answers)
		a.answers = all
	})
}

// set changes the arrangement and begins a round.
func (n *neighbourhood) set(change func(*arrangement)) {
	n.changing.Lock()
	defer n.changing.Unlock()
	next := arrangement{}
	if now := n.now.Load(); now != nil {
		next = *now
	}
	change(&next)
	if next.watching || len(next.answers) > 0 {
		n.now.Store(&next)
		inputs.Claim(n.claim)
	} else {
		n.now.Store(nil)
		inputs.Claim(nil)
	}
	n.take()
}

// Drop forgets the requests since the last [Take] or Drop.
func Drop() {
	if noted.now.Load() != nil {
		noted.take()
	}
}

// take returns the requests of the round and begins the next one.
func (n *neighbourhood) take() (all []Asked) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, e := range n.asked {
		slices.Sort(e.names)
		e.Headers = strings.Join(slices.Compact(e.names), ",")
		all = append(all, e.Asked)
	}
	n.asked = nil
	return all
}

// Take appends the requests since the last Take or [Drop] to into, sorted, each once. If the program decoded the
// answers to a request into several types, the request is there for each of them.
func Take(into []Asked) []Asked {
	all := noted.take()
	slices.SortFunc(all, compare)
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].bare() == all[0].bare() {
			n++
		}
		into = merged(into, all[:n])
		all = all[n:]
	}
	return into
}

// merged appends equal requests, whose answers may have been used in different ways.
func merged(into, equal []Asked) []Asked {
	var names []string
	for _, a := range equal {
		names = append(names, strings.Split(a.Headers, ",")...)
	}
	slices.Sort(names)
	headers := strings.TrimPrefix(strings.Join(slices.Compact(names), ","), ",")
	for i, a := range equal {
		// A request whose answer was not decoded comes first, and says less than an equal one whose answer was.
		if i+1 < len(equal) && (a.Schema == "" || a.Schema == equal[i+1].Schema && a.Media == equal[i+1].Media) {
			continue
		}
		a.Headers, a.Again = headers, len(equal) > 1
		into = append(into, a)
	}
	return into
}

// compare orders requests. Those whose answers were not decoded come before equal ones.
func compare(a, b Asked) int {
	return cmp.Or(cmp.Compare(a.URL, b.URL), cmp.Compare(a.Method, b.Method),
		compareBool(a.Answered, b.Answered), compareBool(a.Failed, b.Failed), compareBool(a.Own, b.Own),
		cmp.Compare(a.Schema, b.Schema), cmp.Compare(a.Media, b.Media))
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// bare returns the request without what the program did with its answer.
func (a Asked) bare() Asked {
	a.Schema, a.Media, a.Headers = "", "", ""
	return a
}

// leastFree is the least port at which everybody may listen.
const leastFree = 1024

// Listens reports whether a test could listen in the place of the neighbour, which then answers requests of whatever
// transport: the URL is on the loopback interface, and without TLS.
func (a *Asked) Listens() bool {
	u, err := url.Parse(a.URL)
	if err != nil || u.Scheme != "http" || !isLoopback(u.Hostname()) {
		return false
	}
	n, err := strconv.Atoi(port(u))
	return err == nil && n >= leastFree
}

// passKey is the key of [Pass].
type passKey struct{}

// Pass returns a context for requests that always go their way: those of Evoke itself.
func Pass(ctx context.Context) context.Context { return context.WithValue(ctx, passKey{}, true) }

// reads notes that the program reads a header of an answer.
func (n *neighbourhood) reads(e *exchange, name string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	e.names = append(e.names, http.CanonicalHeaderKey(name))
}

// note adds a request. Beyond the bound, requests are answered and not noted.
func (n *neighbourhood) note(e *exchange) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.asked) < most {
		n.asked = append(n.asked, e)
	}
}
