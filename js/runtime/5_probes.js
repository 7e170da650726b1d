// The probes. Package rewrite says where each of them stands.
const probes = {
  __proto__: null,

  // Statements: entered, done, and both around a value.
  s(id) {
    last = id;
    if (!(best[id] >= 0.5)) raise(id, 0.5);
    return id;
  },
  d(id) {
    if (!(best[id] >= 1)) raise(id, 1);
  },
  v(id, value) {
    if (!(best[id] >= 1)) raise(id, 1);
    return value;
  },

  // Comparisons.
  eq(a, b, id) {
    const r = a == b;
    return compared(id, r, LooselyEqual, r, a, b);
  },
  ne(a, b, id) {
    const r = a != b;
    return compared(id, r, LooselyEqual, !r, a, b);
  },
  se(a, b, id) {
    const r = a === b;
    return compared(id, r, Equal, r, a, b);
  },
  sn(a, b, id) {
    const r = a !== b;
    return compared(id, r, Equal, !r, a, b);
  },
  lt(a, b, id) {
    const r = a < b;
    return compared(id, r, Less, r, a, b);
  },
  le(a, b, id) {
    const r = a <= b;
    return compared(id, r, Less, !r, b, a);
  },
  gt(a, b, id) {
    const r = a > b;
    return compared(id, r, Less, r, b, a);
  },
  ge(a, b, id) {
    const r = a >= b;
    return compared(id, r, Less, !r, a, b);
  },
  f(value, id) {
    return decided(id, value, Reached);
  },
  k(tag, value, id) {
    const r = tag === value;
    if (r || !(best[id] >= 1)) put(id, r ? 1 : min(equalNearness(false, tag, value), below1));
    return value;
  },

  // A condition that is a call: begun, and its value.
  qb(id) {
    forget();
    return id;
  },
  q(id, value) {
    decided(id, !!value, latest(!!value));
    return value;
  },

  // a||b: begun, the left operand, the right one.
  ob(id) {
    score(id, Thrown, Thrown / 2);
    forget();
    return id;
  },
  ol(id, value) {
    if (value) decided(id, true, latest(true) / 2);
    else score(id, (near[1] = latest(false)), mean(1, Thrown));
    return value;
  },
  or(a, value, id) {
    const n = latest(!!value);
    if (value) decided(id, true, mean(1, n));
    else decided(id, false, max(a, n));
    return value;
  },

  // a&&b.
  ab(id) {
    score(id, Thrown / 2, Thrown);
    forget();
    return id;
  },
  al(id, value) {
    if (!value) decided(id, false, latest(false) / 2);
    else score(id, mean(1, Thrown), (near[1] = latest(true)));
    return value;
  },
  ar(a, value, id) {
    const n = latest(!!value);
    if (value) decided(id, true, max(a, n));
    else decided(id, false, mean(1, n));
    return value;
  },

  // a??b: whether the left operand is there. The latest condition is that of the value.
  nb(id) {
    score(id, Thrown, Thrown / 2);
    forget();
    return id;
  },
  nl(id, value) {
    if (value !== undefined && value !== null) score(id, 1, Reached / 2);
    else score(id, Reached, mean(1, Thrown));
    return value;
  },
  nr(a, value, id) {
    score(id, Reached, 1);
    return value;
  },

  // l hands over what is known of the left operand, and the right one begins.
  l() {
    near[0] = 0;
    return near[1];
  },
  n(value) {
    outcome = !outcome;
    return !value;
  },
  w(value, call) {
    near[0] = 0;
    if (call) resume(call);
    return value;
  },
  c(call) {
    near[0] = 0;
    caught(call);
  },

  // e calls a function with this, for attributes of pages: they may have replaced the function's own call.
  e: call.bind(call),
};
