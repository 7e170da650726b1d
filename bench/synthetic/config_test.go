package synthetic

import (
	"encoding/json"
	"go/token"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestConfigErrors(t *testing.T) {
	edges := func(e ...Edge) Config { return Config{Name: "x", Classes: 3, Edges: e} }
	for want, c := range map[string]Config{
		"is not of lower-case words":        {Name: "X", Classes: 1},
		"has no class":                      {Name: "x"},
		"unknown style of paths":            {Name: "x", Classes: 1, Paths: "none"},
		"unknown policy":                    {Name: "x", Classes: 1, OnDelete: "404"},
		"unknown method":                    {Name: "x", Classes: 1, Methods: []Method{"HEAD"}},
		"nothing makes a resource":          {Name: "x", Classes: 1, Methods: []Method{Get}},
		"edge from 0 to 3: not two of 3":    edges(Edge{0, 3, Existence}),
		"edge from 1 to 1: not two of 3":    edges(Edge{1, 1, Existence}),
		"edge from -1 to 1: not two":        edges(Edge{-1, 1, Existence}),
		"unknown kind \"some\"":             edges(Edge{0, 1, "some"}),
		"two edges from 0 to 1":             edges(Edge{0, 1, Existence}, Edge{0, 1, Property}),
		"so 0 cannot be composed of it":     edges(Edge{0, 1, Composition}, Edge{1, 2, Existence}),
		"class 0 depends on itself":         edges(Edge{0, 1, Existence}, Edge{1, 2, Property}, Edge{2, 0, Existence}),
		"class 1 depends on itself":         edges(Edge{0, 1, Existence}, Edge{1, 2, Property}, Edge{2, 1, Existence}),
		"class 2 has dependencies, so 1 ca": edges(Edge{2, 0, Existence}, Edge{1, 2, Composition}),
	} {
		_, err := Generate(c)
		assert.ErrorContains(t, err, want)
	}
	_, err := ParseConfig([]byte("{"))
	assert.ErrorContains(t, err, "read config")
	_, err = ParseConfig([]byte("{}"))
	assert.ErrorContains(t, err, "name")
}

// A config is the same after it was written, and the defaults are those said.
func TestConfigJSON(t *testing.T) {
	for _, c := range append(Published(), unusual()...) {
		data, err := json.Marshal(c)
		require.NoError(t, err)
		read, err := ParseConfig(data)
		require.NoError(t, err)
		assert.Equal(t, c, read)
	}
	m, err := NewModel(Config{Name: "a-b-c", Classes: 1})
	require.NoError(t, err)
	assert.Equal(t, Config{Name: "a-b-c", Classes: 1, Paths: Hide, OnDelete: Fail, Methods: methods()}, m.Config)
	assert.Equal(t, "abc", m.Config.Package())
}

func TestNames(t *testing.T) {
	assert.Equal(t, names(5, 40), names(5, 40))
	assert.NotEqual(t, names(5, 1), names(6, 1))
	drawn := map[string]bool{}
	for _, name := range names(7, 2000) {
		assert.Regexp(t, `^[A-Z][A-Za-z0-9]{4}$`, name)
		drawn[strings.ToLower(name)] = true
	}
	assert.Len(t, drawn, 2000)
	for _, word := range []string{"range", "panic", "found", "value"} {
		assert.True(t, reserved(word), word)
	}
	assert.False(t, token.IsKeyword("range1") || reserved("uEear"))
}

// renamed returns a published model with the names that the paper's figures have.
func renamed(t *testing.T, name string, names ...string) *Model {
	t.Helper()
	m, err := NewModel(named(t, name))
	require.NoError(t, err)
	for i, n := range names {
		m.Classes[i].Name = n
	}
	return m
}

// Paths are those of the paper: Fig. 11, and Section 8.5 for the chain.
func TestPaths(t *testing.T) {
	dense := []string{"UEear", "OEXmz", "W27dt", "B8v25", "IUJWo"}
	hide, shown := renamed(t, "n5-dense-hide", dense...), renamed(t, "n5-dense-pd-shown", dense...)
	assert.Equal(t, "/api/uEears", hide.Classes[0].Collection())
	assert.Equal(t, "/api/uEears/{uEearsId}", hide.Classes[0].Item())
	assert.Equal(t, "/api/iUJWos/{iUJWoId}/b8v25s/{b8v25Id}/uEears", shown.Classes[0].Collection())
	assert.Equal(t, "/api/iUJWos/{iUJWoId}/b8v25s/{b8v25Id}/uEears/{uEearsId}", shown.Classes[0].Item())
	assert.Equal(t, "/api/b8v25s/{b8v25sId}", shown.Classes[3].Item())

	medium := renamed(t, "n5-medium-shown", "Vvvvv", "Hhhhh", "Ppppp", "Uuuuu")
	assert.Equal(t, "/api/uuuuus/{uuuuuId}/ppppps/{pppppId}/hhhhhs/{hhhhhId}/vvvvvs/{vvvvvsId}",
		medium.Classes[0].Item())
	assert.Equal(t, "/api/uuuuus/{uuuuuId}/ppppps/{pppppsId}", medium.Classes[2].Item())
}

// What two ways lead to is shown once.
func TestPathsOfDiamond(t *testing.T) {
	m, err := NewModel(Config{Name: "x", Classes: 4, Paths: Shown,
		Edges: []Edge{{0, 1, Existence}, {0, 2, Existence}, {1, 3, Existence}, {2, 3, Existence}}})
	require.NoError(t, err)
	for i, name := range []string{"Aaaaa", "Bbbbb", "Ccccc", "Ddddd"} {
		m.Classes[i].Name = name
	}
	assert.Equal(t, "/api/ddddds/{dddddId}/cccccs/{cccccId}/bbbbbs/{bbbbbId}/aaaaas", m.Classes[0].Collection())
}

// Bodies and parameters of a class with parts and references.
func TestFields(t *testing.T) {
	m := renamed(t, "n5-dense-hide", "Xxxxx", "Ooooo", "Ppppp", "Rrrrr", "Sssss")
	texts := func(fields []Field) string {
		var all []string
		for _, f := range fields {
			all = append(all, f.Name+":"+goType(f.Text))
		}
		return strings.Join(all, " ")
	}
	assert.Equal(t, "id:int32 name:string value:int32 rrrrrId:int32 sssssId:int32 oooooId:int32 pppppId:int32 "+
		"oooooName:string oooooValue:int32 pppppName:string pppppValue:int32", texts(m.Classes[0].Fields()))
	assert.Equal(t, "xxxxxsname:string xxxxxsvalue:int32 rrrrrId:int32 sssssId:int32 "+
		"oooooName:string oooooValue:int32 pppppName:string pppppValue:int32", texts(m.Classes[0].Params()))
	assert.Equal(t, "id:int32 name:string value:int32", texts(m.Classes[1].Fields()))
	shown := renamed(t, "n5-dense-shown", "Xxxxx", "Ooooo", "Ppppp", "Rrrrr", "Sssss")
	assert.Equal(t, "xxxxxsname:string xxxxxsvalue:int32 "+
		"oooooName:string oooooValue:int32 pppppName:string pppppValue:int32", texts(shown.Classes[0].Params()))
}

// The services of a graph differ in paths and properties only.
func TestPublished(t *testing.T) {
	var all []string
	for _, c := range Published() {
		all = append(all, c.Name)
		assert.Equal(t, strings.Contains(c.Name, "-pd-") && !strings.Contains(c.Name, "dense"), c.ValueWindow, c.Name)
		assert.Equal(t, strings.HasSuffix(c.Name, string(c.Paths)), true, c.Name)
	}
	assert.Equal(t, "n5-dense-hide n5-dense-shown n5-dense-pd-hide n5-dense-pd-shown "+
		"n5-medium-hide n5-medium-shown n5-medium-pd-hide n5-medium-pd-shown "+
		"n5-sparse-hide n5-sparse-shown n5-sparse-pd-hide n5-sparse-pd-shown", strings.Join(all, " "))
}
