function world() {
  let state = 1;
  const draw = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  Math.random = () => draw();
  Crypto.prototype.getRandomValues = function (array) {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let i = 0; i < bytes.length; i++) bytes[i] = draw() * 256;
    return array;
  };

  const { setTimeout: later, Date: { now: realNow } } = globalThis;
  const began = Date.parse('2026-01-01T12:00:00Z');
  let now = began;
  let looks = 0; // a page that looks at the clock over and over waits for it
  const look = () => (++looks > 1000 ? ++now : now);
  globalThis.Date = new Proxy(Date, {
    construct: (of, args, target) => Reflect.construct(of, args.length ? args : [look()], target),
    apply: (of) => String(new of(look())),
    get: (of, name) => (name === 'now' ? look : Reflect.get(of, name)),
  });
  Date.prototype.constructor = Date;
  Performance.prototype.now = () => look() - began;

  const timers = new Map();
  let last = 0;
  const add = (f, args, delay, every) => {
    timers.set(++last, { id: last, f, args, at: now + Math.max(0, +delay || 0), every });
    return last;
  };
  globalThis.setTimeout = (f, delay, ...args) => add(f, args, delay);
  globalThis.setInterval = (f, delay, ...args) => add(f, args, delay, Math.max(1, +delay || 0));
  globalThis.requestAnimationFrame = (f) => add(() => f(now - began), [], 16 - (now % 16));
  globalThis.requestIdleCallback = (f) => add(f, [{ didTimeout: false, timeRemaining: () => 50 }], 1);
  for (const name of ['clearTimeout', 'clearInterval', 'cancelAnimationFrame', 'cancelIdleCallback']) {
    globalThis[name] = (id) => void timers.delete(+id);
  }
  const next = (end) => {
    let first;
    for (const t of timers.values()) if (t.at <= end && (!first || t.at < first.at)) first = t;
    return first;
  };
  const run = (t) => {
    now = Math.max(now, t.at);
    if (t.every) t.at = now + t.every;
    else timers.delete(t.id);
    try {
      if (typeof t.f === 'function') t.f.apply(globalThis, t.args);
      else (0, eval)(String(t.f));
    } catch (e) {
      reportError(e);
    }
  };

  let waiting = 0; // requests and readings that are not at their ends
  let lasting = 0; // those that took too long
  const answered = () => later(() => { lasting = Math.min(lasting, --waiting); }); // who listens comes first
  const promised = (out) => {
    if (!(out instanceof Promise)) return;
    waiting++;
    out.then(answered, answered);
  };
  const until = (target, ...types) => {
    waiting++;
    let over = () => { over = () => {}; answered(); };
    for (const type of types) target.addEventListener(type, () => over());
  };
  const wrap = (of, methods, waits) => {
    for (const method of of ? methods || Object.keys(of) : []) {
      const old = of[method];
      if (typeof old !== 'function') continue;
      of[method] = { [method](...args) {
        const out = old.apply(this, args);
        waits(out, this);
        return out;
      } }[method];
    }
  };
  const classOf = (name) => globalThis[name]?.prototype;
  wrap(globalThis, ['fetch'], promised);
  wrap(classOf('Blob'), ['arrayBuffer', 'bytes', 'text'], promised);
  wrap(classOf('Response'), ['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text'], promised);
  for (const name of ['Cache', 'CacheStorage', 'SubtleCrypto']) wrap(classOf(name), null, promised);
  wrap(classOf('FileReader'), ['readAsArrayBuffer', 'readAsDataURL', 'readAsText'], (out, of) => until(of, 'loadend'));
  wrap(classOf('IDBFactory'), ['open', 'deleteDatabase'], (out) => until(out, 'success', 'error'));
  wrap(classOf('IDBDatabase'), ['transaction'], (out) => until(out, 'complete', 'abort'));
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (...args) {
    until(this, 'loadend');
    return send.apply(this, args);
  };
  const workers = classOf('ServiceWorkerContainer');
  if (workers) workers.register = () => new Promise(() => {}); // as at a first visit

  globalThis.navigation?.addEventListener('navigate', (e) => {
    if (!e.destination.sameDocument && e.downloadRequest === null) until(e.signal, 'abort');
  });

  const turn = () => globalThis.scheduler?.postTask(() => {}, { priority: 'background' });
  globalThis.__rest__ = async (time) => {
    if (document.readyState !== 'complete') await new Promise((done) => addEventListener('load', done));
    let end = now + time;
    const limit = realNow() + 2000;
    looks = 0;
    for (let left = time > 500 ? 2000 : 200; ; ) { // timers
      await (turn() ?? new Promise((done) => later(done)));
      const t = next(end);
      if (t && left > 0) {
        left--;
        run(t);
      } else if (waiting > lasting && realNow() < limit) {
        await new Promise((done) => later(done, 1));
      } else {
        if (t) end = t.at;
        lasting = waiting;
        break;
      }
    }
    now = Math.max(now, end);
    return true;
  };
}
