// Functions of scripts by themselves: what they find when a visit has them called, and calls of them in a document that
// has the scripts and a fixture, and nothing else.

const mostSnapshots = 10; // of the document, for one function in an act
const longestSnapshot = 200000; // units
let snapshots = { __proto__: null };

// record has calls of functions kept from now on, with what the body holds at their entries.
function record() {
  evoke.describe(hostOf);
  evoke.watch((number) => {
    snapshots[number] = (snapshots[number] || 0) + 1;
    return body(document) && snapshots[number] <= mostSnapshots ? snapshot() : "";
  });
  evoke.record(true);
}

const detailsOfEvents = [
  "key", "code", "keyCode", "ctrlKey", "shiftKey", "altKey", "metaKey", "button", "detail", "data", "inputType",
];

// hostOf is what makes an object of the page or of its jQuery again: elements are paths.
function hostOf(v) {
  const at = (e) => {
    const path = e instanceof Element ? pathOf(e) : "";
    return path && find(path) === e ? path : ""; // one that is in no document has none
  };
  const jQuery = globalThis.jQuery;
  if (v === document) return { __proto__: null, document: true };
  if (v instanceof Element) return { __proto__: null, element: at(v) };
  if (typeof jQuery === "function" && v instanceof jQuery) {
    const elements = [];
    for (let i = 0; i < v.length; i++) push(elements, at(v[i]));
    return { __proto__: null, elements };
  }
  const wraps = typeof jQuery === "function" && typeof jQuery.Event === "function" && v instanceof jQuery.Event;
  if (!wraps && !(v instanceof Event)) return undefined;
  const details = { __proto__: null };
  each(detailsOfEvents, (name) => v[name] && !wraps && (details[name] = v[name]));
  const kind = wraps ? "jQuery.Event" : v.constructor.name;
  return { __proto__: null, event: v.type, kind, details, target: at(v.target), current: at(v.currentTarget) };
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

// loads lists what the document loads: its scripts by their kinds, those without an address by their text, and its
// styles. The body is what these made of it.
function loads() {
  const scripts = list();
  const styles = list();
  each(all(document, "script"), (s) => {
    push(scripts, { __proto__: null, address: s.src, type: s.type, text: s.src ? "" : textContent(s) });
  });
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

// namesOf returns what evaluates code with the names that a module exports, where there is one, besides those of the
// page. The module's default is called as given.
async function namesOf(module, name) {
  if (!module) return global;
  const exported = await import(hrefOf(new URL(module, location.href)));
  const names = setPrototypeOf({}, exported);
  if (name) defineProperty(names, name, { __proto__: null, get: () => exported.default });
  return (code) => Function("$names", "with ($names) { return (" + code + "\n) }")(names);
}

// exportsOf lists the names that a module exports, none for one that does not load.
async function exportsOf(module) {
  try {
    return keys(await import(hrefOf(new URL(module, location.href))));
  } catch {
    return list();
  }
}

// settled waits for a promise that needs neither time nor an answer. It reports false for one that does.
async function settled(promise) {
  let ended = false;
  const ends = () => (ended = true);
  then(promise, ends, ends);
  await turn();
  return ended;
}

// What jsdom 29 has not of a browser that places elements, by the objects that have it: of the window, and of
// prototypes.
const placing = [
  "animate", "attachInternals", "caretRangeFromPoint", "checkVisibility", "computedStyleMap", "contentEditable",
  "elementFromPoint", "elementsFromPoint", "execCommand", "getAnimations", "getContext", "innerText",
  "isContentEditable",
  "moveBefore", "outerText", "pause", "play", "popover", "requestFullscreen", "scrollBy", "scrollIntoView", "scrollTo",
  "setHTMLUnsafe", "setPointerCapture", "show", "showModal", "showPopover", "startViewTransition", "AnimationEvent",
  "BroadcastChannel", "CSS", "ClipboardEvent", "DataTransfer", "DragEvent", "EventSource", "FontFace",
  "IntersectionObserver", "MessageChannel", "Notification", "OffscreenCanvas", "Path2D", "ReadableStream", "Request",
  "ResizeObserver", "Response", "URLPattern", "Worker", "caches", "fetch", "indexedDB", "isSecureContext", "matchMedia",
  "navigation", "reportError", "requestIdleCallback", "scheduler", "speechSynthesis", "structuredClone", "trustedTypes",
  "visualViewport",
];
const placed = [globalThis];
each(
  ["Document", "Element", "HTMLElement", "HTMLDialogElement", "HTMLMediaElement", "HTMLCanvasElement"],
  (name) => push(placed, globalThis[name].prototype),
);

// takeAway takes what only a browser has out of it, and returns what puts it back.
function takeAway() {
  const taken = [];
  each(placed, (of) =>
    each(placing, (name) => {
      const p = getOwnPropertyDescriptor(of, name);
      if (p && p.configurable && delete of[name]) push(taken, () => defineProperty(of, name, p));
    }),
  );
  return () => each(taken, (back) => back());
}

// readsOf has what the receiver of a call reads noted: the names of its members, as they are read.
function readsOf(of) {
  const reads = { __proto__: null };
  each(of && typeof of === "object" ? keys(of) : [], (name) => {
    let v = of[name];
    const get = () => ((reads[name] = true), v);
    defineProperty(of, name, { __proto__: null, get, set: (to) => (v = to), enumerable: true, configurable: true });
  });
  return reads;
}

// unit calls a function: u has the fixture, the receiver, the variables that get values, the call, what to look at
// afterwards, and the mutant that is on meanwhile. It tells how the call ended, what it covered, and what came of it:
// expressions with their values.
async function unit(u) {
  const within = all(document, "#qunit-fixture")[0];
  setInner(within, u.fixture);
  const seen = list();
  const add = (of, v) => push(seen, { __proto__: null, of, is: parse(evoke.show(v)) });
  evoke.record(false);
  evoke.mutate(-1);
  clear(clock.timers);
  clock.now += u.later;
  for (let i = 0; i < u.later % 7; i++) draw();
  let code;
  try {
    code = await namesOf(u.module, u.default);
    globalThis.receiver = u.receiver && code(u.receiver);
    each(u.variables || [], (v) => code(v.name + " = " + v.value));
  } catch {
    return { __proto__: null, threw: true, seen, scores: scores(), leaves: true };
  }
  const before = shapes(within);
  const asks = sent;
  scores();
  troubles = list();
  asked = list();
  evoke.mutate(u.mutant);
  const reads = u.noted ? readsOf(globalThis.receiver) : {};
  const back = u.bare ? takeAway() : () => {};
  if (u.bare) setAttribute(within, "style", "display: none");
  let threw = false;
  let leaves = false;
  let result;
  try {
    result = code(u.call);
    if (u.await && result instanceof Promise) {
      leaves = !(await settled(result));
      result = leaves ? undefined : await result;
    }
  } catch (e) {
    threw = true;
    result = said(e);
  }
  evoke.mutate(-1);
  back();
  const read = keys(reads);
  removeAttribute(within, "style");
  const covered = scores();
  add("result", result);
  globalThis.result = result;
  each(u.watched || [], (name) => attempt(() => add(name, code(name)))); // unless it is none of the document
  changes(before, within, add);
  delete globalThis.receiver;
  delete globalThis.result;
  leaves ||= sizeOf(clock.timers) > 0 || asked.length > 0 || troubles.length > 0 || sent > asks;
  return { __proto__: null, threw, seen, scores: covered, leaves, read };
}

// settable lists those of some variables that other scripts can give values.
function settable(names) {
  const out = list();
  each(names || [], (name) => attempt(() => (global(name + " = " + name), push(out, name))));
  return out;
}
