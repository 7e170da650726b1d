// What a description of arguments, receivers, variables and results could disturb.
const noisy = (log) => new Proxy({ a: 1 }, {
  get(t, k) { log.push("get " + String(k)); return t[k]; }, has(t, k) { log.push("has " + String(k)); return k in t; },
  ownKeys(t) { log.push("keys"); return Reflect.ownKeys(t); }, getPrototypeOf(t) { log.push("prototype"); return Reflect.getPrototypeOf(t); },
  getOwnPropertyDescriptor(t, k) { log.push("own " + String(k)); return Reflect.getOwnPropertyDescriptor(t, k); },
});
const tells = (log) => ({ get a() { log.push("a"); return 1; }, toJSON() { log.push("toJSON"); }, toString() { log.push("toString"); return "t"; }, valueOf() { log.push("valueOf"); return 1; }, get [Symbol.toStringTag]() { log.push("tag"); return "T"; }, get constructor() { log.push("constructor"); } });
observe("a proxy is an argument", () => { const log = []; (function f(p) { return p; })(noisy(log)); return log; });
observe("a proxy is this", () => { const log = []; (function f() { return this; }).call(noisy(log)); return log; });
observe("a proxy is captured", () => { const log = []; const p = noisy(log); (() => p)(); return log; });
observe("a proxy in an object", () => { const log = []; ((x) => x)({ list: [noisy(log)], map: new Map([[1, noisy(log)]]), set: new Set([noisy(log)]), __proto__: noisy(log) }); return log; });
observe("a proxy of a function", () => { const log = []; const p = new Proxy(function q() {}, { get(t, k) { log.push(String(k)); return t[k]; }, apply() { return 5; } }); return [((f) => f)(p)(), log]; });
observe("a proxy of a proxy", () => { const log = []; ((x) => x)(new Proxy(noisy(log), {})); return log; });
observe("a proxy that is revoked", () => { const { proxy, revoke } = Proxy.revocable([1], {}); const f = (p) => typeof p; const before = f(proxy); revoke(); return [before, f(proxy)]; });
observe("the constructor of proxies", () => [typeof Proxy, Proxy.name, Proxy.length, "prototype" in Proxy, Proxy.revocable.name, Proxy.revocable.length, Object.getOwnPropertyNames(Proxy).sort().join(), Object.keys(globalThis).includes("Proxy")]);
observe("a proxy without new", () => Proxy({}, {}));
observe("a proxy of nothing", () => new Proxy(1, {}));
observe("a proxy constructs", () => { const P = new Proxy(class A { constructor(x) { this.x = x; } }, { construct(t, args) { return new t(args[0] > 1 ? "big" : "small"); } }); return new P(2).x; });
observe("getters and conversions", () => { const log = []; const f = (x) => x; f(tells(log)); f([tells(log)]); (function () { return this; }).call(tells(log)); return log; });
observe("getters of elements", () => { const log = []; const list = [1]; Object.defineProperty(list, 1, { get() { log.push("1"); return 2; }, enumerable: true }); ((x) => x)(list); return log; });
observe("a class that names itself", () => { const log = []; class A { static get name() { log.push("name"); return "B"; } static get [Symbol.species]() { log.push("species"); return Array; } static [Symbol.hasInstance]() { log.push("instance"); return true; } } ((x) => x)(new A()); return log; });
observe("a subclass of a map", () => { const log = []; class M extends Map { entries() { log.push("entries"); return super.entries(); } get size() { log.push("size"); return 9; } } ((x) => x)(new M([[1, 2]])); return log; });
observe("a date without its methods", () => { class D extends Date { toISOString() { return 1 > 0 && "no"; } getTime() { throw new Error("no"); } } return ((d) => d instanceof Date)(new D(5)); });
observe("a pattern that changes", () => { const r = /a/g; r.lastIndex = 1; Object.defineProperty(r, "flags", { get() { throw new Error("flags"); } }); return ((x) => x.lastIndex)(r); });
observe("a global that is a getter", () => { let n = 0; Object.defineProperty(globalThis, "counted", { get: () => ++n, configurable: true }); const f = () => (1 > 2 ? counted : n); const r = [f(), f(), counted]; delete globalThis.counted; return r; });
observe("a captured variable before its time", () => { const f = () => (1 > 2 ? late : "early"); const r = f(); let late = 1; return [r, f(), late]; });
observe("a class before its time", () => { const f = () => (typeof 1 === "number" ? 1 : new Late()); const r = f(); class Late {} return r; });
observe("a parameter called arguments", () => [(function (arguments) { return arguments; })(5), (function (a) { var arguments = a > 1 ? "own" : 0; return arguments; })(2), (function (a) { return typeof arguments; function arguments() {} })(1)]);
observe("arguments and eval", () => (function (a) { a = 3; return eval("arguments[0]"); })(1));
observe("arguments stay what they are", () => (function (a, b) { arguments[0] = 7; b = 8; return [a, arguments[1], arguments.length, [...arguments].join()]; })(1, 2, 3));
observe("arguments are kept", () => { let kept; (function (a) { kept = arguments; a = 2; })(1); return kept[0]; });
observe("an arrow before super()", () => { class A {} class B extends A { constructor() { const early = () => this; const ok = () => 1; const log = [ok()]; try { early(); } catch (e) { log.push(e.name); } super(); this.log = log; this.same = early() === this; } } return new B(); });
observe("a constructor that never calls super()", () => { class A {} class B extends A { constructor(x) { if (x > 1) return { a: x }; } } return [new B(2), (() => { try { return new B(0); } catch (e) { return e.name; } })()]; });
observe("super() fails", () => { class A { constructor() { throw new Error("a"); } } class B extends A { constructor() { try { super(); } catch (e) { return { caught: e.message }; } } } return new B(); });
observe("super() twice", () => { class A {} class B extends A { constructor() { super(); try { super(); } catch (e) { this.e = e.name; } } } return new B(); });
observe("a class that returns nothing of worth", () => { class A { constructor() { return 5; } } return typeof new A(); });
observe("a derived class that returns nothing of worth", () => { class A {} class B extends A { constructor() { super(); return 5; } } return new B(); });
observe("returns in loops and finally", () => { const log = []; const f = () => { for (let i = 0; i < 3; i++) { try { if (i === 1) return i; log.push("t" + i); continue; } finally { log.push("f" + i); if (i < 0) return "never"; } } }; return [f(), log.join()]; });
observe("finally overrides what was thrown", () => { const f = () => { try { throw new Error("x"); } finally { return "calm"; } }; return f(); });
observe("finally goes on", () => { const f = () => { let n = 0; while (true) { try { return n; } finally { if (n++ < 2) continue; } } }; return f(); });
observe("a generator is closed in a finally", () => { const log = []; function* g() { try { yield 1; return 2; } finally { log.push("f"); } } for (const x of g()) { log.push(x); break; } const i = g(); i.next(); log.push(i.return(7).value); return log; });
observe("a generator throws and goes on", () => { function* g() { for (;;) { try { yield 1; } catch (e) { yield e; } } } const i = g(); return [i.next(), i.throw("a"), i.next(), i.throw("b")].map((x) => x.value).join(); });
observe("a generator that calls itself", () => { let i; function* g() { try { i.next(); } catch (e) { yield e.name; } } i = g(); return i.next(); });
observe("a generator in an array pattern", () => { const log = []; function* g() { try { yield 1; yield 2; yield 3; } finally { log.push("closed"); } } const [a, b] = g(); return [a, b, log]; });
observe("recursion that ends in an overflow", () => { const f = (n) => { try { return f(n + 1); } catch (e) { return e.name; } }; return f(0); });
observe("what is thrown through many", () => { const f = (n) => { if (n === 0) throw new TypeError("deep"); return f(n - 1); }; try { f(50); } catch (e) { return e.message; } });
observe("a large object", () => { const o = {}; for (let i = 0; i < 20000; i++) o["k" + i] = i; return ((x) => Object.keys(x).length)(o); });
observe("a long text", () => ((s) => s.length)("x".repeat(1e6)));
observe("an object in itself", () => { const o = { list: [] }; o.self = o; o.list.push(o); return ((x) => x.self.list[0] === x)(o); });
observe("a frozen receiver", () => { const o = Object.freeze({ v: 1, f() { return this.v; } }); return [o.f(), Object.isFrozen(o)]; });
observe("keys with names of prototypes", () => { const o = { __proto__: null, constructor: 1, hasOwnProperty: 2, ["__proto__"]: 3 }; return ((x) => Object.keys(x).join())(o); });
observe("symbols and large numbers", () => ((a, b, c) => [typeof a, typeof b, c])(Symbol("s"), 2n ** 5000n, -0 === 0));
observe("names of functions", () => { const f = function () {}; const o = { g() {}, h: () => 1, ["i" + 1]: async () => 1 }; return [f, o.g, o.h, o.i1].map((x) => x.name + x.length).join(); });
observe("constructors are told by new", () => { const f = () => 1; const o = { m() {} }; return [f, o.m].map((x) => { try { new x(); return "made"; } catch (e) { return e.name; } }); });
