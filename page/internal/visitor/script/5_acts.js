// What a visitor does: the events that a browser sends for it, in their order.

// spotOf is where a hand reaches an element: a point, in the middle of its first box if it is no other, and the
// innermost element that is there. It is null where there is none, or where another element lies above.
function spotOf(e, corner) {
  scrollIntoViewIfNeeded(e);
  const boxes = getClientRects(e);
  const n = lengthOfRects(boxes);
  for (let i = 0; i < n; i++) {
    const box = boxes[i];
    if (width(box) * height(box) < 1) continue;
    const x = left(box) + (corner || width(box) / 2);
    const y = top(box) + (corner || height(box) / 2);
    const on = elementBelow(x, y);
    return includes(above(on), e) ? { __proto__: null, on, x, y } : null;
  }
  return null;
}

// elementBelow is the element at a point, the innermost one of elements with roots of their own.
function elementBelow(x, y) {
  for (let on = elementFromPoint(document, x, y); ; ) {
    const root = on && shadowRoot(on);
    const inner = root && fromPointInside(root, x, y);
    if (!inner || inner === on) return on;
    on = inner;
  }
}

// above are an element and those that it is in, itself first.
function above(e) {
  const out = list();
  while (e) {
    out[out.length] = e;
    const root = parentElement(e) ? null : getRootNode(e);
    e = parentElement(e) || (root instanceof ShadowRoot ? shadowHost(root) : null);
  }
  return out;
}

function pointer(type, on, { x, y }, more) {
  const at = {
    __proto__: null, bubbles: !exec(/enter$|leave$/, type), cancelable: true, composed: true, view: globalThis,
    clientX: x, clientY: y, button: 0, ...more,
  };
  const Kind = startsWith(type, "pointer") ? PointerEvent : type === "wheel" ? WheelEvent : MouseEvent;
  return dispatch(on, new Kind(type, at));
}

let under = null; // the element below the pointer
let pointerAt = null;

// moveTo moves the pointer: it leaves elements and enters others. An idle one stays where it is.
function moveTo(at, more, idle) {
  const before = under && isConnected(under) ? under : null;
  const were = above(before);
  const are = above(at.on);
  under = at.on;
  pointerAt = at;
  each(["pointer", "mouse"], (kind) => {
    const send = (type, on, other) => pointer(kind + type, on, at, { __proto__: null, relatedTarget: other, ...more });
    if (before && before !== at.on) send("out", before, at.on);
    each(were, (e) => includes(are, e) || send("leave", e, at.on));
    if (before !== at.on) send("over", at.on, before);
    for (let i = are.length - 1; i >= 0; i--) if (!includes(were, are[i])) send("enter", are[i], before);
    if (!idle) pointer(kind + "move", at.on, at, more);
  });
}

// hover has the pointer enter the element that has come below it, and says whether there is a new one.
function hover() {
  const on = pointerAt && elementBelow(pointerAt.x, pointerAt.y);
  if (!on || on === under) return false;
  report(() => moveTo({ __proto__: null, on, x: pointerAt.x, y: pointerAt.y }, null, true));
  return true;
}

// focus gives the focus to the innermost element around a place that takes it.
function focus(e) {
  for (; e; e = parentElement(e)) if (tabIndex(e) >= 0) return focusOn(e);
  const active = activeElement(document);
  if (active) blurOn(active);
}

function down(at, more) {
  pointer("pointerdown", at.on, at, { __proto__: null, buttons: 1, ...more });
  if (pointer("mousedown", at.on, at, { __proto__: null, buttons: 1, ...more })) focus(at.on);
}

function up(at, more) {
  pointer("pointerup", at.on, at, more);
  pointer("mouseup", at.on, at, more);
}

function clickAt(at, detail) {
  down(at, { __proto__: null, detail });
  up(at, { __proto__: null, detail });
  pointer("click", at.on, at, { __proto__: null, detail });
}

