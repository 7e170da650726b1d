package lab

import (
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// batch is a group of samples that are analysed together.
type batch struct {
	ID         string   `json:"id"`
	Name       string   `json:"name"` // no other batch has it
	Assay      string   `json:"assay"`
	Capacity   int      `json:"capacity"`
	DueOn      *string  `json:"dueOn"`
	Status     string   `json:"status"`
	Owner      string   `json:"owner"`
	SampleIDs  []string `json:"sampleIds"` // in the order in which they were added
	ApprovedBy *string  `json:"approvedBy"`

	results map[string]*result // by sample
}

// The statuses of a batch.
const (
	planned   = "planned"
	running   = "running"
	completed = "completed"
	approved  = "approved"
)

func assays() []string { return []string{"acidity", "lead", "nitrate"} }

// batch returns the one that the path names.
func (s *service) batch(c *call) (*batch, error) {
	i := slices.IndexFunc(s.batches, func(b *batch) bool { return b.ID == c.Param("batch") })
	if i < 0 {
		return nil, kit.Refuse(http.StatusNotFound, "there is no such batch")
	}
	return s.batches[i], nil
}

// mine returns the batch that the path names to its owner and the lead.
func (s *service) mine(c *call) (*batch, error) {
	b, err := s.batch(c)
	if err != nil {
		return nil, err
	}
	return b, c.own(b.Owner)
}

// in refuses a batch that is not in a status.
func (b *batch) in(status string) error {
	if b.Status != status {
		return kit.Refuse(http.StatusConflict, "the batch is %s", b.Status)
	}
	return nil
}

func (b *batch) has(x *sample) bool { return slices.Contains(b.SampleIDs, x.ID) }

// release takes a sample out of a batch.
func (b *batch) release(x *sample) {
	b.SampleIDs = slices.DeleteFunc(b.SampleIDs, func(id string) bool { return id == x.ID })
	x.Status, x.BatchID = received, nil
}

// members are the samples of a batch.
func (s *service) members(b *batch) []*sample {
	var out []*sample
	for _, x := range s.samples {
		if b.has(x) {
			out = append(out, x)
		}
	}
	return out
}

// read reads what the owner writes of a batch, whole.
func (b *batch) read(s *service, r *http.Request) error {
	o, err := kit.Body(r)
	if err != nil {
		return err
	}
	b.Capacity, b.DueOn = 8, nil
	if s.bugs.Has(CapacityDefault) {
		b.Capacity = 10
	}
	o.Need("name", "assay")
	o.Text(&b.Name, "name", 1, 40)
	o.Choice(&b.Assay, "assay", assays()...)
	o.Int(&b.Capacity, "capacity", 1, 20)
	kit.Nullable(o, &b.DueOn, "dueOn", func(to *string) { o.Date(to, "dueOn") })
	return o.Err()
}

// single refuses the name of another batch.
func (s *service) single(b *batch) error {
	if slices.ContainsFunc(s.batches, func(other *batch) bool { return other.ID != b.ID && other.Name == b.Name }) {
		return kit.Refuse(http.StatusConflict, "another batch has this name")
	}
	return nil
}

func (s *service) createBatch(c *call) error {
	b := &batch{Status: planned, Owner: c.user.name, SampleIDs: []string{}, results: map[string]*result{}}
	if err := b.read(s, c.Request); err != nil {
		return err
	}
	if err := s.single(b); err != nil {
		return err
	}
	b.ID = s.id()
	s.batches = append(s.batches, b)
	location := "/batches/" + b.ID
	if s.bugs.Has(BatchLocation) {
		location = "/batch/" + b.ID
	}
	return c.made(location, b)
}

func (s *service) listBatches(c *call) error {
	q := kit.ReadQuery(c.Request)
	assay, status := q.Choice("assay", assays()...), q.Choice("status", planned, running, completed, approved)
	owner := q.Choice("owner", "lena", "tim", "uma")
	page, size := pages(q)
	if err := q.Err(); err != nil {
		return err
	}
	found := []*batch{}
	for _, b := range s.batches {
		if (assay == "" || b.Assay == assay) && (status == "" || b.Status == status) &&
			(owner == "" || b.Owner == owner) {
			found = append(found, b)
		}
	}
	return part(s, c, found, page, size)
}

func (s *service) getBatch(c *call) error {
	b, err := s.batch(c)
	if err != nil {
		return err
	}
	return c.answer(http.StatusOK, b)
}

// putBatch replaces what the owner writes of a batch.
func (s *service) putBatch(c *call) error {
	old, err := s.mine(c)
	if err != nil {
		return err
	}
	b := *old
	if err := b.read(s, c.Request); err != nil {
		return err
	}
	if err := old.in(planned); err != nil {
		return err
	}
	if err := s.single(&b); err != nil {
		return err
	}
	if len(b.SampleIDs) > b.Capacity {
		return kit.Refuse(http.StatusConflict, "the batch has more samples")
	}
	*old = b
	return c.answer(http.StatusOK, old)
}

// deleteBatch deletes a planned batch, whose samples are free for others then.
func (s *service) deleteBatch(c *call) error {
	b, err := s.mine(c)
	if err != nil {
		return err
	}
	if err := b.in(planned); err != nil {
		return err
	}
	for _, x := range s.members(b) {
		b.release(x)
		if s.bugs.Has(BatchTakesSamples) {
			s.forget(x)
		}
	}
	s.batches = slices.DeleteFunc(s.batches, func(other *batch) bool { return other == b })
	return kit.NoContent(c.Writer)
}

// addMember puts a sample into a planned batch.
func (s *service) addMember(c *call) error {
	b, x, err := s.both(c)
	if err != nil {
		return err
	}
	if err := b.in(planned); err != nil {
		return err
	}
	if b.has(x) {
		return c.answer(http.StatusOK, b)
	}
	room := b.Capacity
	if s.bugs.Has(OneOverCapacity) {
		room++
	}
	if x.Status != received || len(b.SampleIDs) >= room {
		return kit.Refuse(http.StatusConflict, "the sample is %s, or the batch is full", x.Status)
	}
	b.SampleIDs = append(b.SampleIDs, x.ID)
	x.Status, x.BatchID = inBatch, &b.ID
	return c.answer(http.StatusOK, b)
}

// both returns the batch that the path names to its owner, and the sample.
func (s *service) both(c *call) (*batch, *sample, error) {
	b, err := s.batch(c)
	if err != nil {
		return nil, nil, err
	}
	x, err := s.sample(c)
	if err != nil {
		return nil, nil, err
	}
	return b, x, c.own(b.Owner)
}

// member is as both, of a sample that is in the batch.
func (s *service) member(c *call) (*batch, *sample, error) {
	b, x, err := s.both(c)
	if err == nil && !b.has(x) {
		err = kit.Refuse(http.StatusNotFound, "the sample is not in the batch")
	}
	return b, x, err
}

func (s *service) removeMember(c *call) error {
	b, x, err := s.member(c)
	if err != nil {
		return err
	}
	if err := b.in(planned); err != nil {
		return err
	}
	b.release(x)
	return kit.NoContent(c.Writer)
}
