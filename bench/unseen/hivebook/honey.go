package hivebook

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

type harvest struct {
	ID       string `json:"harvest_id"`
	Tag      string `json:"hive_tag"`
	Keeper   string `json:"keeper"`
	On       string `json:"on"`
	WeightG  int    `json:"weight_g"`
	Moisture int    `json:"moisture_permille"`
	Batch    string `json:"batch_label,omitempty"`
}

type batch struct {
	Label      string
	Keeper     string
	State      string
	ReleasedBy string
	harvests   []*harvest
}

type batchView struct {
	Label      string   `json:"batch_label"`
	Keeper     string   `json:"keeper"`
	State      string   `json:"state"`
	Harvests   []string `json:"harvest_ids"`
	WeightG    int      `json:"weight_g"`
	Moisture   int      `json:"moisture_permille"`
	ReleasedBy string   `json:"released_by,omitempty"`
}

var batchLabel = regexp.MustCompile(`^[a-z][a-z0-9-]{2,30}$`)

func (b *book) harvestHive(c *call) (any, error) {
	var v harvest
	h, err := b.readHive(c, func(h *hive, f *form) {
		v = harvest{
			Tag: h.Tag, Keeper: h.Keeper, On: f.date("on"),
			WeightG: f.whole("weight_g", 100, 60000), Moisture: f.whole("moisture_permille", 100, 300),
		}
	})
	if err != nil {
		return nil, err
	}
	if !b.mayHarvest(h, v.On) {
		return nil, clash("withdrawal", "the hive was treated; see honey_from")
	}
	b.harvestSeq++
	v.ID = fmt.Sprintf("V-%05d", b.harvestSeq)
	b.harvests = append(b.harvests, &v)
	return v, nil
}

func (b *book) listHarvests(c *call) (any, error) {
	q := c.query()
	from, to := q.date("from"), q.date("to")
	unbatched := q.choice("unbatched", "false", "true", "false") == "true"
	out := []*harvest{}
	for _, v := range b.harvests {
		switch {
		case !c.sees(v.Keeper), v.On < from, to != "" && v.On > to, unbatched && v.Batch != "",
			q.Has("hive_tag") && v.Tag != q.Get("hive_tag"):
			continue
		}
		out = append(out, v)
	}
	slices.SortStableFunc(out, func(x, y *harvest) int { return cmp.Compare(x.On, y.On) })
	return pageOf(q, out)
}

// harvestOf finds a harvest that the caller sees.
func (b *book) harvestOf(c *call, id string) *harvest {
	for _, v := range b.harvests {
		if v.ID == id && c.sees(v.Keeper) {
			return v
		}
	}
	return nil
}

func (b *book) getHarvest(c *call) (any, error) {
	v := b.harvestOf(c, c.PathValue("harvest_id"))
	if v == nil {
		return nil, missing("harvest")
	}
	return v, nil
}

func (b *book) deleteHarvest(c *call) (any, error) {
	v := b.harvestOf(c, c.PathValue("harvest_id"))
	if v == nil {
		return nil, missing("harvest")
	}
	if v.Batch != "" {
		return nil, clash("harvest_batched", v.ID+" is in the batch "+v.Batch)
	}
	b.harvests = slices.DeleteFunc(b.harvests, func(x *harvest) bool { return x == v })
	return nil, nil
}

func (b *book) viewBatch(t *batch) any {
	v := batchView{Label: t.Label, Keeper: t.Keeper, State: t.State, Harvests: []string{}, ReleasedBy: t.ReleasedBy}
	v.Moisture = b.moisture(t)
	for _, h := range t.harvests {
		v.Harvests = append(v.Harvests, h.ID)
		v.WeightG += h.WeightG
	}
	slices.Sort(v.Harvests)
	return v
}

// moisture is the mean of the harvests by weight, rounded.
func (b *book) moisture(t *batch) int {
	sum, weight := 0, 0
	for _, h := range t.harvests {
		w := h.WeightG
		if b.bug == 6 {
			w = 1
		}
		sum, weight = sum+h.Moisture*w, weight+w
	}
	return (2*sum + weight) / (2 * weight)
}

func (b *book) listBatches(c *call) (any, error) {
	q := c.query()
	state := q.choice("state", "", "open", "released")
	out := []any{}
	for _, label := range slices.Sorted(maps.Keys(b.batches)) {
		t := b.batches[label]
		visible := t.State == "released" || c.sees(t.Keeper)
		if q.Has("keeper") {
			if t.Keeper != q.Get("keeper") {
				continue
			}
			visible = visible || b.bug == 8
		}
		if visible && (state == "" || t.State == state) {
			out = append(out, b.viewBatch(t))
		}
	}
	return pageOf(q, out)
}

