package papercall

import (
	"cmp"
	"slices"

	"github.com/gin-gonic/gin"
)

type track struct {
	Slug     string `json:"slug"`
	Title    string `json:"title"`
	Slots    int    `json:"slots"`
	Open     bool   `json:"open"`
	Accepted int    `json:"accepted"`
}

// findTrack returns the track of the path.
func (s *conference) findTrack(c *gin.Context) *track {
	t := s.track(c.Param("slug"))
	if t == nil {
		refuse(c, 404, "NOT_FOUND", "there is no such track")
	}
	return t
}

func (s *conference) track(slug string) *track {
	for _, t := range s.tracks {
		if t.Slug == slug {
			return t
		}
	}
	return nil
}

func (s *conference) listTracks(c *gin.Context) { c.JSON(200, append([]*track{}, s.tracks...)) }

func (s *conference) getTrack(c *gin.Context) {
	if t := s.findTrack(c); t != nil {
		c.JSON(200, t)
	}
}

func (s *conference) createTrack(c *gin.Context) {
	var in struct {
		Slug, Title string
		Slots       whole
	}
	if !read(c, "NewTrack", &in) {
		return
	}
	if s.track(in.Slug) != nil {
		refuse(c, 409, "TRACK_EXISTS", "there is a track "+in.Slug)
		return
	}
	t := &track{Slug: in.Slug, Title: in.Title, Slots: int(in.Slots), Open: true}
	s.tracks = append(s.tracks, t)
	slices.SortFunc(s.tracks, func(x, y *track) int { return cmp.Compare(x.Slug, y.Slug) })
	c.JSON(201, t)
}

func (s *conference) patchTrack(c *gin.Context) {
	t := s.findTrack(c)
	if t == nil {
		return
	}
	var in struct {
		Title *string
		Slots *whole
		Open  *bool
	}
	if !read(c, "TrackPatch", &in) {
		return
	}
	if in.Slots != nil {
		if int(*in.Slots) < t.Accepted {
			refuse(c, 409, "TOO_FEW_SLOTS", "more talks than that are accepted")
			return
		}
		t.Slots = int(*in.Slots)
	}
	if in.Title != nil {
		t.Title = *in.Title
	}
	if in.Open != nil {
		t.Open = *in.Open
	}
	c.JSON(200, t)
}

func (s *conference) summary(c *gin.Context) {
	t := s.findTrack(c)
	if t == nil {
		return
	}
	counts, minutes := map[string]int{}, 0
	for _, status := range statuses {
		counts[status] = 0
	}
	for _, x := range s.submissions {
		if x.track == t {
			counts[x.status]++
			if x.status == "accepted" {
				minutes += x.minutes()
			}
		}
	}
	c.JSON(200, gin.H{"slug": t.Slug, "counts": counts, "acceptedMinutes": minutes})
}

type programmeTrack struct {
	Slug    string          `json:"slug"`
	Title   string          `json:"title"`
	Minutes int             `json:"minutes"`
	Talks   []programmeTalk `json:"talks"`
}

type programmeTalk struct {
	Ref      string   `json:"ref"`
	Title    string   `json:"title"`
	Minutes  int      `json:"minutes"`
	Speakers []string `json:"speakers"`
}

func (s *conference) programme(c *gin.Context) {
	out := []programmeTrack{}
	for _, t := range s.tracks {
		p := programmeTrack{t.Slug, t.Title, 0, []programmeTalk{}}
		for _, x := range s.submissions {
			if x.track == t && x.status == "accepted" {
				p.Minutes += x.minutes()
				speakers := append([]string{x.author.email()}, x.coAuthors...)
				p.Talks = append(p.Talks, programmeTalk{x.ref(), x.title, x.minutes(), speakers})
			}
		}
		if len(p.Talks) > 0 {
			out = append(out, p)
		}
	}
	c.JSON(200, gin.H{"tracks": out})
}
