package predicates

import (
	"slices"
	"sync"
)

// lookups are predicates that look their inputs up: in maps of all kinds, sets, tables
// and lists. Most do so for two inputs by one function.
func lookups() []Predicate {
	return []Predicate{
		query("a map of the package with a number behind", mapped, "rateOf"),
		query("a map that gives a bool", mappedBool, "isOpen"),
		query("a set of structs without fields", inSet, "isKnown"),
		query("a map with a blank", blankOfMap, "greeting"),
		query("a map in a field", mapInField, "catalogue.price"),
		query("a map of a named type", mapOfType, "registry.known"),
		query("a map by numbers", mapByNumber, "partOf"),
		query("a map in a map", nestedMap, "fareOf"),
		query("a map of structs", mapOfStructs, "depotOf"),
		query("a map by structs", mapByStruct),
		query("a map by a key that is made", mapByMade),
		query("a sync.Map", syncMap, "session"),
		query("a generic set", genericSet, "set.has"),
		query("a table that is scanned", scanned),
		query("a table that is scanned for two columns", twoColumns),
		query("a list of texts", listed),
		query("a function that finds in a list", found),
		query("a switch of constants in a function", constants, "zoneOf"),
		query("a sorted table", sorted),
		query("structs that are equal", equalStructs),
		query("arrays that are equal", equalArrays),
		query("two inputs that have to differ", differing),
	}
}

var rates = map[string]int{"standard": 19, "reduced": 7, "parking": 12, "super-reduced": 3}

func rateOf(kind string) (int, bool) {
	rate, ok := rates[kind]
	return rate, ok
}

func mapped(in words) int {
	if _, ok := rateOf(in.A); !ok {
		return 0
	}
	if rate, _ := rateOf(in.B); rate == 12 {
		return 2
	}
	return 1
}

var open = map[string]bool{"harbour": true, "airport": true, "quarry": false}

func isOpen(place string) bool { return open[place] }

func mappedBool(in words) int {
	if !open[in.A] {
		return 0
	}
	if isOpen(in.B) && in.A != in.B {
		return 2
	}
	return 1
}

var harbours = map[string]struct{}{"Rotterdam": {}, "Gdansk": {}, "Piraeus": {}}

func isKnown(port string) bool {
	_, known := harbours[port]
	return known
}

func inSet(in words) int {
	if !isKnown(in.A) {
		return 0
	}
	if isKnown(in.B) && in.B > in.A {
		return 2
	}
	return 1
}

func greeting(language string) string {
	words := map[string]string{"is": "hallo", "fo": "hey", "gd": ""}
	return words[language]
}

func blankOfMap(in words) int {
	if greeting(in.A) == "" {
		return 0
	}
	if g := greeting(in.B); g == "hey" {
		return 2
	}
	return 1
}

type catalogue struct {
	prices map[string]int64
	lock   sync.Mutex
}

func (c *catalogue) price(item string) int64 {
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.prices[item]
}

func mapInField(in codes) int {
	c := &catalogue{prices: map[string]int64{"anvil": 4900, "bellows": 8050, "tongs": 1200}}
	if c.price(in.A) == 0 {
		return 0
	}
	if c.price(in.A)+c.price(in.B) == 6100 {
		return 2
	}
	return 1
}

type registry map[string]int

func (r registry) known(name string) bool {
	if _, ok := r[name]; ok {
		return true
	}
	return false
}

func mapOfType(in words) int {
	r := registry{"first-class": 1, "economy": 2}
	if !r.known(in.A) {
		return 0
	}
	if r.known(in.B) && in.B != in.A {
		return 2
	}
	return 1
}

var parts = map[int64]string{48_213: "bolt", -9_902: "nut", 700_412: "washer"}

func partOf(n int64) string { return parts[n] }

func mapByNumber(in pair) int {
	if partOf(in.A) == "" {
		return 0
	}
	if partOf(in.B) == "washer" {
		return 2
	}
	return 1
}

var fares = map[string]map[string]int{"north": {"child": 2, "adult": 5}, "south": {"senior": 3}}

func fareOf(zone, kind string) int {
	zones, ok := fares[zone]
	if !ok {
		return -1
	}
	return zones[kind]
}

func nestedMap(in words) int {
	switch fareOf(in.A, in.B) {
	case -1:
		return 0
	case 0:
		return 1
	case 3:
		return 3
	}
	return 2
}

type depot struct {
	doors int
	gone  bool
}

var depots = map[string]depot{"Leith": {doors: 12}, "Hull": {doors: 30, gone: true}, "Tilbury": {doors: 41}}

