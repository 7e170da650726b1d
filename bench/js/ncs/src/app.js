"use strict";
// rest-ncs of the literature, "numerical case studies" behind a web API: six functions of
// numbers, as in the package ncs of Go, with the limits of its port to JavaScript.
const express = require("express");
const bessj = require("./bessj");
const expint = require("./expint");
const fisher = require("./fisher");
const gammq = require("./gammq");
const remainder = require("./remainder");
const triangle = require("./triangle");

// Numbers are read as a typed framework reads them: what is none is answered with 400.

function integer(text) {
  if (!/^[+-]?[0-9]+$/.test(text)) return undefined;
  const n = Number(text);
  return n >= -2147483648 && n <= 2147483647 ? n : undefined;
}

function double(text) {
  if (text === "NaN") return NaN;
  const x = Number(text);
  return Number.isNaN(x) ? undefined : x;
}

// route answers with what a function returns for the parameters of a path, each with its
// reader. A function that throws had an argument that it does not take.
function route(name, readers, f, result) {
  const names = Object.keys(readers);
  app.get("/api/" + name + names.map((n) => "/:" + n).join(""), (req, res) => {
    const values = names.map((n) => readers[n](req.params[n]));
    if (values.includes(undefined)) return res.status(400).end();
    try {
      res.json(result(f(...values)));
    } catch {
      res.status(400).end();
    }
  });
}

const asInt = (n) => ({ resultAsInt: n, resultAsDouble: null });
const asDouble = (x) => ({ resultAsInt: null, resultAsDouble: x });

const app = express();
route("triangle", { a: integer, b: integer, c: integer }, triangle, asInt);
route("bessj", { n: integer, x: double }, bessj.limited, asDouble);
route("expint", { n: integer, x: double }, expint, asDouble);
route("fisher", { m: integer, n: integer, x: double }, fisher.limited, asDouble);
route("gammq", { a: double, x: double }, gammq, asDouble);
route("remainder", { a: integer, b: integer }, remainder.limited, asInt);

module.exports = app;
