package flagmast

import (
	"hash/fnv"
	"net/http"
	"slices"

	"github.com/gin-gonic/gin"
)

// Result is what a flag is for a user.
type Result struct {
	Flag    string `json:"flag_key"`
	Variant string `json:"variant_key"`
	Value   string `json:"value"`
	Reason  string `json:"reason"`
	Rule    int    `json:"rule_no,omitempty"`
}

// evaluate answers all flags for a user in an environment.
func (s *server) evaluate(c *gin.Context) {
	var in struct {
		Environment string `json:"environment" binding:"required,oneof=dev staging prod"`
		User        string `json:"user_key" binding:"required,slug,max=40"`
	}
	if !bind(c, &in) {
		return
	}
	key := in.Environment + "/" + in.User
	results, ok := s.cache[key]
	if !ok {
		results = []Result{}
		for _, f := range s.flags {
			if !f.Archived {
				results = append(results, s.result(f, f.configs[in.Environment], in.User))
			}
		}
		s.cache[key] = results
	}
	c.JSON(http.StatusOK, gin.H{"environment": in.Environment, "user_key": in.User, "results": results})
}

// result evaluates one flag.
func (s *server) result(f *Flag, x *Config, who string) Result {
	r := Result{Flag: f.Key, Variant: f.Off, Reason: "off"}
	if x.Enabled {
		r.Reason = "rollout"
		r.Variant = bucket(f, x.Rollout, who)
		rules := slices.Clone(x.Rules)
		if s.bug == 2 {
			slices.SortFunc(rules, func(a, b Rule) int { return a.No - b.No })
		}
		for _, rule := range rules {
			if g := s.findSegment(rule.Segment); g != nil && slices.Contains(g.Members, who) {
				r.Reason, r.Variant, r.Rule = "rule", rule.Serve, rule.No
				break
			}
		}
	}
	r.Value = f.value(r.Variant)
	return r
}

// bucket returns the share into which a user falls, always the same for the same rollout.
func bucket(f *Flag, rollout []Share, who string) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(f.Key + "/" + who))
	n := int(h.Sum32() % 100)
	for _, share := range rollout {
		if n -= share.Weight; n < 0 {
			return share.Variant
		}
	}
	return f.Off
}
