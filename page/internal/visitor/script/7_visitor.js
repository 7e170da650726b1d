// What the process that searches calls.

setClock();
setChance();
setTroubles();
setQuestions();
setRequests();
setNavigations();

// base64 of the targets of a round.
function scores() {
  const bytes = new Uint8Array(globalThis.__evoke__.take());
  let text = "";
  for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
  return btoa(text);
}

// told is what there is to tell since the last time.
function told() {
  const time = clock.now - settings.now;
  const { title } = document;
  const out = { scores: scores(), troubles, asked, address: location.href, title, state: hash(outline()), time };
  troubles = [];
  asked = [];
  return out;
}

// handed is what was told of the act at hand: a document that goes at that moment takes it along.
let handed = null;

// begins begins an act.
function begins() {
  handed = null;
  looks = navigations = 0;
}

function hand(parts) {
  handed = { ...told(), ...parts };
  return handed;
}

const visitor = {
  // start waits for the page to come to rest after it was loaded.
  async start(getEventListeners) {
    begins();
    await rest();
    return hand({ events: events(getEventListeners) });
  },

  // act does one thing and waits for the page to come to rest. It says whether the element was there.
  async act(kind, path, value, given, getEventListeners) {
    begins();
    const e = find(path);
    if (!e || !acts[kind] || (e.nodeType === 1 && e !== document.body && !isThere(e))) {
      return hand({ missing: true, events: [] });
    }
    answers = given || {};
    report(() => acts[kind](e, value));
    await rest();
    return hand({ events: events(getEventListeners) });
  },

  // named tells of the element at a path, and by what a test may name it; null for none.
  named(path) {
    const e = find(path);
    return e && e.nodeType === 1 ? { ...about(e), ...countOf(e) } : null;
  },

  // change takes an element out of the document, or gives an attribute another value.
  change(path, attribute) {
    const e = find(path);
    if (!e || e.nodeType !== 1) return;
    if (!attribute) e.remove();
    else if (attribute === "checked") e.checked = !e.checked;
    else if (attribute === "value") e.value += "2";
    else if (attribute === "disabled") e.disabled = !e.disabled;
    else e.removeAttribute(attribute);
  },

  sights,
  record,
  records,
  loads,
  unit,
  settable,
};

// A document that goes tells what nobody has taken.
addEventListener("pagehide", () => {
  if (globalThis.__visitorGoes__) globalThis.__visitorGoes__(JSON.stringify({ handed, left: told() }));
});

Object.defineProperty(globalThis, "__visitor__", { value: Object.freeze(visitor) });
