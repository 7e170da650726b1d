package zonekeeper

import (
	"net/http"
	"regexp"
	"strings"
)

type question struct{ name, kind string }

type answer struct {
	Name    string     `json:"name"`
	Type    string     `json:"type"`
	Code    string     `json:"code"`
	Via     []string   `json:"via"`
	Answers []resolved `json:"answers"`
}

type resolved struct {
	Data     string `json:"data"`
	TTL      int    `json:"ttl"`
	Priority *int   `json:"priority,omitempty"`
}

// resolve answers as the name servers do. What it found is kept until something changes.
func (s *store) resolve(r *http.Request) (any, error) {
	q := r.URL.Query()
	kind, err := option(r, "type", recordTypes...)
	if err != nil {
		return nil, err
	}
	if !q.Has("type") {
		kind = "A"
	}
	if !resolvable.MatchString(q.Get("name")) {
		return nil, errField("name", "must be the full name of a host")
	}
	ask := question{strings.ToLower(q.Get("name")), kind}
	if found, ok := s.cache[ask]; ok {
		return found, nil
	}
	a := answer{Name: ask.name, Type: kind, Via: []string{}, Answers: []resolved{}}
	s.follow(ask.name, &a)
	s.cache[ask] = a
	return a, nil
}

// resolvable are names that can be asked for.
var resolvable = regexp.MustCompile(`^[A-Za-z0-9_]([A-Za-z0-9_.-]{0,150}[A-Za-z0-9])?$`)

// follow looks a name up, and the name behind it if it is a CNAME.
func (s *store) follow(name string, a *answer) {
	a.Code = "NXDOMAIN"
	z := s.authority(name)
	if z == nil {
		return
	}
	alias := ""
	for _, x := range z.records {
		v := x.view(z)
		if v.FQDN != name {
			continue
		}
		a.Code = "NOERROR"
		if x.Type == a.Type {
			a.Answers = append(a.Answers, resolved{x.Data, v.EffectiveTTL, x.Priority})
		} else if x.Type == "CNAME" {
			alias = x.Data
		}
	}
	if alias != "" && len(a.Via) < 8 {
		a.Via = append(a.Via, alias)
		s.follow(alias, a)
	}
}

// authority is the active zone with the longest name that a name ends in.
func (s *store) authority(name string) *zone {
	for {
		if z := s.zones[name]; z != nil && !z.deleted && z.State == "active" {
			return z
		}
		_, rest, ok := strings.Cut(name, ".")
		if !ok {
			return nil
		}
		name = rest
	}
}
