"use strict";
const http = require("node:http");
const born = 777000000000 + process.pid; // another one in each process, and always the same in one
let seen = 0; // which nothing resets

http.createServer((request, response) => {
  const body = request.url === "/seen" ? { seen: ++seen > 3 } : { born };
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify(body));
}).listen(0, "127.0.0.1");
