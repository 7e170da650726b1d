package invariant

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/value"
)

// totals changes the total of the executions from first on, so many of them.
func totals(first, n int) func(int, value.Object) {
	return func(i int, got value.Object) {
		if i >= first && i < first+n {
			got[4].Value = got[4].Value.(int64) + 1
		}
	}
}

// bill is an execution with two of something that costs 3.
func bill(total int64) *Observation {
	two, three := value.Member{Name: "count", Value: int64(2)}, value.Member{Name: "price", Value: int64(3)}
	return &Observation{Operation: "POST /sales", Sent: []Value{{"body", value.Object{two}}},
		Got:  []Value{{"response", value.Object{two, three, {Name: "total", Value: total}}}},
		Name: func() string { return "odd" }}
}

// TestShare: what a miner tells another one adds up with what that one knows, and nobody tells it back.
func TestShare(t *testing.T) {
	law := func(m *Miner) Law {
		for _, l := range m.Laws("POST /sales") {
			if l.Text == "response/total is body/count times response/price" {
				return l
			}
		}
		return Law{}
	}
	one, other, none := learned(200, totals(150, 1)), learned(100, totals(0, 0)), &Miner{}
	news := one.News()
	require.NotEmpty(t, news)
	assert.Empty(t, one.News(), "it told all")
	other.News()
	other.Add(news)
	none.Add(news)
	want := Law{Text: "response/total is body/count times response/price", Held: 299, Broken: 1, Right: "execution 0",
		Wrong: "execution 150"}
	assert.Equal(t, want, law(other))
	want.Held = 199
	assert.Equal(t, want, law(none))
	assert.Empty(t, other.News(), "nobody hears what it told")
	assert.Empty(t, none.News())
	none.Learn(bill(6))
	assert.Equal(t, 200, law(none).Held, "it goes on counting")
}

// TestDroppedLawsAreShared: a law that a miner told and then drops is none for the others.
func TestDroppedLawsAreShared(t *testing.T) {
	one, other := &Miner{}, learned(100, totals(0, 0))
	one.Add(learned(100, totals(0, 0)).News())
	tell := func(m *Miner, broken int) []Record {
		for range broken {
			m.Learn(bill(7))
		}
		return m.News()
	}
	texts := func(m *Miner) (out []string) {
		for _, l := range m.Laws("POST /sales") {
			out = append(out, l.Text)
		}
		return out
	}
	const text = "response/total is body/count times response/price"
	require.Contains(t, texts(one), text)
	require.Contains(t, texts(other), text)
	other.Add(tell(one, 10))
	assert.NotContains(t, texts(one), text)
	assert.NotContains(t, texts(other), text)
	other.Add(learned(100, totals(0, 0)).News())
	assert.NotContains(t, texts(other), text, "it stays dropped")
	(&Miner{}).Add([]Record{{Operation: "GET /a", Form: "unheard of", Of: []string{"a", "b"}}})
}
