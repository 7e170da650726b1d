// The form of && || ?? that has closures: Zhang et al. 2022, Figure 1, with the values of
// package heuristics, and with what it says of an operand bound to the operand's value. It
// is put into the runtime, in front of its end.
const evaluated = (f) => {
  forget();
  try {
    const v = f();
    const n = latest(!!v);
    return { v, t: v ? 1 : n, f: v ? n : 1 };
  } catch (e) {
    return { e, thrown: true, t: Thrown, f: Thrown };
  }
};
// finished registers h, keeps it as the latest condition, and returns or throws.
const finished = (id, h, x) => {
  score(id, h.t, h.f);
  if (x.thrown) throw x.e;
  outcome = !!x.v;
  near[0] = x.v ? h.f : h.t;
  return x.v;
};
globalThis.closures = {
  or(left, right, id) {
    const x = evaluated(left);
    if (x.thrown || x.v) return finished(id, { t: x.t, f: x.f / 2 }, x);
    const y = evaluated(right);
    return finished(id, { t: max(x.t, y.t), f: mean(x.f, y.f) }, y);
  },
  and(left, right, id) {
    const x = evaluated(left);
    if (x.thrown || !x.v) return finished(id, { t: x.t / 2, f: x.f }, x);
    const y = evaluated(right);
    return finished(id, { t: mean(x.t, y.t), f: max(x.f, y.f) }, y);
  },
  // a??b is || of whether a is there and of whether b is to be there, which it never is.
  there(left, right, id) {
    const x = evaluated(left);
    if (x.thrown) return finished(id, { t: x.t, f: x.f / 2 }, x);
    if (x.v !== undefined && x.v !== null) {
      score(id, 1, Reached / 2);
      return x.v;
    }
    const y = evaluated(right);
    if (y.thrown) return finished(id, { t: max(Reached, y.t), f: mean(1, y.f) }, y);
    score(id, Reached, 1);
    return y.v;
  },
};
