// The functions of the table of replacements. Those of methods get what the call returned,
// its receiver, its arguments and the number of the target; nothing of the program runs.
const isArray = Array.isArray;
const eachOfSet = uncurried(Set.prototype.forEach);
const eachOfMap = uncurried(Map.prototype.forEach);
const setHas = uncurried(Set.prototype.has);
const mapHas = uncurried(Map.prototype.has);
const mapGet = uncurried(Map.prototype.get);
const setSize = uncurried(Object.getOwnPropertyDescriptor(Set.prototype, "size").get);
const mapSize = uncurried(Object.getOwnPropertyDescriptor(Map.prototype, "size").get);
const SetOf = Set;
const MapOf = Map;
const parsedDate = Date.parse;
const parsedJSON = JSON.parse;
const notNumber = Number.isNaN;
const parsedInt = parseInt;
const parsedFloat = parseFloat;

const parts = 1000; // that are compared of one value

const texts = (a, b) => typeof a === "string" && typeof b === "string";

// closeness is how near two values are to being equal, part by part if they are deep.
function closeness(a, b, levels) {
  if (a === b || (a !== a && b !== b)) return 1;
  if (a === undefined || a === null || b === undefined || b === null) return Absent;
  if (typeof a !== typeof b) return OtherType;
  if (typeof a !== "object") return min(equalNearness(false, a, b), below1);
  if (levels === 0) return Reached;
  if (isArray(a) && isArray(b)) return sequence(a, b, levels - 1);
  if (isMap(a) && isMap(b)) return entries(a, b, levels - 1);
  if (isSet(a) && isSet(b)) return elements(a, b);
  return Reached;
}

// What throws costs microseconds, and most values are nothing of the kind: so the chain of
// prototypes is asked first.
const isSet = (v) => v instanceof SetOf && tried(setSize, v) !== undefined;
const isMap = (v) => v instanceof MapOf && tried(mapSize, v) !== undefined;

function tried(f, v) {
  try {
    return f(v);
  } catch {
    return undefined;
  }
}

// total is the mean of n parts, in units of 2^-48, and of missing ones; it is 1 only if all
// parts are there and equal.
const one = 2 ** 48;
function total(units, n, missing) {
  if (missing === 0 && units === n * one) return 1;
  const sum = units / one + Absent * missing;
  return min(Reached + max(sum / (n + missing) - Absent, 0) * 0.9473684210526315, below1);
}

function sequence(a, b, levels) {
  const n = min(a.length, b.length, parts);
  let units = 0;
  for (let i = 0; i < n; i++) units += floor(closeness(a[i], b[i], levels) * one);
  return total(units, n, max(a.length, b.length) - n);
}

function entries(a, b, levels) {
  let units = 0;
  let n = 0;
  if (max(mapSize(a), mapSize(b)) > parts) return Reached;
  eachOfMap(b, (v, k) => {
    if (!mapHas(a, k)) return;
    n++;
    units += floor(closeness(mapGet(a, k), v, levels) * one);
  });
  return total(units, n, mapSize(a) + mapSize(b) - 2 * n);
}

function elements(a, b) {
  let n = 0;
  if (max(setSize(a), setSize(b)) > parts) return Reached;
  eachOfSet(b, (v) => (n += setHas(a, v) ? 1 : 0));
  return total(n * one, n, setSize(a) + setSize(b) - 2 * n);
}

// sides notes a call that has a distance to its true outcome.
function sides(id, result, held, distance, a, b, form) {
  if (listening) hear(id, [a, new Wanted(form, b)]);
  if (held) decided(id, true, left);
  else decided(id, false, close(max(distance(a, b), 0)));
  return result;
}

const flag = (id, result, held) => (decided(id, held, Reached), result);

// nearestOf is how near the nearest of some values is to being another one.
function nearestOf(each, list, value) {
  let nearest = Absent;
  let n = 0;
  each(list, (_, v) => {
    if (n++ < parts) nearest = max(nearest, closeness(v, value, 0));
  });
  return nearest;
}

const eachElement = (list, f) => {
  for (let i = 0; i < list.length && i < parts; i++) f(i, list[i]);
};
const eachMember = (set, f) => eachOfSet(set, (v) => f(0, v));
const eachKey = (map, f) => eachOfMap(map, (_, k) => f(0, k));

// some appends some values to others, which are 17 then at most.
function some(each, list, values) {
  each(list, (_, v) => {
    if (values.length < 17) values[values.length] = v;
  });
  return values;
}

// member notes whether a list has a value.
function member(id, result, held, each, list, value) {
  if (listening) hear(id, some(each, list, [value]));
  if (held) decided(id, true, left);
  else decided(id, false, nearestOf(each, list, value));
  return result;
}