// withPointer has an act done where a hand reaches the element. It is not possible where none does.
function withPointer(f) {
  return (e, v) => {
    const at = spotOf(e);
    if (!at) return false;
    moveTo(at);
    return f(at, e, v);
  };
}

// field sets the value of a field as typing does: past the setters that frameworks put on the element.
function field(e, v) {
  const text = String(v);
  if (localName(e) === "select") {
    each(all(e, "option"), (o) => setSelected(o, property(o, "value") === text));
  } else if (isEditable(e)) setText(e, text);
  else if (localName(e) === "textarea") setArea(e, text);
  else setValue(e, text);
}

// fill fills a field and leaves it, which is when a browser says that it has changed.
function fill(e, v) {
  focus(e);
  field(e, v);
  const typed = { __proto__: null, bubbles: true, composed: true, inputType: "insertText", data: String(v) };
  dispatch(e, new InputEvent("input", typed));
  dispatch(e, new Event("change", { __proto__: null, bubbles: true }));
  blurOn(e);
}

// upload gives a field a file.
function upload(e, { name, type, text }) {
  const data = new DataTransfer();
  addItem(itemsOf(data), new File([text], name, { __proto__: null, type }));
  setFiles(e, filesOf(data));
  dispatch(e, new Event("input", { __proto__: null, bubbles: true, composed: true }));
  dispatch(e, new Event("change", { __proto__: null, bubbles: true }));
}

const codes = {
  __proto__: null,
  Enter: 13, Escape: 27, Tab: 9, Backspace: 8, Delete: 46, Insert: 45, " ": 32, Home: 36, End: 35, PageUp: 33,
  PageDown: 34, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, "+": 187, "=": 187, ",": 188, "-": 189,
  ".": 190, "/": 191, ";": 186, "[": 219, "]": 221, "'": 222,
};
for (let i = 1; i <= 12; i++) codes["F" + i] = 111 + i;

// placeOn is the name of the place of a key on a keyboard.
function placeOn(name) {
  if (name === " ") return "Space";
  if (exec(/^[a-z]$/i, name)) return "Key" + toUpperCase(name);
  return exec(/^\d$/, name) ? "Digit" + name : name;
}

// typed does what a browser does with a key that the page leaves to it: it edits a text, or sends a form.
function typed(e, name) {
  const form = property(e, "form");
  if (name === "Enter" && form && localName(e) === "input") return requestSubmit(form);
  if (localName(e) === "select" || !(isEditable(e) || includes(own(e), "fill"))) return;
  if (name === "Enter") execCommand(document, "insertText", false, "\n");
  else if (name.length === 1) execCommand(document, "insertText", false, name);
  else if (name === "Backspace") execCommand(document, "delete");
  else if (name === "Delete") execCommand(document, "forwardDelete");
}

// presses reports whether a key on an element is a click: Enter on what goes somewhere, and the space bar on buttons
// and boxes.
function presses(e, name) {
  if (!includes(own(e), "click")) return false;
  const isBox = includes(["checkbox", "radio"], property(e, "type"));
  return (name === "Enter" && !isBox) || (name === " " && localName(e) !== "a");
}

// key presses a key. With the body it is that of who has the focus.
function key(e, name) {
  const code = codes[name] || charCodeAt(toUpperCase(name), 0);
  const of = {
    __proto__: null, key: name, code: placeOn(name), keyCode: code, which: code, bubbles: true, cancelable: true,
    composed: true,
  };
  if (e === body(document)) e = activeElement(document) || e;
  else focus(e);
  const pressed = { __proto__: null, ...of, charCode: charCodeAt(name, 0) };
  let goesOn = dispatch(e, new KeyboardEvent("keydown", of));
  if (goesOn && name.length === 1) goesOn = dispatch(e, new KeyboardEvent("keypress", pressed));
  if (goesOn && isConnected(e)) typed(e, name);
  if (goesOn && name === "Enter" && presses(e, name)) pushOn(e);
  goesOn = dispatch(e, new KeyboardEvent("keyup", of)) && goesOn;
  if (goesOn && name === " " && presses(e, name)) pushOn(e);
}

