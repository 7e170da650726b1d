const http = require("http");
const { open } = require("./vault");

http.createServer((req, res) => {
  const url = new URL(req.url, "http://localhost");
  const status = open(url.pathname.split("/")[2], url.searchParams);
  res.writeHead(status, { "content-type": "application/json" });
  res.end("{}");
}).listen(process.env.PORT || 3000);
