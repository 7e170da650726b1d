// What a page asks of the world around it, and what goes wrong in it.

// troubles are what went wrong since they were taken last.
let troubles = list();
const mostTroubles = 50;

function trouble(kind, text, place) {
  if (troubles.length < mostTroubles) push(troubles, { __proto__: null, kind, text: cut(text, 0, 500), place });
}

// short is an address without the site, if it is of the page's own.
function short(address) {
  const at = attempt(() => new URL(address, location.href));
  if (!at) return said(address);
  return originOf(at) === location.origin ? pathnameOf(at) : hrefOf(at);
}

// placeOf is the innermost place of an error that is a script of the page.
function placeOf(e) {
  const stack = attempt(() => e.stack);
  const at = exec(/^\s+at (?:(.*) \()?(https?:[^()\s]+?):(\d+):\d+\)?$/m, typeof stack === "string" ? stack : "");
  return at ? (at[1] ? at[1] + " (" + at[2] + ":" + at[3] + ")" : at[2] + ":" + at[3]) : "";
}

// attempt is what a function returns that may call code of the page; undefined where that throws.
function attempt(f) {
  try {
    return f();
  } catch {
    return undefined;
  }
}

// said is any value as a text.
const said = (v) => attempt(() => String(v)) ?? typeof v;

function textOf(e) {
  if (e instanceof Error) return attempt(() => e.name + ": " + e.message) ?? "Error";
  return typeof e === "string" ? e : "uncaught " + said(e);
}

function onError(e) {
  const of = targetOf(e);
  if (of instanceof Element) {
    const address = of.currentSrc || of.src || of.href || "";
    trouble("load", localName(of) + " " + short(address), "");
  } else {
    const error = errorOf(e);
    trouble("error", error ? textOf(error) : messageOf(e), placeOf(error) || fileOf(e) + ":" + lineOf(e));
  }
}

function onRejection(e) {
  trouble("rejection", textOf(reasonOf(e)), placeOf(reasonOf(e)));
}

// hear hears errors, unless it does already: a page that opens its document anew drops those who listen.
function hear() {
  listen(globalThis, "error", onError, true);
  listen(globalThis, "unhandledrejection", onRejection);
  listen(globalThis, "pagehide", goes);
}

function setTroubles() {
  hear();
  const log = console.error;
  console.error = function error(...args) {
    let text = "";
    for (let i = 0; i < args.length; i++) text += (i ? " " : "") + textOf(args[i]);
    trouble("console", text, "");
    return apply(log, console, args);
  };
}

// asked are the questions that a page asked since they were taken last, and the answers to come.
let asked = list();
let answers = {};

function setQuestions() {
  const ask = (kind, text) => {
    if (asked.length < mostTroubles) push(asked, { __proto__: null, kind, text: cut(said(text ?? ""), 0, 500) });
  };
  globalThis.alert = function alert(text) {
    ask("alert", text);
  };
  globalThis.confirm = function confirm(text) {
    ask("confirm", text);
    return answers.confirm ?? true;
  };
  globalThis.prompt = function prompt(text, value) {
    ask("prompt", text);
    return answers.prompt === undefined ? said(value ?? "") : answers.prompt;
  };
  globalThis.print = function print() {
    ask("print", "");
  };
  globalThis.open = function open(address) {
    ask("open", address);
    return windowAt(address);
  };
}

// windowAt stands for a window that the page opens, as far as the page can use it.
function windowAt(address) {
  const nothing = () => {};
  const w = {
    closed: false, opener: globalThis, name: "", location: { href: said(address ?? "about:blank"), replace: nothing },
    document: emptyDocument(), focus: nothing, blur: nothing, print: nothing,
    postMessage: nothing, addEventListener: nothing, removeEventListener: nothing, moveTo: nothing, resizeTo: nothing,
    close() {
      w.closed = true;
    },
  };
  return w;
}

// navigations are how often the page went to another address in the act at hand. It does not get farther than to so
// many: thousands of them would keep the browser busy.
let navigations = 0;
const mostNavigations = 50;

function setNavigations() {
  if (!navigation) return;
  listen(navigation, "navigate", (e) => {
    if (++navigations <= mostNavigations || !isCancelable(e)) return;
    preventDefault(e);
    if (navigations === mostNavigations + 1) trouble("hang", "the page goes to one address after the other", "");
  });
}

// waiting is how many requests and readings of the page are not at their ends yet, lasting how many of them nobody
// waits for any more, as they took too long, and sent how many requests there were.
let waiting = 0;
let lasting = 0;
let sent = 0;