// owning notes whether an object has a key. Its keys are looked at while it never had one.
const keysOf = Reflect.ownKeys;
function owning(id, result, object, key) {
  const any = typeof object === "object" && object !== null && !(best[id] >= 1);
  return member(id, result, result === true, eachElement, (any && tried(keysOf, object)) || [], key);
}

function found(result, receiver, value, id, held) {
  if (texts(receiver, value)) return sides(id, result, held, containsDistance, receiver, value, "containing");
  if (isArray(receiver)) return member(id, result, held, eachElement, receiver, value);
  return flag(id, result, held);
}

// read notes whether a text could be read, before it is.
function read(id, value, done, distance, form) {
  if (listening) hear(id, [value, new Wanted(form, "")]);
  if (typeof value !== "string" || (best[id] >= 1 && best[id + 1] >= 1)) return value;
  const ok = done(value);
  decided(id, ok, ok ? left : close(max(distance(value), 1)));
  return value;
}

const calls = {
  __proto__: null,
  startsWith(result, receiver, value, id) {
    if (!texts(receiver, value)) return flag(id, result, result === true);
    return sides(id, result, result === true, prefixDistance, receiver, value, "prefix");
  },
  endsWith(result, receiver, value, id) {
    if (!texts(receiver, value)) return flag(id, result, result === true);
    return sides(id, result, result === true, suffixDistance, receiver, value, "suffix");
  },
  includes: (result, receiver, value, id) => found(result, receiver, value, id, result === true),
  indexOf: (result, receiver, value, id) => found(result, receiver, value, id, result >= 0 || typeof result !== "number"),
  split(result, receiver, value, id) {
    if (!texts(receiver, value) || !isArray(result) || value === "") return flag(id, result, true);
    if (result.length === 1) splitting(receiver, value);
    return sides(id, result, result.length > 1, containsDistance, receiver, value, "containing");
  },
  get(result, receiver, value, id) {
    if (isMap(receiver)) return member(id, result, mapHas(receiver, value), eachKey, receiver, value);
    near[0] = 0;
    return result;
  },
  has(result, receiver, value, id) {
    const held = result === true;
    if (isSet(receiver)) return member(id, result, held, eachMember, receiver, value);
    if (isMap(receiver)) return member(id, result, held, eachKey, receiver, value);
    return flag(id, result, held);
  },
  owns: (result, object, key, id) => owning(id, result, object, key),
  hasOwn: (result, _, object, key, id) => owning(id, result, object, key),
  ordered(result, receiver, value, ...rest) {
    const id = rest[rest.length - 1];
    if (listening) hear(id, [receiver, value]);
    decided(id, result === 0, texts(receiver, value) ? equalNearness(result === 0, receiver, value) : Reached);
    return result;
  },
  equals(result, receiver, value, id) {
    if (listening) hear(id, [receiver, value]);
    if (result === true) decided(id, true, left);
    else decided(id, false, closeness(receiver, value, 10));
    return result;
  },
  same(result, _, a, b, id) {
    if (listening) hear(id, [a, b]);
    if (result === true) decided(id, true, left);
    else decided(id, false, closeness(a, b, 10));
    return result;
  },
  match(result, receiver, value, id) {
    if (listening) hearPattern(id, receiver, value);
    return flag(id, result, result !== null && result !== false && result !== -1);
  },
  number: (value, id) => read(id, value, (s) => !notNumber(NumberOf(s)), (s) => decimalDistance(trimmed(s)), "decimal"),
  integer: (value, id) => read(id, value, (s) => !notNumber(parsedInt(s)), leadingDistance, "integer"),
  decimal: (value, id) => read(id, value, (s) => !notNumber(parsedFloat(s)), leadingDistance, "decimal"),
  date: (value, id) => read(id, value, (s) => !notNumber(parsedDate(s)), dateDistance, "time"),
  json: (value, id) => read(id, value, (s) => tried(parsedText, s) === true, jsonDistance, "json"),
};

const sourceOf = uncurried(Object.getOwnPropertyDescriptor(RegExp.prototype, "source").get);

// hearPattern keeps a text and the regular expression that it should match, in any order.
function hearPattern(id, a, b) {
  const pattern = typeof a === "string" ? b : a;
  const source = typeof pattern === "string" ? pattern : tried(sourceOf, pattern);
  if (source !== undefined) hear(id, [typeof a === "string" ? a : b, new Wanted("matching", source)]);
}

function parsedText(s) {
  parsedJSON(s);
  return true;
}
