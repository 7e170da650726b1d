// What a user can do in the state that a page is in.

// kindsOf has the kind of act for each type of event that somebody listens to.
const kindsOf = {
  click: "click", mousedown: "click", mouseup: "click", pointerdown: "click", pointerup: "click", touchstart: "click",
  touchend: "click", dblclick: "dblclick", contextmenu: "contextmenu", auxclick: "contextmenu", mouseover: "hover",
  mouseenter: "hover", mousemove: "hover", mouseout: "hover", mouseleave: "hover", pointermove: "hover",
  pointerover: "hover", pointerenter: "hover", keydown: "key", keyup: "key", keypress: "key", input: "fill",
  change: "fill", focus: "focus", focusin: "focus", blur: "focus", focusout: "focus", submit: "submit",
  dragstart: "drag", drag: "drag", drop: "drop", dragover: "drop", dragenter: "drop", wheel: "scroll", scroll: "scroll",
  hashchange: "hash", popstate: "back", storage: "storage", resize: "resize", online: "online", offline: "online",
};

// ofWindow are the acts that no element is needed for.
const ofWindow = ["hash", "back", "storage", "resize", "online", "offline", "scroll"];

// own are the acts of elements that need nobody who listens.
function own(e) {
  switch (e.localName) {
    case "a":
      return e.hasAttribute("href") ? ["click"] : [];
    case "button":
    case "summary":
      return ["click"];
    case "select":
    case "textarea":
      return ["fill"];
    case "input":
      if (["button", "submit", "reset", "image", "checkbox", "radio"].includes(e.type)) return ["click"];
      return ["hidden", "file"].includes(e.type) ? [] : ["fill"]; // only a user can choose a file
    case "form":
      return ["submit"];
  }
  return e.isContentEditable && !e.parentElement?.isContentEditable ? ["fill"] : [];
}

// fits reports whether an act can be done with an element: only fields are filled, only forms are sent.
function fits(kind, e) {
  switch (kind) {
    case "fill":
      return own(e).includes("fill");
    case "submit":
      return e.localName === "form";
    case "key":
      return e === document.body || takesFocus(e);
    case "focus":
      return takesFocus(e);
  }
  return true;
}

const mostEvents = 400;
const mostBelow = 40; // elements below one that listens for them

// listening returns the acts that are listened to on a target, with the statements of each listener: by
// getEventListeners of the browser's console, which knows all listeners, attributes among them.
function listening(target, getEventListeners) {
  const out = new TrueMap();
  const all = getEventListeners(target);
  for (const type of Object.keys(all)) {
    const kind = kindsOf[type];
    if (!kind) continue;
    if (!out.has(kind)) out.set(kind, []);
    for (const l of all[type]) addStatements(l.listener, out.get(kind));
  }
  return out;
}

const mostStatements = 50;

// addStatements adds the numbers of the statements of a function, the one that it begins with first, if it has probes.
function addStatements(f, to) {
  if (typeof f !== "function") f = f && f.handleEvent;
  if (typeof f !== "function") return;
  const numbers = [];
  for (const m of Function.prototype.toString.call(f).matchAll(/__evoke__\.s\((\d+)\)/g)) {
    if (numbers.length < mostStatements) numbers.push(+m[1]);
  }
  if (numbers.length) to.push(numbers);
}

// events lists what can be done, in the order of the document, each once.
function events(getEventListeners) {
  const seen = new TrueMap();
  const out = [];
  const add = (kind, e, whose, handlers) => {
    if (seen.size >= mostEvents) return;
    const at = e === globalThis ? { path: "window" } : about(e);
    const key = kind + " " + at.path;
    const event = seen.get(key) || { kind, whose, handlers: [], ...at };
    if (!seen.has(key)) out.push(event);
    seen.set(key, event);
    event.handlers.push(...(handlers || []));
  };
  const all = document.body ? [document.body, ...document.body.querySelectorAll("*")] : [];
  for (const e of all) {
    if (!isThere(e) && e !== document.body) continue;
    for (const kind of own(e)) add(kind, e, "own");
    for (const [kind, handlers] of listening(e, getEventListeners)) offer(kind, e, handlers, add);
  }
  for (const target of [document, document.documentElement, globalThis]) {
    for (const [kind, handlers] of listening(target, getEventListeners)) {
      if (ofWindow.includes(kind)) add(kind, globalThis, "listener", handlers);
      else if (document.body) offer(kind, document.body, handlers, add);
    }
  }
  const timer = next(Infinity);
  if (timer) {
    const handlers = [];
    addStatements(timer.f, handlers);
    add("wait", globalThis, "timer", handlers);
  }
  return out;
}

// offer adds an act for who listens: for the element, and for those below it, since listeners of many elements often
// stand at one above them.
function offer(kind, e, handlers, add) {
  if (fits(kind, e)) add(kind, e, "listener", handlers);
  let n = 0;
  for (const below of e.querySelectorAll("*")) {
    if (n >= mostBelow) return;
    if (!isThere(below) || !fits(kind, below) || (below.firstElementChild && !own(below).length)) continue;
    n++;
    add(kind, below, "below", handlers);
  }
}
