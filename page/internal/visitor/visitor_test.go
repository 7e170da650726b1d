package visitor

import (
	"context"
	"io"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/page/internal/browser"
	"github.com/evoke-go/evoke/page/internal/site"
)

// visit opens a page made of some files.
func visit(t testing.TB, files map[string]string) (*Visitor, *site.Site) {
	t.Helper()
	if _, err := browser.Find(false); err != nil {
		t.Skip(err)
	}
	s := site.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, there := files[r.URL.Path]
		switch {
		case !there:
			http.NotFound(w, r)
			return
		case r.URL.Path == "/" || r.URL.Path == "/two":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
		}
		_, _ = io.WriteString(w, text)
	}))
	b, err := browser.Start(t.Context(), browser.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, b.Close()) })
	script, err := Script(Settings{Now: 1767225600000, Seed: 7})
	require.NoError(t, err)
	tab, err := b.Tab(t.Context(), s, script)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, tab.Close(context.Background())) })
	v, err := New(t.Context(), tab, site.Local, site.Local)
	require.NoError(t, err)
	return v, s
}

func opened(t testing.TB, v *Visitor) *Told {
	t.Helper()
	told, err := v.Open(t.Context())
	require.NoError(t, err)
	return told
}

func act(t testing.TB, v *Visitor, kind, path string, value any) *Told {
	t.Helper()
	told, err := v.Act(t.Context(), kind, path, value, nil)
	require.NoError(t, err)
	return told
}

// named lists events as kind and path.
func named(events []Event) (out []string) {
	for _, e := range events {
		out = append(out, e.Kind+" "+e.Path)
	}
	slices.Sort(out)
	return out
}

func TestEvents(t *testing.T) {
	v, s := visit(t, map[string]string{"/": `<body>
		<button id=b>Go</button><a href="/two">two</a><a>none</a>
		<form id=f><label>Age <input type=number min=1 max=9 name=age></label><input type=hidden name=h><select><option>1<option>2</select></form>
		<div id=d>x</div><div id=hidden style="display:none" onclick="x()">y</div><ul id=l><li>1<li>2</ul><button disabled>no</button>
		<script>
		d.addEventListener('dblclick', () => { x() }); l.onclick = e => {}; document.addEventListener('keydown', () => {});
		addEventListener('hashchange', () => {}); setTimeout(() => {}, 5000);
		const gone = () => {}; b.addEventListener('mouseover', gone); b.removeEventListener('mouseover', gone);
		</script>`})
	told := opened(t, v)
	assert.Equal(t, []string{
		"click #b", "click #l", "click #l > li:nth-of-type(1)", "click #l > li:nth-of-type(2)",
		"click body > a:nth-of-type(1)", "dblclick #d", "fill #f > label:nth-of-type(1) > input:nth-of-type(1)",
		"fill #f > select:nth-of-type(1)", "hash window", "key #b",
		"key #f > label:nth-of-type(1) > input:nth-of-type(1)", "key #f > select:nth-of-type(1)", "key body",
		"key body > a:nth-of-type(1)", "submit #f", "wait window",
	}, named(told.Events))
	i := slices.IndexFunc(told.Events, func(e Event) bool { return e.Type == "number" })
	require.GreaterOrEqual(t, i, 0)
	assert.Equal(t, Event{Kind: "fill", Whose: "own", Handlers: [][]int{}, Element: Element{
		Path: "#f > label:nth-of-type(1) > input:nth-of-type(1)", Tag: "input", Role: "spinbutton",
		Name: "Age", Label: "Age",
		Field: Field{Type: "number", Min: "1", Max: "9"},
	}}, told.Events[i])
	assert.Equal(t, told, opened(t, v), "the same each time")
	var handlers []string
	for _, e := range told.Events {
		for _, n := range e.Handlers {
			handlers = append(handlers, e.Path+" "+s.Sources.Targets(n[0])[0].Text)
		}
	}
	require.Len(t, handlers, 1)
	assert.Regexp(t, `^#d d.addEventListener`, handlers[0])
}

