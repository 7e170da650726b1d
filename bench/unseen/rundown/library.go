package rundown

import (
	"cmp"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

// Track is a recording.
type Track struct {
	ISRC    string   `json:"isrc"`
	Title   string   `json:"title"`
	Artist  string   `json:"artist"`
	Seconds int      `json:"seconds"`
	Tags    []string `json:"tags"`
}

var isrcs = regexp.MustCompile(`^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$`)

func tagged(c *input.Checks, tags []string) {
	c.That(len(tags) <= 5, "tags", "must be 5 at most")
	for i, t := range tags {
		c.Length(t, "tags", 1, 20)
		c.That(!slices.Contains(tags[:i], t), "tags", "must not repeat "+t)
	}
}

func (d *desk) track(isrc string) *Track {
	for _, t := range d.tracks {
		if t.ISRC == isrc {
			return t
		}
	}
	return nil
}

func (d *desk) listTracks(c echo.Context) error {
	q := input.NewQuery(c.Request())
	text, _ := q.Text("q")
	tag, hasTag := q.Text("tag")
	longest := q.Int("maxSeconds", 1800, 1, 1800)
	sorting := q.Word("sort", "title", "-title", "seconds", "-seconds")
	text = strings.ToLower(text)
	found := slices.DeleteFunc(slices.Clone(d.tracks), func(t *Track) bool {
		return t.Seconds > longest || hasTag && !slices.Contains(t.Tags, tag) ||
			!strings.Contains(strings.ToLower(t.Title), text) && !strings.Contains(strings.ToLower(t.Artist), text)
	})
	slices.SortFunc(found, func(a, b *Track) int {
		by := 0
		switch sorting {
		case "title":
			by = cmp.Compare(a.Title, b.Title)
		case "-title":
			by = cmp.Compare(b.Title, a.Title)
		case "seconds":
			by = cmp.Compare(a.Seconds, b.Seconds)
		case "-seconds":
			by = cmp.Compare(b.Seconds, a.Seconds)
		}
		return cmp.Or(by, cmp.Compare(a.ISRC, b.ISRC))
	})
	return window(c, q, found)
}

func (d *desk) addTrack(c echo.Context) error {
	var in struct {
		ISRC    string    `json:"isrc"`
		Title   string    `json:"title"`
		Artist  string    `json:"artist"`
		Seconds int       `json:"seconds"`
		Tags    *[]string `json:"tags"`
	}
	if err := bind(c, &in, func(check *input.Checks) {
		in.Tags = cmp.Or(in.Tags, &[]string{})
		check.That(isrcs.MatchString(in.ISRC), "isrc", "must be like DEA123100001")
		check.Length(in.Title, "title", 1, 100)
		check.Length(in.Artist, "artist", 1, 100)
		check.Range(in.Seconds, "seconds", 1, 1800)
		tagged(check, *in.Tags)
	}); err != nil {
		return err
	}
	if d.track(in.ISRC) != nil {
		return conflict("track_exists", "%s is in the library", in.ISRC)
	}
	t := &Track{in.ISRC, in.Title, in.Artist, in.Seconds, *in.Tags}
	d.tracks = append(d.tracks, t)
	return data(c, http.StatusCreated, t)
}

func (d *desk) getTrack(c echo.Context) error {
	t := d.track(c.Param("isrc"))
	if t == nil {
		return notFound("track")
	}
	return data(c, http.StatusOK, t)
}

func (d *desk) patchTrack(c echo.Context) error {
	t := d.track(c.Param("isrc"))
	if t == nil {
		return notFound("track")
	}
	var in struct {
		Title  *string   `json:"title"`
		Artist *string   `json:"artist"`
		Tags   *[]string `json:"tags"`
	}
	if err := bind(c, &in, func(check *input.Checks) {
		in.Title, in.Artist, in.Tags = cmp.Or(in.Title, &t.Title), cmp.Or(in.Artist, &t.Artist),
			cmp.Or(in.Tags, &t.Tags)
		check.Length(*in.Title, "title", 1, 100)
		check.Length(*in.Artist, "artist", 1, 100)
		tagged(check, *in.Tags)
	}); err != nil {
		return err
	}
	tags := *in.Tags
	if d.bug == 3 {
		tags = slices.Clone(t.Tags)
		for _, tag := range *in.Tags {
			if !slices.Contains(tags, tag) && len(tags) < 5 {
				tags = append(tags, tag)
			}
		}
	}
	t.Title, t.Artist, t.Tags = *in.Title, *in.Artist, tags
	return data(c, http.StatusOK, t)
}

func (d *desk) deleteTrack(c echo.Context) error {
	t := d.track(c.Param("isrc"))
	if t == nil {
		return notFound("track")
	}
	for _, e := range d.episodes {
		if e.Status == "aired" || d.bug == 8 && e.Status != "draft" {
			continue
		}
		if slices.ContainsFunc(e.items, func(i *Item) bool { return i.ISRC == t.ISRC }) {
			return conflict("track_planned", "the track is in the rundown of %s", e.ID)
		}
	}
	d.tracks = slices.DeleteFunc(d.tracks, func(o *Track) bool { return o == t })
	return c.NoContent(http.StatusNoContent)
}

// Campaign is a number of spots that a client has booked.
type Campaign struct {
	ID        string `json:"campaignId"`
	Client    string `json:"client"`
	Seconds   int    `json:"seconds"`
	Booked    int    `json:"booked"`
	Placed    int    `json:"placed"`
	Remaining int    `json:"remaining"`
}

// place takes n spots of what is left; a negative n gives spots back.
func (k *Campaign) place(n int) {
	k.Placed += n
	k.Remaining -= n
}

func (d *desk) campaign(id string) *Campaign {
	for _, k := range d.campaigns {
		if k.ID == id {
			return k
		}
	}
	return nil
}

func (d *desk) listCampaigns(c echo.Context) error {
	return window(c, input.NewQuery(c.Request()), d.campaigns)
}

func (d *desk) addCampaign(c echo.Context) error {
	var in struct {
		Client  string `json:"client"`
		Seconds int    `json:"seconds"`
		Booked  int    `json:"booked"`
	}
	if err := bind(c, &in, func(check *input.Checks) {
		check.Length(in.Client, "client", 1, 60)
		check.Range(in.Seconds, "seconds", 5, 60)
		check.Range(in.Booked, "booked", 1, 1000)
	}); err != nil {
		return err
	}
	k := &Campaign{ID: fmt.Sprintf("c-%03d", len(d.campaigns)+1), Client: in.Client, Seconds: in.Seconds,
		Booked: in.Booked, Remaining: in.Booked}
	d.campaigns = append(d.campaigns, k)
	return data(c, http.StatusCreated, k)
}

func (d *desk) getCampaign(c echo.Context) error {
	k := d.campaign(c.Param("campaignId"))
	if k == nil {
		return notFound("campaign")
	}
	return data(c, http.StatusOK, k)
}

// Play is a track that was on air.
type Play struct {
	ID      int       `json:"playId"`
	Episode string    `json:"episodeId"`
	ISRC    string    `json:"isrc"`
	Title   string    `json:"title"`
	At      time.Time `json:"playedAt"`
	Seconds int       `json:"seconds"`
}

// played lists the plays of a time, without its end.
func (d *desk) played(q *input.Query) []*Play {
	from, to := q.Time("from"), q.Time("to")
	var out []*Play
	for _, p := range d.plays {
		late := !to.IsZero() && !p.At.Before(to.Time)
		if d.bug == 4 {
			late = !to.IsZero() && p.At.After(to.Time)
		}
		if !late && !p.At.Before(from.Time) {
			out = append(out, p)
		}
	}
	slices.SortStableFunc(out, func(a, b *Play) int { return a.At.Compare(b.At) })
	return out
}

func (d *desk) listPlays(c echo.Context) error {
	q := input.NewQuery(c.Request())
	isrc, one := q.Text("isrc")
	return window(c, q, slices.DeleteFunc(d.played(q), func(p *Play) bool { return one && p.ISRC != isrc }))
}

// rotation counts the plays of each track, the most played first.
func (d *desk) rotation(c echo.Context) error {
	type row struct {
		ISRC    string `json:"isrc"`
		Plays   int    `json:"plays"`
		Seconds int    `json:"seconds"`
	}
	q := input.NewQuery(c.Request())
	rows := []*row{}
	for _, p := range d.played(q) {
		i := slices.IndexFunc(rows, func(r *row) bool { return r.ISRC == p.ISRC })
		if i < 0 {
			i, rows = len(rows), append(rows, &row{ISRC: p.ISRC})
		}
		rows[i].Plays++
		rows[i].Seconds += p.Seconds
	}
	slices.SortFunc(rows, func(a, b *row) int {
		return cmp.Or(cmp.Compare(b.Plays, a.Plays), cmp.Compare(a.ISRC, b.ISRC))
	})
	return window(c, q, rows)
}
