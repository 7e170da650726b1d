// What the process that searches calls.

setClock();
setChance();
setTroubles();
setQuestions();
setRequests();
setReadings();
setNavigations();
setWorkers();

// base64 of the targets of a round.
function scores() {
  const bytes = new Uint8Array(evoke.take());
  let text = "";
  for (let i = 0; i < bytes.length; i += 4096) text += apply(fromCharCode, null, subarray(bytes, i, i + 4096));
  return toBase64(text);
}

// told is what there is to tell since the last time.
let toldAt = clock.now;
function told() {
  const time = clock.now - toldAt;
  toldAt += time;
  const out = {
    __proto__: null, scores: scores(), troubles, asked, address: location.href, title: title(document),
    state: hash(outline()), time, busy,
  };
  troubles = list();
  asked = list();
  return out;
}

// handed is what was told of the act at hand: a document that goes at that moment takes it along.
let handed = null;

// begins begins an act.
function begins() {
  handed = null;
  hear();
  busy = false;
  looks = navigations = 0;
}

function hand(parts) {
  handed = { __proto__: null, ...told(), ...parts };
  return handed;
}

const visitor = {
  // start waits for the page to come to rest after it was loaded.
  async start(getEventListeners) {
    begins();
    busy = true; // another document is
    await rest();
    return hand({ events: events(getEventListeners) });
  },

  // act does one thing and waits for the page to come to rest. It says whether the element was there.
  async act(kind, path, value, given, hasty, getEventListeners) {
    begins();
    const e = find(path);
    if (!e || !acts[kind] || (isElement(e) && e !== body(document) && !isThere(e) && !takesFile(e))) {
      return hand({ missing: true, events: list() });
    }
    answers = given || {};
    let done;
    report(() => (done = acts[kind](e, value)));
    await rest(hasty);
    return hand({ missing: done === false, events: events(getEventListeners) });
  },

  // named tells of the element at a path, and by what a test may name it; null for none.
  named(path) {
    const e = find(path);
    return isElement(e) ? { __proto__: null, ...about(e), ...countOf(e) } : null;
  },

  // change takes an element out of the document, or gives an attribute another value.
  change(path, attribute) {
    const e = find(path);
    if (!isElement(e)) return;
    if (!attribute) remove(e);
    else if (attribute === "checked") e.checked = !e.checked;
    else if (attribute === "value") e.value += "2";
    else if (attribute === "disabled") e.disabled = !e.disabled;
    else removeAttribute(e, attribute);
  },

  sights,
  record,
  records,
  loads,
  unit,
  settable,
  exportsOf,
};

// goes has a document that goes tell what nobody has taken.
function goes() {
  if (tellGone) tellGone(stringify({ __proto__: null, handed, left: told() }));
}

defineProperty(globalThis, "__visitor__", { value: freeze(visitor) });
