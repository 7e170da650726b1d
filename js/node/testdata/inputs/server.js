const http = require("http");
const querystring = require("querystring");

// It reads what its description does not have.
http.createServer((req, res) => {
  let text = "";
  req.on("data", (chunk) => (text += chunk));
  req.on("end", () => {
    const [path, rest] = req.url.split("?");
    res.statusCode = 200;
    if (path === "/old" && querystring.parse(rest).constructor === Array) res.statusCode = 500;
    if (path === "/old" && querystring.parse(rest).color === "magenta") res.statusCode = 201;
    if (path === "/new" && new URL(req.url, "http://x").searchParams.get("shape") === "hexagon") res.statusCode = 202;
    if (path === "/head" && req.headers["x-mode"] === "turbo") res.statusCode = 203;
    if (path === "/body" && kindOf(text) === "reptile") res.statusCode = 206;
    settings(new URLSearchParams("region=eu"));
    if (path === "/parsed") parse(req, text, null);
    if (path === "/once") once(req, text);
    if (path === "/whole" && req.body !== undefined) res.statusCode = 500; // nobody parses it
    res.end();
  });
}).listen(3000);

// settings is code of others that looks for something in what is no query.
const settings = new Function("all", "return ((a) => ((b) => ((c) => c.get('hidden'))(b))(a))(all)");

// parse is a parser of others, which looks whether there is a body yet; it takes JSON alone.
const parse = new Function("req", "text", "none", `
  if (req.body !== undefined) return;
  if (/urlencoded/.test(req.headers["content-type"])) req.body = {};
  else req.body = /json/.test(req.headers["content-type"]) ? JSON.parse(text) : {};
  return req.body.color;
`);

// once is such a parser of the program's.
function once(req, text) {
  if (req.body === undefined) req.body = text.length;
}

function kindOf(text) {
  try {
    return JSON.parse(text).kind;
  } catch {
    return "";
  }
}
