// Records of calls: what functions get and use when they are entered and when they are left.
const Calls = 500; // of one function in a round; others are counted
const Stack = 100; // calls in calls that are told
const Text = 4000000; // units of all records of a round

let recording = false;
let told = []; // the calls of the round
let missed = 0; // calls of the round that are not told
let spent = 0; // units
let perFunction = { __proto__: null };
let busy = false; // a value is being described
const stack = [];
let depth = 0;
let hostNames; // of what the host and the language have
let watcher; // tells what the host is like when a call begins

// The scores of each call are its own until it is left: owner is whose best and touched are.
const round = { best, touched };
let owner = round;
const spare = [];

function own(next) {
  owner.best = best;
  owner.touched = touched;
  owner = next;
  best = next.best;
  touched = next.touched;
}

// hand gives the scores of a call to the round, whose best and touched are. The call keeps what it covered.
function hand(call) {
  const list = call.touched;
  const scores = call.best;
  for (let i = 0; i < list.length; i++) {
    const id = list[i];
    const v = scores[id];
    scores[id] = 0;
    put(id, v);
    if (v >= 1) call.covered[id] = true;
  }
  call.touched = [];
}

// inRound does something with the scores of the round, which has those of all calls that run.
function inRound(f) {
  const was = owner;
  own(round);
  for (let i = 0; i < depth; i++) if (stack[i].scores !== round) hand(stack[i]);
  const result = f();
  own(was);
  return result;
}

class Call {
  constructor(number, self, args, variables, globals) {
    this.function = number;
    this.self = self;
    this.args = args;
    this.variables = variables;
    this.globals = globals;
    this.parent = -1;
    this.number = -1; // in the round; -1: it is not told
    this.entry = undefined;
    this.host = ""; // what the watcher told
    this.exit = "";
    this.ended = ""; // "returned", "threw", or not known
    this.at = -1; // its place on the stack
    this.returned = false; // a return was reached, though a finally may run yet
    this.result = undefined; // what was returned
    this.scores = round;
    this.best = undefined;
    this.touched = undefined;
    this.covered = undefined;
  }
}

// push puts a call on the stack.
function push(call) {
  if (depth === 0) whenIdle();
  call.at = depth;
  if (call.covered !== undefined) {
    call.best = spare.length > 0 ? spare[spare.length - 1] : new Float64Array(4096);
    if (spare.length > 0) spare.length--;
    call.touched = [];
    call.scores = call;
  }
  stack[depth++] = call;
  own(call.scores);
}

// pop takes the uppermost call from the stack.
function pop() {
  const call = stack[--depth];
  stack[depth] = undefined;
  call.at = -1;
  own(round);
  if (call.scores !== round) {
    hand(call);
    spare[spare.length] = call.best;
    call.best = call.touched = undefined;
    call.scores = round;
  }
  if (depth > 0) own(stack[depth - 1].scores);
  return call;
}

// unwind takes calls from the stack that are gone: they threw.
function unwind(n) {
  while (depth > n) {
    const call = pop();
    if (!call.returned) leave(call, "threw", undefined);
  }
}

// Where no program runs, no call does.
const soon = typeof queueMicrotask === "function" ? queueMicrotask : () => {};
let waiting = false;

function whenIdle() {
  if (waiting) return;
  waiting = true;
  soon(idle);
}

function idle() {
  waiting = false;
  unwind(0);
}

// described are the parts of a state as JSON: this, the arguments and the variables.
function described(call) {
  seen = new MapOf();
  room = Room;
  const parts = ["", "", ""];
  if (call.self !== undefined && call.self !== everything) parts[0] = value(call.self, "$.this", 0);
  parts[1] = elementsOf(call.args, call.args.length, "$.arguments", 0);
  parts[2] = readAll(call);
  return parts;
}

// readAll reads the variables of a call. Those that are not there yet are left out.
function readAll(call) {
  const list = [];
  readInto(call.variables, list, false);
  if (call.globals) readInto(call.globals, list, true);
  return "{" + joined(list, ",") + "}";
}

function readInto(readers, list, global) {
  const names = keys(readers);
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    if (global && (hostNames[name] || hidden(name))) continue;
    let v;
    try {
      v = readers[name]();
    } catch {
      continue;
    }
    list[list.length] = stringify(name) + ":" + value(v, pathTo("$.variables", name), 0);
  }
}

// hidden reports whether a global variable is an accessor, which would run.
function hidden(name) {
  const p = ownProperty(everything, name);
  return p !== undefined && !has(p, "value");
}

// state describes a state, unless the program runs in the middle of that.
function state(call, f) {
  busy = true;
  try {
    return f(call);
  } finally {
    busy = false;
    seen = undefined;
  }
}

function entered(call) {
  const parts = described(call);
  call.entry = parts;
  if (watcher !== undefined) call.host = "" + watcher(call.function);
  spent += parts[0].length + parts[1].length + parts[2].length + call.host.length;
}

