package flagmast

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"
)

var environments = []string{"dev", "staging", "prod"}

// Variant is what a flag may serve.
type Variant struct {
	Key   string `json:"variant_key" binding:"required,slug,max=30"`
	Value string `json:"value" binding:"max=100"`
}

// Flag has variants, and a configuration for each environment.
type Flag struct {
	Key      string             `json:"flag_key"`
	Name     string             `json:"name"`
	Variants []Variant          `json:"variants"`
	Off      string             `json:"off_variant"`
	Tags     []string           `json:"tags"`
	Archived bool               `json:"archived"`
	configs  map[string]*Config // by environment
}

// has says whether the flag has a variant.
func (f *Flag) has(variant string) bool {
	return slices.ContainsFunc(f.Variants, func(v Variant) bool { return v.Key == variant })
}

func (f *Flag) value(variant string) string {
	for _, v := range f.Variants {
		if v.Key == variant {
			return v.Value
		}
	}
	return ""
}

func (s *server) findFlag(key string) *Flag {
	for _, f := range s.flags {
		if f.Key == key {
			return f
		}
	}
	return nil
}

// flag returns the flag of the path, or answers that there is none.
func (s *server) flag(c *gin.Context) *Flag {
	f := s.findFlag(c.Param("flag_key"))
	if f == nil {
		refuse(c, http.StatusNotFound, "not_found", "there is no such flag")
	}
	return f
}

// liveFlag is flag, but not for archived ones.
func (s *server) liveFlag(c *gin.Context) *Flag {
	f := s.flag(c)
	if f != nil && f.Archived {
		refuse(c, http.StatusConflict, "flag_archived", "the flag is archived")
		return nil
	}
	return f
}

func (s *server) listFlags(c *gin.Context) {
	page, ok := queryInt(c, "page", 1, 1, 10000)
	if !ok {
		return
	}
	size, ok := queryInt(c, "per_page", 20, 1, 50)
	if !ok {
		return
	}
	archived := c.DefaultQuery("archived", "false")
	if archived != "true" && archived != "false" {
		invalid(c, "archived", "want true or false")
		return
	}
	tag, tagged := c.GetQuery("tag")
	q := strings.ToLower(c.Query("q"))
	out := []*Flag{}
	for _, f := range s.flags {
		if f.Archived == (archived == "true") && (!tagged || slices.Contains(f.Tags, tag)) &&
			(strings.Contains(f.Key, q) || strings.Contains(strings.ToLower(f.Name), q)) {
			out = append(out, f)
		}
	}
	c.Header("X-Total-Count", strconv.Itoa(len(out)))
	out = out[min((page-1)*size, len(out)):]
	c.JSON(http.StatusOK, out[:min(size, len(out))])
}

func (s *server) createFlag(c *gin.Context) {
	var in struct {
		Key      string    `json:"flag_key" binding:"required,slug,max=40"`
		Name     string    `json:"name" binding:"required,max=80"`
		Variants []Variant `json:"variants" binding:"required,min=2,max=6,unique=Key,dive"`
		Off      string    `json:"off_variant" binding:"required"`
		Tags     []string  `json:"tags" binding:"max=5,unique,dive,slug,max=20"`
	}
	if !bind(c, &in) {
		return
	}
	f := &Flag{Key: in.Key, Name: in.Name, Variants: in.Variants, Off: in.Off, Tags: in.Tags,
		configs: map[string]*Config{}}
	if !f.has(f.Off) {
		invalid(c, "off_variant", "is none of the variants")
		return
	}
	if s.findFlag(f.Key) != nil {
		refuse(c, http.StatusConflict, "key_taken", "there is a flag with this key, perhaps archived")
		return
	}
	if f.Tags == nil {
		f.Tags = []string{}
	}
	for _, env := range environments {
		f.configs[env] = &Config{Flag: f.Key, Environment: env, Rules: []Rule{},
			Rollout: []Share{{f.Off, 100}}, Revision: 1}
	}
	s.flags = append(s.flags, f)
	slices.SortFunc(s.flags, func(a, b *Flag) int { return strings.Compare(a.Key, b.Key) })
	s.changed(c, Change{Action: "flag_created", Flag: f.Key})
	c.JSON(http.StatusCreated, f)
}

func (s *server) getFlag(c *gin.Context) {
	if f := s.flag(c); f != nil {
		c.JSON(http.StatusOK, f)
	}
}

func (s *server) patchFlag(c *gin.Context) {
	f := s.liveFlag(c)
	if f == nil {
		return
	}
	var in struct {
		Name *string   `json:"name" binding:"omitempty,min=1,max=80"`
		Off  *string   `json:"off_variant"`
		Tags *[]string `json:"tags" binding:"omitempty,max=5,unique,dive,slug,max=20"`
	}
	if !bind(c, &in) {
		return
	}
	if in.Off != nil {
		if !f.has(*in.Off) {
			invalid(c, "off_variant", "is none of the variants")
			return
		}
		f.Off = *in.Off
	}
	if in.Name != nil {
		f.Name = *in.Name
	}
	if in.Tags != nil {
		f.Tags = *in.Tags
	}
	s.changed(c, Change{Action: "flag_edited", Flag: f.Key})
	c.JSON(http.StatusOK, f)
}

// archiveFlag puts a flag away; another time it does nothing.
func (s *server) archiveFlag(c *gin.Context) {
	f := s.flag(c)
	if f == nil {
		return
	}
	if !f.Archived || s.bug == 8 {
		f.Archived = true
		s.changed(c, Change{Action: "flag_archived", Flag: f.Key})
	}
	c.Status(http.StatusNoContent)
}

// listTags counts the flags of each tag.
func (s *server) listTags(c *gin.Context) {
	counts := map[string]int{}
	for _, f := range s.flags {
		if f.Archived && s.bug != 6 {
			continue
		}
		for _, t := range f.Tags {
			counts[t]++
		}
	}
	type entry struct {
		Tag   string `json:"tag"`
		Count int    `json:"flag_count"`
	}
	out := []entry{}
	for t, n := range counts {
		out = append(out, entry{t, n})
	}
	slices.SortFunc(out, func(a, b entry) int { return strings.Compare(a.Tag, b.Tag) })
	c.JSON(http.StatusOK, out)
}
