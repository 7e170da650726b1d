// Operators, conversions, order of evaluation, calls, patterns, control flow.
const traced = (log, name, v) => ({ valueOf() { log.push(name); return v; } });
observe("valueOf of <", () => { const l = []; return [traced(l, "a", 1) < traced(l, "b", 2), l.join()]; });
observe("valueOf of >", () => { const l = []; return [traced(l, "a", 1) > traced(l, "b", 2), l.join()]; });
observe("valueOf of <=", () => { const l = []; return [traced(l, "a", 1) <= traced(l, "b", 1), l.join()]; });
observe("valueOf of >=", () => { const l = []; return [traced(l, "a", 1) >= traced(l, "b", 1), l.join()]; });
observe("valueOf of ==", () => { const l = []; return [traced(l, "a", 1) == 1, traced(l, "b", 1) == traced(l, "c", 1), l.join()]; });
observe("valueOf that throws", () => ({ valueOf() { throw new RangeError("v"); } }) < 1);
observe("toPrimitive", () => { const l = []; const o = { [Symbol.toPrimitive](h) { l.push(h); return 1; } }; return [o < 2, o == 1, o === 1, l.join()]; });
observe("a symbol is compared", () => Symbol("s") < 1);
observe("symbols are equal", () => { const s = Symbol(); return [s === s, s == Symbol(), Symbol.for("a") === Symbol.for("a")]; });
observe("odd equalities", () => [[] == 0, [] == ![], null == undefined, null == 0, null >= 0, NaN == NaN, "1" == 1, "a" == "A", [1] == 1, true == 1]);
observe("odd orders", () => ["10" < "9", "10" < 9, null < 1, undefined < 1, [] > {}, "a" < 1, NaN >= NaN, -0 < 0]);
observe("big integers", () => [1n < 2, 2n == 2, 2n === 2, 10n ** 20n > 5n, 1n == "1", 0n || "zero"]);
observe("a big integer and a text", () => 1n < "x");
observe("dates", () => { const a = new Date(5), b = new Date(6); return [a < b, a == b, a >= b, +a === 5]; });
observe("-0", () => [Object.is(-0 || 0, 0), Object.is(0 && 1, 0), 0 === -0]);
observe("|| yields values", () => [0 || "a", "" || null, 1 || 2, null || undefined]);
observe("&& yields values", () => [0 && "a", 1 && "b", "" && 1, null && 2]);
observe("?? yields values", () => [0 ?? "a", null ?? "b", undefined ?? null, false ?? 1]);
observe("chains of logic", () => { const l = []; const t = (n, v) => (l.push(n), v); const r = (t("a", 0) || t("b", 1)) && (t("c", null) ?? t("d", 0)) || t("e", 5); return [r, l.join()]; });
observe("logic that throws", () => { const l = []; try { (l.push(1), 0) || (() => { throw new Error("x"); })() || l.push(2); } catch (e) { l.push(e.message); } return l; });
observe("a long chain", () => { let x = 150; return x === 1 || x === 2 || x === 3 || x === 4 || x === 5 || x === 6 || x === 150 || "no"; });
observe("not", () => [!0, !!"a", !(1 < 2), !(1 && 0), !null === true]);
observe("ternaries", () => [1, 2, 3].map((x) => x < 2 ? "s" : x > 2 ? "l" : "m").join());
observe("logical assignment", () => { let a = null, b = 1, c = 0; a ??= b > 0; b &&= b === 1 ? 7 : 8; c ||= a && b; return [a, b, c]; });
observe("logical assignment is lazy", () => { const l = []; const o = { get a() { l.push("g"); return 1; }, set a(v) { l.push("s"); } }; o.a ||= 2; o.a &&= 3; o.a ??= 4; return l.join(); });
observe("comma", () => { let a = 0; const r = (a++, a > 0, a += 2); return [r, a]; });
observe("exponents", () => [2 ** 3 ** 2, (-2) ** 2, 2 ** -1 < 1]);
observe("increments", () => { let a = 1; const r = a++ < a && a-- > --a; return [r, a]; });
observe("order of operands", () => { let i = 0; return [i++ < i++, i, i++ === i, i]; });
observe("order of a call", () => { const l = []; const o = { get startsWith() { l.push("get"); return (x) => (l.push("call" + x), true); } }; const f = () => (l.push("recv"), o); f().startsWith((l.push("arg"), 1)); return l.join(); });
observe("a method that is replaced meanwhile", () => { const o = { includes: () => "old" }; return o.includes((o.includes = () => "new", 1)); });
observe("a method of another kind", () => [{ includes: (x) => x + 1 }.includes(1), { indexOf() { return this.v; }, v: 9 }.indexOf(0), { test: () => undefined }.test(0)]);
observe("methods of texts", () => ["abc".startsWith("ab"), "abc".endsWith("bc"), "abc".includes("x"), "abc".indexOf("c"), "abc".includes("c", 1), "abc".match(/b/).index, "abc".search(/c/)]);
observe("methods of arrays", () => [[1, 2].includes(2), [NaN].includes(NaN), [NaN].indexOf(NaN), [, 1].includes(undefined), [1, 2, 1].lastIndexOf(1)]);
observe("methods of sets and maps", () => [new Set([1]).has(1), new Map([["a", 1]]).has("b"), new WeakSet().has({})]);
observe("texts that are split", () => ["a b".split(" "), "ab".split(" "), "".split(""), "".split(","), "a,b".split(",", 1), "a1b".split(/\d/), "ab".split(), "a.b".split(".")]);
observe("split of another kind", () => [{ split: (x) => x + "!" }.split("a"), { split() { return this.v; }, v: [1] }.split(",")]);
observe("split and its parts", () => { const [kind, mark] = "crew".split(":"); return [kind === "crew" && mark, kind, (mark ?? "none") === "none"]; });
observe("get of maps and others", () => [new Map([["a", 1], [NaN, 2]]).get("a"), new Map().get(1), new Map([[NaN, 2]]).get(NaN), new WeakMap().get({}), { get: (x) => x }.get(0), new URLSearchParams("a=1").get("b")]);
observe("get of a subclass", () => { class M extends Map { get(k) { return super.get(k) ?? "none"; } } return [new M([[1, 2]]).get(1), new M().get(1)]; });
observe("split of nothing", () => { const a = undefined; return a.split(","); });
observe("startsWith of nothing", () => { const a = undefined; return a.startsWith("x"); });
observe("startsWith of null", () => null.startsWith("x"));
observe("an argument that throws", () => "a".includes((() => { throw new Error("arg"); })()));
observe("includes of a pattern", () => "a".includes(/a/));
observe("spread arguments", () => "abc".includes(...["c", 2]));
observe("calls in calls", () => "abc".includes("xbx".indexOf("b") > 0 ? "b" : "z") && [["a"].includes("a")].includes(true));
observe("recursion in an argument", () => { const f = (n) => n === 0 ? "" : "aaa".includes(f(n - 1)) ? "a".repeat(n) : "!"; return f(4); });
observe("lastIndex", () => { const r = /a/g; const l = []; while (r.test("aXa")) l.push(r.lastIndex); return l; });
observe("match", () => { const m = "x=1".match(/(\w)=(\d)/); return m && m.slice(1); });
observe("JSON.parse", () => [JSON.parse("[1,{\"a\":2}]"), JSON.parse("1", (k, v) => v + 1)]);
observe("JSON.parse of what is none", () => { try { JSON.parse("{x"); } catch (e) { return e.name; } });
observe("numbers read", () => [Number("12"), Number("x"), Number(" 0x1f "), parseInt("12px"), parseInt("z", 36), parseFloat("1.5e2!"), Number(null), Number(new Date(5))]);
observe("a date read", () => [new Date("2020-01-02").getTime(), Date.parse("no"), new Date(2020, 0).getMonth(), typeof Date(), new Date(NaN).getTime()]);
observe("a parser of one's own", () => { const parseInt = (x) => "own " + x; const JSON = { parse: () => "mine" }; return [parseInt("1"), JSON.parse("2")]; });
observe("chains", () => { const o = { a: { b: (x) => x > 1 } }; const n = null; return [o?.a.b(2), n?.a.b(1), o.a?.["b"]?.(0), n?.[o.x.y], o.q?.startsWith("x")]; });
observe("a chain skips arguments", () => { let i = 0; null?.includes(i++); null?.a.startsWith(i++); return i; });
observe("templates", () => `${1 < 2}-${"a" || "b"}-${`${null ?? 1}`}`);
observe("a template of lines", () => `a
${1 > 0 ? "b" : `c
`}
d`);
observe("tags", () => { const t = (s, ...v) => s.raw.join("|") + v.join(); return t`\u0041${1 < 2}\n${"b"}`; });
observe("a tag's object is one", () => { const t = (s) => s; const f = () => t`a`; return f() === f(); });
observe("patterns", () => { const { a = 1 > 0, b: { c = a && 2 } = {}, ...r } = { d: 4 }; const [x, , y = x ?? 3, ...z] = [null, 2, undefined, 5]; return [a, c, r, x, y, z]; });
observe("patterns are assigned", () => { let a, b; const o = {}; [a, b = a > 1, o["k" + (1 < 2)]] = [1, , 3]; ({ a, x: [b] } = { a: 5, x: [6] }); return [a, b, o]; });
observe("a computed key of a pattern", () => { const { ["a" + (1 == 1)]: v } = { atrue: 3 }; return v; });
observe("a swap", () => { let a = 1, b = 2; [a, b] = [b, a]; return a > b; });
observe("sparse arrays", () => { const a = [, 1, , 2]; return [a.length, 0 in a, a.indexOf(undefined), a.includes(undefined)]; });
observe("spread", () => [...[1, 2].map((x) => x > 1), ...(0 || "ab"), { ...(1 > 0 && { a: 1 }), ...null }]);
observe("switch", () => [1, "1", 2, null].map((x) => { switch (x) { case 1: return "one"; case "1": case 3: return "text"; default: return "other"; case null: return "null"; } }).join());
observe("switch falls through", () => { let r = ""; switch (2) { case 1: r += 1; case 2: r += 2; default: r += "d"; case 3: r += 3; break; case 4: r += 4; } return r; });
observe("switch is lazy", () => { const l = []; const t = (x) => (l.push(x), x); switch (2) { case t(1): case t(2): case t(3): } return l; });
observe("switch of true", () => { const x = 5; switch (true) { case x < 3: return "s"; case x > 4: return "l"; } });
observe("NaN in a switch", () => { switch (NaN) { case NaN: return 1; default: return 2; } });
observe("a scope of a switch", () => { switch (1) { case 0: let a; case 1: a = 1; } });
observe("labels", () => { const l = []; outer: for (let i = 0; i < 3; i++) { for (let j = 0; j < 3; j++) { if (j === 1) continue outer; if (i === 2) break outer; l.push(i + "" + j); } } return l.join(); });
observe("a labelled block", () => { let r = 1; done: { if (r > 0) break done; r = 2; } return r; });
observe("labels of labels", () => { let n = 0; a: b: while (n < 5) { n++; if (n < 3) continue b; break a; } return n; });
observe("finally wins", () => { try { return 1; } finally { return 2; } });
observe("finally of break", () => { let n = 0; for (;;) { try { n++; if (n > 2) break; continue; } finally { n += 10; } } return n; });
observe("finally sees the value", () => { let x = 1; const f = () => { try { return x; } finally { x = 2; } }; return [f(), x]; });
observe("throw in finally", () => { try { try { throw new Error("a"); } finally { throw new Error("b"); } } catch (e) { return e.message; } });
observe("throw anything", () => { throw 5 > 4 && { code: 1 }; });
observe("for in", () => { const l = []; for (const k in { a: 1, b: 2, __proto__: { c: 3 } }) if (k !== "b") l.push(k); return l.join(); });
observe("for of with a break closes", () => { const l = []; const it = { [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return() { l.push("closed"); return {}; } }) }; for (const x of it) { if (x === 1) break; } return l; });
observe("a for with members", () => { const o = {}; for (o.i = 0; o.i < 2; o.i++); for (o.k in { z: 1 }); for ([o.v] of [[4]]); return o; });
observe("in", () => ["a" in { a: 1 }, !("b" in {}), 1 in [0, 1] && "yes"]);
observe("no function", () => { const notThere = {}; notThere.missing(1); });
observe("not iterable", () => { const [a] = 5; });
observe("the depth of a stack", () => { let n = 0; const f = () => { n++; return 1 + f(); }; try { f(); } catch (e) { return e.name + (n > 1000); } });
observe("the line of an error", () => lineOf(() => {
  const a = 1;
  if (a > 0 &&
    a < 5)
    throw new Error("here");
}));
observe("the line of a failing call", () => lineOf(() => {
  const o = {};
  return o.a
    .b(1);
}));
observe("the line behind strings", () => lineOf(() => {
  const t = `a

  b${1 > 0
    ? 1 : 2}`;
  null.x;
}));
observe("the line of startsWith", () => lineOf(() => {
  let a;

  return 1 < 2 && a.startsWith("x");
}));
