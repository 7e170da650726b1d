package zonekeeper

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/netip"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"
)

type record struct {
	no       int
	Name     string
	Type     string
	Data     string
	TTL      *int
	Priority *int
}

type recordView struct {
	ID           string `json:"record_id"`
	Name         string `json:"name"`
	FQDN         string `json:"fqdn"`
	Type         string `json:"type"`
	Data         string `json:"data"`
	TTL          *int   `json:"ttl,omitempty"`
	EffectiveTTL int    `json:"effective_ttl"`
	Priority     *int   `json:"priority,omitempty"`
}

func (x *record) id() string { return "rec-" + strconv.Itoa(x.no) }

func (x *record) view(z *zone) recordView {
	v := recordView{x.id(), x.Name, z.Name, x.Type, x.Data, x.TTL, z.DefaultTTL, x.Priority}
	if x.Name != "@" {
		v.FQDN = x.Name + "." + z.Name
	}
	if x.TTL != nil {
		v.EffectiveTTL = *x.TTL
	}
	return v
}

func views(z *zone, list []*record) []recordView {
	out := []recordView{}
	for _, x := range list {
		out = append(out, x.view(z))
	}
	return out
}

var (
	recordTypes = []string{"A", "CNAME", "MX", "TXT"}
	recordName  = regexp.MustCompile(
		`^(@|[A-Za-z0-9_]([A-Za-z0-9_-]{0,30}[A-Za-z0-9_])?(\.[A-Za-z0-9_]([A-Za-z0-9_-]{0,30}[A-Za-z0-9_])?){0,3})$`,
	)
)

// fields are the members of a record that is sent.
func (x *record) fields() object {
	return object{
		"name*":    pattern(&x.Name, recordName),
		"type*":    choice(&x.Type, recordTypes...),
		"data*":    text(&x.Data, 1, 200),
		"ttl":      optional(&x.TTL, 60, 86400),
		"priority": optional(&x.Priority, 0, 65535),
	}
}

// settle checks what depends on the type of a record, and writes names in lower case.
func (x *record) settle() error {
	x.Name = strings.ToLower(x.Name)
	switch x.Type {
	case "A":
		if a, err := netip.ParseAddr(x.Data); err != nil || !a.Is4() {
			return errField("data", "must be an IPv4 address")
		}
	case "CNAME", "MX":
		if !zoneName.MatchString(x.Data) {
			return errField("data", "must be the full name of a host")
		}
		x.Data = strings.ToLower(x.Data)
	}
	if x.Type == "CNAME" && x.Name == "@" {
		return errField("name", "the apex takes no CNAME")
	}
	if (x.Type == "MX") != (x.Priority != nil) {
		return errField("priority", "belongs to MX records")
	}
	return nil
}

// fits tells whether a record may stand beside the others.
func fits(x *record, others []*record) error {
	for _, y := range others {
		switch {
		case y.no == x.no || y.Name != x.Name:
		case y.Type == x.Type && y.Data == x.Data:
			return errConflict("the zone has this record")
		case x.Type == "CNAME":
			return errConflict("a CNAME stands alone, but there is " + y.id())
		case y.Type == "CNAME":
			return errConflict("the name has a CNAME, " + y.id())
		}
	}
	return nil
}

func (s *store) listRecords(r *http.Request, z *zone) (any, error) {
	kind, err := option(r, "type", recordTypes...)
	if err != nil {
		return nil, err
	}
	most, err := limit(r)
	if err != nil {
		return nil, err
	}
	place, err := after(r)
	if err != nil {
		return nil, err
	}
	last := 0
	if place != "" {
		if last, err = strconv.Atoi(place); err != nil || last < 0 {
			return nil, errField("after", "is no cursor of this list")
		}
	}
	out := struct {
		Records []recordView `json:"records"`
		Next    string       `json:"next,omitempty"`
	}{Records: []recordView{}}
	q, at := r.URL.Query(), 0
	for _, x := range z.records {
		if kind != "" && x.Type != kind || q.Has("name") && x.Name != strings.ToLower(q.Get("name")) {
			continue
		}
		at++
		if s.bug == 7 && at <= last || s.bug != 7 && x.no <= last {
			continue
		}
		if len(out.Records) == most {
			out.Next = cursor(strings.TrimPrefix(out.Records[most-1].ID, "rec-"))
			if s.bug == 7 {
				out.Next = cursor(strconv.Itoa(at - 1))
			}
			break
		}
		out.Records = append(out.Records, x.view(z))
	}
	return out, nil
}

