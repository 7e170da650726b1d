package racetime

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/gin-gonic/gin"
)

// Time is how long a runner took.
type Time struct {
	Bib    int `json:"bib"`
	Millis int `json:"millis"`
}

// keyed is what a request with an idempotency key asked for and got.
type keyed struct{ asked, got Time }

// Result is a line of the results.
type Result struct {
	Rank         *int   `json:"rank"`
	CategoryRank *int   `json:"categoryRank"`
	Bib          int    `json:"bib"`
	Runner       string `json:"runner"`
	Category     string `json:"category"`
	Millis       int    `json:"millis"`
	Clock        string `json:"clock"`
	SecondsPerKm int    `json:"secondsPerKm"`
	Status       string `json:"status"`
	Reason       string `json:"reason,omitempty"`
}

// bibOf reads the bib of the path.
func bibOf(c *gin.Context) int {
	bib, err := strconv.Atoi(c.Param("bib"))
	if err != nil {
		return 0
	}
	return bib
}

func (s *service) recordTime(c *gin.Context) {
	e := eventOf(c)
	var in struct {
		Bib    whole `json:"bib" binding:"min=1,max=100000"`
		Millis whole `json:"millis" binding:"min=1000,max=360000000"`
	}
	if !bind(c, &in, "bib", "millis") {
		return
	}
	key := c.GetHeader("Idempotency-Key")
	if utf8.RuneCountInString(key) > 64 {
		invalid(c, "Idempotency-Key")
		return
	}
	t := Time{int(in.Bib), int(in.Millis)}
	if before, ok := e.keys[key]; ok && key != "" {
		if before.asked != t && s.bug != 3 {
			refuse(c, 409, "KEY_REUSED", "the key belongs to another request")
			return
		}
		c.JSON(201, before.got)
		return
	}
	if e.State != "closed" {
		refuse(c, 409, "NOT_CLOSED", "the event is "+e.State)
		return
	}
	if s.confirmed(e, t.Bib) == nil {
		invalid(c, "bib")
		return
	}
	if e.times[t.Bib] != nil {
		refuse(c, 409, "HAS_TIME", "the runner has a time")
		return
	}
	e.times[t.Bib] = &t
	if key != "" {
		e.keys[key] = keyed{t, t}
	}
	c.JSON(201, t)
}

func (s *service) deleteTime(c *gin.Context) {
	e, bib := eventOf(c), bibOf(c)
	if e.times[bib] == nil {
		refuse(c, 404, "NOT_FOUND", "no such time")
		return
	}
	if e.State != "closed" {
		refuse(c, 409, "NOT_CLOSED", "the event is "+e.State)
		return
	}
	delete(e.times, bib)
	c.Status(204)
}

func (s *service) disqualify(c *gin.Context) {
	e, bib := eventOf(c), bibOf(c)
	if s.confirmed(e, bib) == nil {
		refuse(c, 404, "NOT_FOUND", "no such bib")
		return
	}
	var in struct {
		Reason string `json:"reason" binding:"required,min=3,max=200"`
	}
	if !bind(c, &in, "reason") {
		return
	}
	if e.State == "open" {
		refuse(c, 409, "OPEN", "the event is open")
		return
	}
	e.out[bib] = in.Reason
	c.JSON(200, gin.H{"bib": bib, "reason": in.Reason})
}

func (s *service) undoDisqualification(c *gin.Context) {
	e, bib := eventOf(c), bibOf(c)
	if _, ok := e.out[bib]; !ok {
		refuse(c, 404, "NOT_FOUND", "no such disqualification")
		return
	}
	delete(e.out, bib)
	c.Status(204)
}

// clock writes milliseconds as hours, minutes and full seconds, rounded up.
func clock(millis int) string {
	seconds := (millis + 999) / 1000
	return fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
}

func (s *service) results(c *gin.Context) {
	e := eventOf(c)
	lines := []*Result{}
	for bib, t := range e.times {
		r := s.confirmed(e, bib)
		reason, out := e.out[bib]
		x := &Result{
			Bib:      bib,
			Runner:   r.Runner,
			Category: s.view(r, me(c)).Category,
			Millis:   t.Millis,
			Clock:    clock(t.Millis),
			// Milliseconds per metre are seconds per kilometre.
			SecondsPerKm: (2*t.Millis + e.Distance) / (2 * e.Distance),
			Status:       "finished",
		}
		if out {
			x.Status, x.Reason = "disqualified", reason
		}
		lines = append(lines, x)
	}
	slices.SortFunc(lines, func(a, b *Result) int {
		return cmp.Or(cmp.Compare(b.Status, a.Status), cmp.Compare(a.Millis, b.Millis), cmp.Compare(a.Bib, b.Bib))
	})
	overall, inCategory := s.ranking(), map[string]func(int) int{}
	for _, x := range lines {
		if x.Status != "finished" {
			continue
		}
		if inCategory[x.Category] == nil {
			inCategory[x.Category] = s.ranking()
		}
		all, own := overall(x.Millis), inCategory[x.Category](x.Millis)
		x.Rank, x.CategoryRank = &all, &own
	}
	if category, ok := c.GetQuery("category"); ok {
		lines = slices.DeleteFunc(lines, func(x *Result) bool { return x.Category != category })
	}
	c.JSON(200, gin.H{"eventCode": e.Code, "items": lines})
}

// ranking gives ranks to times in ascending order. Equal times share one.
func (s *service) ranking() func(millis int) int {
	rank, seen, last := 0, 0, -1
	return func(millis int) int {
		seen++
		if millis != last {
			rank, last = rank+1, millis
			if s.bug != 1 {
				rank = seen
			}
		}
		return rank
	}
}
