// Modules, generators, async functions, and the order in which they go on.
import { readFileSync as read } from "node:fs";
import * as path from "node:path";
export const exported = 1 < 2 && "out";
export default class {}
export function declared(x) { return x === 1 || declared(1); }

const log = [];
const tick = (n) => Promise.resolve(n);

observe("this of a module", () => this);
observe("exports", () => [exported, declared(0), typeof read === "function", path.join("a", "b")]);
observe("import.meta", () => typeof import.meta.url === "string" && import.meta.url.startsWith("file:"));
observe("generators", () => { function* g(n) { for (let i = 0; i < n; i++) { const got = yield i > 0 ? i : -1; if (got === "stop") return "end"; } } const it = g(5); return [it.next(), it.next(), it.next("stop"), it.next()]; });
observe("yield in an operand", () => { function* g() { const x = (yield 1) || (yield 2) && (yield 3); return x; } const it = g(); return [it.next().value, it.next(0).value, it.next(4).value, it.next("r").value]; });
observe("yield in an argument", () => { function* g() { return "abc".includes(yield 1) && [yield 2].includes(yield 3); } const it = g(); it.next(); it.next("b"); it.next(7); return it.next(7); });
observe("yield*", () => { function* a() { const r = yield* b(); yield r > 1; } function* b() { yield 1; return 2; } return [...a()]; });
observe("return of a generator", () => { const l = []; function* g() { try { yield 1; } finally { l.push("f"); yield 2; } } const it = g(); it.next(); return [it.return(9), it.next(), l]; });
observe("throw into a generator", () => { function* g() { try { yield 1; } catch (e) { yield e + (1 < 2); } } const it = g(); it.next(); return it.throw("t").value; });
observe("a generator in two places", () => { function* g(x) { return x > 1 && (yield x) || (yield -x); } const a = g(2), b = g(3); return [a.next().value, b.next().value, a.next(0).value, b.next(1).value, a.next(5).value]; });
observe("a generator's arguments", () => { function* g() { yield arguments.length > 1; } return g(1, 2).next().value; });
observe("strict by nature", () => (function () { return this === undefined; })());

await observeLater("await", async () => (await tick(1)) < 2 && "yes");
await observeLater("await in operands", async () => [(await tick(0)) || (await tick(2)), (await tick(null)) ?? 3, !(await tick(1)), (await tick("a")) === (await tick("a"))]);
await observeLater("await in arguments", async () => "abc".startsWith(await tick("ab")) && [await tick(1)].includes(await tick(1)));
await observeLater("await in a switch", async () => { switch (await tick(2)) { case await tick(1): return "one"; case await tick(2): return "two"; } });
await observeLater("a rejection", async () => { await Promise.reject(new TypeError("no")); });
await observeLater("a rejection is caught", async () => { try { return await Promise.reject(1); } catch (e) { return e === 1 ? "caught" : "no"; } finally { log.push("f"); } });
await observeLater("the order of ticks", async () => {
  const l = [];
  const a = async () => { l.push("a1"); await null; l.push("a2"); return (await tick(1)) > 0 && l.push("a3"); };
  const b = async () => { l.push("b1"); await null; l.push("b2"); await null; l.push("b3"); await null; l.push("b4"); };
  const c = async () => { for (const x of [1, 2, 3]) { l.push("c" + x); await (x < 2 ? null : tick(x)); } };
  await Promise.all([a(), b(), c(), tick(0).then(() => l.push("t1")).then(() => l.push("t2"))]);
  return l.join();
});
await observeLater("return await and return", async () => {
  const l = [];
  const f = async () => tick(1);
  const g = async () => await tick(2);
  await Promise.all([f().then(() => l.push("f")), g().then(() => l.push("g"))]);
  return l.join();
});
await observeLater("async arrows", async () => { const f = async (x) => x > 1 ? await tick(x) : x; return [await f(1), await f(2)]; });
await observeLater("async generators", async () => { async function* g() { for (let i = 0; i < 2; i++) { const x = yield await tick(i); if (x > 3) return x; } } const l = []; for await (const v of g()) l.push(v); return l; });
await observeLater("for await", async () => { const l = []; for await (const x of [tick(1), 2]) { if (x === 2) break; l.push(x); } return l; });
await observeLater("two tasks in one function", async () => { const l = []; const f = async (n) => { const r = (await tick(n)) > 1 && (await tick(n * 2)) || "small"; l.push(r); }; await Promise.all([f(1), f(2), f(3)]); return l; });
await observeLater("this in async", async () => { const o = { v: 1, async m() { await null; return this.v === 1 && (() => this.v)(); } }; return o.m(); });
await observeLater("dynamic import", async () => (await import("node:path")).sep === "/" || "other");
await observeLater("a default that is async", async () => { const f = async (a = tick(3), b = a && 2) => (await a) + b; return f(); });
await observeLater("unhandled in a then", async () => tick(1).then((x) => { if (x > 0) throw new Error("t"); }).catch((e) => e.message));
await observeLater("top-level await", async () => exported.startsWith("o"));
await observeLater("the line behind an await", async () => {
  try {
    await null;

    null.x;
  } catch (e) { return e.stack.match(/tricky[^:]*:(\d+)/)?.[1]; }
});
observe("the log", () => log);