function answered() {
  waiting--;
  lasting = min(lasting, waiting);
}

function setRequests() {
  const ask = globalThis.fetch;
  globalThis.fetch = function fetch(...args) {
    waiting++;
    sent++;
    const answer = apply(ask, this, args);
    then(
      answer,
      (r) => {
        if (statusOf(r) >= 400) trouble("request", statusOf(r) + " " + short(addressOf(r)), "");
        trueTimeout(answered, 0); // what reads the answer comes first
      },
      (e) => {
        if (!(e && e.name === "AbortError")) trouble("request", textOf(e), "");
        answered();
      },
    );
    return answer;
  };
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (...args) {
    waiting++;
    sent++;
    let aborted = false;
    const once = { __proto__: null, once: true };
    listen(this, "abort", () => (aborted = true), once);
    const end = () => {
      answered();
      const status = statusOfRequest(this);
      if (status >= 400 || (status === 0 && !aborted)) trouble("request", status + " " + short(responseURL(this)), "");
    };
    listen(this, "loadend", end, once);
    return apply(send, this, args);
  };
}

// awaited counts as waiting until a target tells one of some events.
function awaited(target, types) {
  let over = false;
  waiting++;
  each(types, (type) => listen(target, type, () => {
    if (!over) trueTimeout(answered, 0); // who listens comes first
    over = true;
  }));
  return target;
}

// wrap has methods of a class call a function with what they return and with their object.
function wrap(name, methods, f) {
  const of = globalThis[name]?.prototype;
  each(of ? methods || keys(of) : [], (method) => {
    const old = of[method]; // no method of these classes is a getter
    if (typeof old !== "function") return;
    of[method] = { [method](...args) {
      const out = apply(old, this, args);
      f(out, this);
      return out;
    } }[method];
  });
}

// setReadings has a page that reads a file, a body, or what it stored be at rest once it has read it.
function setReadings() {
  const promised = (p) => {
    if (!(p instanceof Promise)) return;
    waiting++;
    const done = () => trueTimeout(answered, 0);
    then(p, done, done);
  };
  wrap("Blob", ["arrayBuffer", "bytes", "text"], promised);
  wrap("Response", ["arrayBuffer", "blob", "bytes", "formData", "json", "text"], promised);
  each(["Cache", "CacheStorage", "SubtleCrypto"], (name) => wrap(name, null, promised));
  const ends = (types) => (out, of) => awaited(out || of, types);
  wrap("FileReader", ["readAsArrayBuffer", "readAsDataURL", "readAsText"], ends(["loadend"]));
  wrap("IDBFactory", ["open", "deleteDatabase"], ends(["success", "error"]));
  wrap("IDBDatabase", ["transaction"], ends(["complete", "abort"]));
}

// turn lets the browser do all that it has to do by now.
function turn() {
  return postTask(scheduler, () => {}, { __proto__: null, priority: "background" });
}

// setWorkers has the page go on without service workers: each test sees the site as a first visit does.
function setWorkers() {
  if (ServiceWorkerContainer) ServiceWorkerContainer.prototype.register = () => new Promise(() => {});
}

// How long a page may take to come to rest: its requests in real time, in milliseconds; the time of its clock; and so
// many timers.
const requestLimit = 2000;
const timeToRest = 500;
const mostTimers = 200;

// waited is how long a user waits besides, and mostWaited how many timers may be due then.
let waited = 0;
const mostWaited = 2000;

// rest waits until a page has nothing to do: no request without an answer, and no timer that is due soon. Busy says that
// there was something to do, or that the page has timers: a hasty user lets no time pass otherwise.
let busy = false;
async function rest(hasty) {
  let end = clock.now + timeToRest + waited;
  const most = waited ? mostWaited : mostTimers;
  waited = 0;
  const limit = realTime() + requestLimit;
  busy = busy || waiting > lasting;
  for (let timers = 0, hovers = 0; ; ) {
    await turn();
    const t = next(end);
    busy = busy || waiting > lasting || !!next(Infinity);
    if (t && timers < most) {
      timers++;
      run(t);
    } else if (waiting > lasting && realTime() < limit) {
      await new Promise((done) => trueTimeout(done, 1));
    } else if (hovers++ > 9 || !hover()) {
      if (t) end = t.at; // the others are due when somebody waits again
      lasting = waiting;
      break;
    }
  }
  if (busy || !hasty) clock.now = max(clock.now, end);
}
