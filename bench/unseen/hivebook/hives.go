package hivebook

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

type queen struct {
	BornYear int    `json:"born_year"`
	Breed    string `json:"breed"`
	Clipped  bool   `json:"clipped"`
}

// colour is the mark that queens of a year wear all over the world.
func (q queen) colour() string {
	return []string{"blue", "white", "yellow", "red", "green"}[q.BornYear%5]
}

type hive struct {
	Tag    string
	Keeper string
	Status string
	Queen  queen
	Note   string

	yard        *yard
	moves       []move
	inspections []inspection
	weighings   []weighing
	treatments  []treatment
}

type hiveView struct {
	Tag    string `json:"hive_tag"`
	Keeper string `json:"keeper"`
	Yard   string `json:"yard_code,omitempty"`
	Status string `json:"status"`
	Queen  struct {
		queen
		Colour string `json:"colour"`
	} `json:"queen"`
	Note          string `json:"note"`
	LastInspected string `json:"last_inspected_on,omitempty"`
	LatestWeight  int    `json:"latest_weight_g,omitempty"`
}

func (h *hive) view() any {
	v := hiveView{Tag: h.Tag, Keeper: h.Keeper, Status: h.Status, Note: h.Note, LastInspected: h.lastInspected()}
	v.Queen.queen, v.Queen.Colour = h.Queen, h.Queen.colour()
	if h.yard != nil {
		v.Yard = h.yard.Code
	}
	if n := len(h.weighings); n > 0 {
		v.LatestWeight = h.weighings[n-1].WeightG
	}
	return v
}

func (h *hive) lastInspected() string {
	last := ""
	for _, i := range h.inspections {
		last = max(last, i.On)
	}
	return last
}

type move struct {
	No   int    `json:"move_no"`
	From string `json:"from_yard_code"`
	To   string `json:"to_yard_code"`
	On   string `json:"on"`
}

type inspection struct {
	ID        string `json:"inspection_id"`
	Tag       string `json:"hive_tag"`
	On        string `json:"on"`
	Mites     int    `json:"mites_per_100"`
	QueenSeen bool   `json:"queen_seen"`
	Note      string `json:"note,omitempty"`
	By        string `json:"by"`
}

type weighing struct {
	ID      string    `json:"weighing_id"`
	At      time.Time `json:"at"`
	WeightG int       `json:"weight_g"`
	written time.Time
}

type treatment struct {
	ID             string `json:"treatment_id"`
	Product        string `json:"product"`
	On             string `json:"on"`
	WithdrawalDays int    `json:"withdrawal_days"`
	HoneyFrom      string `json:"honey_from"`
}

var (
	yardCode = regexp.MustCompile(`^[A-Z]{2}-[0-9]{2}$`)
	breeds   = []string{"carnica", "buckfast", "ligustica", "mellifera", "unknown"}
)

func (b *book) listHives(c *call) (any, error) {
	q := c.query()
	since, status := q.date("uninspected_since"), q.choice("status", "active", "active", "dissolved")
	breed := q.choice("breed", "", breeds...)
	out := []any{}
	for _, h := range b.hives {
		last := h.lastInspected()
		uninspected := last < since
		if b.bug == 7 {
			uninspected = last != "" && last < since
		}
		switch {
		case !c.sees(h.Keeper), h.Status != status, breed != "" && h.Queen.Breed != breed,
			since != "" && !uninspected, q.Has("yard_code") && (h.yard == nil || h.yard.Code != q.Get("yard_code")):
			continue
		}
		out = append(out, h.view())
	}
	return pageOf(q, out)
}

func (b *book) createHive(c *call) (any, error) {
	f, err := readForm(c)
	if err != nil {
		return nil, err
	}
	h := &hive{Keeper: c.user.Name, Status: "active"}
	code := f.text("yard_code", 0, 100)
	q := f.object("queen")
	h.Queen = queen{q.whole("born_year", 2020, 2099), "unknown", false}
	readQueen(q, &h.Queen)
	if f.has("note") {
		h.Note = f.text("note", 0, 300)
	}
	if err := f.done(); err != nil {
		return nil, err
	}
	y := b.yards[code]
	if y == nil || y.Keeper != c.user.Name {
		return nil, invalid("yard_code", "you have no such yard")
	}
	if len(y.hives) >= y.Capacity {
		return nil, clash("yard_full", "there is no place left in "+code)
	}
	h.Tag, h.yard = fmt.Sprintf("H-%04d", len(b.hives)+1), y
	y.hives = append(y.hives, h)
	b.hives = append(b.hives, h)
	return h.view(), nil
}

