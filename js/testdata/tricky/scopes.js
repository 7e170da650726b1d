// Hoisting, blocks, TDZ, eval, directives, defaults, automatic semicolons.
observe("a function in a block is hoisted in it", () => { { const r = f(); function f() { return 1; } return r; } });
observe("a function in a block leaks", () => { { function g() { return 2; } } return g(); });
observe("it leaks when it is reached", () => { const before = typeof h; { function h() {} } return [before, typeof h]; });
observe("it does not leak if it is not reached", () => { if (1 > 2) { function k() {} } return typeof k; });
observe("a function in an if without a block", () => { if (2 > 1) function m() { return 3; } return m(); });
observe("two functions of a name", () => { { function n() { return 1; } function n() { return 2; } return n(); } });
observe("the block's and the outer one differ", () => { { function p() { return 1; } p = 5; var inner = p; } return [typeof p, inner]; });
observe("a function in a case", () => { switch (1) { case 0: function q() { return 4; } case 1: return q(); } });
observe("a function in a block of strict mode", () => { "use strict"; { function s() {} } return typeof s; });
observe("functions in a label", () => { a: { function t() { return 1; } break a; } return t(); });
observe("functions are hoisted", () => { return u(); function u() { return 1 < 2 && "up"; } });
observe("var is hoisted", () => { const before = v; var v = 1; return [before, v]; });
observe("TDZ of let", () => { x; let x = 1; });
observe("TDZ in a comparison", () => { if (y === 1) return 2; let y = 1; });
observe("TDZ of typeof", () => { typeof z; let z; });
observe("TDZ of a class", () => { new C(); class C {} });
observe("TDZ of a default", () => ((a = b, b = 1) => a)());
observe("const", () => { const c = 1; c = 2; });
observe("const in a loop", () => { const fs = []; for (const i of [1, 2]) fs.push(() => i); return fs.map((f) => f()); });
observe("let in a loop", () => { const fs = []; for (let i = 0; i < 3; i++) fs.push(() => i); return fs.map((f) => f()); });
observe("var in a loop", () => { var fs = []; for (var i = 0; i < 3; i++) fs.push(() => i); return fs.map((f) => f()); });
observe("shadowing", () => { let a = 1; { let a = 2; if (a > 1) { let a = 3; if (a !== 3) return 0; } } return a; });
observe("a catch parameter", () => { var e = 1; try { throw 2; } catch (e) { var e = 3; } return e; });
observe("catch without a parameter", () => { try { null.x; } catch { return "caught"; } });
observe("a destructured catch", () => { try { throw { a: 1 }; } catch ({ a, b = a > 0 && 5 }) { return [a, b]; } });
observe("direct eval sees variables", () => { const secret = 4; return eval("secret > 3 && secret"); });
observe("direct eval declares", () => { eval("var declared = 5"); return declared; });
observe("direct eval in an operand", () => { const a = 0 || eval("var inOperand = 6"); return inOperand === 6; });
observe("direct eval in strict mode", () => { "use strict"; eval("var hidden = 1"); return typeof hidden; });
observe("indirect eval", () => { var local = 1; return (0, eval)("typeof local"); });
observe("the value of eval", () => eval("1;if(true){2}"));
observe("a function by its text", () => new Function("a", "return a == 1 || 'no'")(2));
observe("typeof undeclared", () => typeof undeclared === "undefined" && typeof undeclared);
observe("undeclared", () => undeclared > 1);
observe("undeclared is assigned", () => { leaked = 5; const r = [delete globalThis.leaked, typeof leaked]; return r; });
observe("undeclared is assigned in strict mode", () => { "use strict"; undeclaredToo = 5; });
observe("a directive", () => (function () { "use strict"; var a = 1 > 0 && 2; return this === undefined && a; })());
observe("a directive behind another", () => (function () { "other"; "use strict"; return this === undefined; })());
observe("no directive", () => (function () { ("use strict"); return this !== undefined; })());
observe("a default sees parameters", () => ((a, b = a > 1 ? a : 0, c = a && b) => [a, b, c])(2));
observe("a default's own scope", () => { var x = 1; function f(a = () => x) { var x = 2; return [a(), x]; } return f(); });
observe("a default that calls", () => ((s, b = s.startsWith("a")) => b)("abc"));
observe("a default with arguments", () => (function (a, b = arguments.length > 1) { return b; })(1));
observe("a default is evaluated late", () => { let n = 0; const f = (a = ++n) => a; f(); f(); f(0); return n; });
observe("delete", () => { const o = { a: 1, b: 2 }; return [delete o.a, delete o.none, "a" in o, delete o?.b, "b" in o]; });
observe("delete fails", () => { "use strict"; return delete Object.freeze({ a: 1 }).a; });
observe("delete of a comparison", () => { const o = { true: 1 }; return [delete o[1 < 2], "true" in o]; });
observe("void", () => [void (1 > 0), typeof void 0]);
observe("with", () => { const o = { a: 1, b: 2 }; with (o) { if (a < b) { var r = a || b; function inWith() { return a; } } c = 3; } delete globalThis.c; return [r, inWith()]; });
observe("with hides names", () => { with ({ __e: 1, x: 5 }) { return x == 5 ? x : 0; } });
observe("ASI behind return", () => { return
  1; });
observe("ASI and ++", () => { let a = 1, b = 2
  a
  ++b
  return [a, b] });
observe("ASI and parentheses", () => { const f = (x) => () => x
  const g = f
  (3)
  return g() });
observe("ASI and templates", () => { const t = (s) => s[0]
  const u = t
  `x`
  return u });
observe("no braces", () => { let r = ""; if (1 > 2) r += "a"; else if (2 > 1) r += "b"; else r += "c"; for (let i = 0; i < 2; i++) r += i; while (r.length < 5) r += "w"; do r += "d"; while (r.length < 7); return r; });
observe("a dangling else", () => { let r = 0; if (1 > 0) if (1 > 2) r = 1; else r = 2; return r; });
observe("an empty body", () => { let i = 0; for (; i < 3; i++); while (i-- > 1); return i; });
observe("nothing", () => { ;;; {} });
observe("an object, no block", () => { ({}).toString(); return { a: 1 }; });
observe("a let that is a name", () => { var let_ = 1; return let_ > 0; });
observe("a top-level variable is no property", () => Object.keys(globalThis).filter((k) => k.startsWith("__e")).length);
observe("the runtime is not listed", () => Object.keys(globalThis).includes("__evoke" + "__"));
var shared = 1;
observe("a variable of the file", () => { shared = shared === 1 ? 2 : 3; return shared; });
