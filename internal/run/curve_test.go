package run

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/search"
)

// telling is a problem with one piece of news.
type telling struct {
	problem.Problem
	news []string
}

func (p *telling) News() (text string) {
	if len(p.news) > 0 {
		text, p.news = p.news[0], p.news[1:]
	}
	return text
}

// TestNewsIsHeardAtOnce: it is reported once, right after the evaluation that brought it.
func TestNewsIsHeardAtOnce(t *testing.T) {
	var heard []search.Event
	p := &telling{news: []string{"", "a reset takes long"}}
	observe := news(p, func(event search.Event) { heard = append(heard, event) })
	for range 3 {
		observe(search.Covered{})
		observe(search.Evaluation{})
	}
	assert.Equal(t, []search.Event{search.Covered{}, search.Evaluation{}, search.Covered{}, search.Evaluation{},
		search.Note{Text: "a reset takes long"}, search.Covered{}, search.Evaluation{}}, heard)
	assert.Nil(t, news(p, nil))
}

func TestCurve(t *testing.T) {
	heard := 0
	c := &curve{}
	assert.Empty(t, c.all())
	note := c.observer(func(search.Event) { heard++ })
	stats := search.Stats{}
	for i := range 10_000 {
		stats.Cost, stats.Covered = 3*(i+1), stats.Covered+1
		note(search.Covered{Stats: stats})
		note(search.Evaluation{Stats: stats})
	}
	all := c.all()
	assert.Equal(t, 20_000, heard)
	require.Greater(t, len(all), maxPoints/4)
	require.LessOrEqual(t, len(all), maxPoints+1)
	assert.Equal(t, report.Point{Calls: 3, Covered: 1}, all[0])
	assert.Equal(t, report.Point{Calls: 30_000, Covered: 10_000}, all[len(all)-1])
	for i := range all[1:] {
		assert.Less(t, all[i].Calls, all[i+1].Calls)
		assert.Equal(t, all[i].Calls, 3*all[i].Covered)
	}
	(&curve{}).observer(nil)(search.Evaluation{})
}