// readQueen reads what may be left out of a queen.
func readQueen(f *form, q *queen) {
	if f.has("breed") {
		q.Breed = f.choice("breed", breeds...)
	}
	if f.has("clipped") {
		q.Clipped = f.yes("clipped")
	}
	for name := range f.fields {
		f.fail(name, name+" is unknown")
	}
}

func (b *book) findHive(c *call) (*hive, error) {
	for _, h := range b.hives {
		if h.Tag == c.PathValue("hive_tag") && c.sees(h.Keeper) {
			return h, nil
		}
	}
	return nil, missing("hive")
}

// readHive finds an active hive and reads the body by fill.
func (b *book) readHive(c *call, fill func(*hive, *form)) (*hive, error) {
	h, err := b.findHive(c)
	if err != nil {
		return nil, err
	}
	f, err := readForm(c)
	if err != nil {
		return nil, err
	}
	fill(h, f)
	if err := f.done(); err != nil {
		return nil, err
	}
	if h.Status == "dissolved" {
		return nil, clash("hive_dissolved", h.Tag+" is dissolved")
	}
	return h, nil
}

func (b *book) getHive(c *call) (any, error) {
	h, err := b.findHive(c)
	if err != nil {
		return nil, err
	}
	return h.view(), nil
}

func (b *book) patchHive(c *call) (any, error) {
	var changed hive
	h, err := b.readHive(c, func(h *hive, f *form) {
		changed = *h
		if f.has("note") {
			changed.Note = f.text("note", 0, 300)
		}
		if f.has("queen") {
			q := f.object("queen")
			if b.bug == 2 {
				changed.Queen = queen{h.Queen.BornYear, "unknown", false}
			}
			if q.has("born_year") {
				changed.Queen.BornYear = q.whole("born_year", 2020, 2099)
			}
			readQueen(q, &changed.Queen)
		}
	})
	if err != nil {
		return nil, err
	}
	h.Queen, h.Note = changed.Queen, changed.Note
	return h.view(), nil
}

func (b *book) dissolveHive(c *call) (any, error) {
	h, err := b.findHive(c)
	if err != nil {
		return nil, err
	}
	if h.Status == "dissolved" {
		return nil, clash("hive_dissolved", h.Tag+" is dissolved already")
	}
	h.leave()
	h.yard, h.Status = nil, "dissolved"
	return nil, nil
}

// leave takes a hive out of the list of its yard.
func (h *hive) leave() {
	h.yard.hives = slices.DeleteFunc(h.yard.hives, func(x *hive) bool { return x == h })
}

func (b *book) listMoves(c *call) (any, error) {
	h, err := b.findHive(c)
	if err != nil {
		return nil, err
	}
	return items(h.moves), nil
}

func (b *book) moveHive(c *call) (any, error) {
	var m move
	h, err := b.readHive(c, func(_ *hive, f *form) {
		m = move{To: f.text("to_yard_code", 0, 100), On: f.date("on")}
	})
	if err != nil {
		return nil, err
	}
	to := b.yards[m.To]
	if to == nil || to.Keeper != c.user.Name {
		return nil, invalid("to_yard_code", "you have no such yard")
	}
	if to == h.yard {
		return nil, clash("same_yard", h.Tag+" stands there already")
	}
	if n := len(h.moves); n > 0 && m.On < h.moves[n-1].On {
		return nil, clash("out_of_order", "the hive was moved after that day")
	}
	if b.bug == 1 {
		h.leave()
	}
	if len(to.hives) >= to.Capacity {
		return nil, clash("yard_full", "there is no place left in "+m.To)
	}
	m.No, m.From = len(h.moves)+1, h.yard.Code
	h.leave()
	h.yard = to
	to.hives = append(to.hives, h)
	h.moves = append(h.moves, m)
	return m, nil
}

