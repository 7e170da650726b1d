// What a page asks of the world around it, and what goes wrong in it.

// troubles are what went wrong since they were taken last.
let troubles = [];
const mostTroubles = 50;

function trouble(kind, text, place) {
  if (troubles.length < mostTroubles) troubles.push({ kind, text: String(text).slice(0, 500), place: place || "" });
}

// short is an address without the site, if it is of the page's own.
function short(address) {
  try {
    const at = new URL(address, location.href);
    return at.origin === location.origin ? at.pathname : at.href;
  } catch {
    return String(address);
  }
}

// placeOf is the innermost place of a stack that is a script of the page.
function placeOf(e) {
  const stack = e && typeof e.stack === "string" ? e.stack : "";
  const at = /^\s+at (?:(.*) \()?(https?:[^()\s]+?):(\d+):\d+\)?$/m.exec(stack);
  return at ? (at[1] ? at[1] + " (" + at[2] + ":" + at[3] + ")" : at[2] + ":" + at[3]) : "";
}

function textOf(e) {
  if (e instanceof Error) return e.name + ": " + e.message;
  return typeof e === "string" ? e : "uncaught " + String(e);
}

function setTroubles() {
  addEventListener(
    "error",
    (e) => {
      if (e.target instanceof Element) {
        const address = e.target.currentSrc || e.target.src || e.target.href || "";
        trouble("load", e.target.tagName.toLowerCase() + " " + short(address));
      } else {
        trouble("error", e.error ? textOf(e.error) : e.message, placeOf(e.error) || e.filename + ":" + e.lineno);
      }
    },
    true,
  );
  addEventListener("unhandledrejection", (e) => trouble("rejection", textOf(e.reason), placeOf(e.reason)));
  const log = console.error;
  console.error = function error(...args) {
    trouble("console", args.map(textOf).join(" "));
    return log.apply(console, args);
  };
}

// asked are the questions that a page asked since they were taken last, and the answers to come.
let asked = [];
let answers = {};

function setQuestions() {
  const ask = (kind, text) => {
    if (asked.length < mostTroubles) asked.push({ kind, text: String(text ?? "").slice(0, 500) });
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
    return answers.prompt === undefined ? String(value ?? "") : answers.prompt;
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
    closed: false, opener: globalThis, name: "", location: { href: String(address ?? "about:blank"), replace: nothing },
    document: document.implementation.createHTMLDocument(""), focus: nothing, blur: nothing, print: nothing,
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
  globalThis.navigation?.addEventListener("navigate", (e) => {
    if (++navigations <= mostNavigations || !e.cancelable) return;
    e.preventDefault();
    if (navigations === mostNavigations + 1) trouble("hang", "the page goes to one address after the other");
  });
}

// waiting is how many requests of the page have no answer yet.
let waiting = 0;

function setRequests() {
  const ask = globalThis.fetch;
  globalThis.fetch = function fetch(...args) {
    waiting++;
    const done = () => waiting--;
    const answer = ask.apply(this, args);
    answer.then(
      (r) => {
        if (r.status >= 400) trouble("request", r.status + " " + short(r.url));
        trueTimeout(done, 0); // what reads the answer comes first
      },
      (e) => {
        if (!(e && e.name === "AbortError")) trouble("request", textOf(e));
        done();
      },
    );
    return answer;
  };
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (...args) {
    waiting++;
    this.addEventListener("loadend", () => {
      waiting--;
      if (this.status >= 400 || this.status === 0) trouble("request", this.status + " " + short(this.responseURL));
    });
    return send.apply(this, args);
  };
}

const trueScheduler = globalThis.scheduler;

// turn lets the browser do all that it has to do by now.
function turn() {
  return trueScheduler.postTask(() => {}, { priority: "background" });
}

// How long a page may take to come to rest: its requests in real time, in milliseconds; the time of its clock; and so
// many timers.
const requestLimit = 2000;
const timeToRest = 500;
const mostTimers = 200;

// rest waits until a page has nothing to do: no request without an answer, and no timer that is due soon.
async function rest() {
  const end = clock.now + timeToRest;
  const limit = TrueDate.now() + requestLimit;
  for (let timers = 0; ; ) {
    await turn();
    const t = next(end);
    if (t && timers < mostTimers) {
      timers++;
      run(t);
    } else if (waiting > 0 && TrueDate.now() < limit) {
      await new TruePromise((done) => trueTimeout(done, 1));
    } else {
      break;
    }
  }
  clock.now = max(clock.now, end);
}
