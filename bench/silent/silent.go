// Package silent has thirteen services, each with a list of bugs that can be
// switched on. The bugs are silent: no call crashes, answers 5xx, or answers
// against the declared schema. What is wrong shows only when calls are held
// against each other, against who makes them, or against what is promised in
// words. A service without bugs keeps its contract exactly as its OpenAPI
// document says, so that everything reported on it is a false alarm.
//
// The services were written without a look at the oracles, and the oracles
// without a look at the bugs. Two of the services were written when the oracles
// were done, and eight more after that, two at a time, without a look at the rules.
package silent

import (
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/bench/silent/billing"
	"github.com/evoke-go/evoke/bench/silent/clinic"
	"github.com/evoke-go/evoke/bench/silent/kit"
	"github.com/evoke-go/evoke/bench/silent/kitchen"
	"github.com/evoke-go/evoke/bench/silent/lab"
	"github.com/evoke-go/evoke/bench/silent/parcels"
	"github.com/evoke-go/evoke/bench/silent/polls"
	"github.com/evoke-go/evoke/bench/silent/rooms"
	"github.com/evoke-go/evoke/bench/silent/school"
	"github.com/evoke-go/evoke/bench/silent/shop"
	"github.com/evoke-go/evoke/bench/silent/stations"
	"github.com/evoke-go/evoke/bench/silent/tracker"
	"github.com/evoke-go/evoke/bench/silent/wallets"
	"github.com/evoke-go/evoke/bench/silent/warehouse"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest/auth"
)

// Kind is what sort of mistake a bug is. Bugs of different services may be of
// one kind.
type Kind string

// The kinds of bugs.
const (
	NotStored       Kind = "a change of a field is accepted and not stored"
	WrongValue      Kind = "another value is stored than the one that was accepted"
	WipesOthers     Kind = "PATCH changes what it was not sent"
	Merges          Kind = "PUT keeps what it was not sent"
	NotIdempotent   Kind = "PUT twice is not the same as once"
	NotDeleted      Kind = "what was deleted, or belonged to it, is there in one place still"
	UsedAfterDelete Kind = "an operation accepts what was deleted"
	Location        Kind = "Location does not lead to what was created"
	RefusedChanges  Kind = "a refused call has changed something"
	ReadChanges     Kind = "GET changes something"
	Missing         Kind = "a list misses elements"
	Filter          Kind = "a filter does not filter as it says"
	Paging          Kind = "pages are not parts of the list"
	Sorting         Kind = "a list is not sorted as it says"
	Total           Kind = "a number does not agree with the elements that it is about"
	Stale           Kind = "a list shows what was before a change"
	Foreign         Kind = "users reach what is another user's"
	Anonymous       Kind = "nobody has to be logged in where the schema says so"
	Role            Kind = "the role of a user is not asked for"
	Assignment      Kind = "a client sets what is not the client's to set"
	Secret          Kind = "a password is in an answer"
	Precondition    Kind = "If-Match is ignored"
	Duplicate       Kind = "a name that has to be unique is accepted twice"
	InvalidAccepted Kind = "data that the schema excludes is accepted"
	StepTwice       Kind = "a step that leads out of a state is accepted again"
	Computed        Kind = "a number is not computed as it says"
	ValidRefused    Kind = "data that the schema allows is refused"
	IDAgain         Kind = "an id is given to a second thing"
	Repeated        Kind = "a call that is sent again with its key is done again"
	Limit           Kind = "more is accepted than there is room for"
	NotDone         Kind = "what has to follow from a call does not"
	Default         Kind = "a default is not the declared one"
	DeletesMore     Kind = "with what is deleted goes what does not belong to it"
	Leaked          Kind = "an answer has a field that is not for who asks"
	NotACopy        Kind = "what was copied changes with what it is a copy of"
	StepEarly       Kind = "a step is accepted before its time has come"
	StepLate        Kind = "a step is accepted when its time is over"
	Told            Kind = "a refusal tells that there is what a user must not know of"
)

// Bug is one bug of one service.
type Bug struct {
	// Name tells the bugs of a service apart.
	Name string
	Kind Kind
	// Operations are where a report has to be to count as one of this bug,
	// "METHOD /path". The first has the mistake; in the others a client may see it.
	Operations []string
	// Seen is what a client sees.
	Seen string
	// Half is 1 or 2, with kinds spread over both evenly, 3 for the services that
	// were written when the oracles were done, or 4 to 7 for those that
	// were written after them. Those of a number are measured together.
	Half int

	number kit.Bug
}

// Shown reports whether faults that were found on a service with this bug only
// are on one of its operations. With several bugs at once a fault may be of
// another one.
func (b *Bug) Shown(faults []report.Fault) bool {
	return slices.ContainsFunc(faults, func(f report.Fault) bool { return slices.Contains(b.Operations, f.Operation) })
}

// Service is one service with its bugs.
type Service struct {
	Name string
	// Schema is the OpenAPI document, which is true of the healthy service.
	Schema []byte
	// Users are who calls are made as.
	Users []auth.User
	// New returns a handler with fresh state and with some of Bugs, the healthy
	// one for none. It is a bench.Resetter, and an io.Closer where it holds
	// resources.
	New  func(bugs ...Bug) http.Handler
	Bugs []Bug
	// Package has the constructor New of the healthy service, without parameters,
	// for the written tests.
	Package string
}

const here = "github.com/evoke-go/evoke/bench/silent/"

// Services returns the services, in a fixed order.
func Services() []Service {
	return []Service{
		{"rooms", rooms.Schema(), rooms.Users(), with(rooms.With), roomsBugs(), here + "rooms"},
		{"shop", shop.Schema(), shop.Users(), with(shop.With), shopBugs(), here + "shop"},
		{"tracker", tracker.Schema(), tracker.Users(), with(tracker.With), trackerBugs(), here + "tracker"},
		{"billing", billing.Schema(), billing.Users(), with(billing.With), billingBugs(), here + "billing"},
		{"stations", stations.Schema(), stations.Users(), with(stations.With), stationsBugs(), here + "stations"},
		{"warehouse", warehouse.Schema(), warehouse.Users(), with(warehouse.With), warehouseBugs(), here + "warehouse"},
		{"school", school.Schema(), school.Users(), with(school.With), schoolBugs(), here + "school"},
		{"clinic", clinic.Schema(), clinic.Users(), with(clinic.With), clinicBugs(), here + "clinic"},
		{"kitchen", kitchen.Schema(), kitchen.Users(), with(kitchen.With), kitchenBugs(), here + "kitchen"},
		{"parcels", parcels.Schema(), parcels.Users(), with(parcels.With), parcelsBugs(), here + "parcels"},
		{"polls", polls.Schema(), polls.Users(), with(polls.With), pollsBugs(), here + "polls"},
		{"lab", lab.Schema(), lab.Users(), with(lab.With), labBugs(), here + "lab"},
		{"wallets", wallets.Schema(), wallets.Users(), with(wallets.With), walletsBugs(), here + "wallets"},
	}
}

// with returns a constructor that takes bugs with their descriptions.
func with(construct func(...kit.Bug) http.Handler) func(...Bug) http.Handler {
	return func(bugs ...Bug) http.Handler {
		var numbers []kit.Bug
		for _, b := range bugs {
			numbers = append(numbers, b.number)
		}
		return construct(numbers...)
	}
}
