// Values as JSON, with tags for what JSON does not have. Nothing of the program runs: no getter,
// no trap of a proxy that was made after noteProxies, and no toJSON.
const Deepest = 6; // levels of objects in objects
const Elements = 100; // of one object
const Longest = 1000; // units of one text
const Room = 20000; // units of all of a state
const Members = 10000; // of an object that is looked at: to list them takes as long as there are

const { stringify } = JSON;
const { getOwnPropertyDescriptor: ownProperty, getPrototypeOf, keys } = Object;
const getterOf = (of, name) => {
  const property = ownProperty(of, name);
  return property && property.get ? uncurried(property.get) : () => undefined;
};
const has = uncurried(Object.prototype.hasOwnProperty);
const substring = uncurried(String.prototype.slice);
const joined = uncurried(Array.prototype.join);
const mapSet = uncurried(Map.prototype.set);
const weakGet = uncurried(WeakMap.prototype.get);
const weakSet = uncurried(WeakMap.prototype.set);
const objectPrototype = Object.prototype;
const typedArray = getPrototypeOf(Uint8Array.prototype);
const typedName = getterOf(typedArray, Symbol.toStringTag);
const typedLength = getterOf(typedArray, "length");
const symbolText = getterOf(Symbol.prototype, "description");
const isoOf = uncurried(Date.prototype.toISOString);
const bigText = uncurried(BigInt.prototype.toString);
const everything = globalThis;

// next takes steps over a map or a set, so that a large one costs no more than what is told of it.
const stepsOfMap = uncurried(Map.prototype.entries);
const stepOfMap = uncurried(getPrototypeOf(new Map().entries()).next);
const stepsOfSet = uncurried(Set.prototype.values);
const stepOfSet = uncurried(getPrototypeOf(new Set().values()).next);

let describer; // tells of objects of the host
let room = 0; // left for the state at hand
let seen; // the paths of the objects of the state at hand

// The targets of proxies. What is told of a proxy is told of its target: traps are the program's.
let targets;

// noteProxies has proxies known that are made from now on.
function noteProxies() {
  if (targets || typeof Proxy !== "function") return;
  const made = (targets = new WeakMap());
  const ProxyOf = Proxy;
  const { construct, defineProperty } = Reflect; // what cannot be defined stays as it is
  const { revocable } = ProxyOf;
  const note = (proxy, target) => {
    weakSet(made, proxy, target);
    return proxy;
  };
  const set = (of, name, value) =>
    defineProperty(of, name, { __proto__: null, value, writable: true, configurable: true });
  const inPlace = {
    revocable(target, traps) {
      const pair = revocable(target, traps);
      note(pair.proxy, target);
      return pair;
    },
  };
  set(ProxyOf, "revocable", inPlace.revocable);
  const handler = { __proto__: null, construct: (of, args, target) => note(construct(of, args, target), args[0]) };
  set(everything, "Proxy", new ProxyOf(ProxyOf, handler));
}

// behind is what a proxy stands before, and else the value.
function behind(v) {
  if (targets === undefined || v === null) return v;
  for (let target = v; target !== undefined; target = weakGet(targets, v)) v = target;
  return v;
}

// written keeps account of a text that becomes a part of the state.
function written(s) {
  room -= s.length;
  return s;
}

const pair = (name, text) => "," + stringify(name) + ":" + text;
const tagged = (type, pairs) => written('{"$type":' + stringify(type) + (pairs || "") + "}");

// tag is tagged around what is accounted for already.
const tag = (type, own, inner) => written('{"$type":' + stringify(type) + own) + inner + "}";
const more = (n) => written('{"$more":' + n + "}");

// pathTo is the JSONPath of a member.
function pathTo(path, key) {
  for (let i = 0; i < key.length; i++) {
    const c = charCodeAt(key, i) | 32;
    const plain = (c >= 97 && c <= 122) || key[i] === "_" || key[i] === "$" || (i > 0 && c >= 48 && c <= 57);
    if (!plain) return path + "[" + stringify(key) + "]";
  }
  return key === "" ? path + '[""]' : path + "." + key;
}

