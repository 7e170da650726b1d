// Node loads this file before the program. It lets the program listen on a port that is
// free, and says which one that is.
'use strict';
const fs = require('node:fs');
const http = require('node:http');
const https = require('node:https');
const { Server } = require('node:net');

const { listen } = Server.prototype;
let told = false;

// moved are the arguments of listen with another port.
function moved([to, ...more]) {
  if (typeof to === 'object' && to !== null && 'port' in to && !to.path) {
    return [{ ...to, port: 0 }, ...more];
  }
  return typeof to === 'number' || /^\d+$/.test(to) ? [0, ...more] : [to, ...more];
}

function tell() {
  const at = this.address();
  if (told || typeof at !== 'object' || at === null) {
    return;
  }
  told = true;
  const host = ['::', '0.0.0.0'].includes(at.address) ? '127.0.0.1' : at.address;
  const base = new URL(`http://${host.includes(':') ? `[${host}]` : host}:${at.port}`);
  if (this instanceof https.Server) {
    base.protocol = 'https:';
  }
  fs.writeSync(1, `evoke: the program listens at ${base.href.replace(/\/$/, '')}\n`);
}

Server.prototype.listen = {
  listen(...args) {
    if (this instanceof http.Server || this instanceof https.Server) {
      this.once('listening', tell);
    }
    return listen.apply(this, moved(args));
  },
}.listen;
Object.defineProperty(Server.prototype.listen, 'length', { value: listen.length });

// rename has the files of the coverage name those of the folder that the working folder is a copy of.
const from = process.cwd();
function rename() {
  const { pathToFileURL } = require('node:url');
  const folder = process.env.NODE_V8_COVERAGE;
  for (const name of fs.readdirSync(folder).filter((name) => name.startsWith(`coverage-${process.pid}-`))) {
    const file = require('node:path').join(folder, name);
    const text = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, text.replaceAll(pathToFileURL(from).href, pathToFileURL(process.env.EVOKE_COPY_OF).href));
  }
}

// A program that is told to end says what of it was executed, for c8 and the like.
if (process.env.NODE_V8_COVERAGE) {
  process.once('SIGTERM', () => {
    const v8 = require('node:v8');
    v8.takeCoverage();
    if (process.env.EVOKE_COPY_OF) {
      v8.stopCoverage(); // else it would be written once more
      rename();
    }
    if (process.listenerCount('SIGTERM') === 0) {
      process.exit(143);
    }
  });
}
