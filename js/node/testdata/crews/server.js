const http = require("http");

// Crews sign on and get a mark. Whoever sends it, behind a word, may see and log what the crew does.
const crews = new Map();
const entries = [];

function crewOf(req) {
  const [kind, mark] = String(req.headers[process.env.HEADER] ?? "").split(":");
  return kind === "crew" && mark ? crews.get(mark) : undefined;
}

function answer(req, body) {
  if (req.method === "POST" && req.url === "/crews") {
    if (typeof body.ship !== "string" || body.ship === "") return [422, { error: "a ship is needed" }];
    const crew = { mark: `M${7919 * (crews.size + 1)}`, ship: body.ship };
    crews.set(crew.mark, crew);
    return [201, { ship: crew.ship, badge: crew.mark }];
  }
  const crew = crewOf(req);
  if (crew === undefined) return [401, { error: "no crew" }];
  if (req.method === "GET" && req.url === "/journal") return [200, entries.filter((e) => e.mark === crew.mark)];
  if (req.method === "POST" && req.url === "/journal") {
    if (!Number.isInteger(body.miles)) return [422, { error: "miles are whole" }];
    entries.push({ mark: crew.mark, miles: body.miles });
    return [201, { miles: body.miles }];
  }
  return [404, {}];
}

http.createServer((req, res) => {
  let text = "";
  req.on("data", (chunk) => (text += chunk));
  req.on("end", () => {
    let body = {};
    try {
      body = JSON.parse(text) ?? {};
    } catch {}
    const [status, value] = answer(req, body);
    res.writeHead(status, { "Content-Type": "application/json" });
    res.end(JSON.stringify(value));
  });
}).listen(3000);
