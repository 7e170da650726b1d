package doughline

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

var (
	ovens    = []string{"deck", "rack", "stone"}
	statuses = []string{"planned", "mixing", "baked", "cancelled"}
)

// Batch is a number of pieces that are made together.
type Batch struct {
	BatchNo        string `json:"batch_no"`
	RecipeID       string `json:"recipe_id"`
	RecipeRevision int    `json:"recipe_revision"`
	Pieces         int    `json:"pieces"`
	BakeOn         string `json:"bake_on"`
	Oven           string `json:"oven"`
	Note           string `json:"note,omitempty"`
	Status         string `json:"status"`
	Needs          []Need `json:"needs"`
	Drawn          []Draw `json:"drawn"`
	Good           *int   `json:"good_pieces,omitempty"`
	Scrap          *int   `json:"scrap_pieces,omitempty"`

	items []Item // of the recipe when the batch was planned
	yield int
	held  map[string]int // what is reserved, by ingredient
}

// Need is how much of an ingredient a batch needs.
type Need struct {
	Ingredient string `json:"ingredient"`
	Quantity   int    `json:"quantity"`
}

// Draw is what a batch took from a lot.
type Draw struct {
	Ingredient string `json:"ingredient"`
	LotNo      string `json:"lot_no"`
	Quantity   int    `json:"quantity"`
}

// needs returns what a number of pieces needs, in whole units.
func (b *Batch) needs(pieces int) []Need {
	out := []Need{}
	for _, it := range b.items {
		out = append(out, Need{it.Ingredient, (it.Amount*pieces + b.yield - 1) / b.yield})
	}
	return out
}

func tooLittle(where string, short []shortage) error {
	return &fault{Status: 409, Code: "shortage", Message: "too little for the batch: " + where, Shortages: short}
}

// reserve sets the needs of a batch, if the stock has them.
func (p *plant) reserve(b *Batch, pieces int) error {
	needs := b.needs(pieces)
	var short []shortage
	for _, n := range needs {
		i := p.ingredient(n.Ingredient)
		if i == nil {
			return conflict("ingredient_gone", "there is no "+n.Ingredient)
		}
		more := n.Quantity - b.held[n.Ingredient]
		if lack := more - p.stocked(i).Stock.Available; more > 0 && lack > 0 {
			short = append(short, shortage{n.Ingredient, lack})
		}
	}
	if short != nil {
		return tooLittle("stock", short)
	}
	held := map[string]int{}
	for _, n := range needs {
		held[n.Ingredient] = n.Quantity
		if p.bug == 4 { // a reservation only grows
			held[n.Ingredient] = max(n.Quantity, b.held[n.Ingredient])
		}
	}
	b.Pieces, b.Needs, b.held = pieces, needs, held
	return nil
}

func (p *plant) withBatch(h func(echo.Context, *Batch) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		for _, b := range p.batches {
			if b.BatchNo == c.Param("batch_no") {
				return h(c, b)
			}
		}
		return missing("batch")
	}
}

func (p *plant) listBatches(c echo.Context) error {
	q := input.NewQuery(c.Request())
	status, oven := q.Word("status", statuses...), q.Word("oven", ovens...)
	recipe, byRecipe := q.Text("recipe_id")
	from, to := day(q, "from"), day(q, "to")
	page, size := q.Int("page", 1, 1, 10000), q.Int("per_page", 20, 1, 100)
	if err := q.Err(); err != nil {
		return err
	}
	all := []*Batch{}
	for _, b := range p.batches {
		late := to != "" && b.BakeOn > to
		if p.bug == 7 { // the last day is left out
			late = to != "" && b.BakeOn >= to
		}
		if status != "" && b.Status != status || oven != "" && b.Oven != oven || byRecipe && b.RecipeID != recipe ||
			b.BakeOn < from || late {
			continue
		}
		all = append(all, b)
	}
	slices.SortStableFunc(all, func(a, b *Batch) int { return cmp.Compare(a.BakeOn, b.BakeOn) })
	lo := min((page-1)*size, len(all))
	return c.JSON(200, map[string]any{"items": all[lo:min(lo+size, len(all))], "page": page, "total": len(all)})
}

func (p *plant) planBatch(c echo.Context) error {
	var in struct {
		RecipeID string  `json:"recipe_id"`
		Pieces   int     `json:"pieces"`
		BakeOn   string  `json:"bake_on"`
		Oven     *string `json:"oven"`
		Note     *string `json:"note"`
	}
	if err := c.Bind(&in); err != nil {
		return err
	}
	b := &Batch{RecipeID: in.RecipeID, BakeOn: in.BakeOn, Oven: "deck", Status: "planned", Drawn: []Draw{}}
	var ch input.Checks
	ch.Range(in.Pieces, "pieces", 1, 5000)
	ch.That(isDay(in.BakeOn), "bake_on", "must be a date such as 2031-03-02")
	if in.Oven != nil {
		b.Oven = *in.Oven
		ch.OneOf(b.Oven, "oven", ovens...)
	}
	if in.Note != nil {
		b.Note = *in.Note
		ch.Length(b.Note, "note", 0, 200)
	}
	r := p.recipe(in.RecipeID)
	ch.That(r != nil, "recipe_id", "is of no recipe")
	if err := ch.Err(); err != nil {
		return err
	}
	b.RecipeRevision, b.items, b.yield = r.Revision, slices.Clone(r.Items), r.YieldPieces
	if err := p.reserve(b, in.Pieces); err != nil {
		return err
	}
	b.BatchNo = fmt.Sprintf("B-%04d", len(p.batches)+1)
	p.batches = append(p.batches, b)
	return c.JSON(201, b)
}

