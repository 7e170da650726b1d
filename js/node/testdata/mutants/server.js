"use strict";
const http = require("node:http");
const { step } = require("./step");

let count = step(); // before anybody calls

http.createServer((request, response) => {
  if (request.method === "POST") count += step();
  if (request.method === "DELETE") count = step() + 10;
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify({ count }));
}).listen(0, "127.0.0.1");
