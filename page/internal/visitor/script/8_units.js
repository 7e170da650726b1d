// Functions of scripts by themselves: what they find when a visit has them called, and calls of them in a document that
// has the scripts and a fixture, and nothing else.

const mostSnapshots = 10; // of the document, for one function in an act
const longestSnapshot = 200000; // units
let snapshots = { __proto__: null };

// record has calls of functions kept from now on, with what the body holds at their entries.
function record() {
  evoke.describe((v) => (v instanceof Element ? { element: pathOf(v) } : undefined));
  evoke.watch((number) => {
    snapshots[number] = (snapshots[number] || 0) + 1;
    return body(document) && snapshots[number] <= mostSnapshots ? snapshot() : "";
  });
  evoke.record(true);
}

// records returns the calls since it was called last.
function records() {
  snapshots = { __proto__: null };
  return parse(evoke.records());
}

// snapshot is what the body holds as HTML, with what fields hold and without code and comments. It begins with "|":
// that of an empty body is no empty text.
function snapshot() {
  const copy = importNode(emptyDocument(), body(document), true);
  const fields = all(body(document), "input,option");
  each(all(copy, "input,option"), (field, i) => {
    const type = property(fields[i], "type");
    const value = property(fields[i], "value");
    if (localName(field) === "option") toggleAttribute(field, "selected", property(fields[i], "selected"));
    else if (type === "checkbox" || type === "radio") toggleAttribute(field, "checked", property(fields[i], "checked"));
    else if (value !== (getAttribute(field, "value") || "")) setAttribute(field, "value", value);
  });
  each(all(copy, "script,noscript"), (e) => remove(e));
  each(all(copy, "*"), (e) => {
    each(getAttributeNames(e), (name) => startsWith(name, "on") && removeAttribute(e, name));
  });
  const walk = createTreeWalker(document, copy, 128); // comments
  const comments = [];
  while (nextNode(walk)) push(comments, currentNode(walk));
  each(comments, (c) => removeChild(parentNode(c), c));
  const html = trim(innerHTML(copy));
  return html.length <= longestSnapshot ? "|" + html : "";
}

// loads lists what the document loads: its scripts by their kinds, and its styles. The body is what these made of it.
function loads() {
  const scripts = list();
  const styles = list();
  each(all(document, "script[src]"), (s) => push(scripts, { __proto__: null, address: s.src, type: s.type }));
  each(all(document, "link[rel~=stylesheet]"), (l) => push(styles, l.href));
  return { __proto__: null, scripts, styles, body: cut(snapshot(), 1) };
}

// lookOf is what a test may assert of an element: each part by how it is read.
function lookOf(e) {
  const out = { __proto__: null };
  each(getAttributeNames(e), (name) => {
    if (name === "style") return;
    const as = name === "class" && typeof e.className === "string" ? ".className" : ".getAttribute('" + name + "')";
    out[as] = getAttribute(e, name);
  });
  const style = styleOf(e);
  const n = style ? lengthOfStyle(style) : 0;
  for (let i = 0; i < n; i++) out[".style." + camel(style[i])] = getPropertyValue(style, style[i]);
  if (!firstElementChild(e)) out[".textContent"] = textContent(e);
  if (includes(["input", "textarea", "select"], localName(e))) {
    if (includes(["checkbox", "radio"], property(e, "type"))) out[".checked"] = property(e, "checked");
    else out[".value"] = property(e, "value");
    out[".disabled"] = property(e, "disabled");
  }
  return out;
}

function camel(name) {
  if (startsWith(name, "--")) return "getPropertyValue(" + stringify(name) + ")";
  let out = "";
  for (let i = 0; i < name.length; i++) out += name[i] === "-" ? toUpperCase(name[++i] || "") : name[i];
  return out;
}

// shapes has what there is to assert of each element of the fixture.
function shapes(within) {
  const out = new Map();
  each(all(within, "*"), (e) => mapSet(out, e, { path: pathOf(e), parts: lookOf(e) }));
  return out;
}

// at is an expression for the element at a path.
function at(path) {
  const simple = exec(/^"([^'\\]*)"$/, stringify(path));
  return "document.querySelector(" + (simple ? "'" + simple[1] + "'" : stringify(path)) + ")";
}
const longestHTML = 300;

// changes lists what is otherwise than before, as expressions with their values.
function changes(before, within, add) {
  const after = shapes(within);
  eachOf(after, ({ path, parts }, e) => {
    const was = mapGet(before, e);
    if (!was) {
      const above = parentElement(e);
      if (above !== within && !mapHas(before, above)) return; // a part of what is new
      const html = outerHTML(e);
      const whole = html.length <= longestHTML;
      add(at(path) + (whole ? ".outerHTML" : ".textContent"), whole ? html : textContent(e));
      return;
    }
    each(keys({ __proto__: null, ...was.parts, ...parts }), (name) => {
      if (was.parts[name] === parts[name]) return;
      const gone = !startsWith(name, ".style.") ? null : "";
      if (name === ".textContent" && !(name in parts)) return; // what is new in it tells more
      add(at(path) + name, name in parts ? parts[name] : name === ".className" ? "" : gone);
    });
  });
  eachOf(before, ({ path }, e) => {
    if (!mapHas(after, e) && !all(document, path).length) add(at(path), null);
  });
}

// unit calls a function: u has the fixture, the variables that get values, the call, the variables to look at
// afterwards, and the mutant that is on meanwhile. It tells how the call ended, what it covered, and what came of it:
// expressions with their values.
function unit(u) {
  const within = all(document, "#qunit-fixture")[0];
  setInner(within, u.fixture);
  const seen = list();
  const add = (of, v) => push(seen, { __proto__: null, of, is: parse(evoke.show(v)) });
  evoke.record(false);
  evoke.mutate(-1);
  clear(clock.timers);
  clock.now += u.later;
  for (let i = 0; i < u.later % 7; i++) draw();
  each(u.variables || [], (v) => global(v.name + " = " + v.value));
  const before = shapes(within);
  scores();
  troubles = list();
  asked = list();
  evoke.mutate(u.mutant);
  let threw = false;
  let result;
  try {
    result = global(u.call);
  } catch (e) {
    threw = true;
    result = said(e);
  }
  evoke.mutate(-1);
  const covered = scores();
  add("result", result);
  each(u.watched || [], (name) => attempt(() => add(name, global(name)))); // unless it is none of the document
  changes(before, within, add);
  const leaves = sizeOf(clock.timers) > 0 || asked.length > 0 || troubles.length > 0;
  return { __proto__: null, threw, seen, scores: covered, leaves };
}

// settable lists those of some variables that other scripts can give values.
function settable(names) {
  const out = list();
  each(names || [], (name) => attempt(() => (global(name + " = " + name), push(out, name))));
  return out;
}