// drag moves what a hand holds to another element, or to the corner of its own.
function drag(at, e, path) {
  const onto = find(path);
  if (!isElement(onto)) return false;
  down(at);
  const held = closest(at.on, "[draggable=true],a[href]:not([draggable=false]),img:not([draggable=false])");
  const data = new DataTransfer();
  const send = (type, { on, x, y }) => {
    const of = { __proto__: null, bubbles: true, cancelable: true, composed: true, dataTransfer: data };
    return dispatch(on, new DragEvent(type, { __proto__: null, ...of, clientX: x, clientY: y }));
  };
  const drags = held && send("dragstart", { __proto__: null, on: held, x: at.x, y: at.y });
  const to = spotOf(onto, onto === e ? 2 : 0);
  if (!to) return;
  if (drags) {
    send("dragenter", to);
    if (!send("dragover", to)) send("drop", to);
    send("dragend", { __proto__: null, on: held, x: to.x, y: to.y });
    return;
  }
  moveTo(to, { __proto__: null, buttons: 1 });
  up(to);
  const both = above(to.on);
  for (let i = 0; i < both.length; i++) {
    if (contains(both[i], at.on)) return void pointer("click", both[i], to, { __proto__: null, detail: 1 });
  }
}

const dragFrom = withPointer(drag);

// acts do something with an element. They return false where that is not possible.
const acts = {
  __proto__: null,
  click: withPointer((at) => void clickAt(at, 1)),
  hover: withPointer(() => {}),
  dblclick: withPointer((at) => {
    clickAt(at, 1);
    const on = elementBelow(at.x, at.y) || at.on; // the first may have replaced it
    const again = { __proto__: null, on, x: at.x, y: at.y };
    clickAt(again, 2);
    pointer("dblclick", on, again, { __proto__: null, detail: 2 });
  }),
  contextmenu: withPointer((at) => {
    down(at, { __proto__: null, button: 2, buttons: 2 });
    pointer("contextmenu", at.on, at, { __proto__: null, button: 2 });
    up(at, { __proto__: null, button: 2 });
  }),
  fill,
  upload,
  key,
  focus(e) {
    focus(e);
    blurOn(e);
  },
  submit: (e) => requestSubmit(e),
  drag: dragFrom,
  drop: (e, path) => isElement(find(path)) && dragFrom(find(path), pathOf(e)),
  scroll(e, by) {
    const isPage = e === globalThis;
    const at = isPage ? { __proto__: null, on: under || body(document), x: 0, y: 0 } : spotOf(e);
    if (!at) return false;
    if (!isPage) moveTo(at);
    if (!pointer("wheel", at.on, at, { __proto__: null, deltaY: by })) return;
    scrollBy(isPage ? scrollingElement(document) || body(document) : e, 0, by);
    dispatch(e, new Event("scroll", { __proto__: null, bubbles: true }));
  },
  resize: () => dispatch(globalThis, new UIEvent("resize")),
  online: (e, v) => dispatch(globalThis, new Event(v ? "online" : "offline")),
  hash(e, v) {
    location.hash = String(v);
  },
  // back waits until the page is at its earlier address: the browser goes there after the call.
  back() {
    if (!canGoBack(navigation)) return false;
    waiting++;
    const { committed, finished } = back(navigation);
    then(committed, null, () => {}); // a page may keep the browser from it
    then(finished, answered, answered);
  },
  storage(e, v) {
    const { localStorage } = globalThis;
    const newValue = String(v);
    setItem(localStorage, "key", newValue);
    const stored = { __proto__: null, key: "key", newValue, storageArea: localStorage, url: location.href };
    dispatch(globalThis, new StorageEvent("storage", stored));
  },
  // wait waits for the next timer, or so long.
  wait(e, time) {
    const t = next(Infinity);
    if (time) waited = time;
    else if (t) run(t);
  },
};
