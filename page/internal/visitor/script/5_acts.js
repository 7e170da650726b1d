// What a visitor does: the events that a browser sends for it, in their order.

function pointer(type, e, more) {
  const box = getBoundingClientRect(e);
  const at = {
    __proto__: null, bubbles: !exec(/enter$|leave$/, type), cancelable: true, composed: true, view: globalThis,
    clientX: left(box) + width(box) / 2, clientY: top(box) + height(box) / 2, button: 0, ...more,
  };
  const Kind = startsWith(type, "pointer") ? PointerEvent : type === "wheel" ? WheelEvent : MouseEvent;
  return dispatch(e, new Kind(type, at));
}

const overs = ["pointerover", "pointerenter", "mouseover", "mouseenter", "pointermove", "mousemove"];

function hover(e) {
  for (let i = 0; i < overs.length; i++) pointer(overs[i], e);
}

function focus(e) {
  const active = activeElement(document);
  if (tabIndex(e) >= 0) focusOn(e);
  else if (active) blurOn(active);
}

function press(e, more) {
  pointer("pointerdown", e, more);
  if (pointer("mousedown", e, more)) focus(e);
  pointer("pointerup", e, more);
  pointer("mouseup", e, more);
}

function click(e) {
  hover(e);
  press(e);
  pointer("click", e, { detail: 1 });
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
  Enter: 13, Escape: 27, Tab: 9, Backspace: 8, Delete: 46, " ": 32,
  ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40,
};

function key(e, name) {
  const code = codes[name] || charCodeAt(toUpperCase(name), 0);
  const of = {
    __proto__: null, key: name, code: name.length === 1 ? "Key" + toUpperCase(name) : name, keyCode: code, which: code,
    bubbles: true, cancelable: true, composed: true,
  };
  focus(e);
  const goesOn = dispatch(e, new KeyboardEvent("keydown", of));
  const pressed = { __proto__: null, ...of, charCode: charCodeAt(name, 0) };
  if (goesOn && name.length === 1) dispatch(e, new KeyboardEvent("keypress", pressed));
  const form = property(e, "form");
  if (goesOn && name === "Enter" && form && localName(e) === "input") requestSubmit(form);
  dispatch(e, new KeyboardEvent("keyup", of));
}

function drag(e, path) {
  const onto = find(path) || body(document);
  const data = new DataTransfer();
  const of = { __proto__: null, bubbles: true, cancelable: true, composed: true, dataTransfer: data };
  const send = (type, target) => dispatch(target, new DragEvent(type, of));
  press(e);
  if (!send("dragstart", e)) return;
  send("dragenter", onto);
  if (!send("dragover", onto)) send("drop", onto);
  send("dragend", e);
}

const acts = {
  __proto__: null,
  click,
  hover,
  dblclick(e) {
    click(e);
    click(e);
    pointer("dblclick", e, { detail: 2 });
  },
  contextmenu(e) {
    press(e, { button: 2 });
    pointer("contextmenu", e, { button: 2 });
  },
  fill,
  upload,
  key,
  focus(e) {
    focus(e);
    blurOn(e);
  },
  submit: (e) => requestSubmit(e),
  drag,
  drop(e, path) {
    const from = find(path);
    if (from) drag(from, pathOf(e));
  },
  scroll(e) {
    const on = e === globalThis ? scrollingElement(document) || body(document) : e;
    pointer("wheel", on, { deltaY: 400 });
    scrollBy(on, 0, 400);
    dispatch(e, new Event("scroll", { __proto__: null, bubbles: true }));
  },
  resize: () => dispatch(globalThis, new UIEvent("resize")),
  online: (e, v) => dispatch(globalThis, new Event(v ? "online" : "offline")),
  hash(e, v) {
    location.hash = String(v);
  },
  back: () => back(history),
  storage(e, v) {
    const { localStorage } = globalThis;
    const newValue = String(v);
    setItem(localStorage, "key", newValue);
    const stored = { __proto__: null, key: "key", newValue, storageArea: localStorage, url: location.href };
    dispatch(globalThis, new StorageEvent("storage", stored));
  },
  wait() {
    const t = next(Infinity);
    if (t) run(t);
  },
};