func depotOf(name string) (d depot, err error) {
	d, ok := depots[name]
	if !ok {
		return d, errMissing
	}
	if d.gone {
		return d, errHigh
	}
	return d, nil
}

func mapOfStructs(in words) int {
	if _, err := depotOf(in.A); err != nil {
		return 0
	}
	if d, err := depotOf(in.B); err == nil && d.doors > 40 {
		return 2
	}
	return 1
}

type spot struct {
	row string
	at  int64
}

func mapByStruct(in codes) int {
	seats := map[spot]bool{{"stalls", 114}: true, {"gallery", 9_007}: true}
	if seats[spot{in.A, in.M}] {
		return 1
	}
	return 0
}

func mapByMade(in words) int {
	roads := map[string]int{"ash/oak": 3, "elm/yew": 4}
	if roads[in.A+"/"+in.B] == 0 {
		return 0
	}
	return 1
}

func session() *sync.Map {
	var m sync.Map
	m.Store("kittiwake", 1)
	m.Store("razorbill", 2)
	return &m
}

func syncMap(in words) int {
	m := session()
	if _, ok := m.Load(in.A); !ok {
		return 0
	}
	if v, ok := m.Load(in.B); ok && v == 2 {
		return 2
	}
	return 1
}

type set[T comparable] struct{ all map[T]struct{} }

func (s set[T]) has(v T) bool {
	_, ok := s.all[v]
	return ok
}

func genericSet(in codes) int {
	names, sizes := set[string]{map[string]struct{}{"gneiss": {}, "schist": {}}},
		set[int64]{map[int64]struct{}{61_803: {}, 27_182: {}}}
	if !names.has(in.A) || !sizes.has(in.M) {
		return 0
	}
	if names.has(in.B) && in.A != in.B && sizes.has(in.N) {
		return 2
	}
	return 1
}

type planet struct {
	name  string
	moons int64
}

func planetOf(name string) *planet {
	for _, p := range []planet{{"Neptune", 16}, {"Saturn", 146}, {"Uranus", 28}} {
		if p.name == name {
			return &p
		}
	}
	return nil
}

func scanned(in words) int {
	if planetOf(in.A) == nil {
		return 0
	}
	if p := planetOf(in.B); p != nil && p.moons > 100 {
		return 2
	}
	return 1
}

func flightOf(from, to string) (int, bool) {
	for i, f := range [][2]string{{"Bergen", "Oslo"}, {"Turku", "Riga"}, {"Vaasa", "Umea"}} {
		if f[0] == from && f[1] == to {
			return i, true
		}
	}
	return 0, false
}

func twoColumns(in words) int {
	i, ok := flightOf(in.A, in.B)
	if !ok {
		return 0
	}
	if i == 2 {
		return 2
	}
	return 1
}

func listed(in words) int {
	names := []string{"marten", "stoat", "polecat"}
	if !slices.Contains(names, in.A) {
		return 0
	}
	if i := slices.Index(names, in.B); i == 2 {
		return 2
	}
	return 1
}

func found(in words) int {
	all := []planet{{"Titan", 1}, {"Rhea", 2}, {"Dione", 3}}
	i := slices.IndexFunc(all, func(p planet) bool { return p.name == in.A })
	if i < 0 {
		return 0
	}
	if slices.ContainsFunc(all[i+1:], func(p planet) bool { return p.name == in.B }) {
		return 2
	}
	return 1
}

func zoneOf(place string) int64 {
	switch place {
	case "lagoon", "estuary":
		return 8
	case "fjord":
		return 31
	}
	return 0
}

func constants(in words) int {
	if zoneOf(in.A) == 0 {
		return 0
	}
	if zoneOf(in.A)+zoneOf(in.B) == 39 {
		return 2
	}
	return 1
}

func sorted(in words) int {
	names := []string{"basalt", "granite", "marble", "slate"}
	if _, ok := slices.BinarySearch(names, in.A); !ok {
		return 0
	}
	if i, ok := slices.BinarySearch(names, in.B); ok && i > 2 {
		return 2
	}
	return 1
}

func equalStructs(in codes) int {
	if (spot{in.A, in.M}) == (spot{"balcony", 4_096}) {
		return 1
	}
	return 0
}

func equalArrays(in pair) int {
	if [2]int64{in.A, in.B} == [2]int64{31_337, -1_024} {
		return 1
	}
	return 0
}

func differing(in codes) int {
	if in.A != "ferry" || in.B == in.A {
		return 0
	}
	if in.M == in.N || in.M != 5_150 {
		return 1
	}
	if in.N != in.M+1 {
		return 2
	}
	return 3
}