func (b *book) listInspections(c *call) (any, error) {
	h, err := b.findHive(c)
	if err != nil {
		return nil, err
	}
	out := slices.Clone(h.inspections)
	slices.Reverse(out)
	slices.SortStableFunc(out, func(x, y inspection) int { return strings.Compare(y.On, x.On) })
	return items(out), nil
}

func (b *book) inspectHive(c *call) (any, error) {
	var i inspection
	h, err := b.readHive(c, func(h *hive, f *form) {
		i = inspection{Tag: h.Tag, On: f.date("on"), Mites: f.whole("mites_per_100", 0, 100),
			QueenSeen: f.yes("queen_seen"), By: c.user.Name}
		if f.has("note") {
			i.Note = f.text("note", 0, 300)
		}
	})
	if err != nil {
		return nil, err
	}
	b.inspected++
	i.ID = fmt.Sprintf("I-%05d", b.inspected)
	h.inspections = append(h.inspections, i)
	return i, nil
}

func (b *book) listWeighings(c *call) (any, error) {
	h, err := b.findHive(c)
	if err != nil {
		return nil, err
	}
	return items(h.weighings), nil
}

func (b *book) weighHive(c *call) (any, error) {
	var w weighing
	h, err := b.readHive(c, func(_ *hive, f *form) {
		w = weighing{written: f.time("at"), WeightG: f.whole("weight_g", 1000, 150000)}
		w.At = w.written.UTC()
	})
	if err != nil {
		return nil, err
	}
	at, found := slices.BinarySearchFunc(h.weighings, w, func(x, y weighing) int { return x.At.Compare(y.At) })
	if found {
		return nil, clash("weighing_exists", "the hive was weighed at that time")
	}
	b.weighed++
	w.ID = fmt.Sprintf("W-%05d", b.weighed)
	h.weighings = slices.Insert(h.weighings, at, w)
	return w, nil
}

type dailyWeight struct {
	Day       string `json:"day"`
	Weighings int    `json:"weighings"`
	LastG     int    `json:"last_g"`
}

func (b *book) dailyWeights(c *call) (any, error) {
	h, err := b.findHive(c)
	if err != nil {
		return nil, err
	}
	out := []dailyWeight{}
	for _, w := range h.weighings {
		day := w.At.Format(time.DateOnly)
		if b.bug == 3 {
			day = w.written.Format(time.DateOnly)
		}
		if n := len(out); n == 0 || out[n-1].Day != day {
			out = append(out, dailyWeight{Day: day})
		}
		d := &out[len(out)-1]
		d.Weighings, d.LastG = d.Weighings+1, w.WeightG
	}
	return items(out), nil
}

func (b *book) listTreatments(c *call) (any, error) {
	h, err := b.findHive(c)
	if err != nil {
		return nil, err
	}
	return items(h.treatments), nil
}

func (b *book) treatHive(c *call) (any, error) {
	var t treatment
	h, err := b.readHive(c, func(_ *hive, f *form) {
		t = treatment{
			Product:        f.choice("product", "formic_acid", "oxalic_acid", "thymol"),
			On:             f.date("on"),
			WithdrawalDays: f.whole("withdrawal_days", 0, 120),
		}
	})
	if err != nil {
		return nil, err
	}
	on, err := time.Parse(time.DateOnly, t.On)
	if err != nil {
		return nil, err
	}
	b.treated++
	t.ID, t.HoneyFrom = fmt.Sprintf("T-%05d", b.treated), on.AddDate(0, 0, t.WithdrawalDays).Format(time.DateOnly)
	h.treatments = append(h.treatments, t)
	return t, nil
}

// mayHarvest tells whether no treatment forbids honey of a day.
func (b *book) mayHarvest(h *hive, day string) bool {
	for _, t := range h.treatments {
		until := t.HoneyFrom
		if b.bug == 4 && t.WithdrawalDays > 0 {
			until = dayBefore(until)
		}
		if day >= t.On && day < until {
			return false
		}
	}
	return true
}

func dayBefore(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return t.AddDate(0, 0, -1).Format(time.DateOnly)
}
