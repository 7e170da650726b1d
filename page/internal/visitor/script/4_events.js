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
      return e.type === "hidden" ? [] : ["fill"];
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

// listening returns the types of events that are listened to on a target: by getEventListeners of the browser's
// console, which knows all of them, and by the properties on*.
function listening(target, getEventListeners) {
  return Object.keys(getEventListeners(target));
}

// events lists what can be done, in the order of the document, each once.
function events(getEventListeners) {
  const seen = new Set();
  const out = [];
  const add = (kind, e, whose) => {
    const at = e === globalThis ? { path: "window" } : about(e);
    const key = kind + " " + at.path;
    if (seen.has(key) || out.length >= mostEvents) return;
    seen.add(key);
    out.push({ kind, whose, ...at });
  };
  const all = document.body ? [document.body, ...document.body.querySelectorAll("*")] : [];
  for (const e of all) {
    if (!isThere(e) && e !== document.body) continue;
    for (const kind of own(e)) add(kind, e, "own");
    for (const type of listening(e, getEventListeners)) {
      if (kindsOf[type]) offer(kindsOf[type], e, add);
    }
  }
  for (const target of [document, document.documentElement, globalThis]) {
    for (const type of listening(target, getEventListeners)) {
      const kind = kindsOf[type];
      if (["hash", "back", "storage", "resize", "online", "scroll"].includes(kind)) add(kind, globalThis, "listener");
      else if (kind && document.body) offer(kind, document.body, add);
    }
  }
  if (next(Infinity)) add("wait", globalThis, "timer");
  return out;
}

// offer adds an act for who listens: for the element, and for those below it, since listeners of many elements often
// stand at one above them.
function offer(kind, e, add) {
  if (fits(kind, e)) add(kind, e, "listener");
  let n = 0;
  for (const below of e.querySelectorAll("*")) {
    if (n >= mostBelow) return;
    if (!isThere(below) || !fits(kind, below) || (below.firstElementChild && !own(below).length)) continue;
    n++;
    add(kind, below, "below");
  }
}
