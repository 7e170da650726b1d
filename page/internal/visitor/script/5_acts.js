// What a visitor does: the events that a browser sends for it, in their order.

function pointer(type, e, more) {
  const box = e.getBoundingClientRect();
  const at = {
    bubbles: !/enter$|leave$/.test(type), cancelable: true, composed: true, view: globalThis,
    clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, button: 0, ...more,
  };
  const Kind = type.startsWith("pointer") ? PointerEvent : type === "wheel" ? WheelEvent : MouseEvent;
  return e.dispatchEvent(new Kind(type, at));
}

function hover(e) {
  for (const type of ["pointerover", "pointerenter", "mouseover", "mouseenter", "pointermove", "mousemove"]) {
    pointer(type, e);
  }
}

function focus(e) {
  if (typeof e.focus === "function" && e.tabIndex >= 0) e.focus();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
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
  if (e.localName === "select") {
    const wanted = String(v);
    for (const o of e.options) o.selected = o.value === wanted;
    return;
  }
  if (e.isContentEditable) {
    e.textContent = String(v);
    return;
  }
  const kind = e.localName === "textarea" ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(kind.prototype, "value").set.call(e, String(v));
}

// fill fills a field and leaves it, which is when a browser says that it has changed.
function fill(e, v) {
  focus(e);
  field(e, v);
  e.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true, inputType: "insertText", data: String(v) }));
  e.dispatchEvent(new Event("change", { bubbles: true }));
  e.blur();
}

const codes = {
  Enter: 13, Escape: 27, Tab: 9, Backspace: 8, Delete: 46, " ": 32,
  ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40,
};

function key(e, name) {
  const code = codes[name] || String(name).toUpperCase().charCodeAt(0);
  const of = {
    key: name, code: name.length === 1 ? "Key" + name.toUpperCase() : name, keyCode: code, which: code,
    bubbles: true, cancelable: true, composed: true,
  };
  focus(e);
  const goesOn = e.dispatchEvent(new KeyboardEvent("keydown", of));
  const pressed = { ...of, charCode: name.charCodeAt(0) };
  if (goesOn && name.length === 1) e.dispatchEvent(new KeyboardEvent("keypress", pressed));
  if (goesOn && name === "Enter" && e.form && e.localName === "input") e.form.requestSubmit();
  e.dispatchEvent(new KeyboardEvent("keyup", of));
}

function drag(e, path) {
  const onto = find(path) || document.body;
  const data = new DataTransfer();
  const send = (type, target) =>
    target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, composed: true, dataTransfer: data }));
  press(e);
  if (!send("dragstart", e)) return;
  send("dragenter", onto);
  if (!send("dragover", onto)) send("drop", onto);
  send("dragend", e);
}

const acts = {
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
  key,
  focus(e) {
    focus(e);
    if (e.blur) e.blur();
  },
  submit: (e) => e.requestSubmit(),
  drag,
  drop(e, path) {
    const from = find(path);
    if (from) drag(from, pathOf(e));
  },
  scroll(e) {
    const on = e === globalThis ? document.scrollingElement || document.body : e;
    pointer("wheel", on, { deltaY: 400 });
    on.scrollBy(0, 400);
    e.dispatchEvent(new Event("scroll", { bubbles: true }));
  },
  resize: () => globalThis.dispatchEvent(new UIEvent("resize")),
  online: (e, v) => globalThis.dispatchEvent(new Event(v ? "online" : "offline")),
  hash(e, v) {
    location.hash = String(v);
  },
  back: () => history.back(),
  storage(e, v) {
    localStorage.setItem("key", String(v));
    const stored = { key: "key", newValue: String(v), storageArea: localStorage, url: location.href };
    globalThis.dispatchEvent(new StorageEvent("storage", stored));
  },
  wait() {
    const t = next(Infinity);
    if (t) run(t);
  },
};
