package invariant

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/value"
)

// sale is an execution that answers with the values that a service would make of a number and a price.
func sale(r *rand.Rand, n int) (sent, got any) {
	count, price := int64(2+r.IntN(40)), int64(2+r.IntN(900))
	open := r.IntN(2) == 0
	status, end := "open", any(nil)
	if !open {
		status, end = "closed", "2026-03-01T10:00:00Z"
	}
	day := 1 + r.IntN(20)
	lines := []any{}
	sum := int64(0)
	for range r.IntN(4) {
		amount := int64(2 + r.IntN(50))
		sum += amount
		lines = append(lines, value.Object{{Name: "amount", Value: amount}, {Name: "twice", Value: 2 * amount},
			{Name: "unit", Value: int64(2)}})
	}
	return value.Object{{Name: "count", Value: count}}, value.Object{
		{Name: "id", Value: fmt.Sprintf("n-%d", n)},
		{Name: "link", Value: fmt.Sprintf("/sales/n-%d", n)},
		{Name: "count", Value: count}, {Name: "price", Value: price},
		{Name: "total", Value: count * price}, {Name: "weight", Value: int64(r.IntN(1000))},
		{Name: "status", Value: status}, {Name: "ended", Value: end},
		{Name: "from", Value: fmt.Sprintf("2026-01-%02d", day)},
		{Name: "to", Value: fmt.Sprintf("2026-01-%02d", day+r.IntN(9))},
		{Name: "lines", Value: lines}, {Name: "sum", Value: sum},
	}
}

func learned(n int, change func(i int, got value.Object)) *Miner {
	m := &Miner{}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		sent, got := sale(r, i)
		change(i, got.(value.Object))
		m.Learn(&Observation{Operation: "POST /sales", Sent: []Value{{"body", sent}}, Got: []Value{{"response", got}},
			Name: func() string { return fmt.Sprint("execution ", i) }})
	}
	return m
}

// TestLaws: relations that hold are learnt, and relations of unrelated values are not.
func TestLaws(t *testing.T) {
	var texts []string
	for _, l := range learned(200, func(int, value.Object) {}).Laws("POST /sales") {
		texts = append(texts, l.Text)
		assert.Zero(t, l.Broken, l.Text)
		assert.GreaterOrEqual(t, l.Held, leastHeld, l.Text)
		assert.Empty(t, l.Right+l.Wrong)
	}
	assert.Equal(t, []string{
		"body/count is response/count",
		`response/ended is null if response/status is "open", and only then`,
		"response/from is at most response/to",
		"response/id is a part of response/link",
		"response/lines/*/twice is response/lines/*/amount plus response/lines/*/amount",
		"response/lines/*/twice is response/lines/*/amount times response/lines/*/unit",
		"response/sum is the sum of response/lines/*/amount",
		"response/total is body/count times response/price",
		"the sum of response/lines/*/twice is response/sum plus response/sum",
	}, texts)
}

// TestBrokenLaw: a law that one execution breaks names that execution. A relation that many break is no law.
func TestBrokenLaw(t *testing.T) {
	set := func(o value.Object, name string, v any) {
		for i := range o {
			if o[i].Name == name {
				o[i].Value = v
			}
		}
	}
	m := learned(200, func(i int, got value.Object) {
		if i == 150 {
			total, _ := got.Get("total")
			set(got, "total", total.(int64)+1)
		}
		if i%5 == 4 {
			set(got, "sum", int64(i%2*20000-10000))
		}
	})
	var broken []Law
	for _, l := range m.Laws("POST /sales") {
		assert.NotContains(t, l.Text, "response/sum")
		if l.Broken > 0 {
			broken = append(broken, l)
		}
	}
	require.Len(t, broken, 1)
	assert.Equal(t, Law{Text: "response/total is body/count times response/price",
		Held: 199, Broken: 1, Right: "execution 0", Wrong: "execution 150"}, broken[0])
}

// TestBounds: deep members, long texts and values beyond the greatest number of them are not read.
func TestBounds(t *testing.T) {
	m := &Miner{}
	var wide value.Object
	for i := range 3 * mostValues {
		wide = append(wide, value.Member{Name: fmt.Sprint("m", i), Value: int64(i)})
	}
	var deep any = "bottom"
	for range mostDepth + 2 {
		deep = value.Object{{Name: "in", Value: deep}}
	}
	for range 3 {
		m.Learn(&Observation{Operation: "GET /wide", Got: []Value{{"deep", deep}, {"response", wide}},
			Name: func() string { return "" }})
	}
	p := m.points["GET /wide\x00"]
	assert.Len(t, p.names, mostValues)
	assert.NotContains(t, fmt.Sprint(p.names), "deep")
}

func BenchmarkLaws(b *testing.B) {
	m := learned(500, func(int, value.Object) {})
	for b.Loop() {
		m.Laws("POST /sales")
	}
}

func BenchmarkLearn(b *testing.B) {
	m := &Miner{}
	r := rand.New(rand.NewPCG(1, 2))
	sent, got := sale(r, 1)
	for b.Loop() {
		m.Learn(&Observation{Operation: "POST /sales", Sent: []Value{{"body", sent}}, Got: []Value{{"response", got}},
			Name: func() string { return "" }})
	}
}

// TestCopies: of two documents that are sent again and again, one lacks many members. Nothing decides them.
func TestCopies(t *testing.T) {
	m := &Miner{}
	for i := range 200 {
		got := value.Object{{Name: "code", Value: []string{"long", "short"}[i%2]}}
		for k := range 2 * mostDecided {
			got = append(got, value.Member{Name: fmt.Sprint("part", k), Value: []any{int64(i * k), nil}[i%2]})
		}
		m.Learn(&Observation{Operation: "GET /copies", Got: []Value{{"response", got}},
			Name: func() string { return "" }})
	}
	for _, l := range m.Laws("GET /copies") {
		assert.NotContains(t, l.Text, "null if")
	}
}
