package flagmast

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"
)

// Rule serves a variant to a segment.
type Rule struct {
	No      int    `json:"rule_no"`
	Segment string `json:"segment_key"`
	Serve   string `json:"serve"`
}

// Share is the part of the users who get a variant, in percent.
type Share struct {
	Variant string `json:"variant_key" binding:"required"`
	Weight  int    `json:"weight" binding:"min=0,max=100"`
}

// Config is how a flag behaves in an environment.
type Config struct {
	Flag        string  `json:"flag_key"`
	Environment string  `json:"environment"`
	Enabled     bool    `json:"enabled"`
	Rules       []Rule  `json:"rules"`
	Rollout     []Share `json:"rollout"`
	Revision    int     `json:"revision"`
}

func (f *Config) tag() string { return `"` + strconv.Itoa(f.Revision) + `"` }

// config returns the configuration of the path, or answers that there is none.
func (s *server) config(c *gin.Context) (*Flag, *Config) {
	f := s.flag(c)
	if f == nil {
		return nil, nil
	}
	x := f.configs[c.Param("environment")]
	if x == nil {
		refuse(c, http.StatusNotFound, "not_found", "there is no such environment")
	}
	return f, x
}

// liveConfig is config, but not for archived flags.
func (s *server) liveConfig(c *gin.Context) (*Flag, *Config) {
	f, x := s.config(c)
	if x != nil && f.Archived {
		refuse(c, http.StatusConflict, "flag_archived", "the flag is archived")
		return nil, nil
	}
	return f, x
}

// answer shows a configuration with its ETag.
func answer(c *gin.Context, status int, x *Config) {
	c.Header("ETag", x.tag())
	c.JSON(status, x)
}

func (s *server) getConfig(c *gin.Context) {
	if _, x := s.config(c); x != nil {
		answer(c, http.StatusOK, x)
	}
}

// revise counts and logs a change of a configuration, and answers it.
func (s *server) revise(c *gin.Context, status int, x *Config, action string) {
	x.Revision++
	s.changed(c, Change{Action: action, Flag: x.Flag, Environment: x.Environment})
	answer(c, status, x)
}

// checkRollout answers what is wrong with a rollout, and says whether it is fine.
func (s *server) checkRollout(c *gin.Context, f *Flag, rollout []Share) bool {
	sum := 0
	for _, share := range rollout {
		if !f.has(share.Variant) {
			invalid(c, "rollout", "there is no variant "+share.Variant)
			return false
		}
		sum += share.Weight
	}
	if sum != 100 && (s.bug != 4 || sum > 100) {
		invalid(c, "rollout", fmt.Sprintf("the weights add up to %d, not to 100", sum))
		return false
	}
	return true
}

func (s *server) patchConfig(c *gin.Context) {
	f, x := s.liveConfig(c)
	if x == nil {
		return
	}
	match := c.GetHeader("If-Match")
	if match == "" {
		refuse(c, http.StatusPreconditionRequired, "if_match_missing", "send the ETag as If-Match")
		return
	}
	var in struct {
		Enabled *bool    `json:"enabled"`
		Rollout *[]Share `json:"rollout" binding:"omitempty,min=1,unique=Variant,dive"`
	}
	if !bind(c, &in) {
		return
	}
	if match != x.tag() {
		refuse(c, http.StatusPreconditionFailed, "stale", "the revision is "+x.tag())
		return
	}
	if in.Rollout != nil {
		if !s.checkRollout(c, f, *in.Rollout) {
			return
		}
		x.Rollout = *in.Rollout
	}
	if in.Enabled != nil {
		x.Enabled = *in.Enabled
	}
	s.revise(c, http.StatusOK, x, "config_changed")
}

func (s *server) addRule(c *gin.Context) {
	f, x := s.liveConfig(c)
	if x == nil {
		return
	}
	var in struct {
		Segment string `json:"segment_key" binding:"required"`
		Serve   string `json:"serve" binding:"required"`
	}
	if !bind(c, &in) {
		return
	}
	switch {
	case s.findSegment(in.Segment) == nil:
		invalid(c, "segment_key", "there is no such segment")
		return
	case !f.has(in.Serve):
		invalid(c, "serve", "is none of the variants")
		return
	case slices.ContainsFunc(x.Rules, func(r Rule) bool { return r.Segment == in.Segment }):
		refuse(c, http.StatusConflict, "segment_has_rule", "there is a rule for the segment")
		return
	}
	s.lastRule++
	x.Rules = append(x.Rules, Rule{s.lastRule, in.Segment, in.Serve})
	s.revise(c, http.StatusCreated, x, "rule_added")
}

func (s *server) removeRule(c *gin.Context) {
	_, x := s.liveConfig(c)
	if x == nil {
		return
	}
	i := slices.IndexFunc(x.Rules, func(r Rule) bool { return strconv.Itoa(r.No) == c.Param("rule_no") })
	if i < 0 {
		refuse(c, http.StatusNotFound, "not_found", "there is no such rule")
		return
	}
	x.Rules = slices.Delete(slices.Clone(x.Rules), i, i+1)
	s.revise(c, http.StatusOK, x, "rule_removed")
}