func (p *plant) getBatch(c echo.Context, b *Batch) error { return c.JSON(200, b) }

func (b *Batch) mustBe(status string) error {
	if b.Status != status {
		return conflict("wrong_status", "the batch is "+b.Status+", not "+status)
	}
	return nil
}

func (p *plant) patchBatch(c echo.Context, b *Batch) error {
	var in struct {
		Pieces *int    `json:"pieces"`
		BakeOn *string `json:"bake_on"`
		Oven   *string `json:"oven"`
		Note   *string `json:"note"`
	}
	if err := c.Bind(&in); err != nil {
		return err
	}
	var ch input.Checks
	if in.Pieces != nil {
		ch.Range(*in.Pieces, "pieces", 1, 5000)
	}
	if in.BakeOn != nil {
		ch.That(isDay(*in.BakeOn), "bake_on", "must be a date such as 2031-03-02")
	}
	if in.Oven != nil {
		ch.OneOf(*in.Oven, "oven", ovens...)
	}
	if in.Note != nil {
		ch.Length(*in.Note, "note", 0, 200)
	}
	if err := ch.Err(); err != nil {
		return err
	}
	if err := b.mustBe("planned"); err != nil {
		return err
	}
	if in.Pieces != nil {
		if err := p.reserve(b, *in.Pieces); err != nil {
			return err
		}
	}
	set(&b.BakeOn, in.BakeOn)
	set(&b.Oven, in.Oven)
	set(&b.Note, in.Note)
	return c.JSON(200, b)
}

// set changes a field if a value was given.
func set[T any](field, value *T) {
	if value != nil {
		*field = *value
	}
}

func (p *plant) cancelBatch(c echo.Context, b *Batch) error {
	if err := b.mustBe("planned"); err != nil {
		return err
	}
	b.Status = "cancelled"
	return c.JSON(200, b)
}

func (p *plant) startBatch(c echo.Context, b *Batch) error {
	if err := b.mustBe("planned"); err != nil {
		return err
	}
	type taking struct {
		lot *Lot
		n   int
	}
	var takings []taking
	var short []shortage
	for _, n := range b.Needs {
		i, open := p.ingredient(n.Ingredient), n.Quantity
		if i == nil {
			return conflict("ingredient_gone", "there is no "+n.Ingredient)
		}
		lots := slices.Clone(i.lots)
		if p.bug != 2 { // bug 2: first in, first out
			slices.SortFunc(lots, byDate)
		}
		for _, l := range lots {
			if l.Status == "blocked" && p.bug != 6 || l.BestBefore < b.BakeOn || l.Left == 0 || open == 0 {
				continue // bug 6: blocked lots are used as well
			}
			take := min(open, l.Left)
			takings, open = append(takings, taking{l, take}), open-take
		}
		if open > 0 {
			short = append(short, shortage{n.Ingredient, open})
		}
	}
	if short != nil {
		return tooLittle("lots", short)
	}
	for _, t := range takings {
		t.lot.Left -= t.n
		b.Drawn = append(b.Drawn, Draw{t.lot.Ingredient, t.lot.LotNo, t.n})
	}
	b.Status = "mixing"
	return c.JSON(200, b)
}

func (p *plant) finishBatch(c echo.Context, b *Batch) error {
	var in struct {
		Good  int `json:"good_pieces"`
		Scrap int `json:"scrap_pieces"`
	}
	if err := c.Bind(&in); err != nil {
		return err
	}
	var ch input.Checks
	ch.Range(in.Good, "good_pieces", 0, 5000)
	ch.Range(in.Scrap, "scrap_pieces", 0, 5000)
	if err := ch.Err(); err != nil {
		return err
	}
	if err := b.mustBe("mixing"); err != nil {
		return err
	}
	if in.Good+in.Scrap != b.Pieces {
		return unfit("good_pieces", fmt.Sprintf("good and scrap must be %d pieces together", b.Pieces))
	}
	b.Status, b.Good, b.Scrap = "baked", &in.Good, &in.Scrap
	return c.JSON(200, b)
}

func (p *plant) daySheet(c echo.Context) error {
	date := c.Param("date")
	if !isDay(date) {
		return unfit("date", "must be a date such as 2031-03-02")
	}
	var sheet struct {
		Date    string         `json:"date"`
		Batches int            `json:"batches"`
		Pieces  int            `json:"pieces"`
		Good    int            `json:"good_pieces"`
		Scrap   int            `json:"scrap_pieces"`
		ByOven  map[string]int `json:"batches_by_oven"`
	}
	sheet.Date, sheet.ByOven = date, map[string]int{"deck": 0, "rack": 0, "stone": 0}
	for _, b := range p.batches {
		if b.BakeOn != date || b.Status == "cancelled" {
			continue
		}
		sheet.Batches++
		sheet.Pieces += b.Pieces
		sheet.ByOven[b.Oven]++
		if b.Status == "baked" {
			sheet.Good += *b.Good
			sheet.Scrap += *b.Scrap
		}
	}
	return c.JSON(200, sheet)
}
