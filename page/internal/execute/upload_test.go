package execute

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/page/internal/act"
	"github.com/evoke-go/evoke/page/internal/graph"
	"github.com/evoke-go/evoke/testcase"
)

// reader is a page that shows the content of files given to it, read in three ways, and the number of stored files.
const reader = `<label>File <input type=file id=f accept=".csv,.txt" hidden></label><p id=a></p><p id=b></p><p id=c></p>
<script>
f.onchange = async () => {
  const file = f.files[0];
  const r = new FileReader();
  r.onload = () => { a.textContent = file.name + " " + r.result.length; };
  r.readAsText(file);
  file.text().then(text => { b.textContent = text.split("\n")[0]; });
  const opened = indexedDB.open("files", 1);
  opened.onupgradeneeded = () => opened.result.createObjectStore("all");
  opened.onsuccess = () => {
    const all = opened.result.transaction("all", "readwrite").objectStore("all");
    all.put(file.type, 1);
    all.get(1).onsuccess = e => { c.textContent = e.target.result; };
  };
}
</script>`

// TestUpload: a hidden field gets a file of a type that it accepts, and the act ends after the page has read it.
func TestUpload(t *testing.T) {
	x, _ := executor(t, 2, map[string]string{"index.html": reader})
	first := x.Graph.States[0]
	var found *graph.Event
	for _, e := range first.Events {
		if e.Kind == act.Upload {
			found = e
		}
	}
	require.NotNil(t, found)
	for range 3 {
		a := first.Act(found)
		test := &testcase.Case{Actions: []testcase.Action{act.First(), a}}
		require.NotNil(t, a.Value)
		trace, err := x.Run(t.Context(), test, Judge)
		require.NoError(t, err)
		require.Len(t, trace.Steps, 2)
		after := trace.Steps[1].After
		assert.Equal(t, "file.csv 8", after["#a"].Text)
		assert.Equal(t, "a,b", after["#b"].Text)
		assert.Equal(t, "text/csv", after["#c"].Text)
	}
}