// TestActs: each act causes the same browser events as the act of a user.
func TestActs(t *testing.T) {
	v, _ := visit(t, map[string]string{"/": `<body>
		<p id=out style="height:1em"></p><button id=b>Go</button><input id=i><input id=l><input id=c type=checkbox><select id=s><option>1<option>2</select>
		<form id=f onsubmit="say('sent ' + this.q.value); return false"><input id=q name=q required></form>
		<div id=from draggable=true>a</div><div id=onto>b</div><div id=e contenteditable>x</div>
		<script>
		const say = text => { out.textContent = text };
		b.onclick = e => say('click ' + e.detail); b.ondblclick = () => say('twice'); b.oncontextmenu = () => say('menu');
		b.onmouseenter = () => b.dataset.over = 1; i.oninput = () => say('typed ' + i.value); i.onkeydown = e => say('key ' + e.key);
		l.onblur = () => say('left'); c.onchange = () => say('checked ' + c.checked); s.onchange = () => say('chose ' + s.value);
		from.ondragstart = e => e.dataTransfer.setData('text', 'dragged'); onto.ondragover = e => e.preventDefault();
		onto.ondrop = e => say(e.dataTransfer.getData('text')); e.oninput = () => say('edited ' + e.textContent);
		addEventListener('hashchange', () => say('at ' + location.hash)); addEventListener('storage', e => say('stored ' + e.newValue));
		setTimeout(() => say('late'), 60_000); 
		b.addEventListener('auxclick', () => say(confirm('sure?') + ' ' + prompt('name')));
		</script>`})
	for _, tt := range []struct {
		kind, path string
		value      any
		want       string
	}{
		{"click", "#b", nil, "click 1"}, {"dblclick", "#b", nil, "twice"}, {"contextmenu", "#b", nil, "menu"},
		{"fill", "#i", "ab", "typed ab"}, {"key", "#i", "Enter", "key Enter"}, {"focus", "#l", nil, "left"},
		{"click", "#c", nil, "checked true"}, {"fill", "#s", "2", "chose 2"}, {"fill", "#e", "new", "edited new"},
		{"drag", "#from", "#onto", "dragged"}, {"drop", "#onto", "#from", "dragged"},
		{"hash", "window", "there", "at #there"},
		{"storage", "window", "v", "stored v"}, {"wait", "window", nil, "late"}, {"submit", "#f", nil, ""},
	} {
		t.Run(tt.kind+tt.path, func(t *testing.T) {
			before := opened(t, v)
			told := act(t, v, tt.kind, tt.path, tt.value)
			assert.False(t, told.Missing)
			assert.Empty(t, told.Troubles)
			assert.Positive(t, told.Time)
			var out string
			require.NoError(t, v.tab.Evaluate(t.Context(), "out.textContent", &out))
			assert.Equal(t, tt.want, out)
			assert.Equal(t, tt.want != "", before.State != told.State)
		})
	}
	opened(t, v)
	act(t, v, "fill", "#q", "word")
	act(t, v, "submit", "#f", nil)
	var out string
	require.NoError(t, v.tab.Evaluate(t.Context(), "out.textContent", &out))
	assert.Equal(t, "sent word", out)
	assert.True(t, act(t, v, "click", "#none", nil).Missing)
}

// TestPagesThatGo: an act that leads to another document has the effects in both. TestHandsReachWhatIsThere: the
// pointer reaches the innermost element at a point, leaves the previous one, and does not reach covered elements.
func TestHandsReachWhatIsThere(t *testing.T) {
	v, _ := visit(t, map[string]string{"/": `<body>
		<style>* { margin: 0 } ul, li, b, #d, #a { display: block; height: 40px; padding: 0 } #c { position: fixed; top: 40px }</style>
		<ul id=u><li id=l>x</li></ul><b id=b onclick="say('never')">below</b><b id=c style="width:100%">above</b>
		<div id=d>pull</div><div id=a>there</div><p id=out></p><input id=i><button id=k onclick="say('pressed')">k</button>
		<script>
		const seen = [], say = text => { seen.push(text); out.textContent = seen.join(' ') };
		u.onclick = e => say(e.target.id); u.onmouseenter = () => say('in'); u.onmouseleave = e => say('out');
		d.onmousedown = e => { say('down'); onmousemove = e => say(e.buttons + ' ' + e.target.id); };
		onmouseup = e => say('up ' + e.target.id); i.oninput = () => say('typed ' + i.value);
		</script>`})
	out := func() (text string) {
		require.NoError(t, v.tab.Evaluate(t.Context(), "out.textContent", &text))
		return text
	}
	opened(t, v)
	assert.False(t, act(t, v, "click", "#u", nil).Missing)
	act(t, v, "hover", "#a", nil)
	assert.Equal(t, "in up l l out", out())
	assert.True(t, act(t, v, "click", "#b", nil).Missing, "it is covered")
	for _, tt := range []struct {
		kind, path string
		value      any
		want       string
	}{
		{"drag", "#d", "#a", "down 1 a up a"}, {"drag", "#d", "#d", "down 1 d up d"}, {"key", "#i", "z", "typed z"},
		{"key", "#k", "Enter", "pressed"}, {"key", "#k", " ", "pressed"}, {"key", "#k", "z", ""},
	} {
		opened(t, v)
		assert.False(t, act(t, v, tt.kind, tt.path, tt.value).Missing)
		assert.Equal(t, tt.want, out(), tt.kind)
	}
}

