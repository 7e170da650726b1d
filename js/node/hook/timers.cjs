"use strict";
// What a call leaves behind may end the program after the answer. What was reached is told once its timers have come, so
// that such an end is that of the call: those that are soon, and that did not often come without any harm, and later ones
// that were seen to end the program. The processes of a search share a folder, in which is what was seen.
const crypto = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");

const soon = 250; // milliseconds
const latest = 2000;
const oftenEnough = 20;
const { setTimeout: later } = globalThis;

module.exports = function timers(folder, { serving, placeOf }) {
  const come = new Map(); // how often, by the source of what the timer calls
  let waited = []; // timers of the call that is served
  let patience = soon; // the longest of them
  let running; // where the late timer was set that runs

  const fileOf = (place) => path.join(folder, "ends-" + crypto.createHash("sha1").update(place).digest("hex"));

  function isWaited(f, delay, place) {
    if (delay > soon) return place !== "" && fs.existsSync(fileOf(place));
    const source = String(f);
    const n = come.get(source) || 0;
    if (n >= oftenEnough || come.size >= 1000) return false;
    come.set(source, n + 1);
    return true;
  }

  // noted is what a late timer calls, with the place in which the timer was set.
  function noted(f, place) {
    return function (...args) {
      running = place;
      setImmediate(() => {
        running = undefined; // promises that it rejected were looked at
      });
      return f.apply(this, args);
    };
  }

  const watched = { setTimeout(f, delay, ...more) {
    if (!serving() || typeof f !== "function" || delay > latest) return later(f, delay, ...more);
    const place = delay > soon ? placeOf(String(new Error().stack)) : "";
    const timer = later(place ? noted(f, place) : f, delay, ...more);
    if (isWaited(f, delay, place)) {
      waited.push(timer);
      if (delay > patience) patience = delay;
    }
    return timer;
  } }.setTimeout;
  for (const key of Reflect.ownKeys(later)) {
    if (!Object.hasOwn(watched, key)) Object.defineProperty(watched, key, Object.getOwnPropertyDescriptor(later, key));
  }
  globalThis.setTimeout = watched;

  function forget() {
    waited = [];
    patience = soon;
  }

  // settled calls f once the timers of a call have come, or were cleared, and what they do at once is done.
  function settled(f, until = Date.now() + soon + patience) {
    waited = waited.filter((timer) => !timer._destroyed);
    if (waited.length === 0) return f();
    if (Date.now() < until) return later(() => setImmediate(settled, f, until), 2);
    forget();
    f();
  }

  return {
    settled,
    forget,
    // ends notes that the program ends for what runs.
    ends() {
      if (running) fs.writeFileSync(fileOf(running), "");
    },
  };
};
