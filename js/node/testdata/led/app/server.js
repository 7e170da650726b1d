"use strict";
const http = require("node:http");

let changes = 0;
http.createServer((request, response) => {
  if (request.method === "POST") changes++;
  response.statusCode = request.url === "/refused" ? 400 : 200;
  response.end([process.ppid, process.title, process.argv[2], process.env.LED, process.env.EVOKE_LAUNCH, changes].join());
}).listen(0, "127.0.0.1");
