// Package inputs notes what code with probes reads of a request: the names of
// query parameters, headers, cookies and fields of forms, and the types that
// bodies are decoded into. Rewritten code calls it around names and functions:
//
//	r.URL.Query().Get(inputs.Name("query", "page"))
//	inputs.Unmarshal("application/json", json.Unmarshal)(data, &order)
//
// No function changes what the program computes. Each returns its argument, or a function that does the same as its
// argument. Nothing is noted before [Watch].
//
// There were three alternatives to these calls. A probe.Replacement of each reading function would be a condition, but
// there is no outcome to reach. Probes in the packages that read would make each build compile net/http, and all
// packages that import it, again. A wrapper of the body would notice when it is read, but not the type that it is
// decoded into. The price of these calls: what a function in a package without probes reads is not noticed, unless
// package internal/instrument/rewrite has a row for the function.
package inputs

import (
	"cmp"
	"reflect"
	"slices"
	"sync/atomic"

	"github.com/evoke-go/evoke/probe/aside"
)

// Places that a value may be read from.
const (
	Query  = "query"
	Header = "header"
	Cookie = "cookie"
	Form   = "form" // a field of a form in the body
	Body   = "body" // the body as a whole
)

// Read is one thing that the program read of a request.
type Read struct {
	// Place is one of the places above, such as [Query].
	Place string
	// Name is the name of the parameter or field. For a body it is the media type.
	Name string
	// Type is a JSON Schema of the value, "" if nothing is known.
	Type string
	// Decoded says that Data holds the decoded text, or its beginning. A program decodes other texts too, such as
	// files, so Data has to be compared with the body. If Decoded is false, the text is known to be the body of the
	// request.
	Decoded bool
	Data    string
}

// most bounds the number of notes in one round.
const most = 256

// maxData bounds the kept part of a decoded text, in bytes.
const maxData = 64 << 10

// recorder has the notes of a round.
type recorder struct {
	on      atomic.Bool
	claim   atomic.Pointer[func(Read) bool] // nil for none
	hears   atomic.Bool                     // notes are on, or somebody claims texts
	mu      aside.Mutex
	reads   []Read
	maps    map[uintptr]origin // maps that were made of a part of the request, by address
	streams map[any]*stream    // by decoder
}

// origin is the part of the request that a map was made of.
type origin struct {
	place string
	keep  any               // the map, so that its address is not reused
	tell  func(name string) // for a map that is no part of the request
}

// noted has the notes of this process.
var noted recorder

// Watch switches the notes on or off.
func Watch(on bool) {
	noted.hears.Store(true)
	Drop()
	noted.on.Store(on)
	noted.listen()
}

// listen decides whether decoders are listened to.
func (r *recorder) listen() { r.hears.Store(r.on.Load() || r.claim.Load() != nil) }

// Drop forgets the notes. The search calls it before each call, since a handler may send requests to itself after an
// earlier call.
func Drop() {
	if !noted.hears.Load() {
		return
	}
	noted.mu.Lock()
	defer noted.mu.Unlock()
	noted.begin()
}

// Take appends the notes since the last Take or [Drop] to into, each once, in an order that does not depend on which
// goroutine was first.
func Take(into []Read) []Read {
	noted.mu.Lock()
	defer noted.mu.Unlock()
	slices.SortFunc(noted.reads, func(a, b Read) int {
		return cmp.Or(cmp.Compare(a.Place, b.Place), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Type, b.Type),
			cmp.Compare(a.Data, b.Data))
	})
	into = append(into, noted.reads...)
	noted.begin()
	return into
}

// begin begins a round.
func (r *recorder) begin() {
	clear(r.reads)
	r.reads = r.reads[:0]
	clear(r.maps)
	clear(r.streams)
}

// note adds a note.
func (r *recorder) note(read Read) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.reads) < most && !slices.Contains(r.reads, read) {
		r.reads = append(r.reads, read)
	}
}

// Name notes that a name is read, and returns it.
func Name(place, name string) string {
	if noted.on.Load() && name != "" {
		noted.note(Read{Place: place, Name: name})
	}
	return name
}

// From notes that a map holds a part of the request, and returns it.
func From[M ~map[string][]string](place string, m M) M {
	if noted.on.Load() {
		origins(m, origin{place: place, keep: m})
	}
	return m
}

// Tell has f told the names that are read from a map until the next [Take] or [Drop]: the map is no part of the
// request. f may be called by several goroutines at the same time.
func Tell[M ~map[string][]string](m M, f func(name string)) {
	if noted.hears.Load() {
		origins(m, origin{keep: m, tell: f})
	}
}

// origins notes the origin of a map.
func origins[M ~map[string][]string](m M, of origin) {
	if m == nil {
		return
	}
	noted.mu.Lock()
	defer noted.mu.Unlock()
	if noted.maps == nil {
		noted.maps = map[uintptr]origin{}
	}
	if len(noted.maps) < most {
		noted.maps[reflect.ValueOf(m).Pointer()] = of
	}
}

// Names notes that names are read from a map in a loop over it, and returns the map. place is the part of the request
// that the map holds; if it is "", the names are noted only if [From] has seen the map in this round.
func Names[M ~map[string][]string](place string, m M, names ...string) M {
	if noted.hears.Load() {
		for _, name := range names {
			if place != "" {
				Name(place, name)
			} else {
				Of(m, name)
			}
		}
	}
	return m
}

// Of notes that a name is read from a map, if [From] has seen the map in this round. It returns the name.
func Of[M ~map[string][]string](m M, name string) string {
	if noted.hears.Load() && m != nil {
		noted.mu.Lock()
		from := noted.maps[reflect.ValueOf(m).Pointer()]
		noted.mu.Unlock()
		switch {
		case from.tell != nil:
			from.tell(name)
		case from.place != "":
			return Name(from.place, name)
		}
	}
	return name
}
