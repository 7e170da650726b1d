package lab

import (
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// aliquots are the samples that were taken from a sample.
func (s *service) aliquots(of *sample) []*sample {
	out := []*sample{}
	for _, x := range s.samples {
		if x.ParentID != nil && *x.ParentID == of.ID {
			out = append(out, x)
		}
	}
	return out
}

func (s *service) listAliquots(c *call) error {
	of, err := s.sample(c)
	if err != nil {
		return err
	}
	return c.answer(http.StatusOK, s.aliquots(of))
}

// createAliquot takes a part of a sample as another one.
func (s *service) createAliquot(c *call) error {
	of, err := s.sample(c)
	if err != nil {
		return err
	}
	if err := c.own(of.CreatedBy); err != nil {
		return err
	}
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	o.Need("barcode", "volumeUl")
	x := &sample{Material: of.Material, CollectedAt: of.CollectedAt, Hazardous: of.Hazardous, Status: received,
		ParentID: &of.ID, CreatedBy: c.user.name}
	readBarcode(o, &x.Barcode)
	o.Int(&x.VolumeUl, "volumeUl", 1, mostVolume)
	if err := o.Err(); err != nil {
		return err
	}
	if of.Status != received {
		return kit.Refuse(http.StatusConflict, "the sample is %s", of.Status)
	}
	if x.VolumeUl > of.VolumeUl {
		return kit.Refuse(http.StatusConflict, "there is only %d of the sample", of.VolumeUl)
	}
	if s.bugs.Has(RefusedAliquotReduces) {
		of.VolumeUl -= x.VolumeUl
	}
	if err := s.free(x.Barcode, x); err != nil {
		return err
	}
	if !s.bugs.Has(RefusedAliquotReduces) && !s.bugs.Has(ParentVolumeStays) {
		of.VolumeUl -= x.VolumeUl
	}
	x.ID = s.id()
	s.samples = append(s.samples, x)
	return c.made("/samples/"+x.ID, x)
}

// discard throws a sample away. It leaves the batch that it was planned for.
func (s *service) discard(c *call) error {
	x, err := s.sample(c)
	if err != nil {
		return err
	}
	if err := c.own(x.CreatedBy); err != nil {
		return err
	}
	if x.Status == discarded {
		return kit.Refuse(http.StatusConflict, "the sample is discarded")
	}
	if x.Status == inBatch {
		b := s.batchOf(x)
		if b.Status != planned {
			return kit.Refuse(http.StatusConflict, "the batch of the sample is %s", b.Status)
		}
		b.release(x)
	}
	x.Status = discarded
	return c.answer(http.StatusOK, x)
}

// batchOf returns the batch that a sample is in.
func (s *service) batchOf(x *sample) *batch {
	return s.batches[slices.IndexFunc(s.batches, func(b *batch) bool { return b.ID == *x.BatchID })]
}

// overview counts all that there is.
type overview struct {
	Samples  map[string]int `json:"samples"`
	VolumeUl int            `json:"volumeUl"` // of samples that are not discarded
	Batches  map[string]int `json:"batches"`
	known    int            // the number of samples and batches
}

func (s *service) overview(c *call) error {
	out := &overview{map[string]int{received: 0, inBatch: 0, analysed: 0, discarded: 0}, 0,
		map[string]int{planned: 0, running: 0, completed: 0, approved: 0}, len(s.samples) + len(s.batches)}
	for _, x := range s.samples {
		out.Samples[x.Status]++
		if x.Status != discarded {
			out.VolumeUl += x.VolumeUl
		}
	}
	for _, b := range s.batches {
		out.Batches[b.Status]++
	}
	if s.bugs.Has(OverviewStale) && s.before != nil && s.before.known == out.known {
		return c.answer(http.StatusOK, s.before)
	}
	s.before = out
	return c.answer(http.StatusOK, out)
}
