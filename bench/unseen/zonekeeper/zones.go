package zonekeeper

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/go-chi/chi/v5"
)

// quota is how many zones a team may have.
const quota = 3

type zone struct {
	Name        string `json:"zone_name"`
	Team        string `json:"team"`
	State       string `json:"state"`
	Serial      int    `json:"serial"`
	DefaultTTL  int    `json:"default_ttl"`
	Contact     string `json:"contact"`
	RecordCount int    `json:"record_count"`

	deleted    bool
	records    []*record // by number
	changesets []*changeset
	snapshots  []*snapshot
}

// view returns a copy for an answer.
func (z *zone) view() zone {
	v := *z
	v.RecordCount = len(z.records)
	if z.deleted {
		v.State = "deleted"
	}
	return v
}

type store struct {
	bug        int
	zones      map[string]*zone // by name, deleted ones too
	recordNo   int
	changesets int
	cache      map[question]answer
	keys       map[string]keyed // changesets by idempotency key
}

// changed notes a change of a zone.
func (s *store) changed(z *zone) {
	z.Serial++
	clear(s.cache)
}

var (
	zoneName = regexp.MustCompile(`^([A-Za-z0-9]([A-Za-z0-9-]{0,30}[A-Za-z0-9])?\.){1,4}[A-Za-z]{2,12}$`)
	contact  = regexp.MustCompile(`^[a-z0-9.]{1,40}@[a-z0-9.-]{3,60}$`)
)

// inZone finds the zone of the path, if the caller sees it.
func (s *store) inZone(do func(*http.Request, *zone) (any, error)) func(*http.Request) (any, error) {
	return func(r *http.Request) (any, error) {
		z := s.zones[strings.ToLower(chi.URLParam(r, "zone_name"))]
		if z == nil || z.deleted || !sees(r, z) {
			return nil, errNotFound("zone")
		}
		return do(r, z)
	}
}

func sees(r *http.Request, z *zone) bool {
	a := who(r)
	return a.Role == "operator" || a.Team == z.Team
}

func (s *store) listZones(r *http.Request) (any, error) {
	state, err := option(r, "state", "active", "paused", "deleted")
	if err != nil {
		return nil, err
	}
	most, err := limit(r)
	if err != nil {
		return nil, err
	}
	last, err := after(r)
	if err != nil {
		return nil, err
	}
	out := struct {
		Zones []zone `json:"zones"`
		Next  string `json:"next,omitempty"`
	}{Zones: []zone{}}
	for _, name := range slices.Sorted(maps.Keys(s.zones)) {
		z := s.zones[name]
		v := z.view()
		if !sees(r, z) || name <= last || state == "" && z.deleted || state != "" && v.State != state {
			continue
		}
		if len(out.Zones) == most {
			out.Next = cursor(out.Zones[most-1].Name)
			break
		}
		out.Zones = append(out.Zones, v)
	}
	return out, nil
}

// full tells whether a team has as many zones as it may have.
func (s *store) full(team string) bool {
	n := 0
	for _, z := range s.zones {
		if z.Team == team && !z.deleted {
			n++
		}
	}
	return n >= quota
}

func (s *store) createZone(r *http.Request) (any, error) {
	z := &zone{Team: who(r).Team, State: "active", Serial: 1, DefaultTTL: 3600}
	err := body(r, object{
		"zone_name*":  pattern(&z.Name, zoneName),
		"contact*":    pattern(&z.Contact, contact),
		"default_ttl": number(&z.DefaultTTL, 60, 86400),
	})
	if err != nil {
		return nil, err
	}
	name := strings.ToLower(z.Name)
	key := name
	if s.bug == 5 {
		key = z.Name
	}
	z.Name = name
	if s.zones[key] != nil {
		return nil, errConflict("the name is taken")
	}
	if s.full(z.Team) {
		return nil, errConflict("the team has as many zones as it may have")
	}
	s.zones[z.Name] = z
	clear(s.cache)
	return z.view(), nil
}

func (s *store) getZone(_ *http.Request, z *zone) (any, error) { return z.view(), nil }

func (s *store) patchZone(r *http.Request, z *zone) (any, error) {
	ttl, mail := z.DefaultTTL, z.Contact
	err := body(r, object{"default_ttl": number(&ttl, 60, 86400), "contact": pattern(&mail, contact)})
	if err != nil {
		return nil, err
	}
	z.DefaultTTL, z.Contact = ttl, mail
	s.changed(z)
	return z.view(), nil
}

func (s *store) setState(r *http.Request, z *zone) (any, error) {
	state := ""
	if err := body(r, object{"state*": choice(&state, "active", "paused")}); err != nil {
		return nil, err
	}
	z.State = state
	clear(s.cache)
	return z.view(), nil
}

func (s *store) deleteZone(_ *http.Request, z *zone) (any, error) {
	z.deleted = true
	clear(s.cache)
	return nil, nil
}

func (s *store) restoreZone(r *http.Request) (any, error) {
	z := s.zones[strings.ToLower(chi.URLParam(r, "zone_name"))]
	if z == nil || !sees(r, z) {
		return nil, errNotFound("zone")
	}
	if !z.deleted {
		return nil, errConflict("the zone is not deleted")
	}
	if s.bug != 8 && s.full(z.Team) {
		return nil, errConflict("the team has as many zones as it may have")
	}
	z.deleted = false
	clear(s.cache)
	return z.view(), nil
}