// TestStates: the state depends on whether a field is filled, not on its text, and not on the fragment of the address.
func TestStates(t *testing.T) {
	v, _ := visit(t,
		map[string]string{"/": `<body><input id=i><input id=n type=number max=9><select id=s><option>1<option>2</select>
		<script>let n = 0; setInterval(() => { n++; document.body.dataset.n = n }, 1001)</script>`})
	first := opened(t, v).State
	filled := act(t, v, "fill", "#i", "a").State
	assert.NotEqual(t, first, filled)
	opened(t, v)
	assert.Equal(t, filled, act(t, v, "fill", "#i", "b").State)
	opened(t, v)
	assert.Equal(t, first, act(t, v, "hash", "window", "there").State)
	opened(t, v)
	valid := act(t, v, "fill", "#n", "5").State
	opened(t, v)
	assert.NotEqual(t, valid, act(t, v, "fill", "#n", "50").State)
	opened(t, v)
	assert.NotEqual(t, first, act(t, v, "fill", "#s", "2").State)
	opened(t, v)
	told := act(t, v, "wait", "window", int64(5000))
	assert.Equal(t, int64(5500), told.Time, "without the time before")
	var n string
	require.NoError(t, v.tab.Evaluate(t.Context(), "document.body.dataset.n", &n))
	assert.Equal(t, "5", n)
}

func TestPagesThatGo(t *testing.T) {
	v, s := visit(t, map[string]string{
		"/": `<a id=a href="/two">two</a><a id=n href="/none">none</a><script>a.onclick = () => { n.x = 1 }</script>`,
		"/two": `<title>two</title><script>if (location.search) throw new Error("late")</script>
			<button id=b onclick="location = '/two?again'">b</button>`,
	})
	opened(t, v)
	told := act(t, v, "click", "#a", nil)
	assert.Equal(t, site.Local+"two", told.Address)
	assert.Equal(t, []string{"click #b"}, named(told.Events))
	reached := map[string]bool{}
	for _, score := range told.Scores {
		reached[s.Sources.Targets(0)[score.Target].Path] = score.Value == 1
	}
	assert.Equal(t, map[string]bool{"/": true, "/two": true}, reached, "the act and the next document: %+v", told)
	told = act(t, v, "click", "#b", nil)
	assert.Equal(t, site.Local+"two?again", told.Address)
	require.Len(t, told.Troubles, 1)
	assert.Equal(t, "Error: late", told.Troubles[0].Text)
	opened(t, v)
	told = act(t, v, "click", "#n", nil)
	assert.Equal(t, site.Local+"none", told.Address)
}

// TestTroubles: a trouble is reported with the act that caused it.
func TestTroubles(t *testing.T) {
	v, _ := visit(t, map[string]string{"/": `<img src="/none.png"><button id=a onclick="none.such()">a</button>
		<button id=b onclick="Promise.reject(new TypeError('no'))">b</button><button id=c onclick="console.error('bad', 1)">c</button>
		<button id=d onclick="fetch('/none')">d</button><button id=e onclick="for (let i = 0; i < 1e4; i++) alert(i)">e</button>
		<button id=f onclick="setTimeout(() => { throw 'late' }, 10)">f</button><button id=g onclick="window.open('/x')">g</button>`})
	told := opened(t, v)
	require.Len(t, told.Troubles, 1)
	assert.Equal(t, Trouble{Kind: "load", Text: "img /none.png"}, told.Troubles[0])
	for path, want := range map[string]string{
		"#a": "error ReferenceError: none is not defined", "#b": "rejection TypeError: no",
		"#c": "console bad uncaught 1",
		"#d": "request 404 /none", "#f": "error late",
	} {
		told := act(t, v, "click", path, nil)
		if assert.Len(t, told.Troubles, 1, path) {
			assert.Equal(t, want, told.Troubles[0].Kind+" "+told.Troubles[0].Text)
		}
	}
	assert.Len(t, act(t, v, "click", "#e", nil).Asked, 50)
	assert.Equal(t, []Question{{"open", "/x"}}, act(t, v, "click", "#g", nil).Asked)
}

