"use strict";
// rest-scs of the literature, "string case studies" behind a web API: eleven functions of
// texts, as in the package scs of Go. Answers are JSON texts, as in its port to JavaScript.
const express = require("express");
const calc = require("./calc");
const cookie = require("./cookie");
const costfuns = require("./costfuns");
const dateparse = require("./dateparse");
const filesuffix = require("./filesuffix");
const notypevar = require("./notypevar");
const ordered4 = require("./ordered4");
const pat = require("./pat");
const regex = require("./regex");
const text2txt = require("./text2txt");
const title = require("./title");

// Numbers are read as a typed framework reads them: what is none is answered with 400.

const text = (s) => s;

function integer(s) {
  if (!/^[+-]?[0-9]+$/.test(s)) return undefined;
  const n = Number(s);
  return n >= -2147483648 && n <= 2147483647 ? n : undefined;
}

function double(s) {
  if (s === "NaN") return NaN;
  const x = Number(s);
  return Number.isNaN(x) ? undefined : x;
}

// route answers with what a function returns for the parameters of a path, each with its
// reader.
function route(name, readers, f) {
  const names = Object.keys(readers);
  app.get("/api/" + name + names.map((n) => "/:" + n).join(""), (req, res) => {
    const values = names.map((n) => readers[n](req.params[n]));
    if (values.includes(undefined)) return res.status(400).end();
    res.json(String(f(...values)));
  });
}

const app = express();
route("calc", { op: text, arg1: double, arg2: double }, calc);
route("cookie", { name: text, val: text, site: text }, cookie);
route("costfuns", { i: integer, s: text }, costfuns);
route("dateparse", { dayname: text, monthname: text }, dateparse);
route("filesuffix", { directory: text, file: text }, filesuffix);
route("notypevar", { i: integer, s: text }, notypevar);
route("ordered4", { w: text, x: text, z: text, y: text }, ordered4);
route("pat", { txt: text }, regex);
route("pat", { txt: text, pat: text }, pat);
route("text2txt", { word1: text, word2: text, word3: text }, text2txt);
route("title", { sex: text, title: text }, title);

module.exports = app;
