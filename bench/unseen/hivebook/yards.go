package hivebook

import (
	"slices"
	"strings"
)

type yard struct {
	Code     string
	Name     string
	Keeper   string
	Capacity int
	hives    []*hive // in the order of arrival
}

func (y *yard) view() any {
	return struct {
		Code     string `json:"yard_code"`
		Name     string `json:"name"`
		Keeper   string `json:"keeper"`
		Capacity int    `json:"capacity"`
		Count    int    `json:"hive_count"`
	}{y.Code, y.Name, y.Keeper, y.Capacity, len(y.hives)}
}

func (b *book) listYards(c *call) (any, error) {
	out := []any{}
	for _, y := range b.yardsByCode() {
		if c.sees(y.Keeper) {
			out = append(out, y.view())
		}
	}
	return items(out), nil
}

func (b *book) yardsByCode() []*yard {
	out := []*yard{}
	for _, y := range b.yards {
		out = append(out, y)
	}
	slices.SortFunc(out, func(x, y *yard) int { return strings.Compare(x.Code, y.Code) })
	return out
}

func (b *book) createYard(c *call) (any, error) {
	f, err := readForm(c)
	if err != nil {
		return nil, err
	}
	y := &yard{
		Code:     f.match("yard_code", yardCode),
		Name:     f.text("name", 1, 60),
		Capacity: f.whole("capacity", 1, 20),
		Keeper:   c.user.Name,
	}
	if err := f.done(); err != nil {
		return nil, err
	}
	if b.yards[y.Code] != nil {
		return nil, clash("yard_exists", "there is a yard "+y.Code)
	}
	b.yards[y.Code] = y
	return y.view(), nil
}

func (b *book) findYard(c *call) (*yard, error) {
	y := b.yards[c.PathValue("yard_code")]
	if y == nil || !c.sees(y.Keeper) {
		return nil, missing("yard")
	}
	return y, nil
}

func (b *book) getYard(c *call) (any, error) {
	y, err := b.findYard(c)
	if err != nil {
		return nil, err
	}
	return y.view(), nil
}

func (b *book) patchYard(c *call) (any, error) {
	y, err := b.findYard(c)
	if err != nil {
		return nil, err
	}
	f, err := readForm(c)
	if err != nil {
		return nil, err
	}
	name, capacity := y.Name, y.Capacity
	if f.has("name") {
		name = f.text("name", 1, 60)
	}
	if f.has("capacity") {
		capacity = f.whole("capacity", 1, 20)
	}
	if err := f.done(); err != nil {
		return nil, err
	}
	if capacity < len(y.hives) {
		return nil, clash("too_small", "more hives than that stand in the yard")
	}
	y.Name, y.Capacity = name, capacity
	return y.view(), nil
}

func (b *book) hivesOfYard(c *call) (any, error) {
	y, err := b.findYard(c)
	if err != nil {
		return nil, err
	}
	out := []any{}
	for _, h := range y.hives {
		out = append(out, h.view())
	}
	return items(out), nil
}