// TestTheWorldIsTheSameEachTime: clock and random numbers of a page begin anew with each document.
func TestTheWorldIsTheSameEachTime(t *testing.T) {
	v, _ := visit(t, map[string]string{"/": `<p id=p></p><script>
		p.textContent = [Math.random(), crypto.randomUUID ? crypto.getRandomValues(new Uint8Array(2)) : '', new Date().toISOString(), Date.now(), performance.now()];
		class Day extends Date { next() { return new Day(+this + 864e5) } }
		p.dataset.day = new Day().next().toISOString() + (new Date() instanceof Date) + typeof Date();
		</script>`})
	first := opened(t, v)
	time.Sleep(2 * time.Millisecond)
	assert.Equal(t, first.State, opened(t, v).State)
	var day string
	require.NoError(t, v.tab.Evaluate(t.Context(), "p.dataset.day", &day))
	assert.Equal(t, "2026-01-02T00:00:00.000Ztruestring", day)
}

func TestRecords(t *testing.T) {
	_, err := scoresOf("AAAA")
	assert.ErrorContains(t, err, "no records")
	out, err := scoresOf("AQAAAAAAAAAAAPA/")
	require.NoError(t, err)
	assert.Equal(t, []Score{{1, 1}}, out)
}

func BenchmarkVisit(b *testing.B) {
	v, _ := visit(b, map[string]string{"/": `<button id=b onclick="this.textContent += 1">b</button><p>x`})
	for b.Loop() {
		opened(b, v)
		for range 4 {
			act(b, v, "click", "#b", nil)
		}
	}
}

// TestShadowRoots: elements in shadow roots are found, used and seen like others.
func TestShadowRoots(t *testing.T) {
	v, _ := visit(t, map[string]string{"/": `<x-box id=host><button>outside</button></x-box><x-box></x-box>
		<div><template shadowrootmode=open><p>declared</p><input></template></div>
		<script>
		customElements.define('x-box', class extends HTMLElement {
			connectedCallback() {
				const root = this.attachShadow({ mode: 'open' });
				root.innerHTML = '<section></section><section><button>inside</button><p id=text>none</p></section><slot></slot>';
				root.querySelector('button').onclick = () => { root.querySelector('p').textContent = 'clicked'; };
				root.querySelector('p').addEventListener('dblclick', e => { e.target.remove(); });
			}
		});
		</script>`})
	told := opened(t, v)
	second := "body > x-box:nth-of-type(2)"
	button := second + "  > section:nth-of-type(2) > button:nth-of-type(1)"
	assert.Equal(t, []string{
		"click #host  > section:nth-of-type(2) > button:nth-of-type(1)", "click #host > button:nth-of-type(1)",
		"click " + button,
		"dblclick #host  #text", "dblclick " + second + "  #text",
		"fill body > div:nth-of-type(1)  > input:nth-of-type(1)",
	}, named(told.Events))
	after := act(t, v, "click", button, nil)
	assert.NotEqual(t, told.State, after.State)
	sights, err := v.Sights(t.Context())
	require.NoError(t, err)
	assert.Equal(t, "clicked", sights[second+"  #text"].Text)
	assert.Equal(t, "none", sights["#host  #text"].Text)
	after = act(t, v, "dblclick", second+"  #text", nil)
	assert.NotContains(t, named(after.Events), "dblclick "+second+"  #text")
	on, err := v.Name(t.Context(), "#host > button:nth-of-type(1)")
	require.NoError(t, err)
	assert.Equal(t, "outside", on.Name)
	on, err = v.Name(t.Context(), button)
	require.NoError(t, err)
	assert.Equal(t, 2, on.ByRole, "of both boxes")
}

