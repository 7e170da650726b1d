package doughline

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

var allergens = []string{"egg", "gluten", "milk", "nuts", "sesame"}

// sizes are the units in which an ingredient may be delivered, and how much of its own unit they are.
var sizes = map[string]map[string]int{
	"g":     {"g": 1, "kg": 1000},
	"ml":    {"ml": 1, "l": 1000},
	"piece": {"piece": 1, "dozen": 12},
}

// Ingredient is something that doughs need.
type Ingredient struct {
	Code      string   `json:"code"`
	Name      string   `json:"name"`
	Unit      string   `json:"unit"`
	ReorderAt int      `json:"reorder_at"`
	Allergens []string `json:"allergens"`
	Stock     Stock    `json:"stock"`

	lots []*Lot // as they came
}

// Stock is what there is of an ingredient, in its unit.
type Stock struct {
	OnHand    int `json:"on_hand"`
	Blocked   int `json:"blocked"`
	Reserved  int `json:"reserved"`
	Available int `json:"available"`
}

// Lot is what came of an ingredient at once.
type Lot struct {
	LotNo        string `json:"lot_no"`
	Ingredient   string `json:"ingredient"`
	Received     int    `json:"quantity_received"`
	Left         int    `json:"quantity_left"`
	BestBefore   string `json:"best_before"`
	Status       string `json:"status"`
	Reason       string `json:"block_reason,omitempty"`
	DeliveryNote string `json:"delivery_note,omitempty"`
}

func byDate(a, b *Lot) int {
	return cmp.Or(cmp.Compare(a.BestBefore, b.BestBefore), cmp.Compare(a.LotNo, b.LotNo))
}

func (i *Ingredient) lot(no string) *Lot {
	for _, l := range i.lots {
		if l.LotNo == no {
			return l
		}
	}
	return nil
}

func (p *plant) ingredient(code string) *Ingredient {
	for _, i := range p.ingredients {
		if i.Code == code {
			return i
		}
	}
	return nil
}

// stocked returns the ingredient with its stock of now.
func (p *plant) stocked(i *Ingredient) *Ingredient {
	out := *i
	out.Stock = Stock{}
	for _, l := range i.lots {
		out.Stock.OnHand += l.Left
		if l.Status == "blocked" {
			out.Stock.Blocked += l.Left
		}
	}
	for _, b := range p.batches {
		if b.Status == "planned" {
			out.Stock.Reserved += b.held[i.Code]
		}
	}
	out.Stock.Available = out.Stock.OnHand - out.Stock.Blocked - out.Stock.Reserved
	return &out
}

func (p *plant) withIngredient(h func(echo.Context, *Ingredient) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		i := p.ingredient(c.Param("code"))
		if i == nil {
			return missing("ingredient")
		}
		return h(c, i)
	}
}

func (p *plant) listIngredients(c echo.Context) error {
	q := input.NewQuery(c.Request())
	allergen, low := q.Word("allergen", allergens...), q.Bool("below_reorder")
	if err := q.Err(); err != nil {
		return err
	}
	var out []*Ingredient
	for _, i := range p.ingredients {
		i = p.stocked(i)
		if allergen != "" && !slices.Contains(i.Allergens, allergen) ||
			low != nil && *low != (i.Stock.Available < i.ReorderAt) {
			continue
		}
		out = append(out, i)
	}
	slices.SortFunc(out, func(a, b *Ingredient) int { return cmp.Compare(a.Code, b.Code) })
	return c.JSON(200, listOf(out))
}

func sorted(words []string) []string {
	out := append([]string{}, words...)
	slices.Sort(out)
	return out
}

func checkAllergens(ch *input.Checks, given []string) {
	if len(given) > 0 {
		ch.Set(given, "allergens", allergens...)
	}
}

