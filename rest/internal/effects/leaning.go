package effects

import (
	"fmt"

	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/link"
)

// Leaning says why a test needs what others left behind. The zero value says that it
// does not.
type Leaning struct {
	// Why is "" if the test stands alone.
	Why string
	// Step is the index of the call in the test. Param is the index of the parameter in the call, or
	// genotype.InBody.
	Step, Param int
	// Collection is the path of the collection that the call needs an element of, ""
	// where that is not known.
	Collection string
	// Awaited is what the call names and nothing may have: a number that one of the next
	// elements will have, or what an element had that is gone.
	Awaited string
	// Value is what the call names of the collection, "" where that is not known, and Member
	// the name of the member of the body that does, "" for one of the path.
	Value, Member string
}

// leaning says why a call leans, after the name of its operation.
func leaningOf(x *link.Exchange, why string, args ...any) Leaning {
	return Leaning{Why: x.Call.Op.Spec.Name() + " " + fmt.Sprintf(why, args...), Step: x.Step, Param: genotype.InBody}
}

// leaning says why a call leans on what it names.
func (n *name) leaning(x *link.Exchange, why string, args ...any) Leaning {
	l := leaningOf(x, why, args...)
	l.Param, l.Collection, l.Value, l.Member = n.param, n.collection, n.value, n.member
	return l
}

// awaited says why a call leans on it that nothing has what it names.
func (n *name) awaited(x *link.Exchange, why string, args ...any) Leaning {
	l := leaningOf(x, why, args...)
	l.Param, l.Awaited = n.param, n.value
	return l
}
