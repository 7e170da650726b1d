// A clock that only moves when somebody waits, so that each run of a test sees the same times.
const settings = SETTINGS;

const clock = { now: settings.now, last: 0, timers: new Map() };

// A page that looks at the clock over and over waits for it: from so many looks on, each of them takes a millisecond.
const mostLooks = 1000;
let looks = 0;

function look() {
  if (++looks > mostLooks) clock.now++;
  return clock.now;
}

// later has a function called at a time of the clock. every is the interval of one that comes again, 0 for none.
function later(f, args, delay, every) {
  const id = ++clock.last;
  mapSet(clock.timers, id, {
    f, args, at: clock.now + max(0, +delay || 0), every: every ? max(1, +every || 0) : 0, id,
  });
  return id;
}

// next is the timer that is due first, at a time at the latest; undefined for none.
function next(until) {
  let first;
  eachOf(clock.timers, (t) => {
    if (t.at <= until && (!first || t.at < first.at || (t.at === first.at && t.id < first.id))) first = t;
  });
  return first;
}

// run moves the clock to the timer and calls it.
function run(t) {
  clock.now = max(clock.now, t.at);
  if (t.every) t.at = clock.now + t.every;
  else mapDelete(clock.timers, t.id);
  const { f, args } = t;
  if (typeof f === "function") report(() => apply(f, globalThis, args));
  else report(() => global("" + f));
}

// report has an error of a function that nobody called told as the browser tells it.
function report(f) {
  try {
    f();
  } catch (e) {
    reportError(e);
  }
}

function setClock() {
  const g = globalThis;
  g.setTimeout = function setTimeout(f, delay, ...args) {
    return later(f, args, delay, 0);
  };
  g.setInterval = function setInterval(f, delay, ...args) {
    return later(f, args, delay, max(1, +delay || 0));
  };
  g.requestAnimationFrame = function requestAnimationFrame(f) {
    const frame = 16 - (clock.now % 16);
    return later(() => f(clock.now - settings.now), [], frame, 0);
  };
  g.requestIdleCallback = function requestIdleCallback(f) {
    return later(() => f({ didTimeout: false, timeRemaining: () => 50 }), [], 1, 0);
  };
  each(["clearTimeout", "clearInterval", "cancelAnimationFrame", "cancelIdleCallback"], (name) => {
    g[name] = { [name]: (id) => void mapDelete(clock.timers, +id) }[name];
  });
  const VisitorDate = function Date(...args) {
    if (!new.target) return dateText(new TrueDate(look()));
    if (args.length === 0) args = [look()];
    return construct(TrueDate, args, new.target === VisitorDate ? TrueDate : new.target);
  };
  VisitorDate.prototype = TrueDate.prototype;
  setPrototypeOf(VisitorDate, TrueDate);
  defineProperty(VisitorDate, "now", { value: () => look(), writable: true, configurable: true });
  defineProperty(VisitorDate, "length", { value: 7, configurable: true });
  defineProperty(TrueDate.prototype, "constructor", { value: VisitorDate, writable: true, configurable: true });
  g.Date = VisitorDate;
  Performance.prototype.now = function now() {
    return look() - settings.now;
  };
}

// setChance has each load of a page draw the same random numbers: mulberry32 by Tommy Ettinger.
function setChance() {
  Math.random = function random() {
    return draw();
  };
  Crypto.prototype.getRandomValues = function getRandomValues(array) {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let i = 0; i < bytes.length; i++) bytes[i] = draw() * 256;
    return array;
  };
}

let chance = settings.seed | 0;

function draw() {
  chance = (chance + 0x6d2b79f5) | 0;
  let t = imul(chance ^ (chance >>> 15), 1 | chance);
  t = (t + imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
