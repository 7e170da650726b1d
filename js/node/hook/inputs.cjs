"use strict";
// What the program reads of the request that is served: names that the query, the headers,
// the cookies or the body do not have. Such an object gets a prototype that sees what is
// looked for in vain; what it has is known, since it was sent.
const http = require("node:http");
const Module = require("node:module");
const querystring = require("node:querystring");
const { fileURLToPath } = require("node:url");

const most = 256; // of a round
const longest = 65536; // units of a text
const near = 3; // functions: what the program has read is read by it, or for it

// What libraries look for in any object, besides what each has that has a prototype.
const ignored = new Set(["toJSON", "then", "inspect", "length", "nodeType", "$$typeof", "_bsontype", "asymmetricMatch", "__esModule", "size", "next", "_isBuffer"]);

// inputs watches what is read. served returns the request that is served, if what the program
// reads of it is asked for.
module.exports = function inputs(own, served) {
  let names = new Map(); // names that were read, by place and name
  let bodies = new Set(); // bodies that something was read of
  const everLacked = new Set(); // names that bodies lacked
  const watched = new WeakMap(); // objects: their place, the text that they were made of, the names that they lack
  const asked = new Map(); // headers: how often it was looked up who reads them

  function note(place, name) {
    if (names.size < most) names.set(place + " " + name, { Place: place, Name: name });
  }

  function missed(object, name, from) {
    const known = watched.get(object);
    if (known === undefined || served() === undefined || ignored.has(name) || name in Object.prototype) return;
    if (known.place === "body" && known.text === undefined && readsForms(object)) {
      note("form", name);
    } else if (known.place !== "body") {
      if (known.place !== "header" || owns(name, from, near)) note(known.place, name);
    } else if (known.lacks.size < most) {
      known.lacks.add(name);
      bodies.add(object);
    }
  }

  // readsForms reports whether a body is that of a form, or nothing is left of JSON that was sent. Nothing is left of a
  // form either where the program takes none.
  function readsForms(body) {
    const { headers } = served();
    const left = Object.keys(body).length > 0;
    if (/urlencoded/.test(headers["content-type"])) return left || !(Number(headers["content-length"]) > 0);
    return sentJSON() && !left;
  }

  function sentJSON() {
    const { headers } = served();
    return /json/.test(headers["content-type"]) && Number(headers["content-length"]) > 2;
  }

  // owns reports whether one of the functions that run is the program's, of as many as are given: frameworks read many
  // headers by themselves, and bodies before they parse one.
  function owns(name, from, depth) {
    const before = asked.get(name) || 0;
    if (before > 64) return false;
    asked.set(name, before + 1);
    const { stackTraceLimit, prepareStackTrace } = Error;
    const at = {};
    let files = [];
    try {
      Error.stackTraceLimit = depth;
      Error.prepareStackTrace = (_, frames) => frames.map((f) => f.getFileName());
      Error.captureStackTrace(at, from);
      files = at.stack;
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
      Error.prepareStackTrace = prepareStackTrace;
    }
    return Array.isArray(files) && files.some((f) => f && own(f.startsWith("file:") ? fileURLToPath(f) : f));
  }

  function below(target) {
    const handler = {
      get(_, name, receiver) {
        if (typeof name === "string" && !(name in target)) missed(receiver, name, handler.get);
        return Reflect.get(target, name, receiver);
      },
    };
    return new Proxy(target, handler);
  }

  const beneath = new Map([[Object.prototype, below(Object.prototype)], [null, below(Object.create(null))]]);

  // emptied gives a prototype that has nothing itself, as parsers use it, one that sees.
  function emptied(value) {
    const of = Object.getPrototypeOf(value);
    if (of !== null && !beneath.has(of) && Object.getPrototypeOf(of) === null && Reflect.ownKeys(of).length === 0) beneath.set(of, below(of));
    return value;
  }

  function watch(value, place, text) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const known = watched.get(value);
    if (known !== undefined) {
      known.place = place;
      known.text = text;
    } else if (beneath.has(Object.getPrototypeOf(emptied(value))) && Object.isExtensible(value)) {
      Object.setPrototypeOf(value, beneath.get(Object.getPrototypeOf(value)));
      watched.set(value, { place, text, lacks: new Set() });
    }
    return value;
  }

  // keep watches what frameworks assign to a request, of which requestOf is that of Node.
  function keep(prototype, requestOf, places) {
    for (const [name, place] of places) {
      const look = (value, from) => {
        if (place === "body" && value === undefined && served() !== undefined && owns(name, from, 1)) lackBody();
        return value;
      };
      const none = () => look(undefined, none);
      Object.defineProperty(prototype, name, {
        configurable: true,
        get: none,
        set(first) {
          const checked = (value) => (served() !== undefined && requestOf(this) === served() ? watch(value, place) : value);
          let kept = checked(first);
          if (place === "body" && kept !== undefined) haveBody(); // who looked before was about to parse it
          const get = () => look(kept, get);
          Object.defineProperty(this, name, { configurable: true, enumerable: true, get, set: (next) => (kept = checked(next)) });
        },
      });
    }
  }

  const lacked = new Set(); // what was noted of bodies that the request lacked

  function lackBody() {
    const forms = { type: "object", additionalProperties: { type: "string" } };
    const [key, Name, type] = sentJSON()
      ? ["form", "application/x-www-form-urlencoded", forms]
      : ["body", "application/json", { type: "object" }];
    if (names.has(key)) return;
    lacked.add(key);
    names.set(key, { Place: "body", Name, Type: JSON.stringify(type) });
  }

  function haveBody() {
    for (const key of lacked) names.delete(key);
    lacked.clear();
  }

  keep(http.IncomingMessage.prototype, (request) => request, [["query", "query"], ["body", "body"], ["cookies", "cookie"]]);

  // What reads queries.
  const reads = (parse) => function (text, ...more) {
    const out = parse.call(this, text, ...more);
    const request = served();
    return request !== undefined && (text || "") === (request.url.split("?")[1] || "") ? watch(out, "query") : out;
  };
  querystring.parse = querystring.decode = reads(querystring.parse);
  Module.syncBuiltinESMExports();
  // Parts of frameworks by what loads them, and where.
  const parts = [
    [/^(qs|fast-querystring)$/, /./, (out) => (out.parse = reads(out.parse))],
    [/^cookie$/, /./, (out) => (out.parse = cookieParser(out.parse))],
    [/^\.\/lib\/decorate(\.js)?$/, /[\\/]fastify[\\/]fastify\.js$/, (out) => (out.decorateRequest = decorator(out.decorateRequest))],
    [/^cookies$/, /./, (out) => (out.prototype.get = cookieGetter(out.prototype.get))],
    [/^\.\/request$/, /[\\/]koa[\\/]lib[\\/]application\.js$/, (out) => keep(out, (request) => request.req, [["body", "body"]])],
    [/^\.\/lib\/request(\.js)?$/, /[\\/]fastify[\\/]fastify\.js$/, (out) => keep(out.prototype, (request) => request.raw, [["query", "query"], ["body", "body"]])],
  ];
  const done = new WeakSet();
  const { _load } = Module;
  Module._load = function (name, parent, ...more) {
    const out = _load.call(this, name, parent, ...more);
    for (const [wanted, by, patch] of parts) {
      if (!wanted.test(name) || !by.test((parent && parent.filename) || "-") || done.has(out)) continue;
      done.add(out);
      try {
        patch(out);
      } catch {} // another version of it
    }
    return out;
  };

  function cookieParser(original) {
    return function parse(text, ...more) {
      const out = original.call(this, text, ...more);
      return served() !== undefined && (text || "") === (served().headers.cookie || "") ? watch(out, "cookie") : out;
    };
  }

  // decorator watches the cookies that a plugin of Fastify gives to requests.
  function decorator(original) {
    const kept = new WeakMap();
    const cookies = {
      getter() {
        return kept.get(this) || null;
      },
      setter(value) {
        kept.set(this, served() !== undefined && this.raw === served() ? watch(value, "cookie") : value);
      },
    };
    return function decorateRequest(name, value, ...more) {
      return original.call(this, name, name === "cookies" && value === null ? cookies : value, ...more);
    };
  }

  function cookieGetter(original) {
    return function get(name, ...more) {
      if (served() !== undefined && typeof name === "string") note("cookie", name);
      return original.call(this, name, ...more);
    };
  }

  for (const method of ["get", "getAll", "has"]) {
    const { [method]: original } = URLSearchParams.prototype;
    const looked = { [method](name, ...more) { // libraries keep other things in these
      if (served() !== undefined && typeof name === "string" && owns(name, looked, near)) note("query", name);
      return original.call(this, name, ...more);
    } }[method];
    URLSearchParams.prototype[method] = looked;
  }

  // What reads bodies. Other texts are JSON too, so what was decoded is told.
  const { parse } = JSON;
  JSON.parse = { parse(text, reviver) {
    const out = parse(text, reviver);
    return served() !== undefined && typeof text === "string" ? watch(out, "body", text.slice(0, longest)) : out;
  } }.parse;

  // begin has the headers of a request watched.
  function begin(request) {
    lacked.clear();
    watch(request.headers, "header");
  }

  // take tells what was read in the round, and forgets it.
  function take() {
    const list = [...names.values()];
    for (const body of bodies) list.push(bodyOf(body, watched.get(body)));
    names = new Map();
    bodies = new Set();
    return list.length === 0 ? "" : JSON.stringify(list);
  }

  // bodyOf is a body with the names that it lacks, and with those that it has and another one
  // lacked before: that it has others, which may be anything, does not mean that they are read.
  function bodyOf(body, { text, lacks }) {
    for (const name of lacks) if (everLacked.size < most) everLacked.add(name);
    const properties = [...everLacked].filter((name) => lacks.has(name) || Object.hasOwn(body, name)).sort();
    return {
      Place: "body", Name: "application/json", Decoded: text !== undefined, Data: text || "",
      Type: JSON.stringify({ type: "object", properties: Object.fromEntries(properties.map((name) => [name, {}])) }),
    };
  }

  return { begin, take };
};
