package effects

import (
	"fmt"

	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/link"
)

// Leaning says why a test depends on what other tests left behind. The zero value means that it does not.
type Leaning struct {
	// Why is a sentence about a call, "" if the test stands alone.
	Why string
	// Step is the index of the call in the test. Param is the index of the parameter in the call, or
	// genotype.InBody.
	Step, Param int
	// Collection is the path of the collection whose element the call needs, "" if it is not known.
	Collection string
	// Awaited is a name in the call that may name no element now: a number that a new element will get, or the name of
	// an element that is gone.
	Awaited string
	// Value is the name of the element in the call, "" if it is not known. Member is the name of the body member that
	// has this value, "" for a path parameter.
	Value, Member string
}

// leaningOf returns a Leaning of a call. The name of its operation precedes the reason.
func leaningOf(x *link.Exchange, why string, args ...any) Leaning {
	return Leaning{Why: x.Call.Op.Spec.Name() + " " + fmt.Sprintf(why, args...), Step: x.Step, Param: genotype.InBody}
}

// leaning returns a Leaning of a call on the element that it names.
func (n *name) leaning(x *link.Exchange, why string, args ...any) Leaning {
	l := leaningOf(x, why, args...)
	l.Param, l.Collection, l.Value, l.Member = n.param, n.collection, n.value, n.member
	return l
}

// awaited returns a Leaning of a call that depends on its name not to exist.
func (n *name) awaited(x *link.Exchange, why string, args ...any) Leaning {
	l := leaningOf(x, why, args...)
	l.Param, l.Awaited = n.param, n.value
	return l
}
