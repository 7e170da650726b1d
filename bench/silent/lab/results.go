package lab

import (
	"math"
	"net/http"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// result is what was measured of a sample.
type result struct {
	SampleID  string  `json:"sampleId"`
	Value     float64 `json:"value"`
	Remark    *string `json:"remark"`
	EnteredBy string  `json:"enteredBy"`
}

// start begins the analysis of a batch.
func (s *service) start(c *call) error {
	return s.step(c, planned, running, func(b *batch) error {
		if len(b.SampleIDs) == 0 && !s.bugs.Has(StartedEmpty) {
			return kit.Refuse(http.StatusConflict, "the batch has no samples")
		}
		return nil
	})
}

// complete ends the analysis of a batch.
func (s *service) complete(c *call) error {
	return s.step(c, running, completed, func(b *batch) error {
		if len(b.results) < len(b.SampleIDs) {
			return kit.Refuse(http.StatusConflict, "there are samples without a result")
		}
		for _, x := range s.members(b) {
			x.Status = analysed
		}
		return nil
	})
}

// approve is for the lead.
func (s *service) approve(c *call) error {
	if _, err := s.batch(c); err != nil {
		return err
	}
	if !c.user.lead && !s.bugs.Has(ApproveByTechnician) {
		return kit.Refuse(http.StatusForbidden, "this is for the lead")
	}
	return s.step(c, completed, approved, func(b *batch) error {
		b.ApprovedBy = &c.user.name
		return nil
	})
}

// step leads a batch from one status to the next.
func (s *service) step(c *call, from, to string, do func(*batch) error) error {
	b, err := s.mine(c)
	if err != nil {
		return err
	}
	if err := b.in(from); err != nil {
		return err
	}
	if err := do(b); err != nil {
		return err
	}
	b.Status = to
	return c.answer(http.StatusOK, b)
}

// results answers with what was measured, in the order of the samples, and with
// what can be said of the whole.
func (s *service) results(c *call) error {
	b, err := s.batch(c)
	if err != nil {
		return err
	}
	all, sum := []*result{}, 0.0
	for _, id := range b.SampleIDs {
		if r := b.results[id]; r != nil {
			all, sum = append(all, r), sum+r.Value
		}
	}
	var mean *float64
	if len(all) > 0 {
		of := len(all)
		if s.bugs.Has(MeanOfAll) {
			of = len(b.SampleIDs)
		}
		rounded := math.Round(100*sum/float64(of)) / 100
		mean = &rounded
	}
	return c.answer(http.StatusOK, map[string]any{
		"results": all, "count": len(all), "missing": len(b.SampleIDs) - len(all), "mean": mean,
	})
}

// putResult says what was measured of a sample, or replaces what was said.
func (s *service) putResult(c *call) error {
	b, x, err := s.member(c)
	if err != nil {
		return err
	}
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	r := &result{SampleID: x.ID, EnteredBy: c.user.name}
	o.Need("value")
	o.Float(&r.Value, "value", 0, 1000)
	kit.Nullable(o, &r.Remark, "remark", func(to *string) { o.Text(to, "remark", 1, 100) })
	if err := o.Err(); err != nil {
		return err
	}
	if err := b.in(running); err != nil {
		return err
	}
	b.results[x.ID] = r
	return c.answer(http.StatusOK, r)
}

// deleteResult takes a result back.
func (s *service) deleteResult(c *call) error {
	b, x, err := s.member(c)
	if err != nil {
		return err
	}
	if err := b.in(running); err != nil {
		return err
	}
	if b.results[x.ID] == nil {
		return kit.Refuse(http.StatusNotFound, "the sample has no result")
	}
	delete(b.results, x.ID)
	return kit.NoContent(c.Writer)
}
