package otawave

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

var rolloutStatuses = []string{"planned", "active", "paused", "completed", "aborted"}

const usualFailures = 3

// Rollout brings a release to the devices of a group.
type Rollout struct {
	No          int    `json:"rollout_no"`
	Fleet       string `json:"fleet"`
	ReleaseID   string `json:"release_id"`
	Group       string `json:"group"`
	MaxFailures int    `json:"max_failures"`
	Note        string `json:"note"`
	Status      string `json:"status"`
	PlannedBy   string `json:"planned_by"`
	Counts      Counts `json:"counts"`
	Revision    int    `json:"revision"`

	version string
	targets []*Target
	edited  int // revision of the last update
}

// Counts says how many devices of a rollout are where.
type Counts struct {
	Targeted  int `json:"targeted"`
	Pending   int `json:"pending"`
	Installed int `json:"installed"`
	Failed    int `json:"failed"`
	Skipped   int `json:"skipped"`
}

// Target is a device of a rollout.
type Target struct {
	Serial  string `json:"serial"`
	From    string `json:"from_version"`
	Outcome string `json:"outcome"`
}

// replay is what was answered to a request with an idempotency key.
type replay struct {
	request string
	answer  Rollout
}

func (o *Rollout) etag() string { return `"` + strconv.Itoa(o.Revision) + `"` }

// open says whether a rollout is not over.
func (o *Rollout) open() bool {
	return o.Status == "planned" || o.Status == "active" || o.Status == "paused"
}

func (o *Rollout) target(serial string) *Target {
	for _, t := range o.targets {
		if t.Serial == serial {
			return t
		}
	}
	return nil
}

func (o *Rollout) count(outcome string) {
	if outcome == "installed" {
		o.Counts.Installed++
	} else {
		o.Counts.Failed++
	}
}

// settle completes an active rollout that waits for no device.
func (o *Rollout) settle() {
	if o.Status == "active" && o.Counts.Pending == 0 {
		o.Status = "completed"
	}
}

func (o *Rollout) abort() {
	o.Status = "aborted"
	for _, t := range o.targets {
		if t.Outcome == "pending" {
			t.Outcome = "skipped"
			o.Counts.Pending--
			o.Counts.Skipped++
		}
	}
	o.Revision++
}

func (s *server) listRollouts(c *call) error {
	size, err := c.limit()
	if err != nil {
		return err
	}
	q := c.r.URL.Query()
	at := cursor{"", q.Get("group"), "", q.Get("status")}
	if q.Has("group") && !groupPattern.MatchString(at.Group) {
		return wrong("group", "is no group")
	}
	if q.Has("status") && !slices.Contains(rolloutStatuses, at.State) {
		return wrong("status", "is not known")
	}
	before := len(s.rollouts) + 1
	if q.Has("cursor") {
		if at != (cursor{}) {
			return wrong("cursor", "goes without filters")
		}
		if at, err = parseCursor(q.Get("cursor")); err != nil {
			return err
		}
		if before, err = strconv.Atoi(at.After); err != nil {
			return wrong("cursor", "is no cursor of this list")
		}
	}
	found := []*Rollout{}
	for _, o := range slices.Backward(s.rollouts) {
		if o.Fleet == c.who.Fleet && o.No < before && (at.Group == "" || o.Group == at.Group) &&
			(at.State == "" || o.Status == at.State) {
			found = append(found, o)
		}
	}
	page := map[string]any{"items": found}
	if len(found) > size {
		at.After = strconv.Itoa(found[size-1].No)
		page = map[string]any{"items": found[:size], "next_cursor": at.String()}
	}
	return c.reply(200, page)
}

// planRollout plans a rollout, once for each idempotency key.
func (s *server) planRollout(c *call) error {
	var in struct {
		ReleaseID   *string `json:"release_id"`
		Group       *string `json:"group"`
		MaxFailures *int    `json:"max_failures"`
		Note        *string `json:"note"`
	}
	if err := c.read(&in); err != nil {
		return err
	}
	if in.ReleaseID == nil {
		return wrong("release_id", "is required")
	}
	if in.Group == nil || !groupPattern.MatchString(*in.Group) {
		return wrong("group", "must be a group")
	}
	if err := failures(in.MaxFailures); err != nil {
		return err
	}
	if err := text("note", in.Note, true, 0, 200); err != nil {
		return err
	}
	o := Rollout{No: len(s.rollouts) + 1, Fleet: c.who.Fleet, ReleaseID: *in.ReleaseID, Group: *in.Group,
		MaxFailures: usualFailures, Status: "planned", PlannedBy: c.who.Name, Revision: 1}
	if in.MaxFailures != nil {
		o.MaxFailures = *in.MaxFailures
	}
	if in.Note != nil {
		o.Note = *in.Note
	}
	request := fmt.Sprintf("%q %q %d %q", o.ReleaseID, o.Group, o.MaxFailures, o.Note)
	key := c.r.Header.Get("Idempotency-Key")
	if len(key) > 64 {
		return wrong("Idempotency-Key", "must have 64 characters at most")
	}
	name := c.who.Name + "\n" + key
	if s.bug == 1 {
		name = key
	}
	if before := s.replays[name]; key != "" && before != nil {
		if before.request != request {
			return conflict("key_reused", "the key was sent with another request")
		}
		answer := before.answer
		return c.reply(201, &answer)
	}
	r := s.release(c.who, o.ReleaseID)
	if r == nil {
		return wrong("release_id", "is no release")
	}
	if r.Status != "published" {
		return conflict("release_revoked", "the release is "+r.Status)
	}
	o.version = r.Version
	if key != "" {
		s.replays[name] = &replay{request, o}
	}
	s.rollouts = append(s.rollouts, &o)
	return c.reply(201, &o)
}

