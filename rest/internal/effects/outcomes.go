package effects

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// maxFirst bounds the requests whose first status is kept, and maxBodies the requests whose first body is kept.
const maxFirst, maxBodies = 100_000, 1000

// outcomes knows how earlier calls were answered.
type outcomes struct {
	first  map[uint64]int    // status of the first answer to a request
	bodies map[uint64][]byte // body of the first answer to a request
	fine   map[string]bool   // parts of reading calls that succeeded
	worked map[uint64]bool   // changing calls that succeeded
	// spoil holds the operations that fail since some test, each with the members that a failed call sent.
	spoil map[string][]string
}

func newOutcomes() outcomes {
	return outcomes{
		first: map[uint64]int{}, bodies: map[uint64][]byte{}, fine: map[string]bool{}, worked: map[uint64]bool{},
		spoil: map[string][]string{},
	}
}

// again returns the body of the first answer to the same request, nil if it is not known. If the status differs from
// the first one, l says so: the answer depends on what other tests did in between.
func (o *outcomes) again(x *link.Exchange) (body []byte, l Leaning) {
	key := keyOf(x)
	status, known := o.first[key]
	if known {
		if status != x.Answer.Status {
			l = leaningOf(x, "was answered %d the first time", status)
		}
		return o.bodies[key], l
	}
	if len(o.first) < maxFirst {
		o.first[key] = x.Answer.Status
	}
	whole := len(x.Answer.Body) <= maxBody && !x.Answer.Truncated
	if api.IsSafe(x.Call.Op.Spec.Method) && success(x.Answer.Status) && whole && len(o.bodies) < maxBodies {
		o.bodies[key] = slices.Clone(x.Answer.Body)
	}
	return nil, l
}

// succeeded notes a successful call. unique are the texts that only its test contains.
func (o *outcomes) succeeded(x *link.Exchange, unique []string) {
	if !api.IsSafe(x.Call.Op.Spec.Method) {
		o.mended(x.Call.Op.Spec.Name(), memberNames(bodyOf(x)))
		if len(o.worked) < maxFirst {
			o.worked[madeAnew(x, unique)] = true
		}
		return
	}
	for _, part := range parts(x) {
		if len(o.fine) < maxFirst {
			o.fine[part] = true
		}
	}
}

// wasFine reports whether each part of a reading call was part of a successful call.
func (o *outcomes) wasFine(x *link.Exchange) bool {
	return !slices.ContainsFunc(parts(x), func(part string) bool { return !o.fine[part] })
}

// succeeds reports whether the operation of a reading call succeeded for the same user, with any values.
func (o *outcomes) succeeds(x *link.Exchange) bool { return o.fine[parts(x)[0]] }

// parts returns the parts of a reading call: its user and operation, then each parameter of its query.
func parts(x *link.Exchange) []string {
	op := x.Call.Op.Spec.Name()
	out := []string{fmt.Sprintf("%d %s", x.Call.User.Index, op)}
	for _, q := range x.Encoded.Query {
		out = append(out, op+"?"+q.Name+"="+q.Value)
	}
	return out
}

// spoilt reports whether the operation of a changing call fails since some test. That begins when a call fails that
// succeeded before, and its own test changed nothing before it. It ends with a success of the operation that sends no
// other members than the failed call. changed says that the test changed something before.
func (o *outcomes) spoilt(x *link.Exchange, unique []string, changed bool) bool {
	op := x.Call.Op
	if !api.IsSafe(op.Spec.Method) && !changed && o.worked[madeAnew(x, unique)] {
		o.spoil[op.Spec.Name()] = memberNames(bodyOf(x))
	}
	_, yes := o.spoil[op.Spec.Name()]
	return yes
}

// mended notes that a changing call with the given members succeeded.
func (o *outcomes) mended(op string, members []string) {
	sent, spoilt := o.spoil[op]
	if spoilt && !slices.ContainsFunc(members, func(m string) bool { return !slices.Contains(sent, m) }) {
		delete(o.spoil, op)
	}
}

// madeAnew returns a key of a request. The key does not depend on texts that are new in each execution.
func madeAnew(x *link.Exchange, unique []string) uint64 {
	r := *x.Request
	for _, text := range unique {
		r.Target = strings.ReplaceAll(r.Target, text, "")
		r.Body = bytes.ReplaceAll(r.Body, []byte(text), nil)
	}
	return keyOf(&link.Exchange{Call: x.Call, Request: &r})
}

// keyOf returns a key of a request. The key does not depend on credentials, because a user may get new ones.
func keyOf(x *link.Exchange) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s %s\n", x.Call.User.Index, x.Request.Method, x.Request.Target)
	var own message.Request // the call without credentials
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
			case slices.Contains(x.Call.Op.Cookies, name): // the value may be a credential
				fmt.Fprintf(h, "%s\n", name)
			}
		}
	}
	_, _ = h.Write(x.Request.Body) // a hash returns no errors
	return h.Sum64()
}
