package lab

import (
	"cmp"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// sample is what is analysed.
type sample struct {
	ID          string  `json:"id"`
	Barcode     string  `json:"barcode"` // no other sample has it
	Material    string  `json:"material"`
	CollectedAt string  `json:"collectedAt"` // an instant, as it was sent
	VolumeUl    int     `json:"volumeUl"`
	Hazardous   bool    `json:"hazardous"`
	Note        *string `json:"note"`
	Status      string  `json:"status"`
	BatchID     *string `json:"batchId"`
	ParentID    *string `json:"parentId"` // of an aliquot
	CreatedBy   string  `json:"createdBy"`
}

// The statuses of a sample.
const (
	received  = "received"
	inBatch   = "in_batch"
	analysed  = "analysed"
	discarded = "discarded"
)

func materials() []string { return []string{"blood", "soil", "water"} }

const mostVolume = 100000

var barcodes = regexp.MustCompile(`^[A-Z]{3}-[0-9]{4}$`)

// sample returns the one that the path names.
func (s *service) sample(c *call) (*sample, error) {
	i := slices.IndexFunc(s.samples, func(x *sample) bool { return x.ID == c.Param("sample") })
	if i < 0 {
		return nil, kit.Refuse(http.StatusNotFound, "there is no such sample")
	}
	return s.samples[i], nil
}

// free refuses a barcode that another sample has.
func (s *service) free(barcode string, of *sample) error {
	if slices.ContainsFunc(s.samples, func(x *sample) bool { return x != of && x.Barcode == barcode }) {
		return kit.Refuse(http.StatusConflict, "another sample has this barcode")
	}
	return nil
}

func readBarcode(o *kit.Object, into *string) {
	o.Match(into, "barcode", "a barcode such as ABC-1234", barcodes.MatchString)
}

func isInstant(text string) bool {
	_, err := time.Parse(time.RFC3339, text)
	return err == nil && !strings.Contains(text, ",") // which Go takes for a point
}

func instant(text string) time.Time {
	t, _ := time.Parse(time.RFC3339, text) // was read before
	return t
}

// read reads what a technician writes of a sample.
func (x *sample) read(o *kit.Object) error {
	readBarcode(o, &x.Barcode)
	o.Choice(&x.Material, "material", materials()...)
	o.Match(&x.CollectedAt, "collectedAt", "an instant", isInstant)
	o.Int(&x.VolumeUl, "volumeUl", 1, mostVolume)
	o.Bool(&x.Hazardous, "hazardous")
	kit.Nullable(o, &x.Note, "note", func(to *string) { o.Text(to, "note", 1, 200) })
	return o.Err()
}

func (s *service) createSample(c *call) error {
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	o.Need("barcode", "material", "collectedAt", "volumeUl")
	x := &sample{Status: received, CreatedBy: c.user.name}
	if err := x.read(o); err != nil {
		return err
	}
	if err := s.free(x.Barcode, x); err != nil {
		return err
	}
	if s.bugs.Has(OffsetDropped) {
		t := instant(x.CollectedAt)
		x.CollectedAt = time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(),
			time.UTC).Format(time.RFC3339Nano)
	}
	x.ID = s.id()
	s.samples = append(s.samples, x)
	return c.made("/samples/"+x.ID, x)
}

// made answers 201 with what was made and where it is.
func (c *call) made(location string, v any) error { return kit.Created(c.Writer, location, v) }

func (s *service) getSample(c *call) error {
	x, err := s.sample(c)
	if err != nil {
		return err
	}
	return c.answer(http.StatusOK, x)
}

// wanted are the samples that a list is to show.
type wanted struct {
	material, status, text string
	from, before           string // instants, "" for any
	volume                 int    // at least
}

func (q *wanted) fits(x *sample) bool {
	return (q.material == "" || x.Material == q.material) && (q.status == "" || x.Status == q.status) &&
		x.VolumeUl >= q.volume &&
		strings.Contains(x.Barcode, strings.ToUpper(q.text)) &&
		(q.from == "" || !instant(x.CollectedAt).Before(instant(q.from))) &&
		(q.before == "" || instant(x.CollectedAt).Before(instant(q.before)))
}

func (s *service) listSamples(c *call) error {
	q := kit.ReadQuery(c.Request)
	asked := wanted{
		q.Choice("material", materials()...), q.Choice("status", received, inBatch, analysed, discarded),
		q.Text("barcode", 10),
		q.Match("collectedFrom", "an instant", isInstant), q.Match("collectedBefore", "an instant", isInstant),
		q.Int("minVolumeUl", 0, 0, mostVolume),
	}
	sort := q.Choice("sort", "barcode", "-barcode", "volumeUl", "-volumeUl", "collectedAt", "-collectedAt")
	page, size := pages(q)
	if err := q.Err(); err != nil {
		return err
	}
	found := []*sample{}
	for _, x := range s.samples {
		if asked.fits(x) {
			found = append(found, x)
		}
	}
	by, down := strings.CutPrefix(sort, "-")
	slices.SortStableFunc(found, func(a, b *sample) int {
		order := s.compare(a, b, by)
		if down {
			return -order
		}
		return order
	})
	return part(s, c, found, page, size)
}

// compare is negative for samples that come in this order.
func (s *service) compare(a, b *sample, by string) int {
	switch by {
	case "barcode":
		return cmp.Compare(a.Barcode, b.Barcode)
	case "volumeUl":
		if s.bugs.Has(VolumeSortedAsText) {
			return cmp.Compare(strconv.Itoa(a.VolumeUl), strconv.Itoa(b.VolumeUl))
		}
		return cmp.Compare(a.VolumeUl, b.VolumeUl)
	case "collectedAt":
		return instant(a.CollectedAt).Compare(instant(b.CollectedAt))
	}
	return 0
}

// patchSample changes what a body has of a sample.
func (s *service) patchSample(c *call) error {
	old, err := s.sample(c)
	if err != nil {
		return err
	}
	if !s.bugs.Has(PatchForeign) {
		if err := c.own(old.CreatedBy); err != nil {
			return err
		}
	}
	o, err := kit.Body(c.Request)
	if err != nil {
		return err
	}
	x := *old
	if err := x.read(o); err != nil {
		return err
	}
	if old.Status == analysed || old.Status == discarded {
		return kit.Refuse(http.StatusConflict, "the sample is %s", old.Status)
	}
	if !s.bugs.Has(BarcodePatchedSame) {
		if err := s.free(x.Barcode, old); err != nil {
			return err
		}
	}
	if s.bugs.Has(HazardousFalseIgnored) {
		x.Hazardous = x.Hazardous || old.Hazardous
	}
	if s.bugs.Has(NoteCleared) && !o.Has("note") {
		x.Note = nil
	}
	*old = x
	return c.answer(http.StatusOK, old)
}

// deleteSample deletes a sample that nothing depends on.
func (s *service) deleteSample(c *call) error {
	x, err := s.sample(c)
	if err != nil {
		return err
	}
	if err := c.own(x.CreatedBy); err != nil {
		return err
	}
	if x.BatchID != nil || len(s.aliquots(x)) > 0 {
		return kit.Refuse(http.StatusConflict, "the sample is in a batch or has aliquots")
	}
	s.forget(x)
	return kit.NoContent(c.Writer)
}

func (s *service) forget(x *sample) {
	s.samples = slices.DeleteFunc(s.samples, func(other *sample) bool { return other == x })
}
