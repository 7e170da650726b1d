// What a user can do in the state that a page is in.

// kindsOf has the kind of act for each type of event that somebody listens to. Whoever listens to a button that goes
// down may move what it holds.
const kindsOf = {
  __proto__: null,
  click: "click", mousedown: ["click", "drag"], mouseup: "click", pointerdown: ["click", "drag"], pointerup: "click",
  touchstart: "click",
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
  switch (localName(e)) {
    case "a":
      return hasAttribute(e, "href") ? ["click"] : [];
    case "button":
    case "summary":
      return ["click"];
    case "select":
    case "textarea":
      return ["fill"];
    case "input":
      const type = property(e, "type");
      if (includes(["button", "submit", "reset", "image", "checkbox", "radio"], type)) return ["click"];
      return type === "hidden" ? [] : [type === "file" ? "upload" : "fill"];
    case "form":
      return ["submit"];
  }
  return isEditable(e) && !isEditable(parentElement(e)) ? ["fill"] : [];
}

// fits reports whether an act can be done with an element: only fields are filled, only forms are sent.
function fits(kind, e) {
  switch (kind) {
    case "fill":
      return includes(own(e), "fill");
    case "submit":
      return localName(e) === "form";
    case "key":
      return e === body(document) || takesFocus(e);
    case "focus":
      return takesFocus(e);
  }
  return true;
}

const mostEvents = 400;
const mostBelow = 40; // elements below one that listens for them

// listening tells the acts that are listened to on a target, with the statements of each listener: by
// getEventListeners of the browser's console, which knows all listeners, attributes among them.
function listening(target, getEventListeners, tell) {
  const of = { __proto__: null }; // acts
  const all = getEventListeners(target);
  const types = keys(all);
  for (let i = 0; i < types.length; i++) {
    const kinds = kindsOf[types[i]];
    each(typeof kinds === "string" ? [kinds] : kinds || [], (kind) => {
      of[kind] = of[kind] || list();
      for (let k = 0; k < all[types[i]].length; k++) addStatements(all[types[i]][k].listener, of[kind]);
    });
  }
  const kinds = keys(of);
  for (let i = 0; i < kinds.length; i++) tell(kinds[i], of[kinds[i]]);
}

const mostStatements = 50;

// addStatements adds the numbers of the statements of a function, the one that it begins with first, if it has probes.
function addStatements(f, to) {
  if (typeof f !== "function") f = attempt(() => f.handleEvent);
  if (typeof f !== "function") return;
  const numbers = list();
  const code = codeOf(f);
  const probe = /__evoke__\.s\((\d+)\)/g;
  for (let m = exec(probe, code); m && numbers.length < mostStatements; m = exec(probe, code)) push(numbers, +m[1]);
  if (numbers.length) push(to, numbers);
}

// events lists what can be done, in the order of the document, each once.
function events(getEventListeners) {
  const seen = { __proto__: null };
  const out = list();
  const add = (kind, e, whose, handlers) => {
    if (out.length >= mostEvents) return;
    const at = e === globalThis ? { path: "window" } : about(e);
    const key = kind + " " + at.path;
    if (!seen[key]) push(out, (seen[key] = { __proto__: null, kind, whose, handlers: list(), ...at }));
    for (let i = 0; handlers && i < handlers.length; i++) push(seen[key].handlers, handlers[i]);
  };
  const root = body(document);
  const elements = root ? within(root) : [];
  for (let i = -1; i < elements.length; i++) {
    const e = i < 0 ? root : elements[i];
    if (!e || (!isThere(e) && e !== root && !takesFile(e))) continue;
    const kinds = own(e);
    for (let k = 0; k < kinds.length; k++) add(kinds[k], e, "own");
    const tell = (kind, handlers) => offer(kind, e, handlers, add);
    listening(e, getEventListeners, tell);
    if (shadowRoot(e)) listening(shadowRoot(e), getEventListeners, tell);
  }
  const above = [document, documentElement(document), globalThis];
  for (let i = 0; i < above.length; i++) {
    listening(above[i], getEventListeners, (kind, handlers) => {
      if (kind === "back" && !canGoBack(navigation)) return;
      if (includes(ofWindow, kind)) add(kind, globalThis, "listener", handlers);
      else if (root) offer(kind, root, handlers, add);
    });
  }
  const timer = next(Infinity);
  if (timer) {
    const handlers = list();
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
  const elements = within(e);
  for (let i = 0; i < elements.length && n < mostBelow; i++) {
    const below = elements[i];
    if (!isThere(below) || !fits(kind, below) || (firstElementChild(below) && !own(below).length)) continue;
    n++;
    add(kind, below, "below", handlers);
  }
}
