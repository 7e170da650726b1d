// What a driver calls. A round is one action of a test.

// Record is how many bytes a target takes in what take returns.
const Record = 12;
const sliced = uncurried(ArrayBuffer.prototype.slice);

function taken() {
  const buffer = new ArrayBuffer(Record * touched.length);
  const view = new DataView(buffer);
  let n = 0;
  for (let i = 0; i < touched.length; i++) {
    const id = touched[i];
    if (best[id] === Muted) continue;
    setUint32(view, n, id, true);
    setFloat64(view, n + 4, best[id], true);
    best[id] = 0;
    n += Record;
  }
  touched = [];
  near[0] = near[1] = 0;
  first = second = undefined;
  last = -1;
  return sliced(buffer, 0, n);
}

const rounds = {
  __proto__: null,

  // take ends the round. It returns the targets that were touched and are not muted, as an
  // ArrayBuffer: for each its number (uint32) and its best score (float64), little-endian,
  // in the order in which they were reached.
  take: () => inRound(taken),

  // last is the number of the statement that was entered last in the round, -1 for none.
  last() {
    return last;
  },

  // listen has what conditions compare kept, until it is called with false.
  listen(on) {
    listening = on;
    heard = [];
  },

  // heard returns what was compared since it was called last, as JSON: for each comparison
  // the number of the target that is its true side, and the operands, which are texts,
  // numbers, and {form, text} for what a text should have been.
  heard() {
    const told = stringify(heard);
    heard = [];
    times = { __proto__: null };
    whole = { __proto__: null };
    return told;
  },

  // mute makes targets cost next to nothing; take leaves them out until unmute.
  mute: (ids) =>
    inRound(() => {
      for (let i = 0; i < ids.length; i++) {
        raise(ids[i], 0);
        best[ids[i]] = Muted;
      }
    }),

  // unmute undoes every mute.
  unmute: () =>
    inRound(() => {
      for (let i = 0; i < best.length; i++) if (best[i] === Muted) best[i] = 0;
    }),

  // record has the calls of functions kept, until it is called with false. Proxies that were made
  // before may be asked for what they stand before.
  record(on) {
    if (on) noteProxies();
    while (depth > 0) pop();
    recording = !!on;
    fresh();
  },

  // describe sets a function that describes objects of the host: it gets one and returns a plain
  // value, or undefined for what it does not know.
  describe(f) {
    describer = f;
  },

  // watch sets a function that returns a text for each call that begins and is told, by the number of its function:
  // what the host is like then.
  watch(f) {
    watcher = f;
  },

  // show is a value as JSON, as it is in records.
  show(v) {
    seen = new MapOf();
    room = Room;
    return value(v, "$", 0);
  },

  // records returns the calls since it was called last, as JSON: Go's js.Records. A call that
  // still runs has no exit.
  records() {
    const text = inRound(() => recordsOf(told));
    fresh();
    return text;
  },
};

// An object without a prototype would be a dictionary, and each probe take twice as long.
const all = { ...probes, ...mutants, ...calls, ...records, ...rounds };
Object.defineProperty(globalThis, "__evoke__", { value: Object.freeze(all) });
