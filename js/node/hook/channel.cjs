"use strict";
// Frames, and questions over the second channel. Threads share it, so there is a lock.
const fs = require("node:fs");
const path = require("node:path");
const { fileURLToPath } = require("node:url");

function uint32(v) {
  const b = Buffer.alloc(4);
  b.writeUInt32LE(v);
  return b;
}

function uint16(v) {
  const b = Buffer.alloc(2);
  b.writeUInt16LE(v);
  return b;
}

const byte = (v) => Buffer.from([v]);

function text(v) {
  const b = Buffer.from(v, "utf8");
  return Buffer.concat([uint32(b.length), b]);
}

function write(fd, kind, parts) {
  let n = 0;
  for (const p of parts) n += p.length;
  const all = Buffer.concat([uint32(n), byte(kind), ...parts]);
  for (let at = 0; at < all.length; ) at += fs.writeSync(fd, all, at);
}

function read(fd, n) {
  const b = Buffer.alloc(n);
  for (let at = 0; at < n; ) {
    const got = fs.readSync(fd, b, at, n - at, null);
    if (got === 0) throw new Error("the channel has ended");
    at += got;
  }
  return b;
}

// ask returns the source of a file with probes, or the source if nobody answers.
function ask(from, to, lock, file, module, source) {
  while (Atomics.compareExchange(lock, 0, 0, 1) !== 0) Atomics.wait(lock, 0, 1, 50);
  try {
    write(to, 32, [text(file), byte(module), text(source)]);
    const body = read(from, read(from, 5).readUInt32LE(0));
    return body.toString("utf8", 4);
  } catch {
    return source;
  } finally {
    Atomics.store(lock, 0, 0);
    Atomics.notify(lock, 0);
  }
}

// owned returns a function that gives the name of a file of the program: its path below the
// root, with slashes. It returns "" for other files.
function owned({ root, libraries }) {
  const within = root.endsWith(path.sep) ? root : root + path.sep;
  return (file) => {
    if (typeof file !== "string" || !file.startsWith(within)) return "";
    const name = file.slice(within.length).split(path.sep).join("/");
    if (!libraries && (name.startsWith("node_modules/") || name.includes("/node_modules/"))) return "";
    return /\.json$|\.node$|\.wasm$/.test(name) ? "" : name;
  };
}

// probed returns what import loads, with probes if it is a file of the program. Node takes the
// types out of TypeScript afterwards.
function probed(loaded, url, own, asked) {
  if (!/^module(-typescript)?$/.test(loaded.format) || loaded.source === null || loaded.source === undefined || !url.startsWith("file:")) return loaded;
  const name = own(fileURLToPath(url));
  if (!name) return loaded;
  const source = typeof loaded.source === "string" ? loaded.source : Buffer.from(loaded.source).toString("utf8");
  return { ...loaded, source: plainly(url) + asked(name, 1, source) };
}

// Node never loads a file of one URL twice. In each round but the first, files of the program have one of their own.
const mark = "evoke-round=";

// renewed returns what node resolved, in the URL of the round.
function renewed(resolved, own, round) {
  const { url } = resolved;
  if (round[0] === 0 || !url.startsWith("file:") || url.includes(mark) || !own(fileURLToPath(url))) return resolved;
  return { ...resolved, url: url + (url.includes("?") ? "&" : "?") + mark + round[0] };
}

// plainly is code that gives a file of a later round the URL that it has in the first.
function plainly(url) {
  const at = url.indexOf(mark);
  return at < 0 ? "" : "import.meta.url=" + JSON.stringify(url.slice(0, at - 1)) + ";";
}

module.exports = { ask, probed, renewed, owned, frame: { uint16, uint32, byte, text, write } };
