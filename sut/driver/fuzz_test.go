package driver

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/sut"
)

// FuzzFrames: any bytes on a channel are read, or are an error.
func FuzzFrames(f *testing.F) {
	w := &writer{}
	(&hello{version: version, name: "go"}).encode(w)
	add := func(w *writer) {
		var b bytes.Buffer
		if err := w.send(&b); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	add(w)
	_ = encodeTargets(w, []Target{{Number: 7, Kind: sut.BranchTarget, Side: True, Line: 1, Column: 2, File: "a.js",
		What: "x", Values: []any{1.5, "y"}}})
	add(w)
	w.begin(kindScores)
	_ = (&scores{list: []Score{{7, 0.5}},
		compared: []Compared{{Number: 7, Operands: []any{"a", 2.0, sut.Wanted{Form: "json"}}}}}).encode(w)
	add(w)
	w.begin(kindScores)
	_ = (&scores{went: happenings{told: true,
		incidents: []sut.Incident{{Kind: sut.LeftOpen, Place: "api.read (a.go:1)", Text: "a file"}}}}).encode(w)
	add(w)
	f.Add([]byte("\xff\xff\xff\x03\x05"))
	f.Fuzz(func(t *testing.T, b []byte) {
		in := receive(bytes.NewReader(b))
		table := newTable()
		for {
			kind, body, err := in.next()
			if err != nil {
				return
			}
			if err := read(kind, body, table); err != nil {
				assert.NotContains(t, err.Error(), "\n")
				return
			}
		}
	})
}

func read(kind byte, body *reader, t *table) error {
	switch kind {
	case kindHello:
		_, err := decodeHello(body)
		return err
	case kindScores:
		var s scores
		if err := s.decode(body); err != nil {
			return err
		}
		for _, score := range s.list {
			if !(score.Value > 0 && score.Value <= 1) {
				panic("a score that is none")
			}
		}
		return nil
	}
	return (&process{orders: orders{table: t}}).aside(kind, body)
}

// TestOperandsArriveAsTheyWere, including whole numbers that JSON cannot represent.
func TestOperandsArriveAsTheyWere(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, text := rapid.Int64().Draw(rt, "n"), rapid.String().Draw(rt, "text")
		want := scores{
			list:     []Score{{7, 0.5}},
			compared: []Compared{{Number: 7, Operands: []any{n, 2.5, text, sut.Wanted{Form: "json", Text: text}}}},
			inputs:   []sut.Input{{Place: "query", Name: text, Decoded: true}},
		}
		if rapid.Bool().Draw(rt, "used") {
			want.tables = []sut.Table{{Table: text, Way: 2, Columns: []string{"id", text}}, {Table: "b"}}
			want.went.told = true
		}
		if rapid.Bool().Draw(rt, "watched") {
			want.went = happenings{told: true, cost: sut.Cost{Steps: rapid.Uint64().Draw(rt, "steps"), Allocated: 5}}
			for _, kind := range incidentKinds {
				want.went.incidents = append(want.went.incidents,
					sut.Incident{Kind: kind, Place: "api.create (books.go:12)", Text: text})
			}
		}
		w := &writer{}
		w.begin(kindScores)
		require.NoError(rt, want.encode(w))
		var b bytes.Buffer
		require.NoError(rt, w.send(&b))
		in := receive(&b)
		_, body, err := in.next()
		require.NoError(rt, err)
		var got scores
		require.NoError(rt, got.decode(body))
		require.Equal(rt, want, got)
	})
}

// TestIncidentsAreBounded: a driver sends no more than the bounds allow, and a frame with more is an error.
func TestIncidentsAreBounded(t *testing.T) {
	long := happenings{told: true}
	for i := range maxIncidents + 5 {
		long.incidents = append(long.incidents, sut.Incident{Kind: sut.BrokenLine, Place: strconv.Itoa(i),
			Text: strings.Repeat("é", maxWords)})
	}
	long.incidents = append([]sut.Incident{{Kind: sut.Raced}}, long.incidents...) // of which frames know nothing
	w := &writer{}
	long.encode(w)
	var got happenings
	r := &reader{b: w.b}
	got.more(r)
	require.NoError(t, r.end())
	require.Len(t, got.incidents, maxIncidents)
	assert.Equal(t, sut.Incident{Kind: sut.BrokenLine, Place: "0", Text: strings.Repeat("é", maxWords/2)},
		got.incidents[0])

	for what, frame := range map[string]func(w *writer){
		"a driver tells of 65 incidents, and 64 are the most": func(w *writer) {
			w.count(maxIncidents + 1)
			w.b = append(w.b, make([]byte, (maxIncidents+1)*leastIncident)...)
		},
		"an incident has the kind 10": func(w *writer) { w.count(1); w.byte(10); w.text(""); w.text("") },
		"an incident is too long": func(w *writer) {
			w.count(1)
			w.byte(1)
			w.text("")
			w.text(strings.Repeat("x", maxWords+1))
		},
		// it has no cost
		"a frame ends too early": func(w *writer) { w.count(1); w.byte(1); w.text(""); w.text("") },
	} {
		w := &writer{}
		frame(w)
		r := &reader{b: w.b}
		new(happenings).more(r)
		assert.EqualError(t, r.end(), what)
	}
}

// TestTargetsArriveAsTheyWere: decoding returns the targets that were encoded.
func TestTargetsArriveAsTheyWere(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		list := rapid.SliceOf(rapid.Custom(func(rt *rapid.T) Target {
			target := Target{
				Number: rapid.Uint32Max(maxNumber-1).Draw(rt, "number"), Kind: sut.StatementTarget,
				Side: Side(rapid.IntRange(0, 2).Draw(rt, "side")),
				Line: rapid.Uint32().Draw(rt, "line"), Column: rapid.Uint32().Draw(rt, "column"),
				File: rapid.StringN(1, 20, -1).Draw(rt, "file"), What: rapid.String().Draw(rt, "what"),
				Way: rapid.String().Draw(rt, "way"), Function: rapid.String().Draw(rt, "function"),
			}
			for _, v := range rapid.SliceOf(rapid.String()).Draw(rt, "texts") {
				target.Values = append(target.Values, v, math.Pi, int64(math.MaxInt64), 'x')
			}
			return target
		})).Draw(rt, "targets")
		w := &writer{}
		require.NoError(rt, encodeTargets(w, list))
		var b bytes.Buffer
		require.NoError(rt, w.send(&b))
		in := receive(&b)
		kind, body, err := in.next()
		require.NoError(rt, err)
		require.Equal(rt, kindTargets, kind)
		got, err := decodeTargets(body)
		require.NoError(rt, err)
		require.Len(rt, got, len(list))
		for i := range got {
			require.Equal(rt, list[i], got[i])
		}
	})
}