// leave notes how a call ended. What is as it was when it was entered is left out.
function leave(call, ended, result) {
  call.ended = ended;
  if (call.number < 0 || busy) return;
  state(call, () => {
    const parts = described(call);
    let text = "";
    const names = ["this", "arguments", "variables"];
    for (let i = 0; i < 3; i++) if (parts[i] !== call.entry[i]) text += pair(names[i], parts[i]);
    if (ended === "returned") text += pair("value", value(result, "$.value", 0));
    call.exit = text;
    spent += text.length;
  });
}

const records = {
  __proto__: null,

  // r reports whether calls are recorded.
  r: () => recording,

  // i enters a call and returns what stands for it.
  i(number, self, args, variables, globals) {
    if (busy || !recording) return undefined;
    const call = new Call(number, self, undefined, variables, globals);
    const times = (perFunction[number] = (perFunction[number] || 0) + 1);
    if (times > Calls || spent > Text || depth >= Stack) missed++;
    else {
      call.args = [];
      for (let i = 0; i < args.length && i < Elements; i++) call.args[i] = args[i];
      call.args.length = args.length;
      state(call, entered);
      for (let i = depth - 1; i >= 0 && call.parent < 0; i--) call.parent = stack[i].number;
      call.covered = { __proto__: null };
      call.number = told.length;
      told[told.length] = call;
    }
    push(call);
    return call;
  },

  // j is a list and the elements of another one.
  j(list, rest) {
    for (let i = 0, n = list.length; i < rest.length && n <= Elements; i++, n++) list[n] = rest[i];
    return list;
  },

  // x leaves a call with a value.
  x(value, call) {
    if (call) exit(call, value);
    return value;
  },
  y(call) {
    if (call) exit(call, undefined);
  },

  // p is a value that a call waits for or yields: the call is not on the stack meanwhile. Behind
  // that, and in a finally, g has it run again; h ends a finally, which may run behind a return.
  p(call, value) {
    if (call) suspend(call);
    return value;
  },

  g(call) {
    if (call) resume(call);
  },
  h(call) {
    if (call && call.returned) exit(call, call.result);
  },
};

// suspend takes a call from the stack, and those that it called and that threw.
function suspend(call) {
  if (call.at < 0) return;
  unwind(call.at + 1);
  pop();
}

// resume has a call run, again if it did not.
function resume(call) {
  if (call.at >= 0) unwind(call.at + 1);
  else if (recording) push(call);
}

function exit(call, result) {
  suspend(call);
  call.returned = true;
  call.result = result;
  leave(call, "returned", result);
}

// caught has a call run that caught what was thrown; null is the program outside of functions.
function caught(call) {
  if (call) resume(call);
  else if (call === null) unwind(0);
}

// namesOfHost are the global names that are there before the program.
function namesOfHost() {
  const names = { __proto__: null };
  for (let of = everything; of !== null; of = getPrototypeOf(of)) {
    const list = Object.getOwnPropertyNames(of);
    for (let i = 0; i < list.length; i++) names[list[i]] = true;
  }
  return names;
}
hostNames = namesOfHost();

// coveredBy are the targets that a call covered itself, in their order.
function coveredBy(call) {
  return joined(keys(call.covered), ",");
}

// recordOf is a record without its number and those of its parent.
function recordOf(call) {
  const self = call.entry[0] === "" ? "" : '"this":' + call.entry[0] + ",";
  const entry = self + '"arguments":' + call.entry[1] + ',"variables":' + call.entry[2];
  const exit = call.ended === "" ? "" : ',"exit":{"ended":"' + call.ended + '"' + call.exit + "}";
  const host = call.host === "" ? "" : pair("host", stringify(call.host));
  return '"function":' + call.function + ',"entry":{' + entry + host + "}" + exit +
    ',"covered":[' + coveredBy(call) + "]";
}

// recordsOf are the records of calls, each once: those of the same function with the same entry,
// exit and targets are counted.
function recordsOf(calls) {
  const kept = new MapOf();
  const texts = [];
  const times = [];
  const numbers = [];
  for (let i = 0; i < calls.length; i++) {
    const text = recordOf(calls[i]);
    let n = mapGet(kept, text);
    if (n === undefined) {
      n = texts.length;
      mapSet(kept, text, n);
      const parent = calls[i].parent;
      texts[n] = text + ',"parent":' + (parent < 0 ? -1 : numbers[parent]);
      times[n] = 0;
    }
    times[n]++;
    numbers[i] = n;
  }
  for (let i = 0; i < texts.length; i++) texts[i] = "{" + texts[i] + ',"times":' + times[i] + "}";
  return '{"calls":[' + joined(texts, ",") + '],"missed":' + missed + "}";
}

// fresh begins a round. Calls that run go on, and are not told.
function fresh() {
  const calls = told;
  for (let i = 0; i < calls.length; i++) calls[i].number = -1;
  told = [];
  missed = spent = 0;
  perFunction = { __proto__: null };
}
