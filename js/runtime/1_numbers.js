// Distances of numbers, and how near they are: the formulas of Go's package heuristics, to
// the bit. What the program may have changed is not used: functions are taken from the
// globals before the program runs.
const { abs, floor, max, min } = Math;
const { MAX_VALUE } = Number;
const call = Function.prototype.call;
const uncurried = (f) => call.bind(f);

const Reached = 0.1; // the side not taken, without a gradient
const Absent = 0.05; // nothing to compare with
const OtherType = 0.075;
const Thrown = 0.05; // an operand that was begun and threw
const below1 = 1 - 2 ** -53;
const far = 2 ** 26;

const { ArrayBuffer, DataView, Float64Array } = globalThis;
const getUint32 = uncurried(DataView.prototype.getUint32);
const getFloat64 = uncurried(DataView.prototype.getFloat64);
const setUint32 = uncurried(DataView.prototype.setUint32);
const setFloat64 = uncurried(DataView.prototype.setFloat64);
const bits = new DataView(new ArrayBuffer(8));

// octaves is log2(d/far), linear between the powers of two.
function octaves(d) {
  setFloat64(bits, 0, d / far);
  const high = getUint32(bits, 0);
  setUint32(bits, 0, (high & 0xfffff) | 0x3ff00000);
  return ((high >>> 20) & 0x7ff) - 1023 + (getFloat64(bits, 0) - 1);
}

// close maps a distance to (0,1]: 1 for 0 alone, Reached for no distance.
function close(d) {
  if (d === 0) return 1;
  if (d <= far) return min(Reached + 0.9 / (1 + d), below1);
  if (d <= MAX_VALUE) return Reached + 1.3411044874622749e-8 * (1 - octaves(d) / 1000);
  return Reached;
}

const left = close(1); // the way out of an equality

function numberDistance(a, b) {
  const d = abs(a - b);
  if (d <= MAX_VALUE) return d;
  if (a === b) return 0;
  return abs(a) <= MAX_VALUE && abs(b) <= MAX_VALUE ? MAX_VALUE : Infinity;
}

function mean(a, b) {
  return a === 1 && b === 1 ? 1 : min(a / 2 + b / 2, below1);
}
