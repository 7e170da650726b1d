const http = require("http");
const { fork } = require("child_process");
http.createServer((req, res) => fork("./child.js").on("message", (n) => res.end(String(n)))).listen(3000);
