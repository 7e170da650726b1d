package otawave

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"regexp"
	"slices"
)

var (
	deviceStates  = []string{"active", "retired"}
	serialPattern = regexp.MustCompile(`^[A-Z]{3}-[0-9]{5}$`)
	groupPattern  = regexp.MustCompile(`^[a-z][a-z0-9_]{0,15}$`)
)

// Device is in the field.
type Device struct {
	Serial   string `json:"serial"`
	Fleet    string `json:"fleet"`
	Hardware string `json:"hardware"`
	Group    string `json:"group"`
	Version  string `json:"installed_version"`
	State    string `json:"state"`
}

// cursor says where a page begins, and what the first one was filtered by.
type cursor struct {
	After    string `json:"a"`
	Group    string `json:"g,omitempty"`
	Hardware string `json:"h,omitempty"`
	State    string `json:"s,omitempty"`
}

func (c cursor) String() string {
	text, _ := json.Marshal(c) // strings can be marshalled
	return base64.RawURLEncoding.EncodeToString(text)
}

// parseCursor reads a cursor from the parameter.
func parseCursor(s string) (cursor, error) {
	var c cursor
	text, err := base64.RawURLEncoding.DecodeString(s)
	if err != nil || json.Unmarshal(text, &c) != nil || c.After == "" {
		return c, wrong("cursor", "is no cursor of this list")
	}
	return c, nil
}

func (s *server) listDevices(c *call) error {
	size, err := c.limit()
	if err != nil {
		return err
	}
	q := c.r.URL.Query()
	at := cursor{"", q.Get("group"), q.Get("hardware"), q.Get("state")}
	if q.Has("group") && !groupPattern.MatchString(at.Group) {
		return wrong("group", "is no group")
	}
	if q.Has("hardware") && !slices.Contains(hardware, at.Hardware) {
		return wrong("hardware", "is not known")
	}
	if q.Has("state") && !slices.Contains(deviceStates, at.State) {
		return wrong("state", "is not known")
	}
	if q.Has("cursor") {
		if at != (cursor{}) {
			return wrong("cursor", "goes without filters")
		}
		if at, err = parseCursor(q.Get("cursor")); err != nil {
			return err
		}
		if !serialPattern.MatchString(at.After) {
			return wrong("cursor", "is no cursor of this list")
		}
		if s.bug == 5 {
			at = cursor{After: at.After}
		}
	}
	found := []*Device{}
	for _, d := range s.devices {
		if d.Fleet == c.who.Fleet && d.Serial > at.After && (at.Group == "" || d.Group == at.Group) &&
			(at.Hardware == "" || d.Hardware == at.Hardware) && (at.State == "" || d.State == at.State) {
			found = append(found, d)
		}
	}
	page := map[string]any{"items": found}
	if len(found) > size {
		at.After = found[size-1].Serial
		page = map[string]any{"items": found[:size], "next_cursor": at.String()}
	}
	return c.reply(200, page)
}

func (s *server) registerDevice(c *call) error {
	var in struct {
		Serial   *string `json:"serial"`
		Hardware *string `json:"hardware"`
		Group    *string `json:"group"`
		Version  *string `json:"installed_version"`
	}
	if err := c.read(&in); err != nil {
		return err
	}
	if in.Serial == nil || !serialPattern.MatchString(*in.Serial) {
		return wrong("serial", "must be three capital letters, a hyphen and five digits")
	}
	if in.Hardware == nil || !slices.Contains(hardware, *in.Hardware) {
		return wrong("hardware", "must be a kind of hardware")
	}
	if in.Group == nil || !groupPattern.MatchString(*in.Group) {
		return wrong("group", "must be a group")
	}
	if in.Version == nil || !versionPattern.MatchString(*in.Version) {
		return wrong("installed_version", "must be three numbers with dots")
	}
	i, known := slices.BinarySearchFunc(s.devices, *in.Serial, func(d *Device, serial string) int {
		return cmp.Compare(d.Serial, serial)
	})
	if known {
		return conflict("serial_exists", "there is a device with this serial")
	}
	d := &Device{*in.Serial, c.who.Fleet, *in.Hardware, *in.Group, *in.Version, "active"}
	s.devices = slices.Insert(s.devices, i, d)
	return c.reply(201, d)
}

