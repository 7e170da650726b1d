"use strict";
// The driver of a program that node starts: package sut/driver has the protocol. It is
// loaded before the program, into each process of node that the command starts, and speaks
// up in the first one that loads a file of the program.
(() => {
const { isMainThread } = require("node:worker_threads");
const channels = process.env.EVOKE_DRIVER;
if (!channels || !isMainThread) return;
const fs = require("node:fs");
const http = require("node:http");
const https = require("node:https");
const Module = require("node:module");
const net = require("node:net");
const path = require("node:path");
const vm = require("node:vm");
const { pathToFileURL } = require("node:url");
const settings = JSON.parse(process.env.EVOKE_NODE);
let [commandsIn, commandsOut, asksIn, asksOut] = channels.split(" ").slice(1).map(Number);
const { frame, ask, owned, probed, renewed } = require("./channel.cjs");

// Node does not hand down descriptors, so what npm starts has to fetch them from npm.
const holder = process.env.EVOKE_HOLDER;
if (!holder) process.env.EVOKE_HOLDER = String(process.pid);

// How this process was started, and those of node that started it, by the file of this start: once the
// program is known, the next ones start without npm and what else only leads to it.
const { env, argv, execPath, execArgv } = process;
const began = env.EVOKE_LAUNCH && { env: { ...env }, args: [execPath, ...execArgv, ...argv.slice(1)], dir: process.cwd() };
if (began) {
  const [file] = env.EVOKE_LAUNCH.split(" ");
  fs.appendFileSync(file + ".all", process.pid + "\n");
  env.EVOKE_LAUNCH += " " + process.pid;
}

// tellStart says how the program was started, unless the command started more of node than leads to it.
function tellStart() {
  const [file, ...led] = env.EVOKE_LAUNCH.split(" ");
  const all = fs.readFileSync(file + ".all", "utf8").split("\n").filter((pid) => pid !== "");
  if (!all.every((pid) => led.includes(pid))) return;
  fs.writeFileSync(file + ".new", JSON.stringify({ ...began, env: Object.entries(began.env).map(([name, value]) => name + "=" + value) }));
  fs.renameSync(file + ".new", file);
}

function fetchChannels() {
  const opened = (fd, how) => fs.openSync("/proc/" + holder + "/fd/" + fd, how);
  try {
    [commandsIn, commandsOut, asksIn, asksOut] = [opened(commandsIn, "r"), opened(commandsOut, "w"), opened(asksIn, "r"), opened(asksOut, "w")];
  } catch (error) {
    throw new Error("the channels of process " + holder + " cannot be had (" + error.code + "): start node itself, and not another program that does");
  }
}

const lock = new Int32Array(new SharedArrayBuffer(4));
const round = new Int32Array(new SharedArrayBuffer(4)); // how often the files were loaded anew
const own = owned(settings);
const asked = (file, module, text) => ask(asksIn, asksOut, lock, file, module, text);
let E; // the runtime, once the program begins
let inputs; // which were read; undefined: nobody asks
let timers; // that the program set
let since; // when the program began

// imported tells whether node takes a file for an ES module.
function imported(file) {
  if (/\.m[jt]s$/.test(file)) return true;
  if (/\.c[jt]s$/.test(file)) return false;
  for (let dir = path.dirname(file); ; dir = path.dirname(dir)) {
    const manifest = path.join(dir, "package.json");
    if (fs.existsSync(manifest)) return JSON.parse(fs.readFileSync(manifest, "utf8")).type === "module";
    if (dir === path.dirname(dir)) return false;
  }
}

const warn = (text) => say(7, frame.text(text));
const say = (kind, ...parts) => frame.write(commandsOut, kind, parts);

// activate makes this process the one that is observed.
function activate() {
  if (E !== undefined) return;
  since = Date.now();
  if (holder) fetchChannels();
  if (holder && began) tellStart();
  hide();
  vm.runInThisContext(fs.readFileSync(path.join(__dirname, "runtime.js"), "utf8"), { filename: "evoke:runtime" });
  E = globalThis.__evoke__;
  const can = 2 | 8 | 32 | 128 | (settings.reload ? 1 : 0);
  say(1, frame.uint16(3), frame.byte(can), frame.text("node " + process.version));
  obeyLater();
  timers = require("./timers.cjs")(__dirname, { serving: () => served !== undefined, placeOf });
  watch();
  if (settings.lasting) require("./files.cjs")(settings, __dirname, written);
  if (!settings.plain) inputs = require("./inputs.cjs")(own, () => (reading ? served : undefined));
}

// written warns of a file that stays as it is when a test begins, and behind the search if it is no copy.
function written(file, tracked, copy) {
  const which = tracked ? ", a file under version control," : ",";
  const how = copy ? "" : ", and behind the search";
  warn("the program writes to " + file + which + " and what it writes there stays from test to test" + how +
    ": have it use another file in tests, or say with --reset what puts this one back");
}

// hide removes what processes that the program starts must not see.
function hide() {
  delete process.env.EVOKE_DRIVER;
  delete process.env.EVOKE_NODE;
  delete process.env.EVOKE_HOLDER;
  delete process.env.EVOKE_LAUNCH;
  const left = (process.env.NODE_OPTIONS || "").replace(settings.option, "").trim();
  if (left === "") delete process.env.NODE_OPTIONS;
  else process.env.NODE_OPTIONS = left;
}

// obeyLater reads commands. It does not keep the process alive, and the process ends with
// whoever gives them.
function obeyLater() {
  const from = new net.Socket({ fd: commandsIn, readable: true, writable: false });
  from.on("data", received);
  const leave = () => process.reallyExit(0);
  from.on("end", leave);
  from.on("error", leave);
  from.unref();
}

let rest = Buffer.alloc(0); // of a command

function received(chunk) {
  rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
  while (rest.length >= 5) {
    const n = rest.readUInt32LE(0);
    if (rest.length < 5 + n) return;
    const kind = rest[4];
    const body = rest.subarray(5, 5 + n);
    rest = rest.subarray(5 + n);
    obey(kind, body);
  }
}

// What the controller said before it made a call is obeyed before the program gets the
// call, although another channel has it. What the call reached is told without being asked,
// once the call is answered and what the program does at once behind that is done.
let reading = false; // inputs are asked for
let due = false; // a call was announced
let served; // the request of it
let left = -1; // the statement where the program was when its call was told of, -1 for none
const commands = Buffer.alloc(65536);

function obeyAtOnce() {
  try {
    for (let n; (n = fs.readSync(commandsIn, commands)) > 0; ) {
      received(Buffer.from(commands.subarray(0, n)));
      if (n < commands.length) return;
    }
  } catch {} // nothing is there, or the channel has ended, which it says itself
}

function called(request, response) {
  if (!due) obeyAtOnce();
  if (!due) return; // somebody else calls
  due = false;
  served = request;
  if (reading && inputs !== undefined) inputs.begin(request);
  response.once("close", () => setImmediate(timers.settled, () => tell(request)));
}

function tell(request) {
  if (served !== request) return; // it was asked for meanwhile
  served = undefined;
  left = E.last();
  say(8, ...scores());
}

function obey(kind, body) {
  switch (kind) {
    case 16:
      due = false;
      left = -1;
      served = undefined;
      timers.forget();
      E.take();
      if (inputs !== undefined) inputs.take();
      if (body[0] & 1) E.unmute();
      E.mute(numbers(body));
      E.listen((body[0] & 2) !== 0);
      reading = (body[0] & 8) !== 0;
      if (!(body[0] & 4)) say(4);
      return;
    case 20:
      due = true;
      left = -1;
      return;
    case 17:
      due = false;
      timers.settled(() => {
        served = undefined;
        say(5, ...scores());
      });
      return;
    case 21: { // of a call that nobody waits for any more, its end may have been told of
      const at = E.last() < 0 ? left : E.last();
      say(9, frame.text(""), frame.uint32(at < 0 ? 0xffffffff : at));
      return;
    }
    case 22: {
      const number = body.readUInt32LE(0);
      E.mutate(number === 0xffffffff ? -1 : number);
      E.take();
      return;
    }
    case 18:
      reload();
      return;
    case 19:
      process.exit(0);
  }
}

function numbers(body) {
  const list = new Array(body.readUInt32LE(1));
  for (let i = 0; i < list.length; i++) list[i] = body.readUInt32LE(5 + 4 * i);
  return list;
}

function scores() {
  const taken = Buffer.from(E.take());
  const heard = E.heard();
  return [frame.uint32(taken.length / 12), taken, frame.text(heard === "[]" ? "" : heard), frame.text(inputs === undefined ? "" : inputs.take())];
}

// watch tells why the process ends.
function watch() {
  let reason = "";
  let place = "";
  process.on("uncaughtExceptionMonitor", (error, origin) => {
    try {
      timers.ends();
      reason = (origin === "unhandledRejection" ? "unhandled rejection: " : "") + String((error && error.message && error.name + ": " + error.message) || error);
      reason = reason.replaceAll(settings.root, settings.from);
      place = placeOf(String(error && error.stack));
    } catch {
      reason = String(origin);
    }
  });
  const { exit } = process;
  process.exit = { exit(...code) {
    if (!reason) {
      reason = "process.exit(" + (code.length > 0 ? code[0] : process.exitCode || 0) + ")";
      place = placeOf(String(new Error().stack));
    }
    return exit.apply(process, code);
  } }.exit;
  process.on("exit", (code) => {
    try {
      say(6, frame.text(reason || "exit with code " + code), frame.text(place), ...scores());
    } catch {} // nobody reads any more
  });
}

// placeOf is the first frame of a stack in a file of the program: "f (src/a.js:3)".
function placeOf(stack) {
  for (const line of stack.split("\n")) {
    const found = /^\s+at (?:(.*) \()?(?:file:\/\/)?(\/[^()]*?|[A-Za-z]:[^()]*?):(\d+):\d+\)?$/.exec(line);
    if (found && own(found[2])) {
      const at = own(found[2]) + ":" + found[3];
      return found[1] ? found[1].replace(/ \[as [^\]]*\]$/, "") + " (" + at + ")" : at;
    }
  }
  return "";
}

// What runs in threads and processes of its own is not observed.
function watchOthers() {
  const warned = new Set();
  const once = (text) => warned.has(text) || (warned.add(text), warn(text));
  const threads = require("node:worker_threads");
  const { Worker } = threads;
  threads.Worker = class extends Worker {
    constructor(file, ...more) {
      if (own(file instanceof URL ? file.pathname : path.resolve(String(file)))) once("worker threads of the program are not observed: what they execute guides no search");
      super(file, ...more);
    }
  };
  Object.defineProperty(threads.Worker, "name", { value: "Worker" });
  require("node:cluster").on("fork", () => once("the program forks workers: what they execute is not observed; let it serve by itself in the search"));
  Module.syncBuiltinESMExports();
}

// Files that require loads.
const { _compile } = Module.prototype;
Module.prototype._compile = function (content, filename, ...more) {
  const name = typeof content === "string" && own(filename);
  if (name) {
    activate();
    content = asked(name, more[0] === "module" ? 1 : 2, content);
  }
  return _compile.call(this, content, filename, ...more);
};

// Servers listen on a port that is free.
const { Server } = net;
const { listen } = Server.prototype;
let told = false;
let first; // port of the server that was announced
const servers = new Set();
const intervals = new Set();
let listeners; // of the process, before the program began
let startTime = 0; // milliseconds from the first file of the program to its server
const atLeast = 1000; // milliseconds for a reload that is tried
const { setTimeout } = globalThis;

// reload loads the files of the program anew, which begins it once more on the port that it
// has. What files in node_modules keep stays.
function reload() {
  for (const i of intervals) clearInterval(i);
  intervals.clear();
  for (const name of process.eventNames()) {
    const before = listeners.get(name) || [];
    for (const f of process.rawListeners(name)) if (!before.includes(f)) process.removeListener(name, f);
  }
  let open = servers.size;
  const closed = () => {
    if (--open <= 0) begin();
  };
  if (open === 0) begin();
  for (const s of servers) {
    s.close(closed);
    if (s.closeAllConnections) s.closeAllConnections();
  }
}

function begin() {
  servers.clear();
  told = false;
  for (const file of Object.keys(require.cache)) if (own(file)) delete require.cache[file];
  const n = ++round[0];
  if (settings.tries) setTimeout(() => told || n !== round[0] || process.reallyExit(1), atLeast + 4 * startTime);
  if (!imported(process.argv[1])) return Module._load(process.argv[1], null, true);
  import(pathToFileURL(process.argv[1]).href).catch((error) => setImmediate(() => {
    throw error;
  }));
}

// keepTrack notes what a reload has to end.
function keepTrack() {
  const { setInterval } = globalThis;
  globalThis.setInterval = { setInterval(...args) {
    const i = setInterval(...args);
    intervals.add(i);
    return i;
  } }.setInterval;
  listeners = new Map(process.eventNames().map((name) => [name, process.rawListeners(name)]));
}

function moved(args, free) {
  const [to, ...more] = args;
  if (typeof to === "object" && to !== null && "port" in to && !to.path) return [{ ...to, port: free }, ...more];
  if (typeof to === "number" || (typeof to === "string" && /^\d+$/.test(to))) return [free, ...more];
  return args;
}

const taken = {
  listen(...args) {
    if (E === undefined) return listen.apply(this, args);
    servers.add(this);
    const web = !told && (this instanceof http.Server || this instanceof https.Server);
    if (web) this.once("listening", announce);
    return listen.apply(this, moved(args, web && first ? first : 0));
  },
};
Object.defineProperty(taken.listen, "length", { value: listen.length });
Server.prototype.listen = taken.listen;

function announce() {
  const at = this.address();
  if (told || typeof at !== "object" || at === null) return;
  told = true;
  this.prependListener("request", called);
  if (first) return say(4); // it was reloaded
  first = at.port;
  startTime = Date.now() - since;
  const any = at.address === "::" || at.address === "0.0.0.0";
  const host = any ? "127.0.0.1" : at.family === "IPv6" ? "[" + at.address + "]" : at.address;
  say(3, frame.text((this instanceof https.Server ? "https" : "http") + "://" + host + ":" + at.port));
}

const main = process.argv[1];
if (main && own(main)) {
  activate();
  watchOthers();
  if (settings.reload) keepTrack();
  if (settings.modules && Module.registerHooks) {
    Module.registerHooks({
      resolve: (name, context, next) => renewed(next(name, context), own, round),
      load: (url, context, next) => probed(next(url, context), url, own, asked),
    });
  } else if (settings.modules) { // Node 20
    Module.register(pathToFileURL(path.join(__dirname, "loader.mjs")), { data: { settings, asksIn, asksOut, lock, round } });
  }
}
})();
