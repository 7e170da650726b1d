// Functions of scripts by themselves: what they find when a visit has them called, and calls of them in a document that
// has the scripts and a fixture, and nothing else.

const mostSnapshots = 10; // of the document, for one function in an act
const longestSnapshot = 200000; // units
let snapshots = {};

// record has calls of functions kept from now on, with what the body holds at their entries.
function record() {
  const evoke = globalThis.__evoke__;
  evoke.describe((v) => (v instanceof Element ? { element: pathOf(v) } : undefined));
  evoke.watch((number) => {
    snapshots[number] = (snapshots[number] || 0) + 1;
    return document.body && snapshots[number] <= mostSnapshots ? snapshot() : "";
  });
  evoke.record(true);
}

// records returns the calls since it was called last.
function records() {
  snapshots = {};
  return JSON.parse(globalThis.__evoke__.records());
}

// snapshot is what the body holds as HTML, with what fields hold and without code and comments. It begins with "|":
// that of an empty body is no empty text.
function snapshot() {
  const copy = document.implementation.createHTMLDocument("").importNode(document.body, true);
  const fields = document.body.querySelectorAll("input,option");
  copy.querySelectorAll("input,option").forEach((field, i) => {
    const { type, value, checked, selected } = fields[i];
    if (field.localName === "option") field.toggleAttribute("selected", selected);
    else if (type === "checkbox" || type === "radio") field.toggleAttribute("checked", checked);
    else if (value !== (field.getAttribute("value") || "")) field.setAttribute("value", value);
  });
  for (const e of copy.querySelectorAll("script,noscript")) e.remove();
  for (const e of copy.querySelectorAll("*")) {
    for (const { name } of [...e.attributes]) if (name.startsWith("on")) e.removeAttribute(name);
  }
  const walk = document.createTreeWalker(copy, NodeFilter.SHOW_COMMENT);
  const comments = [];
  while (walk.nextNode()) comments.push(walk.currentNode);
  for (const c of comments) c.remove();
  const html = copy.innerHTML.trim();
  return html.length <= longestSnapshot ? "|" + html : "";
}

// loads lists what the document loads: its scripts by their kinds, and its styles. The body is what these made of it.
function loads() {
  const scripts = [...document.scripts].filter((s) => s.src).map((s) => ({ address: s.src, type: s.type }));
  const styles = [...document.querySelectorAll("link[rel~=stylesheet]")].map((l) => l.href);
  return { scripts, styles, body: snapshot().slice(1) };
}

const global = globalThis.eval; // code that it gets is global

// lookOf is what a test may assert of an element: each part by how it is read.
function lookOf(e) {
  const out = { __proto__: null };
  for (const a of e.attributes) {
    if (a.name === "style") continue;
    if (a.name === "class" && typeof e.className === "string") out[".className"] = e.className;
    else out[".getAttribute('" + a.name + "')"] = a.value;
  }
  if (e.style) for (const name of e.style) out[".style." + camel(name)] = e.style.getPropertyValue(name);
  if (!e.firstElementChild) out[".textContent"] = e.textContent;
  if (["input", "textarea", "select"].includes(e.localName)) {
    if (["checkbox", "radio"].includes(e.type)) out[".checked"] = e.checked;
    else out[".value"] = e.value;
    out[".disabled"] = e.disabled;
  }
  return out;
}

const camel = (name) =>
  name.startsWith("--") ? "getPropertyValue(" + JSON.stringify(name) + ")" : name.replace(/-(.)/g, (m, c) => c.toUpperCase());

// shapes has what there is to assert of each element of the fixture.
function shapes(within) {
  const out = new TrueMap();
  for (const e of within.querySelectorAll("*")) out.set(e, { path: pathOf(e), parts: lookOf(e) });
  return out;
}

const at = (path) => "document.querySelector(" + JSON.stringify(path).replace(/^"([^'\\]*)"$/, "'$1'") + ")";
const longestHTML = 300;

// changes lists what is otherwise than before, as expressions with their values.
function changes(before, within, add) {
  const after = shapes(within);
  for (const [e, { path, parts }] of after) {
    const was = before.get(e);
    if (!was) {
      if (e.parentElement !== within && !before.has(e.parentElement)) continue; // a part of what is new
      const whole = e.outerHTML.length <= longestHTML;
      add(at(path) + (whole ? ".outerHTML" : ".textContent"), whole ? e.outerHTML : e.textContent);
      continue;
    }
    for (const name of Object.keys({ ...was.parts, ...parts })) {
      if (was.parts[name] === parts[name]) continue;
      const gone = !name.startsWith(".style.") ? null : "";
      if (name === ".textContent" && !(name in parts)) continue; // what is new in it tells more
      add(at(path) + name, name in parts ? parts[name] : name === ".className" ? "" : gone);
    }
  }
  for (const [e, { path }] of before) if (!after.has(e) && !document.querySelector(path)) add(at(path), null);
}

// unit calls a function: u has the fixture, the variables that get values, the call, the variables to look at
// afterwards, and the mutant that is on meanwhile. It tells how the call ended, what it covered, and what came of it:
// expressions with their values.
function unit(u) {
  const evoke = globalThis.__evoke__;
  const within = document.querySelector("#qunit-fixture");
  within.innerHTML = u.fixture;
  const seen = [];
  const add = (of, v) => seen.push({ of, is: JSON.parse(evoke.show(v)) });
  evoke.record(false);
  evoke.mutate(-1);
  clock.timers.clear();
  clock.now += u.later;
  for (let i = 0; i < u.later % 7; i++) Math.random();
  for (const v of u.variables || []) global(v.name + " = " + v.value);
  const before = shapes(within);
  scores();
  troubles = [];
  asked = [];
  evoke.mutate(u.mutant);
  let threw = false;
  let result;
  try {
    result = global(u.call);
  } catch (e) {
    threw = true;
    result = String(e);
  }
  evoke.mutate(-1);
  const covered = scores();
  add("result", result);
  for (const name of u.watched || []) {
    try {
      add(name, global(name));
    } catch {
      continue; // it is none of the document
    }
  }
  changes(before, within, add);
  return { threw, seen, scores: covered, leaves: clock.timers.size > 0 || asked.length > 0 || troubles.length > 0 };
}

// settable lists those of some variables that other scripts can give values.
function settable(names) {
  return (names || []).filter((name) => {
    try {
      global(name + " = " + name);
      return true;
    } catch {
      return false;
    }
  });
}