// device returns the one of the path, if it is in the fleet of the caller.
func (s *server) device(c *call) (*Device, error) {
	for _, d := range s.devices {
		if d.Serial == c.arg && d.Fleet == c.who.Fleet {
			return d, nil
		}
	}
	return nil, unknown("device")
}

func (s *server) getDevice(c *call) error {
	d, err := s.device(c)
	if err != nil {
		return err
	}
	return c.reply(200, d)
}

func (s *server) moveDevice(c *call) error {
	d, err := s.device(c)
	if err != nil {
		return err
	}
	var in struct {
		Group *string `json:"group"`
	}
	if err := c.read(&in); err != nil {
		return err
	}
	if in.Group == nil || !groupPattern.MatchString(*in.Group) {
		return wrong("group", "must be a group")
	}
	if d.State == "retired" {
		return conflict("device_retired", "the device is retired")
	}
	d.Group = *in.Group
	return c.reply(200, d)
}

// retireDevice takes a device out of service, and out of the rollouts that wait for it.
func (s *server) retireDevice(c *call) error {
	d, err := s.device(c)
	if err != nil {
		return err
	}
	if d.State == "retired" {
		return conflict("device_retired", "the device is retired")
	}
	d.State = "retired"
	for _, o := range s.rollouts {
		if t := o.target(d.Serial); t != nil && t.Outcome == "pending" {
			t.Outcome = "skipped"
			o.Counts.Pending--
			o.Counts.Skipped++
			o.Revision++
			o.settle()
		}
	}
	return c.reply(200, d)
}

// report takes down how a device came through a rollout. Devices repeat their reports.
func (s *server) report(c *call) error {
	d, err := s.device(c)
	if err != nil {
		return err
	}
	var in struct {
		RolloutNo *int    `json:"rollout_no"`
		Outcome   *string `json:"outcome"`
	}
	if err := c.read(&in); err != nil {
		return err
	}
	if in.RolloutNo == nil {
		return wrong("rollout_no", "is required")
	}
	if in.Outcome == nil || (*in.Outcome != "installed" && *in.Outcome != "failed") {
		return wrong("outcome", "must be installed or failed")
	}
	if *in.RolloutNo < 1 || *in.RolloutNo > len(s.rollouts) || s.rollouts[*in.RolloutNo-1].target(d.Serial) == nil {
		return wrong("rollout_no", "is no rollout of this device")
	}
	o := s.rollouts[*in.RolloutNo-1]
	t := o.target(d.Serial)
	switch {
	case t.Outcome == *in.Outcome:
		if s.bug == 6 {
			o.count(t.Outcome)
		}
		return c.reply(200, o)
	case t.Outcome != "pending":
		return conflict("not_pending", "the device is "+t.Outcome+" in this rollout")
	case o.Status != "active":
		return conflict("wrong_status", "the rollout is "+o.Status)
	}
	t.Outcome = *in.Outcome
	o.Counts.Pending--
	o.count(t.Outcome)
	o.Revision++
	if t.Outcome == "installed" {
		d.Version = o.version
	} else if o.Counts.Failed > o.MaxFailures || s.bug == 4 && o.Counts.Failed == o.MaxFailures {
		o.Status = "paused"
	}
	o.settle()
	return c.reply(200, o)
}

// fleet counts the active devices by hardware and version.
func (s *server) fleet(c *call) error {
	type line struct {
		Hardware string `json:"hardware"`
		Version  string `json:"version"`
		Devices  int    `json:"devices"`
	}
	lines, active, retired := []line{}, 0, 0
	for _, d := range s.devices {
		if d.Fleet != c.who.Fleet {
			continue
		}
		if d.State == "retired" {
			retired++
			continue
		}
		active++
		i := slices.IndexFunc(lines, func(l line) bool { return l.Hardware == d.Hardware && l.Version == d.Version })
		if i < 0 {
			i, lines = len(lines), append(lines, line{d.Hardware, d.Version, 0})
		}
		lines[i].Devices++
	}
	slices.SortFunc(lines, func(a, b line) int {
		return cmp.Or(cmp.Compare(a.Hardware, b.Hardware), compareVersions(a.Version, b.Version))
	})
	return c.reply(200, map[string]any{"fleet": c.who.Fleet, "active": active, "retired": retired, "versions": lines})
}