// orderRules puts the rules into another order.
func (s *server) orderRules(c *gin.Context) {
	_, x := s.liveConfig(c)
	if x == nil {
		return
	}
	var in struct {
		Order *[]int `json:"rule_nos" binding:"required,unique"`
	}
	if !bind(c, &in) {
		return
	}
	rules := []Rule{}
	for _, no := range *in.Order {
		i := slices.IndexFunc(x.Rules, func(r Rule) bool { return r.No == no })
		if i < 0 {
			invalid(c, "rule_nos", "there is no rule "+strconv.Itoa(no))
			return
		}
		rules = append(rules, x.Rules[i])
	}
	if len(rules) != len(x.Rules) {
		invalid(c, "rule_nos", "some rules are missing")
		return
	}
	x.Rules = rules
	s.revise(c, http.StatusOK, x, "rules_ordered")
}

// promote copies the configuration of an environment to another one.
func (s *server) promote(c *gin.Context) {
	f := s.liveFlag(c)
	if f == nil {
		return
	}
	var in struct {
		From string `json:"from" binding:"required,oneof=dev staging prod"`
		To   string `json:"to" binding:"required,oneof=dev staging prod"`
	}
	if !bind(c, &in) {
		return
	}
	if in.From == in.To {
		invalid(c, "to", "is the same as from")
		return
	}
	if in.To == "prod" && caller(c).Role != admin && s.bug != 7 {
		refuse(c, http.StatusForbidden, "protected", "only admins change prod")
		return
	}
	from, to := f.configs[in.From], f.configs[in.To]
	to.Rules = []Rule{}
	for _, r := range from.Rules {
		s.lastRule++
		r.No = s.lastRule
		to.Rules = append(to.Rules, r)
	}
	to.Rollout = slices.Clone(from.Rollout)
	if s.bug == 3 {
		to.Enabled = from.Enabled
	}
	s.revise(c, http.StatusOK, to, "config_promoted")
}

// Segment is a group of users.
type Segment struct {
	Key     string   `json:"segment_key"`
	Name    string   `json:"name"`
	Members []string `json:"members"`
}

func (s *server) findSegment(key string) *Segment {
	for _, g := range s.segments {
		if g.Key == key {
			return g
		}
	}
	return nil
}

// segment returns the segment of the path, or answers that there is none.
func (s *server) segment(c *gin.Context) *Segment {
	g := s.findSegment(c.Param("segment_key"))
	if g == nil {
		refuse(c, http.StatusNotFound, "not_found", "there is no such segment")
	}
	return g
}

func (s *server) listSegments(c *gin.Context) {
	c.JSON(http.StatusOK, append([]*Segment{}, s.segments...))
}

func (s *server) getSegment(c *gin.Context) {
	if g := s.segment(c); g != nil {
		c.JSON(http.StatusOK, g)
	}
}

func (s *server) createSegment(c *gin.Context) {
	var in struct {
		Key     string   `json:"segment_key" binding:"required,slug,max=40"`
		Name    string   `json:"name" binding:"required,max=80"`
		Members []string `json:"members" binding:"max=50,unique,dive,slug,max=40"`
	}
	if !bind(c, &in) {
		return
	}
	if s.findSegment(in.Key) != nil {
		refuse(c, http.StatusConflict, "key_taken", "there is a segment with this key")
		return
	}
	g := &Segment{in.Key, in.Name, append([]string{}, in.Members...)}
	slices.Sort(g.Members)
	s.segments = append(s.segments, g)
	slices.SortFunc(s.segments, func(a, b *Segment) int { return strings.Compare(a.Key, b.Key) })
	s.changed(c, Change{Action: "segment_created", Segment: g.Key})
	c.JSON(http.StatusCreated, g)
}

// inUse says whether a rule needs the segment.
func (s *server) inUse(g *Segment) bool {
	for _, f := range s.flags {
		for _, x := range f.configs {
			if f.Archived || (s.bug == 1 && !x.Enabled) {
				continue
			}
			if slices.ContainsFunc(x.Rules, func(r Rule) bool { return r.Segment == g.Key }) {
				return true
			}
		}
	}
	return false
}

func (s *server) deleteSegment(c *gin.Context) {
	g := s.segment(c)
	if g == nil {
		return
	}
	if s.inUse(g) {
		refuse(c, http.StatusConflict, "segment_in_use", "a rule needs the segment")
		return
	}
	s.segments = slices.DeleteFunc(s.segments, func(x *Segment) bool { return x == g })
	s.changed(c, Change{Action: "segment_deleted", Segment: g.Key})
	c.Status(http.StatusNoContent)
}

func (s *server) addMember(c *gin.Context) {
	g := s.segment(c)
	if g == nil {
		return
	}
	who := c.Param("user_key")
	if !slug.MatchString(who) || len(who) > 40 {
		invalid(c, "user_key", "want small letters and digits with hyphens between")
		return
	}
	if i, found := slices.BinarySearch(g.Members, who); !found {
		g.Members = slices.Insert(g.Members, i, who)
		s.changed(c, Change{Action: "member_added", Segment: g.Key})
	}
	c.JSON(http.StatusOK, g)
}

func (s *server) removeMember(c *gin.Context) {
	g := s.segment(c)
	if g == nil {
		return
	}
	i, found := slices.BinarySearch(g.Members, c.Param("user_key"))
	if !found {
		refuse(c, http.StatusNotFound, "not_found", "there is no such member")
		return
	}
	g.Members = slices.Delete(g.Members, i, i+1)
	s.changed(c, Change{Action: "member_removed", Segment: g.Key})
	c.Status(http.StatusNoContent)
}
