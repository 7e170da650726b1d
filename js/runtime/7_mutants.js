// The mutants. Package mutate says where each of them stands.

let switched = -1; // the mutant that is on
let kept; // the left operand of && || ??

// on notes that the place of a mutant was reached, and tells whether it is the one that is on. There is none below 0.
function on(id) {
  if (id >= 0 && !(best[id] >= 1)) raise(id, 1);
  return id === switched && id >= 0;
}

const mutants = {
  __proto__: null,
  m: on,

  // Values: a condition is negated, a number is one larger, a text is empty, and nothing is there.
  mn: (v, id) => (on(id) ? !v : v),
  mi: (v, id) => (on(id) ? v + 1 : v),
  mt: (v, id) => (on(id) ? "" : v),
  mu: (v, id) => (on(id) ? undefined : v),

  // Comparisons: one mutant negates, the other one moves the boundary, or is strict.
  ml(a, b, id, edge) {
    const r = on(edge) ? a <= b : a < b;
    return on(id) ? !r : r;
  },
  mle(a, b, id, edge) {
    const r = on(edge) ? a < b : a <= b;
    return on(id) ? !r : r;
  },
  mg(a, b, id, edge) {
    const r = on(edge) ? a >= b : a > b;
    return on(id) ? !r : r;
  },
  mge(a, b, id, edge) {
    const r = on(edge) ? a > b : a >= b;
    return on(id) ? !r : r;
  },
  me(a, b, id, strict) {
    const r = on(strict) ? a === b : a == b;
    return on(id) ? !r : r;
  },
  mne(a, b, id, strict) {
    const r = on(strict) ? a !== b : a != b;
    return on(id) ? !r : r;
  },
  mse: (a, b, id) => (on(id) ? a !== b : a === b),
  msn: (a, b, id) => (on(id) ? a === b : a !== b),

  // Arithmetic.
  ma: (a, b, id) => (on(id) ? a - b : a + b),
  ms: (a, b, id) => (on(id) ? a + b : a - b),
  mm: (a, b, id) => (on(id) ? a / b : a * b),
  md: (a, b, id) => (on(id) ? a * b : a / b),
  mr: (a, b, id) => (on(id) ? a * b : a % b),

  // mk keeps the left operand of && || ??, and mo reads it, at once behind that.
  mk(v) {
    kept = v;
    return v;
  },
  mo: () => kept,

  // mutate switches a mutant on, and all others off; -1 is none.
  mutate(id) {
    switched = id;
  },
};
