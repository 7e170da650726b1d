package link

import (
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/suite"
)

// find returns the best origin for a path parameter: the origin of the highest rank, and among equals the latest, but
// one of a call that creates before one of a list that was read. collection is the path template before the parameter.
func (m *Answers) find(collection, param string) (Origin, bool) {
	best, bestRank := -1, 0
	name := words.Plain(param)
	for i := range m.origins {
		if rank := m.origins[i].rank(collection, name); m.prefers(i, rank, best, bestRank) {
			best, bestRank = i, rank
		}
	}
	if best < 0 {
		return Origin{}, false
	}
	return m.origins[best], true
}

// prefers reports whether an origin with a rank is better than the best of the origins before it, -1 for none.
func (m *Answers) prefers(i, rank, best, bestRank int) bool {
	return rank > bestRank || rank > 0 && rank == bestRank && (m.origins[i].made || !m.origins[best].made)
}

// rank returns how well an origin fits a path parameter, from 0 (not at all) to 9.
func (o *Origin) rank(collection, param string) int {
	from := api.Creates(o.Template, collection)
	switch {
	case o.Source == "":
		return o.rankOfOwn(collection, param)
	case o.Source == suite.FromHeader && o.Field != "": // the state of a resource, not an id
		return 0
	case from && o.Source == suite.FromHeader:
		return 9
	case from && o.Field == param:
		return 8
	case from && o.Field == "id":
		return 7
	case from && (o.Last || strings.HasSuffix(o.Field, "id") ||
		o.Source == suite.FromBody && strings.HasSuffix(param, o.Field) &&
			param == words.Plain(api.Noun(collection))+o.Field):
		return 5
	case from && o.Source == suite.FromBody && api.Identifies(o.Field, api.Noun(collection)):
		return 4
	case api.SameNoun(o.Template, collection) && (o.Source == suite.FromHeader || o.Field == "id"):
		return 3
	case o.Source == suite.FromBody && o.Field == param && param != "id":
		return 2
	}
	return 0
}

// rankOfKey returns how well an origin fits a reference to an element of a collection, 0 for not at all. key is the
// plain name that paths use for the element: "code" in "/products/{code}".
func (o *Origin) rankOfKey(collection, key string) int {
	switch {
	case o.Field != key || key == "":
		return 0
	case o.Source == suite.FromBody && api.Creates(o.Template, collection):
		return 6
	case o.Source == "" && o.Template == collection:
		return 5
	}
	return 0
}

// rankOfOwn returns the rank of an id that an earlier call chose.
func (o *Origin) rankOfOwn(collection, param string) int {
	switch {
	case o.called && o.Template == collection:
		return 1
	case o.called:
		return 0
	case o.Template == collection && (o.certain || o.Field == "id"):
		return 5
	case o.Template == collection, o.Field == param && param != "id" && param != "name":
		return 2
	}
	return 0
}