func failures(n *int) error {
	if n != nil && (*n < 0 || *n > 100) {
		return wrong("max_failures", "must be from 0 to 100")
	}
	return nil
}

// rollout returns the one of the path, if it is of the fleet of the caller.
func (s *server) rollout(c *call) (*Rollout, error) {
	for _, o := range s.rollouts {
		if strconv.Itoa(o.No) == c.arg && o.Fleet == c.who.Fleet {
			return o, nil
		}
	}
	return nil, unknown("rollout")
}

func (s *server) getRollout(c *call) error {
	o, err := s.rollout(c)
	if err != nil {
		return err
	}
	return c.reply(200, o)
}

func (s *server) listTargets(c *call) error {
	o, err := s.rollout(c)
	if err != nil {
		return err
	}
	return c.reply(200, map[string]any{"items": append([]*Target{}, o.targets...)})
}

// updateRollout changes a rollout that nobody else has changed meanwhile.
func (s *server) updateRollout(c *call) error {
	o, err := s.rollout(c)
	if err != nil {
		return err
	}
	var in struct {
		MaxFailures *int    `json:"max_failures"`
		Note        *string `json:"note"`
	}
	if err := c.read(&in); err != nil {
		return err
	}
	if err := failures(in.MaxFailures); err != nil {
		return err
	}
	if err := text("note", in.Note, true, 0, 200); err != nil {
		return err
	}
	if !o.open() {
		return conflict("wrong_status", "the rollout is "+o.Status)
	}
	switch tag := c.r.Header.Get("If-Match"); {
	case tag == "":
		return &Refusal{428, "if_match_required", "send the ETag of the rollout in If-Match", ""}
	case tag == "*" || tag == o.etag():
	case s.bug == 2 && o.unedited(tag):
	default:
		return &Refusal{412, "stale_revision", "the rollout has revision " + strconv.Itoa(o.Revision), ""}
	}
	if in.MaxFailures != nil {
		o.MaxFailures = *in.MaxFailures
	} else if s.bug == 8 {
		o.MaxFailures = usualFailures
	}
	if in.Note != nil {
		o.Note = *in.Note
	}
	o.Revision++
	o.edited = o.Revision
	return c.reply(200, o)
}

// unedited says whether there was no update since the revision of a tag.
func (o *Rollout) unedited(tag string) bool {
	n, err := strconv.Atoi(strings.Trim(tag, `"`))
	return err == nil && n >= max(o.edited, 1) && n <= o.Revision
}

// step returns the rollout of the path if it has one of the statuses.
func (s *server) step(c *call, from ...string) (*Rollout, error) {
	o, err := s.rollout(c)
	if err == nil && !slices.Contains(from, o.Status) {
		err = conflict("wrong_status", "the rollout is "+o.Status)
	}
	return o, err
}

// activateRollout starts a rollout with the devices that need it now.
func (s *server) activateRollout(c *call) error {
	o, err := s.step(c, "planned")
	if err != nil {
		return err
	}
	if r := s.release(c.who, o.ReleaseID); r == nil || r.Status != "published" {
		return conflict("release_revoked", "the release is not published any more")
	}
	for _, d := range s.devices {
		if d.Fleet == o.Fleet && d.Group == o.Group && d.State == "active" && o.ReleaseID == d.Hardware+"-"+o.version &&
			compareVersions(d.Version, o.version) < 0 && !s.waiting(d.Serial) {
			o.targets = append(o.targets, &Target{d.Serial, d.Version, "pending"})
		}
	}
	o.Status = "active"
	o.Counts = Counts{Targeted: len(o.targets), Pending: len(o.targets)}
	o.Revision++
	o.settle()
	return c.reply(200, o)
}

// waiting says whether a device is pending in a rollout.
func (s *server) waiting(serial string) bool {
	for _, o := range s.rollouts {
		if t := o.target(serial); t != nil && t.Outcome == "pending" {
			return true
		}
	}
	return false
}

func (s *server) pauseRollout(c *call) error {
	o, err := s.step(c, "active")
	if err != nil {
		return err
	}
	o.Status = "paused"
	o.Revision++
	return c.reply(200, o)
}

func (s *server) resumeRollout(c *call) error {
	o, err := s.step(c, "paused")
	if err != nil {
		return err
	}
	o.Status = "active"
	o.Revision++
	o.settle()
	return c.reply(200, o)
}

func (s *server) abortRollout(c *call) error {
	o, err := s.step(c, "planned", "active", "paused")
	if err != nil {
		return err
	}
	o.abort()
	return c.reply(200, o)
}
