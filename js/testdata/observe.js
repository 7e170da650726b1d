// observe prints what a function returns or throws. It is loaded before the observations,
// and has no probes.
const { inspect } = require("node:util");
globalThis.show = (v) => (typeof v === "string" ? v : inspect(v, { depth: 5, breakLength: Infinity }));
globalThis.observe = (name, f) => {
  let seen;
  try {
    seen = show(f());
  } catch (e) {
    seen = "throws " + (e instanceof Error ? e.name + ": " + e.message : show(e));
  }
  console.log(name + ": " + seen);
};
globalThis.observeLater = async (name, f) => {
  try {
    const v = await f();
    observe(name, () => v);
  } catch (e) {
    observe(name, () => {
      throw e;
    });
  }
};
// lineOf is the line of the file in which an error was made or thrown.
globalThis.lineOf = (f) => {
  try {
    f();
  } catch (e) {
    return e.stack.match(/tricky[^:]*:(\d+)/)?.[1];
  }
};