// textValue is a text, or how it begins and how long it is.
function textValue(s) {
  if (s.length <= Longest) return written(stringify(s));
  return tagged("string", pair("value", stringify(substring(s, 0, Longest))) + pair("length", "" + s.length));
}

function numberValue(v) {
  if (v !== v) return tagged("number", ',"value":"NaN"');
  if (abs(v) > MAX_VALUE) return tagged("number", v > 0 ? ',"value":"Infinity"' : ',"value":"-Infinity"');
  return v === 0 && 1 / v < 0 ? tagged("number", ',"value":"-0"') : written("" + v);
}

const largest = 2n ** 1024n; // a larger number takes long to become a text

const bigValue = (v) =>
  tagged("bigint", pair("value", v < largest && v > -largest ? stringify(bigText(v)) : '"large"'));

// named is the name that a function has as a property of its own; a getter is not called.
function named(f) {
  const name = ownProperty(behind(f), "name");
  return name && has(name, "value") && typeof name.value === "string" ? substring(name.value, 0, Longest) : "";
}

// value is a value at a path as JSON.
function value(v, path, depth) {
  if (room <= 0) return tagged("cut");
  switch (typeof v) {
    case "string":
      return textValue(v);
    case "number":
      return numberValue(v);
    case "boolean":
      return written(v ? "true" : "false");
    case "undefined":
      return tagged("undefined");
    case "bigint":
      return bigValue(v);
    case "symbol":
      return tagged("symbol", pair("value", stringify(substring(symbolText(v) || "", 0, Longest))));
    case "function":
      return tagged("function", pair("name", stringify(named(v))));
  }
  if (v === null) return written("null");
  try {
    return objectValue(behind(v), path, depth);
  } catch {
    return tagged("unknown"); // an object of the host, or a proxy that nobody knows
  }
}

function objectValue(v, path, depth) {
  if (v === everything) return tagged("global");
  const known = mapGet(seen, v);
  if (known !== undefined) return written('{"$ref":' + stringify(known) + "}");
  mapSet(seen, v, path);
  if (isArray(v)) return depth >= Deepest ? tagged("deep") : elementsOf(v, v.length, path, depth);
  const type = kindOf(v);
  const name = classOf(v);
  const own = name === "" || name === type ? "" : pair("$class", stringify(name));
  if (type === "object" && own !== "" && describer) {
    const told = describer(v);
    if (told !== undefined) return tag("host", own, pair("value", value(told, pathTo(path, "value"), depth + 1)));
  }
  if (depth >= Deepest) return tagged("deep", own);
  if (type === "object" && own === "") return membersOf(v, "", "", path, depth);
  return native(v, type, own, path, depth);
}

// The prototypes of what the language has, and their names.
const natives = new Map();
for (const made of [Map, Set, Date, RegExp, Error, Number, String, Boolean]) mapSet(natives, made.prototype, made.name);
mapSet(natives, typedArray, "TypedArray");
mapSet(natives, objectPrototype, "object");

// kindOf is the nearest native kind of an object.
function kindOf(v) {
  for (let i = 0, of = behind(getPrototypeOf(v)); of !== null && i < Elements; i++, of = behind(getPrototypeOf(of))) {
    const kind = mapGet(natives, of);
    if (kind !== undefined) return kind === "TypedArray" ? typedName(v) || "object" : kind;
  }
  return "object";
}

// classOf is the name of the class of an object, "" if it has none.
function classOf(v) {
  let of = behind(getPrototypeOf(v));
  for (let i = 0; of !== null && of !== objectPrototype && i < Elements; i++, of = behind(getPrototypeOf(of))) {
    const made = ownProperty(of, "constructor");
    if (made && has(made, "value") && typeof made.value === "function") return named(made.value);
  }
  return "";
}