func (s *store) createRecord(r *http.Request, z *zone) (any, error) {
	x := &record{}
	if err := body(r, x.fields()); err != nil {
		return nil, err
	}
	if err := x.settle(); err != nil {
		return nil, err
	}
	if err := fits(x, z.records); err != nil {
		return nil, err
	}
	s.recordNo++
	x.no = s.recordNo
	z.records = append(z.records, x)
	s.changed(z)
	return x.view(z), nil
}

func (z *zone) find(id string) *record {
	for _, x := range z.records {
		if x.id() == id {
			return x
		}
	}
	return nil
}

func (s *store) getRecord(r *http.Request, z *zone) (any, error) {
	x := z.find(chi.URLParam(r, "record_id"))
	if x == nil {
		return nil, errNotFound("record")
	}
	return x.view(z), nil
}

func (s *store) putRecord(r *http.Request, z *zone) (any, error) {
	x := z.find(chi.URLParam(r, "record_id"))
	if x == nil {
		return nil, errNotFound("record")
	}
	y := &record{no: x.no}
	if err := body(r, y.fields()); err != nil {
		return nil, err
	}
	if err := y.settle(); err != nil {
		return nil, err
	}
	if y.Type != x.Type {
		return nil, errField("type", "does not change")
	}
	if err := fits(y, z.records); err != nil {
		return nil, err
	}
	if s.bug == 4 {
		*x = *y
	} else {
		z.records[slices.Index(z.records, x)] = y
	}
	if s.bug == 6 {
		z.Serial++
	} else {
		s.changed(z)
	}
	return y.view(z), nil
}

func (s *store) deleteRecord(r *http.Request, z *zone) (any, error) {
	x := z.find(chi.URLParam(r, "record_id"))
	if x == nil {
		return nil, errNotFound("record")
	}
	z.records = without(z.records, x)
	if s.bug == 1 {
		clear(s.cache)
	} else {
		s.changed(z)
	}
	return nil, nil
}

// without returns another list.
func without(list []*record, x *record) []*record {
	out := []*record{}
	for _, y := range list {
		if y != x {
			out = append(out, y)
		}
	}
	return out
}

type changeset struct {
	ID      string   `json:"changeset_id"`
	Zone    string   `json:"zone_name"`
	Serial  int      `json:"serial"`
	Added   []string `json:"added"`
	Removed []string `json:"removed"`
	Comment string   `json:"comment,omitempty"`
}

// operation is a step of a changeset.
type operation struct {
	Action string
	Add    *record
	Remove string
}

// keyed is a changeset that was sent with an idempotency key.
type keyed struct {
	operations []operation
	comment    string
	result     *changeset
}

// readOperations reads the steps of a changeset.
func readOperations(to *[]operation) field {
	return func(raw json.RawMessage) string {
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) != nil || len(list) < 1 || len(list) > 20 {
			return "must be a list of 1 to 20 operations"
		}
		for i, raw := range list {
			o := operation{}
			var added json.RawMessage
			keep := func(raw json.RawMessage) string { added = raw; return "" }
			err := object{"action*": choice(&o.Action, "add", "remove"), "record": keep,
				"record_id": text(&o.Remove, 1, 40)}.read(raw)
			switch {
			case err != nil:
			case (o.Action == "add") != (added != nil) || (o.Action == "remove") != (o.Remove != ""):
				err = fmt.Errorf("add takes a record, remove a record_id")
			case added != nil:
				o.Add = &record{}
				if err = o.Add.fields().read(added); err == nil {
					err = o.Add.settle()
				}
			}
			if err != nil {
				return fmt.Sprintf("operation %d is not valid", i)
			}
			*to = append(*to, o)
		}
		return ""
	}
}

