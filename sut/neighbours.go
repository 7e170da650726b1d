package sut

import "github.com/evoke-go/evoke/probe/neighbour"

// Asked is a request that a program made to another service, a neighbour.
type Asked = neighbour.Asked

// Answer is an arranged answer of a neighbour.
type Answer = neighbour.Answer

// Break is a way in which a neighbour fails to answer.
type Break = neighbour.Break

// The ways.
const (
	Refused = neighbour.Refused // nobody listens there
	Closed  = neighbour.Closed  // the connection is closed before the answer
	Cut     = neighbour.Cut     // the connection is closed in the middle of the body
)

// surrounded returns Neighbours and Arrange of [Inside]. The first call of either keeps the program from calling its
// neighbours, but for those that [neighbour.Watch] was told to allow before.
func surrounded() (asked func() []Asked, arrange func([]Answer)) {
	on := false
	watch := func() {
		if !on && !neighbour.Watching() {
			neighbour.Watch(neighbour.Options{})
		}
		on = true
	}
	asked = func() []Asked {
		watch()
		return neighbour.Take(nil)
	}
	arrange = func(answers []Answer) {
		watch()
		neighbour.Arrange(answers)
	}
	return asked, arrange
}