// native is an object of a class. One that only looks like its kind throws.
function native(v, type, own, path, depth) {
  switch (type) {
    case "Map":
      return mapValue(v, own, path, depth);
    case "Set":
      return setValue(v, own, path, depth);
    case "Date": {
      const time = timeOf(v);
      return tagged("Date", own + pair("value", time === time ? stringify(isoOf(v)) : "null"));
    }
    case "RegExp":
      return tag("RegExp", own, pair("source", textValue(sourceOf(v))) + pair("flags", stringify(flagsOf(v))));
    case "Number":
    case "String":
    case "Boolean":
      return tag(type, own, pair("value", value(unboxed[type](v), path, depth)));
    case "Error":
      return errorValue(v, own, path, depth);
    case "object":
      return membersOf(v, type, own, path, depth);
  }
  return tag(type, own, pair("values", elementsOf(v, typedLength(v), pathTo(path, "values"), depth)));
}

const unboxed = {
  __proto__: null,
  Number: uncurried(Number.prototype.valueOf),
  String: uncurried(String.prototype.valueOf),
  Boolean: uncurried(Boolean.prototype.valueOf),
};

const flags = [
  ["hasIndices", "d"], ["global", "g"], ["ignoreCase", "i"], ["multiline", "m"],
  ["dotAll", "s"], ["unicode", "u"], ["unicodeSets", "v"], ["sticky", "y"],
];
const flagGetters = flags.map(([name, letter]) => [getterOf(RegExp.prototype, name), letter]);

function flagsOf(v) {
  let out = "";
  for (let i = 0; i < flagGetters.length; i++) if (flagGetters[i][0](v)) out += flagGetters[i][1];
  return out;
}

function errorValue(v, own, path, depth) {
  const message = ownProperty(v, "message");
  const said = message === undefined ? "" : pair("message", property(message, pathTo(path, "message"), depth));
  return membersOf(v, "Error", own + said, path, depth);
}

// elementsOf are the elements of an array.
function elementsOf(list, length, path, depth) {
  const out = [];
  let i = 0;
  for (; i < length && i < Elements && room > 0; i++) {
    const element = ownProperty(list, i);
    out[i] = element === undefined ? tagged("hole") : property(element, path + "[" + i + "]", depth);
  }
  if (i < length) out[i] = more(length - i);
  return written("[") + joined(out, ",") + "]";
}

// property is a property as JSON.
function property(p, path, depth) {
  return has(p, "value") ? value(p.value, path, depth + 1) : tagged("accessor");
}

// membersOf are the members of an object, behind its tags. A name that begins as tags do gets
// another $.
function membersOf(v, type, own, path, depth) {
  const names = keys(v);
  if (names.length > Members) return tagged("huge", own);
  let out = written(type === "" ? "{" : '{"$type":' + stringify(type) + own);
  let before = type === "" ? "" : ",";
  let i = 0;
  for (; i < names.length && i < Elements && room > 0; i++) {
    const p = ownProperty(v, names[i]);
    if (p === undefined) continue;
    const name = (names[i][0] === "$" ? "$" : "") + substring(names[i], 0, Longest);
    out += before + written(stringify(name) + ":") + property(p, pathTo(path, name), depth);
    before = ",";
  }
  return out + (i < names.length ? before + written('"$more":' + (names.length - i)) : "") + "}";
}

function mapValue(v, own, path, depth) {
  const out = [];
  const steps = stepsOfMap(v);
  const within = pathTo(path, "entries");
  let n = 0;
  for (let step = stepOfMap(steps); !step.done && n < Elements && room > 0; step = stepOfMap(steps), n++) {
    const at = within + "[" + n + "]";
    const key = value(step.value[0], at + "[0]", depth + 1);
    out[n] = "[" + key + "," + value(step.value[1], at + "[1]", depth + 1) + "]";
  }
  if (n < mapSize(v)) out[n] = more(mapSize(v) - n);
  return tag("Map", own, pair("entries", "[" + joined(out, ",") + "]"));
}

function setValue(v, own, path, depth) {
  const out = [];
  const steps = stepsOfSet(v);
  const within = pathTo(path, "values");
  let n = 0;
  for (let step = stepOfSet(steps); !step.done && n < Elements && room > 0; step = stepOfSet(steps), n++) {
    out[n] = value(step.value, within + "[" + n + "]", depth + 1);
  }
  if (n < setSize(v)) out[n] = more(setSize(v) - n);
  return tag("Set", own, pair("values", "[" + joined(out, ",") + "]"));
}
