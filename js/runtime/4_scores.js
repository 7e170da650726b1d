// The best score of each target in the round at hand, and what the latest condition came to.

// Muted is above every score: a target that is muted never gets better.
const Muted = 2;
let best = new Float64Array(4096);
let touched = [];
let last = -1; // the statement that was entered last

function raise(id, v) {
  if (id >= best.length) {
    const larger = new Float64Array(max(2 * best.length, id + 1));
    for (let i = 0; i < best.length; i++) larger[i] = best[i];
    best = larger;
  }
  if (best[id] === 0) touched[touched.length] = id;
  best[id] = v;
}

// put scores a target. An id beyond the array has no score, and is not better either.
function put(id, v) {
  if (!(best[id] >= v)) raise(id, v);
}

function score(id, toTrue, toFalse) {
  put(id, toTrue);
  put(id + 1, toFalse);
}

// The latest condition: its outcome, and how near it was to the other one. That is 0 if
// there is none, and Later if it is still to be worked out from the operands. Numbers
// live in an array because a variable would allocate each of them.
const Later = -1;
let outcome = false;
const near = new Float64Array(2); // of the latest condition; of the left operand of && || ??
let relation = 0;
let holds = false;
let first;
let second;

function forget() {
  near[0] = 0;
}

// latest is how near an operand that came to a value was to being false or true instead. A
// condition that came to something else was not what the value is made of.
function latest(truthy) {
  if (near[0] === 0 || outcome !== truthy) return Reached;
  if (near[0] === Later) near[0] = nearness(relation, holds, first, second);
  return max(near[0], Thrown);
}

// decided notes the outcome of a condition whose nearness is known.
function decided(id, result, other) {
  put(result ? id : id + 1, 1);
  put(result ? id + 1 : id, min(other, below1));
  outcome = result;
  near[0] = min(other, below1);
  return result;
}

// What conditions compared while somebody listens: of each the first four comparisons of a
// round, and 4,000 of all.
let listening = false;
let heard = [];
let times = { __proto__: null };

// operand is a value as it is told: a text of at most 256 units or a finite number.
function operand(v) {
  if (typeof v === "string") return v.length > 256 ? undefined : v;
  return typeof v === "number" && abs(v) <= MAX_VALUE ? v : undefined;
}

// Texts that the program wanted to split, and that have no separator: their separators.
let whole = { __proto__: null };

// splitting keeps that a text has nothing to split.
function splitting(text, separator) {
  if (listening && text.length <= 256) whole[text] = separator;
}

// further adds to two operands, of which one is such a text, the form of the other one with
// a piece behind it: who splits texts expects several pieces.
function further(values) {
  for (let i = 0; i < 2 && values.length === 2; i++) {
    const separator = whole[values[i]];
    const other = values[1 - i];
    if (separator !== undefined && other !== "") values[2] = new Wanted("matching", "^" + literal(other) + literal(separator) + "[a-z0-9]{6}$");
  }
  return values;
}

// literal is a regular expression that matches a text alone.
function literal(text) {
  let out = "";
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    const plain = (c >= "0" && c <= "9") || (c >= "A" && c <= "Z") || (c >= "a" && c <= "z") || c === " " || c > "~" || c < " ";
    out += plain ? c : "\\" + c;
  }
  return out;
}

// hear keeps operands. What is no text or number is left out, unless it says which form a
// text should have.
function hear(id, values) {
  times[id] = (times[id] || 0) + 1;
  if (times[id] > 4 || heard.length >= 4000) return;
  const kept = [];
  for (let i = 0; i < values.length; i++) {
    const v = values[i] instanceof Wanted ? values[i] : operand(values[i]);
    if (v !== undefined) kept[kept.length] = v;
  }
  if (kept.length > 0) heard[heard.length] = [id, kept];
}

// Wanted is the form that a text should have had: the forms are those of Go's probe.Wanted.
class Wanted {
  constructor(form, text) {
    this.form = form;
    this.text = text;
  }
}

// The relations that have distances.
const Equal = 0;
const LooselyEqual = 1;
const Less = 2;

// compared notes a comparison: what it returned, and whether the relation of a and b holds
// that it is about. The distance is worked out if somebody wants it.
function compared(id, result, kind, held, a, b) {
  if (listening) hear(id, typeof a === "string" && typeof b === "string" ? further([a, b]) : [a, b]);
  put(result ? id : id + 1, 1);
  outcome = result;
  const other = result ? id + 1 : id;
  if (best[other] >= 1) {
    if (simple(a) && simple(b)) {
      relation = kind;
      holds = held;
      first = a;
      second = b;
      near[0] = Later;
    } else near[0] = nearness(kind, held, a, b);
    return result;
  }
  near[0] = nearness(kind, held, a, b);
  put(other, near[0]);
  return result;
}

const simple = (v) => typeof v === "number" || typeof v === "string";

const DateOf = Date;
const timeOf = uncurried(Date.prototype.getTime);

// plain is what an operand counts as in an order: dates are numbers. Nothing of the program
// is called, so an object that has no such form stays what it is.
function plain(v) {
  if (typeof v !== "object" || !(v instanceof DateOf)) return v;
  try {
    return timeOf(v);
  } catch {
    return v;
  }
}

// nearness is how near a relation, which holds or does not, is to the opposite.
function nearness(kind, held, a, b) {
  if (kind === Less) {
    a = plain(a);
    b = plain(b);
  }
  if (kind !== Equal && typeof a !== typeof b) {
    if (typeof a === "string" && typeof b === "number") a = NumberOf(a);
    else if (typeof a === "number" && typeof b === "string") b = NumberOf(b);
  }
  return kind === Less ? lessNearness(held, a, b) : equalNearness(held, a, b);
}

function equalNearness(held, a, b) {
  const kind = typeof a;
  if (kind === typeof b) {
    if (kind === "number") return held ? left : close(numberDistance(a, b));
    if (kind === "string") return held ? left : close(stringDistance(a, b));
    if (kind === "bigint") return held ? left : close(NumberOf(a < b ? b - a : a - b));
    if (a !== null && b !== null) return Reached;
  }
  return held || (a !== undefined && a !== null && b !== undefined && b !== null) ? Reached : Absent;
}

function lessNearness(held, a, b) {
  const kind = typeof a;
  if (kind !== typeof b) return Reached;
  if (kind === "number") return close(numberDistance(a, b) + (held ? 0 : 0.1));
  if (kind === "string") return close(orderDistance(a, b) + (held ? 0 : 0.1));
  if (kind === "bigint") return close(held ? NumberOf(b - a) : NumberOf(a - b + 1n));
  return Reached;
}
