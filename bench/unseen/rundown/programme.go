package rundown

import (
	"cmp"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

// Show comes again and again, in a slot of so many seconds.
type Show struct {
	Slug    string   `json:"slug"`
	Title   string   `json:"title"`
	Slot    int      `json:"slotSeconds"`
	Editors []string `json:"editors"`
}

// Episode is a show on a day.
type Episode struct {
	ID        string     `json:"episodeId"`
	Show      showRef    `json:"show"`
	AirDate   string     `json:"airDate"`
	Status    string     `json:"status"`
	ItemCount int        `json:"itemCount"`
	Planned   int        `json:"plannedSeconds"`
	StartedAt *time.Time `json:"startedAt"`

	show  *Show
	items []*Item
}

type showRef struct {
	Slug  string `json:"slug"`
	Title string `json:"title"`
}

// Item is a part of a rundown.
type Item struct {
	ID       int    `json:"itemId"`
	Position int    `json:"position"`
	Kind     string `json:"kind"`
	ISRC     string `json:"isrc,omitempty"`
	Campaign string `json:"campaignId,omitempty"`
	Title    string `json:"title"`
	Seconds  int    `json:"seconds"`
	Offset   int    `json:"startsAfter"`
	Note     string `json:"note"`
}

var slugs = regexp.MustCompile(`^[a-z][a-z0-9-]{1,29}$`)

func (d *desk) show(slug string) *Show {
	for _, s := range d.shows {
		if s.Slug == slug {
			return s
		}
	}
	return nil
}

func (d *desk) listShows(c echo.Context) error {
	out := slices.SortedFunc(slices.Values(d.shows), func(a, b *Show) int { return cmp.Compare(a.Slug, b.Slug) })
	return window(c, input.NewQuery(c.Request()), out)
}

func (s *Show) check(c *input.Checks) {
	c.That(slugs.MatchString(s.Slug), "slug", "must be like early-bird")
	c.Length(s.Title, "title", 1, 80)
	c.Range(s.Slot, "slotSeconds", 60, 14400)
	c.Set(s.Editors, "editors", "dawn", "dusk")
}

func (d *desk) addShow(c echo.Context) error {
	var s Show
	if err := bind(c, &s, s.check); err != nil {
		return err
	}
	if d.show(s.Slug) != nil {
		return conflict("slug_taken", "there is a show %s", s.Slug)
	}
	d.shows = append(d.shows, &s)
	return data(c, http.StatusCreated, s)
}

func (d *desk) getShow(c echo.Context) error {
	s := d.show(c.Param("slug"))
	if s == nil {
		return notFound("show")
	}
	return data(c, http.StatusOK, s)
}

func (d *desk) patchShow(c echo.Context) error {
	s := d.show(c.Param("slug"))
	if s == nil {
		return notFound("show")
	}
	var in struct {
		Title   *string   `json:"title"`
		Editors *[]string `json:"editors"`
	}
	next := *s
	if err := bind(c, &in, func(check *input.Checks) {
		next.Title, next.Editors = *cmp.Or(in.Title, &s.Title), *cmp.Or(in.Editors, &s.Editors)
		next.check(check)
	}); err != nil {
		return err
	}
	*s = next
	if d.bug != 6 {
		for _, e := range d.episodes {
			if e.show == s {
				e.Show.Title = s.Title
			}
		}
	}
	return data(c, http.StatusOK, s)
}

// mine refuses an editor who does not make the show.
func (s *Show) mine(c echo.Context) error {
	if m := caller(c); m.Role == "editor" && !slices.Contains(s.Editors, m.Name) {
		return refuse(http.StatusForbidden, "not_your_show", "%s is made by others", s.Slug)
	}
	return nil
}

func (d *desk) addEpisode(c echo.Context) error {
	s := d.show(c.Param("slug"))
	if s == nil {
		return notFound("show")
	}
	if err := s.mine(c); err != nil {
		return err
	}
	var in struct {
		AirDate string `json:"airDate"`
	}
	if err := bind(c, &in, func(check *input.Checks) {
		day, err := time.Parse(time.DateOnly, in.AirDate)
		check.That(err == nil && 2000 <= day.Year() && day.Year() < 2100, "airDate", "must be a day like 2031-05-20")
	}); err != nil {
		return err
	}
	for _, e := range d.episodes {
		if e.show == s && e.AirDate == in.AirDate {
			return conflict("date_taken", "%s is the episode of that day", e.ID)
		}
	}
	d.made.episodes++
	e := &Episode{ID: fmt.Sprintf("ep-%04d", d.made.episodes), Show: showRef{s.Slug, s.Title}, AirDate: in.AirDate,
		Status: "draft", show: s}
	d.episodes = append(d.episodes, e)
	return data(c, http.StatusCreated, e)
}

func (d *desk) listEpisodes(c echo.Context) error {
	q := input.NewQuery(c.Request())
	show, _ := q.Text("show")
	status := q.Word("status", "draft", "locked", "aired")
	out := slices.DeleteFunc(slices.Clone(d.episodes), func(e *Episode) bool {
		return show != "" && e.Show.Slug != show || status != "" && e.Status != status
	})
	slices.SortFunc(out, func(a, b *Episode) int {
		return cmp.Or(cmp.Compare(a.AirDate, b.AirDate), cmp.Compare(a.ID, b.ID))
	})
	return window(c, q, out)
}

// episode finds an episode, nil with an error if there is none.
func (d *desk) episode(c echo.Context) (*Episode, error) {
	for _, e := range d.episodes {
		if e.ID == c.Param("episodeId") {
			return e, nil
		}
	}
	return nil, notFound("episode")
}

// draft finds an episode that the caller may change.
func (d *desk) draft(c echo.Context) (*Episode, error) {
	e, err := d.episode(c)
	if err != nil {
		return nil, err
	}
	if err := e.show.mine(c); err != nil {
		return nil, err
	}
	if e.Status != "draft" {
		return nil, conflict("not_draft", "the episode is %s", e.Status)
	}
	return e, nil
}

func (d *desk) getEpisode(c echo.Context) error {
	e, err := d.episode(c)
	if err != nil {
		return err
	}
	return data(c, http.StatusOK, e)
}

func (d *desk) deleteEpisode(c echo.Context) error {
	e, err := d.draft(c)
	if err != nil {
		return err
	}
	for _, i := range e.items {
		if i.Kind == "spot" {
			d.campaign(i.Campaign).place(-1)
		}
	}
	d.episodes = slices.DeleteFunc(d.episodes, func(o *Episode) bool { return o == e })
	return c.NoContent(http.StatusNoContent)
}

func (d *desk) lock(c echo.Context) error {
	e, err := d.episode(c)
	if err != nil {
		return err
	}
	if err := e.show.mine(c); err != nil && d.bug != 5 {
		return err
	}
	if e.Status != "draft" || e.ItemCount == 0 {
		return conflict("not_ready", "the episode is %s, with %d items", e.Status, e.ItemCount)
	}
	e.Status = "locked"
	return data(c, http.StatusOK, e)
}

func (d *desk) unlock(c echo.Context) error {
	e, err := d.episode(c)
	if err != nil {
		return err
	}
	if e.Status != "locked" {
		return conflict("not_locked", "the episode is %s", e.Status)
	}
	e.Status = "draft"
	return data(c, http.StatusOK, e)
}

func (d *desk) air(c echo.Context) error {
	e, err := d.episode(c)
	if err != nil {
		return err
	}
	var in struct {
		StartedAt input.Time `json:"startedAt"`
	}
	if err := bind(c, &in, func(check *input.Checks) { check.Time(in.StartedAt, "startedAt") }); err != nil {
		return err
	}
	again := e.Status == "aired" && e.StartedAt.Equal(in.StartedAt.Time)
	if e.Status != "locked" && !again {
		return conflict("not_locked", "the episode is %s", e.Status)
	}
	if again && d.bug != 7 {
		return data(c, http.StatusOK, e)
	}
	e.Status, e.StartedAt = "aired", &in.StartedAt.Time
	for _, i := range e.items {
		if i.Kind == "track" {
			at := in.StartedAt.Add(time.Duration(i.Offset) * time.Second)
			d.plays = append(d.plays, &Play{len(d.plays) + 1, e.ID, i.ISRC, i.Title, at, i.Seconds})
		}
	}
	return data(c, http.StatusOK, e)
}

// number works out positions, offsets and sums.
func (e *Episode) number() {
	e.ItemCount, e.Planned = len(e.items), 0
	for n, i := range e.items {
		i.Position, i.Offset = n+1, e.Planned
		e.Planned += i.Seconds
	}
}

func (d *desk) listItems(c echo.Context) error {
	e, err := d.episode(c)
	if err != nil {
		return err
	}
	return data(c, http.StatusOK, append([]*Item{}, e.items...))
}

type itemBody struct {
	Kind     string  `json:"kind"`
	ISRC     *string `json:"isrc"`
	Campaign *string `json:"campaignId"`
	Title    *string `json:"title"`
	Seconds  *int    `json:"seconds"`
	Position *int    `json:"position"`
	Note     *string `json:"note"`
}

// item makes an item of a body that fits its kind.
func (d *desk) item(in *itemBody, e *Episode, check *input.Checks) *Item {
	i := &Item{Kind: in.Kind}
	check.OneOf(in.Kind, "kind", "track", "talk", "spot")
	check.That((in.ISRC != nil) == (in.Kind == "track"), "isrc", "goes with a track")
	check.That((in.Campaign != nil) == (in.Kind == "spot"), "campaignId", "goes with a spot")
	check.That((in.Title != nil) == (in.Kind == "talk"), "title", "goes with talk")
	check.That((in.Seconds != nil) == (in.Kind == "talk"), "seconds", "goes with talk")
	if check.Err() != nil {
		return nil
	}
	switch in.Kind {
	case "track":
		t := d.track(*in.ISRC)
		if check.That(t != nil, "isrc", "is not in the library"); t != nil {
			i.ISRC, i.Title, i.Seconds = t.ISRC, t.Title, t.Seconds
		}
	case "spot":
		k := d.campaign(*in.Campaign)
		if check.That(k != nil, "campaignId", "is not known"); k != nil {
			i.Campaign, i.Title, i.Seconds = k.ID, k.Client, k.Seconds
		}
	default:
		i.Title, i.Seconds = *in.Title, *in.Seconds
		check.Length(i.Title, "title", 1, 100)
		check.Range(i.Seconds, "seconds", 1, 3600)
	}
	i.Position = len(e.items) + 1
	if in.Position != nil {
		i.Position = *in.Position
		check.Range(i.Position, "position", 1, len(e.items)+1)
	}
	if in.Note != nil {
		i.Note = *in.Note
		check.Length(i.Note, "note", 0, 200)
	}
	return i
}

func (d *desk) addItem(c echo.Context) error {
	e, err := d.draft(c)
	if err != nil {
		return err
	}
	var in itemBody
	var i *Item
	if err := bind(c, &in, func(check *input.Checks) { i = d.item(&in, e, check) }); err != nil {
		return err
	}
	if e.Planned+i.Seconds > e.show.Slot {
		return conflict("slot_full", "only %d seconds are left", e.show.Slot-e.Planned)
	}
	if k := d.campaign(i.Campaign); k != nil {
		if k.Remaining == 0 {
			return conflict("campaign_used_up", "all %d spots are placed", k.Booked)
		}
		k.place(1)
	}
	d.made.items++
	i.ID = d.made.items
	e.items = slices.Insert(e.items, i.Position-1, i)
	e.number()
	return data(c, http.StatusCreated, i)
}

// draftItem finds an item that the caller may change, and where it is.
func (d *desk) draftItem(c echo.Context) (*Episode, int, error) {
	e, err := d.draft(c)
	if err != nil {
		return nil, 0, err
	}
	at := slices.IndexFunc(e.items, func(i *Item) bool { return strconv.Itoa(i.ID) == c.Param("itemId") })
	if at < 0 {
		return nil, 0, notFound("item")
	}
	return e, at, nil
}

func (d *desk) patchItem(c echo.Context) error {
	e, at, err := d.draftItem(c)
	if err != nil {
		return err
	}
	var in struct {
		Note string `json:"note"`
	}
	if err := bind(c, &in, func(check *input.Checks) { check.Length(in.Note, "note", 0, 200) }); err != nil {
		return err
	}
	e.items[at].Note = in.Note
	return data(c, http.StatusOK, e.items[at])
}

func (d *desk) deleteItem(c echo.Context) error {
	e, at, err := d.draftItem(c)
	if err != nil {
		return err
	}
	if k := d.campaign(e.items[at].Campaign); k != nil && d.bug != 2 {
		k.place(-1)
	}
	e.items = slices.Delete(e.items, at, at+1)
	e.number()
	return c.NoContent(http.StatusNoContent)
}

func (d *desk) moveItem(c echo.Context) error {
	e, at, err := d.draftItem(c)
	if err != nil {
		return err
	}
	var in struct {
		Position int `json:"position"`
	}
	if err := bind(c, &in, func(check *input.Checks) {
		check.Range(in.Position, "position", 1, len(e.items))
	}); err != nil {
		return err
	}
	i, to := e.items[at], in.Position-1
	if d.bug == 1 && to > at {
		to-- // the place before the item was taken out
	}
	e.items = slices.Insert(slices.Delete(e.items, at, at+1), to, i)
	e.number()
	return data(c, http.StatusOK, e.items)
}