// TestElementsThatAreGone: an element has a path while it is in the document, and none after it was removed.
func TestElementsThatAreGone(t *testing.T) {
	v, _ := visit(t, map[string]string{"/": `<ul id=list></ul>`})
	opened(t, v)
	show := func(expression string) (shown string) {
		of := "(__visitor__.record(), __evoke__.show(" + expression + "))"
		require.NoError(t, v.tab.Evaluate(t.Context(), of, &shown))
		return shown
	}
	assert.Contains(t, show("document.querySelector('#list')"), `"element":"#list"`)
	gone := show("(() => { const was = list; was.remove(); return was; })()")
	assert.Contains(t, gone, `"element":""`)
}

// TestAddedTexts: text that a style sheet adds to a name is left out, because only the browser knows it.
func TestAddedTexts(t *testing.T) {
	v, _ := visit(t, map[string]string{"/": `<style>label b::before { content: '>' }</style>
		<input id=a type=checkbox><label for=a>All <b>of it</b></label>
		<input id=n type=checkbox><label for=n>None</label>
		<label><input id=parts><b style="display:block">a</b>b</label>
		<label>Size <select id=size><option>small<option>large</select> of it</label>`})
	opened(t, v)
	for path, want := range map[string]int{"#a": 0, "#n": 1, "#parts": 0, "#size": 1} {
		on, err := v.Name(t.Context(), path)
		require.NoError(t, err)
		assert.Equal(t, want, on.ByRole, path)
		assert.Equal(t, 1, on.ByLabel, path)
	}
	on, err := v.Name(t.Context(), "#size")
	require.NoError(t, err)
	assert.Equal(t, "Size of it", on.Name)
}

// TestShown: an element without an area is not visible.
func TestShown(t *testing.T) {
	v, _ := visit(t, map[string]string{"/": `<p id=plain>p</p><p id=empty></p>
		<p id=hidden style="visibility:hidden">h</p>
		<div id=open style="display:contents">text</div><div id=none style="display:contents"><p hidden>n</p></div>
		<div id=box style="display:contents"><p>b</p></div><button id=off disabled>o</button>`})
	opened(t, v)
	sights, err := v.Sights(t.Context())
	require.NoError(t, err)
	for path, want := range map[string]bool{"#plain": true, "#empty": false, "#hidden": false, "#open": true,
		"#none": false, "#box": true, "#off": true} {
		assert.Equal(t, want, sights[path].Shown, path)
	}
}

// TestBack: going back is possible only to pages that the test has visited.
func TestBack(t *testing.T) {
	v, _ := visit(t, map[string]string{"/": `<p id=p></p><script>onpopstate = () => { p.textContent = location.hash; };
		onhashchange = () => {}</script>`})
	for range 2 {
		assert.NotContains(t, named(opened(t, v).Events), "back window")
		assert.Contains(t, named(act(t, v, "hash", "window", "a").Events), "back window")
		assert.NotContains(t, named(act(t, v, "back", "window", nil).Events), "back window")
		missing, err := v.Act(t.Context(), "back", "window", nil, nil)
		require.NoError(t, err)
		assert.True(t, missing.Missing)
		act(t, v, "hash", "window", "b")
	}
}

// TestDoubleClick: the second click reaches the element that the first click put in place of the clicked one.
func TestDoubleClick(t *testing.T) {
	v, _ := visit(t, map[string]string{"/": `<p id=out style="height:1em"></p><div id=d></div><script>
		const draw = () => { d.innerHTML = '<button>b</button>'; };
		draw(); let n = 0; d.onclick = () => { out.textContent = ++n; draw(); };
		</script>`})
	opened(t, v)
	act(t, v, "dblclick", "#d > button:nth-of-type(1)", nil)
	var out string
	require.NoError(t, v.tab.Evaluate(t.Context(), "out.textContent", &out))
	assert.Equal(t, "2", out)
}

// TestPointerStays: when an element covers another, the pointer leaves the covered element and enters the new one.
func TestPointerStays(t *testing.T) {
	v, _ := visit(t, map[string]string{"/": `<style>#over { position: fixed; inset: 0; background: white }</style>
		<button id=b>b</button><div id=over hidden></div><script>
		const seen = []; b.onclick = () => { over.hidden = false };
		b.onmouseleave = () => seen.push('left'); over.onmouseenter = () => seen.push('entered');
		over.onmousemove = () => seen.push('moved');
		</script>`})
	opened(t, v)
	act(t, v, "click", "#b", nil)
	var seen []string
	require.NoError(t, v.tab.Evaluate(t.Context(), "seen", &seen))
	assert.Equal(t, []string{"left", "entered"}, seen)
}