func (s *store) createChangeset(r *http.Request, z *zone) (any, error) {
	key := r.Header.Get("Idempotency-Key")
	if len(key) > 64 {
		return nil, errField("Idempotency-Key", "must have at most 64 characters")
	}
	var in keyed
	err := body(r, object{"operations*": readOperations(&in.operations), "comment": text(&in.comment, 0, 200)})
	if err != nil {
		return nil, err
	}
	scope := z.Name + " " + key
	if s.bug == 3 {
		scope = z.Team + " " + key
	}
	if before, ok := s.keys[scope]; ok && key != "" {
		if !reflect.DeepEqual(in.operations, before.operations) || in.comment != before.comment {
			return nil, errConflict("the key was used for another changeset")
		}
		return before.result, nil
	}
	if in.result, err = s.apply(z, in); err != nil {
		return nil, err
	}
	if key != "" {
		s.keys[scope] = in
	}
	return in.result, nil
}

// apply does all operations of a changeset, or none.
func (s *store) apply(z *zone, in keyed) (*changeset, error) {
	list, no := z.records, s.recordNo
	c := &changeset{Zone: z.Name, Added: []string{}, Removed: []string{}, Comment: in.comment}
	for i, o := range in.operations {
		var err error
		if o.Action == "add" {
			x := *o.Add
			if err = fits(&x, list); err == nil {
				no++
				x.no = no
				list = append(slices.Clone(list), &x)
				c.Added = append(c.Added, x.id())
			}
		} else {
			at := slices.IndexFunc(list, func(x *record) bool { return x.id() == o.Remove })
			if at < 0 {
				err = errConflict("there is no record " + o.Remove)
			} else {
				list = without(list, list[at])
				c.Removed = append(c.Removed, o.Remove)
			}
		}
		if e, ok := err.(*apiError); ok {
			e.Operation = &i
			return nil, e
		}
		if s.bug == 2 {
			z.records, s.recordNo = list, no
			clear(s.cache)
		}
	}
	z.records, s.recordNo = list, no
	s.changed(z)
	s.changesets++
	c.ID, c.Serial = fmt.Sprintf("cs-%04d", s.changesets), z.Serial
	z.changesets = append(z.changesets, c)
	return c, nil
}

func (s *store) listChangesets(_ *http.Request, z *zone) (any, error) {
	out := slices.Clone(z.changesets)
	slices.Reverse(out)
	if out == nil {
		out = []*changeset{}
	}
	return map[string]any{"changesets": out}, nil
}

func (s *store) getChangeset(r *http.Request, z *zone) (any, error) {
	for _, c := range z.changesets {
		if c.ID == chi.URLParam(r, "changeset_id") {
			return c, nil
		}
	}
	return nil, errNotFound("changeset")
}

type snapshot struct {
	No      int    `json:"snapshot_no"`
	Label   string `json:"label"`
	Serial  int    `json:"serial"`
	Count   int    `json:"record_count"`
	records []*record
}

func (s *store) createSnapshot(r *http.Request, z *zone) (any, error) {
	x := &snapshot{No: len(z.snapshots) + 1, Serial: z.Serial, Count: len(z.records), records: slices.Clone(z.records)}
	if err := body(r, object{"label*": text(&x.Label, 1, 60)}); err != nil {
		return nil, err
	}
	z.snapshots = append(z.snapshots, x)
	return x, nil
}

func (s *store) listSnapshots(_ *http.Request, z *zone) (any, error) {
	return map[string]any{"snapshots": append([]*snapshot{}, z.snapshots...)}, nil
}

func (z *zone) snapshot(r *http.Request) (*snapshot, error) {
	for _, x := range z.snapshots {
		if strconv.Itoa(x.No) == chi.URLParam(r, "snapshot_no") {
			return x, nil
		}
	}
	return nil, errNotFound("snapshot")
}

func (s *store) getSnapshot(r *http.Request, z *zone) (any, error) {
	x, err := z.snapshot(r)
	if err != nil {
		return nil, err
	}
	return struct {
		*snapshot
		Records []recordView `json:"records"`
	}{x, views(z, x.records)}, nil
}

func (s *store) rollBack(r *http.Request, z *zone) (any, error) {
	x, err := z.snapshot(r)
	if err != nil {
		return nil, err
	}
	z.records = slices.Clone(x.records)
	s.changed(z)
	return z.view(), nil
}