func (p *plant) addIngredient(c echo.Context) error {
	var in struct {
		Code      string    `json:"code"`
		Name      string    `json:"name"`
		Unit      string    `json:"unit"`
		ReorderAt *int      `json:"reorder_at"`
		Allergens *[]string `json:"allergens"`
	}
	if err := c.Bind(&in); err != nil {
		return err
	}
	i := &Ingredient{Code: in.Code, Name: in.Name, Unit: in.Unit, Allergens: []string{}}
	var ch input.Checks
	ch.That(codeForm.MatchString(in.Code), "code", "must be 3 to 8 capital letters")
	ch.Length(in.Name, "name", 2, 60)
	ch.OneOf(in.Unit, "unit", "g", "ml", "piece")
	if in.ReorderAt != nil {
		i.ReorderAt = *in.ReorderAt
		ch.Range(i.ReorderAt, "reorder_at", 0, 1000000)
	}
	if in.Allergens != nil {
		i.Allergens = sorted(*in.Allergens)
		checkAllergens(&ch, i.Allergens)
	}
	if err := ch.Err(); err != nil {
		return err
	}
	if p.ingredient(in.Code) != nil {
		return conflict("code_taken", "there is an ingredient "+in.Code)
	}
	p.ingredients = append(p.ingredients, i)
	return c.JSON(201, p.stocked(i))
}

func (p *plant) getIngredient(c echo.Context, i *Ingredient) error {
	return c.JSON(200, p.stocked(i))
}

func (p *plant) patchIngredient(c echo.Context, i *Ingredient) error {
	var in struct {
		Name      *string   `json:"name"`
		ReorderAt *int      `json:"reorder_at"`
		Allergens *[]string `json:"allergens"`
	}
	if err := c.Bind(&in); err != nil {
		return err
	}
	var ch input.Checks
	changed := *i
	if in.Name != nil {
		changed.Name = *in.Name
		ch.Length(changed.Name, "name", 2, 60)
	}
	if in.ReorderAt != nil {
		changed.ReorderAt = *in.ReorderAt
		ch.Range(changed.ReorderAt, "reorder_at", 0, 1000000)
	}
	if in.Allergens != nil {
		changed.Allergens = sorted(*in.Allergens)
		checkAllergens(&ch, changed.Allergens)
	}
	if err := ch.Err(); err != nil {
		return err
	}
	*i = changed
	return c.JSON(200, p.stocked(i))
}

func (p *plant) deleteIngredient(c echo.Context, i *Ingredient) error {
	if len(i.lots) > 0 {
		return conflict("has_lots", "the ingredient has lots")
	}
	for _, r := range p.recipes {
		if r.item(i.Code) >= 0 {
			return conflict("in_recipe", "the ingredient is in recipe "+r.RecipeID)
		}
	}
	p.ingredients = without(p.ingredients, i)
	return c.NoContent(204)
}

func (p *plant) listLots(c echo.Context, i *Ingredient) error {
	q := input.NewQuery(c.Request())
	status := q.Word("status", "usable", "blocked")
	if err := q.Err(); err != nil {
		return err
	}
	var out []*Lot
	for _, l := range i.lots {
		if status == "" || l.Status == status {
			out = append(out, l)
		}
	}
	slices.SortFunc(out, byDate)
	return c.JSON(200, listOf(out))
}

// newLot checks a lot that comes, whose quantity may be in a larger unit.
func newLot(i *Ingredient, no string, quantity int, unit *string, bestBefore string) (*Lot, error) {
	var ch input.Checks
	ch.That(lotForm.MatchString(no), "lot_no", "must be 2 to 12 capital letters and digits")
	ch.Range(quantity, "quantity", 1, 100000)
	ch.That(isDay(bestBefore), "best_before", "must be a date such as 2031-03-02")
	size := 1
	if unit != nil {
		size = sizes[i.Unit][*unit]
		ch.That(size > 0, "unit", "does not fit an ingredient in "+i.Unit)
	}
	if err := ch.Err(); err != nil {
		return nil, err
	}
	n := quantity * size
	return &Lot{LotNo: no, Ingredient: i.Code, Received: n, Left: n, BestBefore: bestBefore, Status: "usable"}, nil
}

func (p *plant) addLot(c echo.Context, i *Ingredient) error {
	var in struct {
		LotNo      string  `json:"lot_no"`
		Quantity   int     `json:"quantity"`
		Unit       *string `json:"unit"`
		BestBefore string  `json:"best_before"`
	}
	if err := c.Bind(&in); err != nil {
		return err
	}
	l, err := newLot(i, in.LotNo, in.Quantity, in.Unit, in.BestBefore)
	if err != nil {
		return err
	}
	if i.lot(l.LotNo) != nil {
		return conflict("lot_exists", "there is a lot "+l.LotNo+" of "+i.Code)
	}
	i.lots = append(i.lots, l)
	return c.JSON(201, l)
}

