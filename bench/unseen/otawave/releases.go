package otawave

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	hardware        = []string{"cam", "gate", "meter"}
	releaseStatuses = []string{"draft", "published", "revoked"}
	versionPattern  = regexp.MustCompile(`^(0|[1-9][0-9]{0,3})(\.(0|[1-9][0-9]{0,3})){2}$`)
)

// Release is a firmware for a hardware.
type Release struct {
	ID       string `json:"release_id"`
	Hardware string `json:"hardware"`
	Version  string `json:"version"`
	Notes    string `json:"notes"`
	Size     int    `json:"size_bytes"`
	Status   string `json:"status"`
	Reason   string `json:"revoke_reason,omitempty"`
}

// compareVersions compares the three numbers of versions.
func compareVersions(a, b string) int {
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	for i := range x {
		m, _ := strconv.Atoi(x[i]) // the pattern has digits alone
		n, _ := strconv.Atoi(y[i])
		if m != n {
			return cmp.Compare(m, n)
		}
	}
	return 0
}

// sees says whether a release is there for somebody.
func (u user) sees(r *Release) bool { return r.Status != "draft" || u.Role == "publisher" }

func (s *server) release(who user, id string) *Release {
	for _, r := range s.releases {
		if r.ID == id && who.sees(r) {
			return r
		}
	}
	return nil
}

func (s *server) listReleases(c *call) error {
	q := c.r.URL.Query()
	if q.Has("hardware") && !slices.Contains(hardware, q.Get("hardware")) {
		return wrong("hardware", "is not known")
	}
	if q.Has("status") && !slices.Contains(releaseStatuses, q.Get("status")) {
		return wrong("status", "is not known")
	}
	out := []*Release{}
	for _, r := range s.releases {
		if c.who.sees(r) && (!q.Has("hardware") || r.Hardware == q.Get("hardware")) &&
			(!q.Has("status") || r.Status == q.Get("status")) {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b *Release) int {
		return cmp.Or(cmp.Compare(a.Hardware, b.Hardware), compareVersions(a.Version, b.Version))
	})
	return c.reply(200, map[string]any{"items": out})
}

func (s *server) createRelease(c *call) error {
	var in struct {
		Hardware *string `json:"hardware"`
		Version  *string `json:"version"`
		Notes    *string `json:"notes"`
		Size     *int    `json:"size_bytes"`
	}
	if err := c.read(&in); err != nil {
		return err
	}
	if in.Hardware == nil || !slices.Contains(hardware, *in.Hardware) {
		return wrong("hardware", "must be a kind of hardware")
	}
	if in.Version == nil || !versionPattern.MatchString(*in.Version) {
		return wrong("version", "must be three numbers with dots")
	}
	if err := text("notes", in.Notes, true, 0, 500); err != nil {
		return err
	}
	if in.Size == nil || *in.Size < 1 || *in.Size > 100_000_000 {
		return wrong("size_bytes", "must be from 1 to 100000000")
	}
	r := &Release{ID: *in.Hardware + "-" + *in.Version, Hardware: *in.Hardware, Version: *in.Version,
		Size: *in.Size, Status: "draft"}
	if in.Notes != nil {
		r.Notes = *in.Notes
	}
	if s.release(c.who, r.ID) != nil {
		return conflict("version_exists", "there is a release of this version")
	}
	s.releases = append(s.releases, r)
	return c.reply(201, r)
}

func (s *server) getRelease(c *call) error {
	r := s.release(c.who, c.arg)
	if r == nil {
		return unknown("release")
	}
	return c.reply(200, r)
}

// latestRelease gives the published release of a hardware with the highest version.
func (s *server) latestRelease(c *call) error {
	compare := compareVersions
	if s.bug == 3 {
		compare = strings.Compare
	}
	var latest *Release
	for _, r := range s.releases {
		if r.Hardware == c.arg && r.Status == "published" && (latest == nil || compare(r.Version, latest.Version) > 0) {
			latest = r
		}
	}
	if latest == nil {
		return unknown("published release")
	}
	return c.reply(200, latest)
}

func (s *server) publishRelease(c *call) error {
	r := s.release(c.who, c.arg)
	if r == nil {
		return unknown("release")
	}
	if r.Status != "draft" {
		return conflict("wrong_status", "the release is "+r.Status)
	}
	r.Status = "published"
	return c.reply(200, r)
}

// revokeRelease takes a release back, and aborts its rollouts that are not over.
func (s *server) revokeRelease(c *call) error {
	r := s.release(c.who, c.arg)
	if r == nil {
		return unknown("release")
	}
	var in struct {
		Reason *string `json:"reason"`
	}
	if err := c.read(&in); err != nil {
		return err
	}
	if err := text("reason", in.Reason, false, 3, 200); err != nil {
		return err
	}
	if r.Status == "revoked" {
		return conflict("wrong_status", "the release is revoked")
	}
	r.Status, r.Reason = "revoked", *in.Reason
	for _, o := range s.rollouts {
		if o.ReleaseID == r.ID && o.open() && (s.bug != 7 || o.Status != "planned") {
			o.abort()
		}
	}
	return c.reply(200, r)
}
