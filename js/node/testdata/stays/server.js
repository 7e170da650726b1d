"use strict";
const http = require("node:http");

// What is in a place of the process stays when the files are loaded anew, as what a library keeps does.
const place = process.env.PLACE === "process" ? globalThis : {};
place.count = place.count || 0;

http.createServer((request, response) => {
  if (request.method === "POST") place.count++;
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify({ count: place.count, some: Math.random() }));
}).listen(0, "127.0.0.1");