func (p *plant) addDelivery(c echo.Context) error {
	var in struct {
		Note  string            `json:"delivery_note"`
		Lines []json.RawMessage `json:"lines"`
	}
	if err := c.Bind(&in); err != nil {
		return err
	}
	var ch input.Checks
	ch.Length(in.Note, "delivery_note", 1, 30)
	ch.That(1 <= len(in.Lines) && len(in.Lines) <= 20, "lines", "must be 1 to 20")
	if err := ch.Err(); err != nil {
		return err
	}
	var lots []*Lot
	for n, raw := range in.Lines {
		var line struct {
			Ingredient string  `json:"ingredient"`
			LotNo      string  `json:"lot_no"`
			Quantity   int     `json:"quantity"`
			Unit       *string `json:"unit"`
			BestBefore string  `json:"best_before"`
		}
		where := fmt.Sprintf("lines[%d]", n)
		if err := part(raw, &line, where); err != nil {
			return err
		}
		i := p.ingredient(line.Ingredient)
		if i == nil {
			return unfit(where, "there is no such ingredient")
		}
		l, err := newLot(i, line.LotNo, line.Quantity, line.Unit, line.BestBefore)
		if err != nil {
			return unfit(where, err.Error())
		}
		twice := slices.ContainsFunc(lots, func(o *Lot) bool { return o.Ingredient == i.Code && o.LotNo == l.LotNo })
		if twice || i.lot(l.LotNo) != nil {
			return conflict("lot_exists", "there is a lot "+l.LotNo+" of "+i.Code)
		}
		l.DeliveryNote = in.Note
		if p.bug == 1 { // the unit of a line is checked but not applied
			l.Received, l.Left = line.Quantity, line.Quantity
		}
		if p.bug == 5 { // lines are stored one by one
			i.lots = append(i.lots, l)
		}
		lots = append(lots, l)
	}
	if p.bug != 5 {
		for _, l := range lots {
			i := p.ingredient(l.Ingredient)
			i.lots = append(i.lots, l)
		}
	}
	return c.JSON(201, map[string]any{"delivery_note": in.Note, "lots": lots})
}

func (p *plant) blockLot(c echo.Context, i *Ingredient) error {
	l := i.lot(c.Param("lot_no"))
	if l == nil {
		return missing("lot")
	}
	var in struct {
		Reason string `json:"reason"`
	}
	if err := c.Bind(&in); err != nil {
		return err
	}
	var ch input.Checks
	ch.Length(in.Reason, "reason", 3, 100)
	if err := ch.Err(); err != nil {
		return err
	}
	if l.Status == "blocked" {
		return conflict("already_blocked", "the lot is blocked")
	}
	l.Status, l.Reason = "blocked", in.Reason
	return c.JSON(200, l)
}

func (p *plant) releaseLot(c echo.Context, i *Ingredient) error {
	l := i.lot(c.Param("lot_no"))
	if l == nil {
		return missing("lot")
	}
	if l.Status != "blocked" {
		return conflict("not_blocked", "the lot is not blocked")
	}
	l.Status, l.Reason = "usable", ""
	return c.JSON(200, l)
}

func (p *plant) lotUsage(c echo.Context, i *Ingredient) error {
	l := i.lot(c.Param("lot_no"))
	if l == nil {
		return missing("lot")
	}
	type use struct {
		BatchNo  string `json:"batch_no"`
		Quantity int    `json:"quantity"`
	}
	uses, total := []use{}, 0
	for _, b := range p.batches {
		for _, d := range b.Drawn {
			if d.Ingredient == i.Code && d.LotNo == l.LotNo {
				uses = append(uses, use{b.BatchNo, d.Quantity})
				total += d.Quantity
			}
		}
	}
	return c.JSON(200, map[string]any{"lot_no": l.LotNo, "batches": uses, "total": total})
}