func (b *book) createBatch(c *call) (any, error) {
	f, err := readForm(c)
	if err != nil {
		return nil, err
	}
	t := &batch{Label: f.match("batch_label", batchLabel), Keeper: c.user.Name, State: "open"}
	ids := f.texts("harvest_ids")
	if err := f.done(); err != nil {
		return nil, err
	}
	for _, id := range ids {
		v := b.harvestOf(c, id)
		if v == nil {
			return nil, invalid("harvest_ids", "you have no harvest "+id)
		}
		t.harvests = append(t.harvests, v)
	}
	if b.batches[t.Label] != nil {
		return nil, clash("batch_exists", "there is a batch "+t.Label)
	}
	for _, v := range t.harvests {
		if b.batched(v) {
			return nil, clash("harvest_batched", v.ID+" is in the batch "+v.Batch)
		}
	}
	for _, v := range t.harvests {
		v.Batch = t.Label
	}
	b.batches[t.Label] = t
	return b.viewBatch(t), nil
}

// batched tells whether a harvest is in a batch.
func (b *book) batched(v *harvest) bool {
	if b.bug == 5 {
		t := b.batches[v.Batch]
		return t != nil && t.State == "open"
	}
	return v.Batch != ""
}

// findBatch finds a batch that the caller sees.
func (b *book) findBatch(c *call) (*batch, error) {
	t := b.batches[c.PathValue("batch_label")]
	if t == nil || t.State == "open" && !c.sees(t.Keeper) {
		return nil, missing("batch")
	}
	return t, nil
}

// ownBatch finds a batch of the caller.
func (b *book) ownBatch(c *call) (*batch, error) {
	t, err := b.findBatch(c)
	if err != nil {
		return nil, err
	}
	if t.Keeper != c.user.Name {
		return nil, &fault{403, "forbidden", "the batch is not yours", ""}
	}
	return t, nil
}

func (b *book) getBatch(c *call) (any, error) {
	t, err := b.findBatch(c)
	if err != nil {
		return nil, err
	}
	return b.viewBatch(t), nil
}

func released(t *batch) error { return clash("batch_released", t.Label+" is released") }

func (b *book) deleteBatch(c *call) (any, error) {
	t, err := b.ownBatch(c)
	if err != nil {
		return nil, err
	}
	if t.State != "open" {
		return nil, released(t)
	}
	for _, v := range t.harvests {
		v.Batch = ""
	}
	delete(b.batches, t.Label)
	return nil, nil
}

func (b *book) addToBatch(c *call) (any, error) {
	t, err := b.ownBatch(c)
	if err != nil {
		return nil, err
	}
	f, err := readForm(c)
	if err != nil {
		return nil, err
	}
	id := f.text("harvest_id", 0, 100)
	if err := f.done(); err != nil {
		return nil, err
	}
	v := b.harvestOf(c, id)
	if v == nil {
		return nil, invalid("harvest_id", "you have no harvest "+id)
	}
	if t.State != "open" {
		return nil, released(t)
	}
	if b.batched(v) {
		return nil, clash("harvest_batched", v.ID+" is in the batch "+v.Batch)
	}
	v.Batch = t.Label
	t.harvests = append(t.harvests, v)
	return b.viewBatch(t), nil
}

func (b *book) takeFromBatch(c *call) (any, error) {
	t, err := b.ownBatch(c)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(t.harvests, func(v *harvest) bool { return v.ID == c.PathValue("harvest_id") })
	if at < 0 {
		return nil, missing("harvest in the batch")
	}
	if t.State != "open" {
		return nil, released(t)
	}
	if len(t.harvests) == 1 {
		return nil, clash("last_harvest", "a batch has at least one harvest")
	}
	t.harvests[at].Batch = ""
	t.harvests = slices.Delete(t.harvests, at, at+1)
	return b.viewBatch(t), nil
}

func (b *book) releaseBatch(c *call) (any, error) {
	t, err := b.findBatch(c)
	if err != nil {
		return nil, err
	}
	if t.State != "open" {
		return nil, released(t)
	}
	if b.moisture(t) > 200 {
		return nil, clash("too_moist", strings.Join([]string{t.Label, "has more than 200 permille of water"}, " "))
	}
	t.State, t.ReleasedBy = "released", c.user.Name
	return b.viewBatch(t), nil
}
