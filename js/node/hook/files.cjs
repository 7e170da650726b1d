"use strict";
// Which files of its folder the program writes to that stay as they are when a test begins: those of a copy in a process
// that goes on with the next test, and those of the folder that the copy stands in for.
const { spawnSync } = require("node:child_process");
const crypto = require("node:crypto");
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const { fileURLToPath } = require("node:url");

const most = 5; // of a process
const { writeFileSync } = fs;
const { O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_APPEND } = fs.constants;

// files tells of the first write to each file. The processes of a search share a folder, in which is what was told.
module.exports = function files({ root, from, goesOn }, folder, tell) {
  const copied = root !== from;
  const folders = copied && !goesOn ? [from] : [...new Set([root, from])];
  const within = folders.map((dir) => (dir.endsWith(path.sep) ? dir : dir + path.sep));
  const seen = new Set();

  function note(file) {
    const name = file instanceof URL ? fileURLToPath(file) : Buffer.isBuffer(file) ? file.toString() : file;
    if (typeof name !== "string") return; // a file that is open
    const at = path.resolve(name);
    if (seen.has(at) || seen.size >= most) return;
    const dir = within.find((dir) => at.startsWith(dir));
    if (dir === undefined || at.includes(path.sep + "node_modules" + path.sep)) return;
    seen.add(at);
    const below = at.slice(dir.length);
    const copy = copied && dir.startsWith(root);
    if (isNew(copy + below)) tell(below.split(path.sep).join("/"), isTracked(below), copy);
  }

  function isNew(at) {
    try {
      const digest = crypto.createHash("sha1").update(at).digest("hex");
      writeFileSync(path.join(folder, "told-" + digest), "", { flag: "wx" });
      return true;
    } catch {
      return false;
    }
  }

  const isTracked = (name) =>
    spawnSync("git", ["ls-files", "--error-unmatch", "--", name], { cwd: from, stdio: "ignore" }).status === 0;

  // watch notes the arguments of a function that name what it writes to.
  function watch(owner, name, written) {
    const original = owner[name];
    if (typeof original !== "function") return;
    const watched = { [name](...args) {
      try {
        written(args).forEach(note);
      } catch {} // the function says what is wrong
      return original.apply(this, args);
    } }[name];
    for (const key of Reflect.ownKeys(original)) {
      if (key !== "prototype") Object.defineProperty(watched, key, Object.getOwnPropertyDescriptor(original, key));
    }
    owner[name] = watched;
  }

  const first = ([file]) => [file];
  const second = ([, file]) => [file];
  const both = ([from, to]) => [from, to];
  const opened = ([file, flags]) => (writes(flags) ? [file] : []);
  const kinds = [
    ["writeFile", first], ["appendFile", first], ["truncate", first], ["unlink", first], ["rm", first],
    ["copyFile", second], ["rename", both], ["open", opened],
  ];
  for (const [name, written] of kinds) {
    watch(fs, name, written);
    watch(fs, name + "Sync", written);
    watch(fs.promises, name, written);
  }
  Module.syncBuiltinESMExports();
};

function writes(flags) {
  if (typeof flags === "number") return (flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND)) !== 0;
  return typeof flags === "string" && /[wa+]/.test(flags);
}
